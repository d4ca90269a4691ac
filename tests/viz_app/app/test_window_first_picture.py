"""Through the real window: the first picture does not wait for torch, whose import is held back."""

import shutil
from contextlib import contextmanager
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication

from model.checkpoint.locations import CHECKSUMS, SHIPPED_FOLDER
from model.traces.trace import KINDS
from tests.viz_app.application import (
    press,
    running,
    said,
    settle,
    type_and_translate,
    wait_for_translation,
)
from tests.viz_app.dressed import changing_clothes
from viz_app.app.bootstrap import Application
from viz_app.app.undo import undone
from viz_app.app.window_options import WindowOptions
from viz_app.storage.library import Library
from viz_app.testing import close
from viz_app.workbench import jobs as model_jobs
from viz_app.workbench.changes.selection import head_picked, option_picked

pytestmark = pytest.mark.window

SAMPLES = {
    "zh-en": ("桌子上有三本书。", "There are three books on the table."),
    "reverse": ("a b c d e f", "fedcba"),
}


@contextmanager
def held_back(qapp, qtbot, folder, *, shipped=SHIPPED_FOLDER, **options):
    """The application while torch is being imported, and what lets that come to its end."""
    here = Event()
    with pytest.MonkeyPatch.context() as patch, changing_clothes(qapp):
        patch.setattr(model_jobs, "import_torch", here.wait)
        application = Application(
            WindowOptions(language="en", theme="light", device="cpu", **options),
            library=Library(folder / "models", shipped=shipped),
            settings_file=folder / "settings.json",
        )
        try:
            yield application, here
        finally:
            here.set()
            close(qtbot, application)


@pytest.fixture(params=SAMPLES)
def shown(request, qapp, qtbot, tmp_path, one_torch_thread):
    """The application with its first picture, and what lets torch come."""
    with held_back(qapp, qtbot, tmp_path, model=request.param) as (application, here):
        with qtbot.waitSignal(application.window.first_picture_painted):
            application.start()
        yield application, here


@pytest.fixture
def reverse(qapp, qtbot, tmp_path, one_torch_thread):
    """The same with the small model."""
    with held_back(qapp, qtbot, tmp_path, model="reverse") as (application, here):
        with qtbot.waitSignal(application.window.first_picture_painted):
            application.start()
        yield application, here


def live(qtbot, application, here):
    """Let torch come, and wait until the model's own trace is on screen; that trace."""
    here.set()
    qtbot.waitUntil(lambda: application.bench.now.model_key is not None)
    qtbot.waitUntil(lambda: not application.bench.now.prerecorded)
    settle(qtbot, application)
    return application.screen.now.trace


def picture(application):
    return application.window.attention.grab().toImage()


def lay_out_afresh(application):
    """The longest sentence painted while decoding keeps its lines until the size changes."""
    focus = application.window.attention.focus
    QApplication.sendEvent(focus, QResizeEvent(focus.size(), focus.size()))
    focus.redraw()


def settled_picture(qtbot, application):
    """The same when nothing is to be laid out any more."""
    last = [picture(application)]

    def still():
        last.append(picture(application))
        return last[-1] == last[-2] and last[-2] == last[max(0, len(last) - 4)]

    qtbot.waitUntil(still)
    return last[-1]


def test_the_sample_is_painted_while_the_model_is_still_loading(shown):
    application, _ = shown
    window, bench = application.window, application.bench.now
    assert bench.model_key is None and bench.loading == bench.model.name
    source, translation = SAMPLES[bench.loading]
    assert window.header.source.text() == source
    assert window.timeline.translation.text.text().replace(" ", "") == translation.replace(" ", "")
    assert window.header.models.currentText() == bench.loading
    assert "Loading" in window.header.model_info.text()
    assert window.attention.focus.isVisible()
    assert window.notices.isHidden()


def test_the_models_own_trace_takes_its_place_and_nothing_moves(qtbot, shown):
    application, here = shown
    recorded, before = application.screen.now, settled_picture(qtbot, application)
    looks = []
    application.screen.follow(
        lambda _, new: looks.append((new.trace.predicted_ids, new.selection, new.whole))
    )
    trace = live(qtbot, application, here)
    assert trace is not recorded.trace, "it is the model's own"
    for kind in KINDS:
        weights = recorded.trace.weights(kind)
        np.testing.assert_allclose(trace.weights(kind), weights, atol=1e-5, rtol=0)
    assert set(looks) == {(trace.predicted_ids, recorded.selection, recorded.whole)}
    qtbot.waitUntil(lambda: picture(application) == before)
    assert not application.bench.now.read_only
    assert application.store.state.history.past == ()
    assert "×" in application.window.header.model_info.text()


