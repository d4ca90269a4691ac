"""Through the real window: saved, opened, kept and brought back."""

import dataclasses
import shutil
import threading
from html import unescape

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMenu

from model.checkpoint.file import save_checkpoint
from tests.viz_app.application import (
    CTRL,
    drop,
    press,
    running,
    said,
    settle,
    shown_run,
    type_and_translate,
    wait_for_translation,
)
from tests.viz_app.full_disk import full_disk, small_files
from tests.viz_app.runs_on_disk import card_of, curve_points, export, moment_of
from viz_app.app import sessions
from viz_app.app.bootstrap import Application
from viz_app.app.window_options import WindowOptions
from viz_app.storage.library import Library
from viz_app.storage.runs import Runs
from viz_app.storage.session import load_session, save_session
from viz_app.storage.settings import load_settings
from viz_app.testing import close
from viz_app.workbench.changes.selection import head_picked
from viz_app.workbench.changes.translation import branch_renamed

SENTENCE = "a b c d e"


@pytest.fixture
def home(tmp_path, tiny_checkpoint):
    """A folder with a model that comes with Headlight, for windows that are told none."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    shutil.copy(tiny_checkpoint, shipped / "zh-en.safetensors")
    return tmp_path


@pytest.fixture
def started(qtbot, home):
    """Starts a window as a user does, without any option unless it is told some."""

    def start(**options):
        return running(qtbot, home, model=options.pop("model", None), **options)

    return start


def prepare(qtbot, application):
    """A scene: a sentence, another way to go on with a name, a head, a view, a tab."""
    type_and_translate(qtbot, application, SENTENCE)
    window = application.window
    branch(qtbot, application)
    window.timeline.room.apply(branch_renamed, 1, "mine")
    application.screen.apply(head_picked, "decoder", 1, 1)
    window.menus.attention.action("view_links").trigger()
    window.menus.attention.action("scale_sqrt").trigger()
    settle(qtbot, application)


def branch(qtbot, application):
    """Go another way at the first step."""
    tree = application.bench.now.branches
    count, step = len(tree.branches), tree.current_branch.trace.steps[0]
    gone = {branch.token_ids[0] for branch in tree.branches}
    other = next(c.token_id for c in step.candidates if c.token_id not in gone)
    application.window.timeline.room.branch(0, other)
    qtbot.waitUntil(lambda: len(application.bench.now.branches.branches) > count)
    qtbot.waitUntil(lambda: not application.bench.now.translating)


def scene(application):
    """What a user sees of it, and would miss."""
    bench = application.screen.now
    tree = bench.branches
    return {
        "sentence": bench.source_text,
        "typed": application.window.header.source.text(),
        "branches": [
            (branch.name, branch.step, branch.parent, branch.trace.predicted_tokens)
            for branch in tree.branches
        ],
        "current": tree.current,
        "selection": bench.selection,
        "options": bench.attention,
        "tab": (bench.tab, application.window.tabs.current_name()),
    }


def pixels(application):
    """The pictures as they are painted, and the steps under them."""
    window = application.window
    window.header.source.setFocus()
    QCoreApplication.processEvents()
    return [part.grab().toImage() for part in (window.attention, window.timeline)]


def save(qtbot, application, file_dialogs, path):
    """Ctrl+S, and the answer to where."""
    file_dialogs.append(path)
    window = application.window
    press(qtbot, window.attention.mosaic, Qt.Key.Key_S, CTRL)
    qtbot.waitUntil(lambda: str(path) in said(window))
    window.notices.close_button.click()


def keep(qtbot, application):
    """What is done every half minute."""
    application.sessions.keeping.keep()
    settle(qtbot, application)


def document_path(application):
    """The file that the session on screen is of."""
    document = application.store.state.session.document
    return document and document.path


def opened(qtbot, application, path):
    """Wait for a session, and for its model under it."""
    qtbot.waitUntil(lambda: document_path(application) == path)
    qtbot.waitUntil(lambda: not application.bench.now.read_only)
    settle(qtbot, application)


@pytest.mark.window
def test_a_saved_session_is_opened_as_it_was(qtbot, started, file_dialogs, tmp_path):
    path = tmp_path / "cat.headlight"
    with started() as application:
        prepare(qtbot, application)
        before, painted = scene(application), pixels(application)
        save(qtbot, application, file_dialogs, path)
        assert application.window.windowTitle() == "cat[*] — Headlight"
        assert not application.window.isWindowModified()
        type_and_translate(qtbot, application, "d e")
        assert application.window.isWindowModified()
        application.window.menus.attention.action("view_grid").trigger()
        application.window.show_tab("masks")
        file_dialogs.append(path)
        press(qtbot, application.window.header.models, Qt.Key.Key_O, CTRL)
        qtbot.waitUntil(lambda: application.bench.now.source_text == SENTENCE)
        opened(qtbot, application, path)
        assert scene(application) == before
        assert pixels(application) == painted
        assert said(application.window).endswith("“d e” is kept: see File › Open recent.")
        assert not application.window.isWindowModified()


@pytest.mark.window
def test_the_first_start_shows_a_sample_and_the_next_one_all_that_was_done(qtbot, started):
    with started() as application:
        assert application.bench.now.model.name == "zh-en"
        assert application.bench.now.source_text == application.bench.now.model.samples[0]
        assert application.window.windowTitle() == "Headlight"
        assert said(application.window) == ""
        prepare(qtbot, application)
        application.window.resize(1111, 711)
        settle(qtbot, application)
        before, painted = scene(application), pixels(application)
        path = application.sessions.autosaves.path
        assert not path.exists()
    assert len(load_session(path).branches) == 2
    assert not (path.parent / "open").exists()
    with started() as application:
        settle(qtbot, application)
        assert scene(application) == before
        assert application.bench.now.model_key is not None
        assert (application.window.width(), application.window.height()) == (1111, 711)
        assert pixels(application) == painted
        assert said(application.window) == ""
        branch(qtbot, application)


@pytest.mark.parametrize("option", ["model", "text"])
def test_what_the_command_line_asks_for_wins_and_what_was_there_is_kept(
    qtbot, started, tiny_checkpoint, option
):
    with started() as application:
        prepare(qtbot, application)
        before = scene(application)
    given = {"model": tiny_checkpoint} if option == "model" else {"text": "e d"}
    with started(**given) as application:
        settle(qtbot, application)
        bench = application.bench.now
        assert len(bench.branches.branches) == 1
        assert bench.model.name == "tiny" if option == "model" else bench.source_text == "e d"
        (kept,) = recent(application, "Unsaved, kept automatically")
        kept.trigger()
        qtbot.waitUntil(lambda: application.bench.now.source_text == SENTENCE)
        settle(qtbot, application)
        assert scene(application)["branches"] == before["branches"]
        assert recent(application, "Unsaved, kept automatically") == []
        assert application.window.windowTitle() == "Headlight"


def recent(application, heading):
    """The lines of *Open recent* under a heading."""
    actions = application.window.menuBar().findChild(QMenu, "menu-recent").actions()
    titles = [action.text() for action in actions]
    if heading not in titles:
        return []
    under = actions[titles.index(heading) + 1 :]
    ends = [number for number, action in enumerate(under) if action.isSeparator()]
    return under[: ends[0] if ends else len(under)]


@pytest.mark.window
def test_recent_sessions_and_models_are_opened_from_the_menu(
    qtbot, started, file_dialogs, tmp_path, tiny_checkpoint
):
    path = tmp_path / "a & b.headlight"
    with started() as application:
        save(qtbot, application, file_dialogs, path)
        drop(application.window, tiny_checkpoint)
        qtbot.waitUntil(lambda: application.bench.now.model.name == "tiny")
        wait_for_translation(qtbot, application, application.bench.now.source_text)
    assert load_settings(tmp_path / "settings.json")[0].recent_sessions == (str(path),)
    with started(text="e d") as application:
        (session,) = recent(application, "Sessions")
        assert session.text() == "a && b"
        assert "a & b.headlight" in unescape(session.toolTip())
        (model,) = recent(application, "Models")
        model.trigger()
        qtbot.waitUntil(lambda: application.bench.now.model.name == "tiny")
        session.trigger()
        opened(qtbot, application, path)
        path.unlink()
        (session,) = recent(application, "Sessions")
        session.trigger()
        qtbot.waitUntil(lambda: "File not found:" in said(application.window))
        assert recent(application, "Sessions") == []


def test_without_its_model_a_session_is_looked_at_and_nothing_more(
    qtbot, started, file_dialogs, tmp_path, tiny_model
):
    path, own = tmp_path / "cat.headlight", tmp_path / "own.safetensors"
    import torch

    from tests.viz_app.conftest import TINY, untrained

    model = untrained(TINY)
    with torch.no_grad():
        model.network.output.weight.mul_(1.5)
    save_checkpoint(model, own)
    with started(model=own) as application:
        prepare(qtbot, application)
        before, painted = scene(application), pixels(application)
        save(qtbot, application, file_dialogs, path)
    own.unlink()
    with started(text="e d") as application:
        drop(application.window, path)
        qtbot.waitUntil(lambda: document_path(application) == path)
        settle(qtbot, application)
        assert application.bench.now.read_only
        assert "The model own of this session is not on this computer" in said(application.window)
        assert said(application.window).startswith("Warning")
        application.window.notices.close_button.click()
        assert scene(application) == before
        assert pixels(application)[0] == painted[0]
        save_checkpoint(model, own)
        drop(application.window, own)
        qtbot.waitUntil(lambda: not application.bench.now.read_only)
        settle(qtbot, application)
        assert scene(application) == before
        branch(qtbot, application)


@pytest.mark.window
def test_a_session_with_its_model_needs_nothing_else(
    qtbot, started, file_dialogs, tmp_path, tiny_model
):
    path = tmp_path / "all.headlight"
    with started() as application:
        file_dialogs.append(path)
        application.window.menus.action("save_with_model").trigger()
        qtbot.waitUntil(lambda: str(path) in said(application.window))
        assert load_session(path).model.embedded
        branch(qtbot, application)
        press(qtbot, application.window.attention.mosaic, Qt.Key.Key_S, CTRL)  # asks no more
        qtbot.waitUntil(lambda: not application.window.isWindowModified())
        assert load_session(path).model.embedded
        assert len(load_session(path).branches) == 2


def test_with_a_broken_model_inside_a_session_is_looked_at_and_why_is_said(
    qtbot, started, file_dialogs, tmp_path, tiny_checkpoint
):
    path = tmp_path / "cat.headlight"
    with started(model=tiny_checkpoint) as application:
        prepare(qtbot, application)
        before = scene(application)
        save(qtbot, application, file_dialogs, path)
    session = load_session(path)
    gone = dataclasses.replace(session, model=dataclasses.replace(session.model, checksum="0"))
    save_session(path, gone, model=b"cat")
    with started(text="e d") as application:
        drop(application.window, path)
        qtbot.waitUntil(lambda: document_path(application) == path)
        settle(qtbot, application)
        assert application.bench.now.read_only
        assert scene(application) == before
        words = said(application.window)
        assert words.startswith(f"Warning: The model in {path} cannot be used:")
        assert "recorded results can be viewed" in words
        press(qtbot, application.window.attention.mosaic, Qt.Key.Key_S, CTRL)
        qtbot.waitUntil(lambda: "No model is loaded yet" in said(application.window))
        assert load_session(path).model.embedded  # what was there stays


def test_a_broken_session_is_one_sentence_and_the_one_on_screen_stays(qtbot, started, tmp_path):
    with started() as application:
        before = application.screen.now
        for name, data in {"bad": b"PK", "no": b"", "text": b"cat" * 1000}.items():
            path = tmp_path / f"{name}.headlight"
            path.write_bytes(data)
            drop(application.window, path)
            qtbot.waitUntil(lambda path=path: path.name in said(application.window))
            assert said(application.window).startswith("Error")
            application.window.notices.close_button.click()
        after = application.screen.now
        assert (after.trace, after.model, after.selection) == (
            before.trace,
            before.model,
            before.selection,
        )
        assert application.window.windowTitle() == "Headlight"


@pytest.mark.window
def test_what_is_prepared_is_kept_when_another_session_is_dropped(
    qtbot, started, file_dialogs, tmp_path
):
    path = tmp_path / "cat.headlight"
    with started() as application:
        save(qtbot, application, file_dialogs, path)
        prepare(qtbot, application)
        keep(qtbot, application)
        before = scene(application)
        drop(application.window, path)
        opened(qtbot, application, path)
        sample = application.bench.now.model.samples[0]
        assert application.bench.now.source_text == sample
        assert load_session(application.sessions.autosaves.path).source_text == sample
        assert f"“{SENTENCE}” is kept: see File › Open recent" in said(application.window)
        (kept,) = recent(application, "Unsaved, kept automatically")
        assert kept.text() == SENTENCE
        kept.trigger()
        qtbot.waitUntil(lambda: len(application.bench.now.branches.branches) == 2)
        settle(qtbot, application)
        assert scene(application) == before


def test_what_is_prepared_is_kept_when_another_model_is_opened(qtbot, started, tiny_checkpoint):
    with started() as application:  # who only looks around is not kept in a list
        type_and_translate(qtbot, application, SENTENCE)
        drop(application.window, tiny_checkpoint)
        qtbot.waitUntil(lambda: application.bench.now.model.name == "tiny")
        settle(qtbot, application)
        assert recent(application, "Unsaved, kept automatically") == []
    with started(text="d e") as application:
        prepare(qtbot, application)
        drop(application.window, tiny_checkpoint)
        qtbot.waitUntil(lambda: application.bench.now.model.name == "tiny")
        wait_for_translation(qtbot, application, SENTENCE)
        settle(qtbot, application)
        assert len(application.bench.now.branches.branches) == 1
        assert "Your work on “a b c d e” is kept" in said(application.window)
        kept = recent(application, "Unsaved, kept automatically")
        assert SENTENCE in [line.text() for line in kept]


def test_on_a_full_disk_what_is_prepared_stays_on_screen(qtbot, started, tiny_checkpoint):
    with started() as application:
        prepare(qtbot, application)
        before = scene(application)
        with full_disk():
            drop(application.window, tiny_checkpoint)
            qtbot.waitUntil(lambda: "No space left" in said(application.window))
        settle(qtbot, application)
        assert scene(application) == before
        assert application.bench.now.model.name == "zh-en"


@pytest.mark.parametrize("refusing", [full_disk, small_files])
def test_what_cannot_be_kept_is_said_once_and_the_older_one_stays(qtbot, started, refusing):
    with started() as application:
        prepare(qtbot, application)
        keeping, path = application.sessions.keeping, application.sessions.autosaves.path
        keeping.keep()
        settle(qtbot, application)
        older = path.read_bytes()
        with refusing():
            branch(qtbot, application)
            keeping.keep()
            qtbot.waitUntil(
                lambda: (
                    "Cannot save the current state for the next start" in said(application.window)
                )
            )
            application.window.notices.close_button.click()
            for _ in range(3):
                keeping.keep()
                settle(qtbot, application)
                assert said(application.window) == ""
        assert path.read_bytes() == older
        assert [left.name for left in path.parent.iterdir() if "part" in left.name] == []
        keeping.keep()
        settle(qtbot, application)
        assert len(load_session(path).branches) == 3


def test_nothing_is_written_while_nothing_changes(qtbot, started):
    with started() as application:
        keeping, path = application.sessions.keeping, application.sessions.autosaves.path
        keeping.keep()
        settle(qtbot, application)
        written = path.stat().st_ino
        keeping.keep()
        settle(qtbot, application)
        assert path.stat().st_ino == written
        type_and_translate(qtbot, application, "d e")
        keeping.keep()
        settle(qtbot, application)
        assert path.stat().st_ino != written


def test_a_session_that_cannot_be_read_any_more_is_said_and_stays_beside(qtbot, started):
    with started() as application:
        path = application.sessions.autosaves.path
    path.write_bytes(b"PK")
    with started() as application:
        settle(qtbot, application)
        assert "cannot be restored" in said(application.window)
        assert application.bench.now.trace is not None
        assert path.with_suffix(".headlight.broken").read_bytes() == b"PK"


@pytest.mark.window
def test_a_document_is_still_one_at_the_next_start(qtbot, started, file_dialogs, tmp_path):
    path = tmp_path / "cat.headlight"
    with started() as application:
        save(qtbot, application, file_dialogs, path)
        branch(qtbot, application)
    with started() as application:
        settle(qtbot, application)
        assert application.window.windowTitle() == "cat[*] — Headlight"
        assert application.window.isWindowModified()
        press(qtbot, application.window.attention.mosaic, Qt.Key.Key_S, CTRL)
        qtbot.waitUntil(lambda: not application.window.isWindowModified())
        assert len(load_session(path).branches) == 2


def test_what_is_asked_to_be_opened_comes_at_the_start(
    qtbot, started, file_dialogs, tmp_path, tiny_checkpoint
):
    path = tmp_path / "cat.headlight"
    with started() as application:
        prepare(qtbot, application)
        before = scene(application)
        save(qtbot, application, file_dialogs, path)
        type_and_translate(qtbot, application, "d e")
    with started(opens=path) as application:
        opened(qtbot, application, path)
        assert scene(application) == before
    with started(opens=tiny_checkpoint) as application:
        settle(qtbot, application)
        assert application.bench.now.model.name == "tiny"


@pytest.fixture
def run(tmp_path):
    """A run that was trained elsewhere, as a folder and exported."""
    there = Runs(tmp_path / "there", models=())
    folder = there.begin(card_of("time", status="finished", update=4))
    folder.write_curve(curve_points(4))
    for update in (0, 4):
        folder.write_moment(moment_of(update))
    folder.release_lock()
    export(there, folder.card.run_id, tmp_path / "time.zip")
    return {"folder": folder.path, "archive": tmp_path / "time.zip"}


def replayed(qtbot, application):
    """Wait until the time-lapse of the run is in front, with both of its moments."""
    qtbot.waitUntil(lambda: application.window.tabs.current_name() == "time_lapse")
    runs = lambda: application.store.state.training.runs  # noqa: E731
    qtbot.waitUntil(lambda: runs().history(runs().shown) is not None)
    qtbot.waitUntil(lambda: len(shown_run(application).moments) == 2)
    return shown_run(application).card.name


@pytest.mark.window
@pytest.mark.parametrize("kind", ["folder", "archive"])
def test_a_dropped_run_is_among_those_here_and_replayed(qtbot, started, run, kind):
    with started() as application:
        drop(application.window, run[kind])
        assert replayed(qtbot, application) == "time-1"
        assert "time-1 was added to your runs" in said(application.window)
        drop(application.window, run[kind])
        settle(qtbot, application)
        assert [card.name for card in application.library.runs.cards()] == ["time-1"]


def test_a_run_that_is_asked_for_comes_at_the_start_beside_the_last_session(qtbot, started, run):
    with started() as application:
        type_and_translate(qtbot, application, "d e")
    with started(opens=run["archive"]) as application:
        assert replayed(qtbot, application) == "time-1"
        assert application.bench.now.source_text == "d e"


def test_every_half_minute_what_has_changed_is_kept(qtbot, started, monkeypatch):
    monkeypatch.setattr(sessions, "KEEPING_MS", 20)
    monkeypatch.setattr(sessions, "REST", 0)  # a busy machine would rest for minutes
    with started() as application:
        path = application.sessions.autosaves.path
        qtbot.waitUntil(path.exists)
        type_and_translate(qtbot, application, "d e")
        qtbot.waitUntil(lambda: load_session(path).source_text == "d e")


@pytest.mark.window
def test_the_tab_in_front_comes_back(qtbot, started):
    tabs = ("masks", "one_head", "training")
    with started() as application:
        application.window.show_tab(tabs[0])
    for tab, following in zip(tabs, (*tabs[1:], "attention"), strict=True):
        with started() as application:
            settle(qtbot, application)
            assert application.window.tabs.current_name() == application.bench.now.tab == tab
            assert application.window.menus.action(f"tab_{tab}").isChecked()
            application.window.show_tab(following)


def test_a_recorded_moment_is_saved_as_a_copy_and_the_own_translation_stays_the_session(
    qtbot, started, file_dialogs, run, tmp_path
):
    own, other = tmp_path / "own.headlight", tmp_path / "moment.headlight"
    with started() as application:
        save(qtbot, application, file_dialogs, own)
        prepare(qtbot, application)
        drop(application.window, run["folder"])
        replayed(qtbot, application)
        application.training_tab.replay.open()
        assert application.screen.now.recorded
        before, own_bytes = application.bench.now.branches, own.read_bytes()
        save(qtbot, application, file_dialogs, other)  # Ctrl+S asks where
        assert load_session(other).recorded
        assert own.read_bytes() == own_bytes
        assert document_path(application) == own
        assert application.window.isWindowModified()
        keep(qtbot, application)
        kept = load_session(application.sessions.autosaves.path)
        assert not kept.recorded
        assert len(kept.branches) == len(before.branches) == 2


def test_a_window_that_died_before_it_had_kept_anything_is_told_of(qtbot, started, home):
    with started() as application:
        folder = application.sessions.autosaves.path.parent
    (folder / "session.headlight").unlink()
    (folder / "open").write_text("1")
    with started() as application:
        assert "ended unexpectedly" in said(application.window)
        assert "before it could save" in said(application.window)
        assert application.bench.now.source_text == application.bench.now.model.samples[0]
    with started() as application:
        assert said(application.window) == ""


def test_what_is_put_aside_for_nothing_is_still_there_at_the_next_start(qtbot, started, tmp_path):
    broken = tmp_path / "broken.safetensors"
    broken.write_bytes(b"cat")
    with started() as application:
        prepare(qtbot, application)
        keep(qtbot, application)
        before = scene(application)
        drop(application.window, broken)
        qtbot.waitUntil(lambda: "broken.safetensors" in said(application.window))
        settle(qtbot, application)
        assert scene(application) == before
    with started() as application:
        settle(qtbot, application)
        assert scene(application) == before


@pytest.mark.window
def test_keeping_that_waits_for_a_stuck_worker_does_not_hold_the_window_up(qtbot, started):
    begun, over = threading.Event(), threading.Event()

    def stuck():
        begun.set()
        over.wait()
        yield

    with started() as application:
        application.desk.submit(stuck, on_item=print, on_failed=print)
        assert begun.wait()
        application.sessions.keeping.keep()
        waits = application.desk.saving
        application.sessions.keeping.farewell()
        still_waits = application.desk.saving
        over.set()
    assert waits
    assert not still_waits


def test_a_sentence_that_is_no_name_for_a_file_is_put_aside_all_the_same(
    qtbot, started, tiny_checkpoint
):
    with started() as application:
        application.window.header.intents.translate_requested.emit("a \ud800 b <b>c</b>\n\u202e/")
        qtbot.waitUntil(lambda: "<b>" in application.bench.now.branches.original.trace.source_text)
        qtbot.waitUntil(lambda: not application.bench.now.translating)
        branch(qtbot, application)
        drop(application.window, tiny_checkpoint)
        qtbot.waitUntil(lambda: application.bench.now.model.name == "tiny")
        settle(qtbot, application)
        assert "is kept: see File" in said(application.window)
        (line,) = recent(application, "Unsaved, kept automatically")
        line.trigger()
        qtbot.waitUntil(lambda: len(application.bench.now.branches.branches) == 2)


@pytest.mark.usefixtures("same_clothes")
@pytest.mark.parametrize("text", [None, "e d"])
def test_what_is_only_measured_takes_no_sessions_place(qtbot, started, home, text):
    with started() as application:
        prepare(qtbot, application)
        application.window.show_tab("masks")  # where no head could be painted
        settle(qtbot, application)
        before = scene(application)
    measured = Application(
        WindowOptions(text=text, device="cpu", quit_after_first_picture=True),
        library=Library(home / "models", shipped=home / "shipped"),
        settings_file=home / "settings.json",
    )
    try:
        with qtbot.waitSignal(measured.ended):
            measured.start()
    finally:
        close(qtbot, measured)
    with started() as application:
        settle(qtbot, application)
        assert scene(application) == before
        assert said(application.window) == ""
        assert recent(application, "Unsaved, kept automatically") == []


@pytest.mark.parametrize(
    "wrong", ["sessions", "sessions/window-1", "sessions/window-1/session.headlight/"]
)
def test_where_something_else_stands_in_the_way_that_is_said_once(qtbot, started, home, wrong):
    path = home / wrong
    if wrong.endswith("/"):
        path.mkdir(parents=True)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("cat")
    with started() as application:
        settle(qtbot, application)
        assert said(application.window).count("Warning") == 1
        application.window.notices.close_button.click()
        for sentence in ("d e", "a b"):
            type_and_translate(qtbot, application, sentence)
            keep(qtbot, application)
        assert "cannot be" not in said(application.window)
        branch(qtbot, application)


def test_pictures_side_by_side_are_zoomed_as_they_were(qtbot, started, file_dialogs, tmp_path):
    path = tmp_path / "cat.headlight"
    with started() as application:
        type_and_translate(qtbot, application, SENTENCE)
        actions = application.window.menus.attention.action
        actions("view_focus").trigger()
        pixels(application)  # what is not painted yet cannot be zoomed
        actions("zoom_in").trigger()
        actions("side_by_side").trigger()
        for kind, times in (("encoder", 2), ("cross", 3)):
            application.screen.apply(head_picked, kind, 0, 0)
            settle(qtbot, application)
            for _ in range(times):
                actions("zoom_in").trigger()
        settle(qtbot, application)
        zooms, painted = application.store.state.zooms, pixels(application)
        assert zooms.keys() == {"one", "encoder", "cross"}
        save(qtbot, application, file_dialogs, path)
        type_and_translate(qtbot, application, "d e")  # of another shape: all of it is in view
        assert not application.store.state.zooms.keys() & {"encoder", "cross"}
        drop(application.window, path)
        qtbot.waitUntil(lambda: application.bench.now.source_text == SENTENCE)
        settle(qtbot, application)
        assert application.store.state.zooms == zooms
        assert pixels(application) == painted
    with started(opens=path) as application:
        opened(qtbot, application, path)
        assert application.store.state.zooms == zooms
        columns = application.window.attention.columns
        assert {kind for kind, column in columns.pictures.items() if column.focus.is_zoomed} == {
            "encoder",
            "cross",
        }
        application.window.menus.attention.action("side_by_side").trigger()
        assert application.window.attention.focus.is_zoomed
        application.window.menus.attention.action("fit").trigger()
        assert "one" not in application.store.state.zooms
