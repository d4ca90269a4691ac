"""Through the real window: train, pause, stop, go on, watch, use; runs that were interrupted."""

import pytest
from PySide6.QtCore import Qt

from model.checkpoint.file import load_checkpoint
from model.decoding.greedy import translate
from tests.viz_app.application import (
    CTRL,
    choose,
    click,
    drop,
    live_run,
    press,
    running,
    said,
    settle,
    shown_run,
    start_training,
    training_panel,
    type_and_translate,
    type_source,
    updates,
    wait_for_translation,
)
from viz_app.texts.visible_token import without_isolates
from viz_app.workbench.snapshots.attention import resolve_mosaic

ENDLESS = 5000
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def panel(qtbot, application, window):
    """The training tab, while ``copy`` is trained without an end."""
    start_training(qtbot, application, "copy", epochs=ENDLESS)
    wait_for_updates(qtbot, application, 3)
    return window.training


def wait_for_updates(qtbot, application, count):
    qtbot.waitUntil(lambda: updates(application) > count)


def wait_for_the_end(qtbot, application):
    qtbot.waitUntil(lambda: live_run(application) is None)


def wait_for_moments(qtbot, application, count):
    qtbot.waitUntil(lambda: len(shown_run(application).moments) >= count)


# ----------------------------------------------------------------------------- under way


def test_a_paused_run_stands_still_until_it_is_resumed(qtbot, application, panel, window):
    request, header = live_run(application).request, panel.view.header
    assert (request.task, request.training.epochs, request.device) == ("copy", ENDLESS, "cpu")
    assert "copy-1" in header.title.text()
    assert not panel.start.isEnabled()
    click(qtbot, header.pause)
    assert header.pause.text() == "Resume"
    settle(qtbot, application)
    paused = updates(application), shown_run(application).curve
    for text in ("a b", "b a"):
        type_and_translate(qtbot, application, text)
        settle(qtbot, application)
    assert (updates(application), shown_run(application).curve) == paused
    click(qtbot, header.pause)
    assert header.pause.text() == "Pause"
    wait_for_updates(qtbot, application, paused[0])
    assert shown_run(application).curve[: len(paused[1])] == paused[1]
    action = window.menus.training.action("pause")
    action.trigger()
    assert live_run(application).status == "paused"
    action.trigger()
    assert live_run(application).status == "running"


def test_a_stopped_run_is_offered_beside_the_users_model_and_goes_on(
    qtbot, application, panel, window
):
    header, before = panel.view.header, application.screen.now
    click(qtbot, header.stop)
    wait_for_the_end(qtbot, application)
    settle(qtbot, application)
    assert "copy-1 was stopped" in said(window)
    (entry,) = application.library.entries()
    assert load_checkpoint(entry.path).task == "copy"
    after = application.screen.now
    assert (after.model.name, after.source_text) == ("tiny", before.source_text)
    assert after.trace is before.trace
    assert window.header.source.text() == before.source_text
    click(qtbot, window.notices.offer_button)
    qtbot.waitUntil(lambda: application.screen.now.model.name == "copy-1")
    assert window.header.models.currentText() == "copy-1"
    stopped = shown_run(application).card
    click(qtbot, header.go_on)
    wait_for_updates(qtbot, application, stopped.update)
    told = [point.update for point in shown_run(application).curve]
    assert told == list(range(1, len(told) + 1))


def test_lines_that_cannot_be_used_are_told_when_the_file_is_dropped(
    qtbot, application, window, tmp_path
):
    corpus = tmp_path / "pairs.tsv"
    pairs = "".join(f"a {number}\t{number} a\n" for number in range(40))
    corpus.write_text(pairs + "no tab\n" * 2 + "c\t\n", encoding="utf-8")
    drop(window, corpus)
    foot = training_panel(qtbot, application).form.foot
    qtbot.waitUntil(foot.left_out.isVisible)
    said_of_it = foot.left_out.text()
    assert "3 of 43 lines were skipped" in said_of_it
    assert "2 × no tab between source and target" in said_of_it
    assert said_of_it.endswith("the first is line 41.")
    assert live_run(application) is None
    settle(qtbot, application)
    choose(qtbot, window.training.form.task, "copy")
    qtbot.waitUntil(lambda: not foot.left_out.isVisible())