def test_it_is_shown_as_the_model_shows_it_by_itself(qtbot, qapp, tmp_path, shown):
    """The same window without a recorded trace ends up with the same picture."""
    application, _ = shown
    name = application.bench.now.loading
    bare = tmp_path / "bare"
    bare.mkdir()
    for file in (f"{name}.safetensors", CHECKSUMS):
        shutil.copy(SHIPPED_FOLDER / file, bare)
    before, recorded = settled_picture(qtbot, application), application.screen.now
    with held_back(qapp, qtbot, tmp_path / "2", shipped=bare, model=name) as (other, loaded):
        other.start()
        assert other.bench.now.trace is None
        loaded.set()
        qtbot.waitUntil(lambda: bool(other.bench.now.trace and other.bench.now.trace.finished))
        settle(qtbot, other)
        now = other.screen.now
        assert (now.selection, now.whole, now.picked) == (
            recorded.selection,
            recorded.whole,
            recorded.picked,
        )
        assert (now.asked, now.source_text) == (recorded.asked, recorded.source_text)
        lay_out_afresh(other)
        qtbot.waitUntil(lambda: picture(other) == before)


def test_steps_heads_and_views_can_be_changed_and_stay(qtbot, reverse):
    application, here = reverse
    window, first = application.window, application.screen.now.selection
    press(qtbot, window.timeline.slider, Qt.Key.Key_Home)
    press(qtbot, window.timeline.slider, Qt.Key.Key_Right)
    window.rooms.attention.does(head_picked)("encoder", 1, 0)
    chosen = application.screen.now.selection
    assert (chosen.kind, chosen.layer, chosen.head, chosen.step) == ("encoder", 1, 0, 1)
    assert chosen != first
    window.rooms.attention.does(option_picked)("view", "focus")
    live(qtbot, application, here)
    assert application.screen.now.selection == chosen
    assert application.screen.now.attention.view == "focus"


def test_what_needs_the_model_says_that_it_is_loading(qtbot, reverse):
    application, here = reverse
    window = application.window
    for tab in ("one_head", "masks", "embedding"):
        window.show_tab(tab)
        page = window.late[tab]
        page.make()
        assert "reverse is still loading" in page.currentWidget().text()
    for tab in ("positions", "scaling", "bleu"):
        window.show_tab(tab)
        assert window.late[tab].make() is window.late[tab].currentWidget()
    bars = window.timeline.side.candidates
    assert bars.use(1) == "the model is still being loaded"
    window.files.model_save_requested.emit(application.library.folder / "mine.safetensors")
    assert "reverse is still loading" in said(window)
    live(qtbot, application, here)
    window.show_tab("one_head")
    page = window.late["one_head"]
    assert page.make() is page.currentWidget()
    qtbot.waitUntil(lambda: application.store.state.slices.get("one_head") is not None)
    assert bars.use(1) != "the model is still being loaded"


def ask(qtbot, application, text):
    source = application.window.header.source
    source.setFocus()
    source.selectAll()
    qtbot.keyClicks(source, text)
    qtbot.keyClick(source, Qt.Key.Key_Return)
    assert application.bench.now.translating
    assert application.bench.now.notice is None


def test_another_sentence_waits_for_the_model_and_wins(qtbot, reverse):
    application, here = reverse
    before = application.screen.now.trace
    ask(qtbot, application, "c a b")
    assert application.screen.now.trace is before, "until there is something to see"
    here.set()
    wait_for_translation(qtbot, application, "c a b")
    settle(qtbot, application)
    assert application.screen.now.trace.translation.replace(" ", "") == "bac"
    assert application.bench.now.asked[:2] == ("c a b", "a b c d e f")
    application.work.undo.undo()
    assert application.screen.now.trace is before
    assert not application.bench.now.read_only, "the model is there to go on from it"


def test_a_step_taken_back_before_the_model_is_there_leaves_the_sample(qtbot, reverse):
    application, here = reverse
    ask(qtbot, application, "c a b")
    application.window.header.intents.translation_cancelled.emit()
    assert not application.bench.now.translating, "a sentence that was stopped waits no more"
    ask(qtbot, application, "b a c")
    application.store.apply(undone)
    trace = live(qtbot, application, here)
    assert trace.source_text == "a b c d e f"
    assert not application.bench.now.read_only


def folder_of(tmp_path, *, checkpoint, listed=None):
    """What is shipped as ``reverse``, with another checkpoint, or another list of checksums."""
    folder = tmp_path / "altered"
    folder.mkdir()
    shutil.copy(SHIPPED_FOLDER / "reverse.headlight", folder)
    shutil.copy(checkpoint, folder / "reverse.safetensors")
    told = (SHIPPED_FOLDER / CHECKSUMS).read_text() if listed is None else listed
    (folder / CHECKSUMS).write_text(told)
    return folder


def test_a_trace_of_another_checksum_is_not_shown(qapp, qtbot, tmp_path, tiny_checkpoint):
    from model.checkpoint.header import read_checksum

    listed = f"reverse.safetensors\t{read_checksum(tiny_checkpoint)}\n"
    shipped = folder_of(tmp_path, checkpoint=tiny_checkpoint, listed=listed)
    with held_back(qapp, qtbot, tmp_path, shipped=shipped, model="reverse") as (application, here):
        application.start()
        assert application.bench.now.trace is None and application.bench.now.loading == "reverse"
        here.set()
        qtbot.waitUntil(lambda: bool(application.bench.now.trace))
        assert not application.bench.now.prerecorded


def test_a_checkpoint_that_was_changed_shows_what_it_makes_itself(
    qapp, qtbot, tmp_path, tiny_checkpoint
):
    shipped = folder_of(tmp_path, checkpoint=tiny_checkpoint)
    with held_back(qapp, qtbot, tmp_path, shipped=shipped, model="reverse") as (application, here):
        application.start()
        recorded = application.bench.now.trace
        trace = live(qtbot, application, here)
        assert trace is not recorded and trace.n_heads != recorded.n_heads
        assert "is not the model shipped with Headlight" in said(application.window)


def test_a_checkpoint_that_cannot_be_read_ends_the_waiting(qapp, qtbot, tmp_path):
    damaged = tmp_path / "damaged.safetensors"
    damaged.write_bytes(b"no checkpoint")
    shipped = folder_of(tmp_path, checkpoint=damaged)
    with held_back(qapp, qtbot, tmp_path, shipped=shipped, model="reverse") as (application, here):
        application.start()
        ask(qtbot, application, "c a b")
        here.set()
        qtbot.waitUntil(lambda: application.bench.now.loading is None)
        settle(qtbot, application)
        assert application.bench.now.notice.level == "error"
        assert not application.bench.now.translating
        assert application.bench.now.read_only


def test_what_was_there_the_last_time_comes_before_torch_and_before_the_sample(
    qapp, qtbot, tmp_path, one_torch_thread
):
    with running(qtbot, tmp_path, model=SHIPPED_FOLDER / "reverse.safetensors") as application:
        type_and_translate(qtbot, application, "d o g")
    with held_back(qapp, qtbot, tmp_path) as (application, here):
        with qtbot.waitSignal(application.window.first_picture_painted):
            application.start()
        trace = application.screen.now.trace
        assert trace.source_text == application.window.header.source.text() == "d o g"
        assert application.bench.now.loading == "reverse"
        assert not application.bench.now.prerecorded
        here.set()
        qtbot.waitUntil(lambda: application.bench.now.model_key is not None)
        settle(qtbot, application)
        assert application.screen.now.trace is trace, "it is not decoded a second time"


def test_a_sentence_that_is_asked_for_on_the_command_line_has_no_other_before_it(
    qapp, qtbot, tmp_path
):
    with held_back(qapp, qtbot, tmp_path, model="reverse", text="d o g") as (application, here):
        application.start()
        assert application.bench.now.trace is None
        here.set()
        wait_for_translation(qtbot, application, "d o g")


def test_who_quits_after_the_first_picture_quits_after_this_one(qapp, qtbot, tmp_path):
    options = {"model": "reverse", "quit_after_first_picture": True}
    with held_back(qapp, qtbot, tmp_path, **options) as (application, here):
        closing = application.window.close_requested
        with qtbot.waitSignals([application.window.first_picture_painted, closing]):
            application.start()
        assert application.bench.now.model_key is None
        with qtbot.waitSignal(application.ended):
            here.set()
    assert not (tmp_path / "sessions").exists(), "what is only measured is not kept"