def test_a_model_can_be_used_while_another_trains(qtbot, application, panel):
    type_and_translate(qtbot, application, "c b a")
    wait_for_updates(qtbot, application, updates(application))
    assert live_run(application).status == "running"
    assert application.screen.now.model.name == "tiny"


def test_the_weights_of_now_translate_while_the_run_goes_on(qtbot, application, panel, window):
    click(qtbot, panel.view.header.use)
    qtbot.waitUntil(lambda: application.screen.now.model.name.startswith("copy-1@"))
    name = application.screen.now.model.name
    qtbot.waitUntil(lambda: f"{name} is now the current model" in said(window))
    assert f"copy-1 after update {name.partition('@')[2]}" in said(window)
    type_and_translate(qtbot, application, "a b c")
    assert application.screen.now.trace.source_text == "a b c"
    first = int(application.screen.now.model.name.partition("@")[2])
    wait_for_updates(qtbot, application, first)
    click(qtbot, panel.view.header.use)
    qtbot.waitUntil(lambda: application.screen.now.model.name != f"copy-1@{first}")
    assert int(application.screen.now.model.name.partition("@")[2]) > first
    assert live_run(application).status == "running"


# -------------------------------------------------------------------------------- the end


@pytest.mark.window
def test_a_trained_model_is_current_kept_and_translates(
    qtbot, application, window, file_dialogs, tmp_path
):
    start_training(qtbot, application, "report", epochs=2)
    qtbot.waitUntil(lambda: application.screen.now.model.name == "report-1")
    sample = application.screen.now.source_text
    wait_for_translation(qtbot, application, sample)
    (kept,) = application.library.entries()
    expected = translate(load_checkpoint(kept.path), sample)
    trace = application.screen.now.trace
    assert trace.source_tokens == expected.source_tokens
    assert [step.token_id for step in trace.steps] == [step.token_id for step in expected.steps]
    assert window.header.models.currentText() == "report-1"
    assert "report-1 is trained and is the current model." in said(window)
    assert shown_run(application).card.status == "finished"
    path = tmp_path / "mine.safetensors"
    file_dialogs += [path, path]
    window.menus.action("save_model").trigger()
    qtbot.waitUntil(path.exists)
    assert load_checkpoint(path).task == "report"
    window.menus.action("open").trigger()
    qtbot.waitUntil(lambda: application.screen.now.model.name == "mine")


@pytest.mark.window
def test_a_dropped_corpus_trains(qtbot, application, window, tmp_path):
    corpus = tmp_path / "pairs.tsv"
    corpus.write_text("a b\tb a\nc d\td c\n", encoding="utf-8")
    drop(window, corpus)
    panel = training_panel(qtbot, application)
    click(qtbot, panel.form.fold)
    choose(qtbot, panel.form.preset, "tiny")
    panel.form.configuration.epochs.setValue(2)
    click(qtbot, panel.start)
    qtbot.waitUntil(lambda: len(application.library.entries()) == 1)
    wait_for_the_end(qtbot, application)
    card = shown_run(application).card
    assert (card.task, card.status) == (str(corpus), "finished")


# ------------------------------------------------------------------------- the time-lapse


def shows_moment(application, index):
    """Whether the workbench's pictures are those of a recorded moment, number by number."""
    state, probe = application.screen.now, application.store.state.training.replay.probe
    trace = shown_run(application).moments[index].traces[probe]
    mosaic = resolve_mosaic(state)
    weights = trace.weights(state.selection.kind)
    return state.trace is trace and mosaic.weights.shape == weights.shape


@pytest.mark.window
def test_the_slider_replays_attention_in_the_workbench(qtbot, application, panel, window):
    wait_for_moments(qtbot, application, 4)
    own = application.screen.now.trace
    click(qtbot, panel.view.header.replay)
    assert window.tabs.current_name() == "attention"
    assert window.replay.isVisible()
    bar = window.replay.panel
    qtbot.keyClick(bar.strip, Qt.Key.Key_Home)
    assert shows_moment(application, 0)
    qtbot.keyClick(bar.strip, Qt.Key.Key_Right)
    assert shows_moment(application, 1)
    window.menus.training.action("later").trigger()
    assert shows_moment(application, 2)
    for playing in (True, False):
        window.menus.training.action("play").trigger()
        assert application.store.state.training.replay.playing is playing
    window.menus.training.action("watch").trigger()
    assert not window.replay.isVisible()
    assert application.screen.now.trace is own


def test_everything_around_a_recorded_moment_says_whose_it_is(qtbot, application, panel, window):
    """Sentence, model and target are the run's; on another tab, and after it, the user's own."""
    wait_for_moments(qtbot, application, 2)
    header, line = window.header, window.timeline.translation
    own = (header.source.text(), header.models.currentText(), header.model_info.text())
    click(qtbot, panel.view.header.replay)
    probe, run = application.screen.now.trace, shown_run(application).card.name
    assert probe.source_text != own[0]
    assert header.source.text() == probe.source_text
    assert header.models.currentText() == run
    assert header.model_info.text() == "recorded during training"
    for told in (header.model_info, header.models):  # the size is that of the user's own model
        assert "number of parameters" not in told.toolTip()
    assert without_isolates(header.source.accessibleName()) == f"A sentence of the run {run}"
    assert (line.caption.text(), line.text.text()) == ("Given target", probe.translation)
    window.show_tab("one_head")
    assert (header.source.text(), header.models.currentText()) == own[:2]
    window.show_tab("attention")
    assert header.source.text() == probe.source_text
    window.menus.training.action("watch").trigger()
    assert (header.source.text(), header.models.currentText(), header.model_info.text()) == own
    assert line.caption.text() == "Translation"


def test_what_was_typed_outlives_a_time_lapse_and_translating_ends_it(
    qtbot, application, panel, window
):
    wait_for_moments(qtbot, application, 2)
    type_source(qtbot, window, "c b")
    for shown in (True, False, True):
        window.menus.training.action("watch").trigger()
        assert window.replay.isVisible() is shown
        assert window.header.source.text() == "c b"
    type_and_translate(qtbot, application, "c b a")
    assert not window.replay.isVisible()
    assert application.screen.now.trace.source_text == "c b a"


# --------------------------------------------------------------------- the next start


def test_an_interrupted_run_is_offered_at_the_next_start_and_goes_on(
    qtbot, tmp_path, tiny_checkpoint
):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        start_training(qtbot, application, "copy", epochs=ENDLESS)
        wait_for_updates(qtbot, application, 5)
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        window = application.window
        qtbot.waitUntil(lambda: "copy-1 was interrupted" in said(window))
        window.menus.action("tab_masks").trigger()  # an offer goes along
        click(qtbot, window.notices.offer_button)
        assert window.tabs.current_name() == "training"
        wait_for_updates(qtbot, application, 6)
        told = [point.update for point in shown_run(application).curve]
        assert told == list(range(1, len(told) + 1))
        assert shown_run(application).moments[0].update == 0


@pytest.mark.window
def test_keys_reach_the_training_tab(qtbot, application, window):
    for key, modifiers, tab in (
        (Qt.Key.Key_R, CTRL, "runs"),
        (Qt.Key.Key_E, CTRL | SHIFT, "experiments"),
        (Qt.Key.Key_L, CTRL | SHIFT, "time_lapse"),
        (Qt.Key.Key_T, CTRL, "training"),
    ):
        press(qtbot, window.header.source, key, modifiers)
        assert window.tabs.current_name() == tab
        assert application.store.state.bench.tab == tab
