"""Through the real window: the list of runs, comparing, renaming, exporting, deleting."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from tests.viz_app.application import (
    click,
    press,
    running,
    said,
    settle,
    shown_run,
    start_training,
    training_panel,
)
from viz_app.app.app_state import training_room
from viz_app.panels.training.replay.room import resolve_workbench_replay

pytestmark = pytest.mark.window


def train(qtbot, application, task="report", *, epochs=2):
    """A finished run."""
    start_training(qtbot, application, task, epochs=epochs)
    store = application.store
    qtbot.waitUntil(lambda: store.state.training.runs.shown is not None)
    qtbot.waitUntil(lambda: not store.state.training.active)
    settle(qtbot, application)


def runs_page(qtbot, application):
    """The list of runs, in front."""
    panel = training_panel(qtbot, application)
    application.window.show_tab("runs")
    qtbot.waitUntil(lambda: panel.runs.panel is not None)
    return panel.runs.panel


def names(application):
    return [card.name for card in application.store.state.training.runs.cards]


def card(application, name):
    return next(card for card in application.store.state.training.runs.cards if card.name == name)


def press_button(qtbot, application, page, name):
    click(qtbot, page.buttons.buttons[name])
    settle(qtbot, application)


def test_everything_trained_here_is_listed_newest_first_with_its_result(qtbot, application, window):
    train(qtbot, application)
    train(qtbot, application)
    page = runs_page(qtbot, application)
    assert names(application) == ["report-2", "report-1"]
    model = page.list.model()
    rows = [model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]
    assert rows[0].startswith("report-2 · report · 2 × 4 × 64 · ")
    assert "finished" in rows[1]
    rename(qtbot, application, page, "report-1")
    assert "The name 'report-1' is taken" in said(window)
    assert names(application) == ["report-2", "report-1"]


def test_an_old_run_comes_on_show_with_its_curve_and_attention(qtbot, tmp_path, tiny_checkpoint):
    corpus = tmp_path / "mine.tsv"
    corpus.write_text("a b\tb a\nc d e\te d c\n", encoding="utf-8")
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        application.window.corpus_dropped.emit(str(corpus))
        train(qtbot, application, str(corpus), epochs=4)
        told = shown_run(application)
    corpus.unlink()  # a run needs nothing but its folder to be looked at
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        page = runs_page(qtbot, application)
        press(qtbot, page.list, Qt.Key.Key_Return)
        qtbot.waitUntil(
            lambda: application.store.state.training.runs.history(told.card.run_id) is not None
        )
        settle(qtbot, application)
        read = shown_run(application)
        assert [p.loss for p in read.curve] == [p.loss for p in told.curve]
        assert read.samples == told.samples
        application.window.menus.training.action("watch").trigger()
        trace = application.screen.now.trace
        kept = told.moments[-1].traces[0]
        assert trace.source_tokens == kept.source_tokens
        for kind in ("encoder", "decoder", "cross"):
            assert (trace.weights(kind) == kept.weights(kind)).all()


def test_two_runs_are_compared_by_curve_and_by_attention(qtbot, application, window):
    train(qtbot, application)
    train(qtbot, application, epochs=3)
    page = runs_page(qtbot, application)
    page.buttons.menu.aboutToShow.emit()
    (other,) = [a for a in page.buttons.menu.actions() if a.text() == "report-1"]
    other.trigger()
    settle(qtbot, application)
    runs = application.store.state.training.runs
    assert (runs.card(runs.shown).name, runs.card(runs.compared).name) == ("report-2", "report-1")
    assert set(window.training.view.curves.legend.names()) == {"report-2", "report-1"}
    window.menus.training.action("watch").trigger()
    tree = application.screen.now.branches
    assert [branch.name for branch in tree.branches] == ["report-2", "report-1"]
    assert tree.compared is not None
    shown, beside = (runs.history(run_id) for run_id in (runs.shown, runs.compared))
    snapshot = resolve_workbench_replay(training_room(application.store.state))
    last = shown.moments[snapshot.index].traces[0]
    assert (tree.branches[0].trace.weights("cross") == last.weights("cross")).all()
    moment = next(m for m in beside.moments if m.update == snapshot.compared_update)
    compared = tree.branches[1].trace.weights("cross")
    assert (compared == moment.traces[0].weights("cross")).all()


def rename(qtbot, application, page, name):
    press_button(qtbot, application, page, "rename")
    editor = page.list.findChild(QLineEdit)
    editor.setText(name)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    settle(qtbot, application)


def test_a_run_is_renamed_exported_deleted_and_brought_back(
    qtbot, application, window, file_dialogs, tmp_path
):
    train(qtbot, application)
    page, library = runs_page(qtbot, application), application.library
    rename(qtbot, application, page, "best")
    assert names(application) == [entry.name for entry in library.entries()] == ["best"]
    assert application.screen.now.model.name == "best"
    press_button(qtbot, application, page, "use")
    qtbot.waitUntil(lambda: application.screen.now.model.name == "best")
    path = tmp_path / "mine.zip"
    file_dialogs.append(path)
    press_button(qtbot, application, page, "export")
    qtbot.waitUntil(path.exists)
    assert str(path) in said(window)
    run_id = card(application, "best").run_id
    press_button(qtbot, application, page, "delete")
    assert names(application) == ["reverse"]  # the shipped one
    assert library.entries() == ()
    assert "best" in page.undo.sentence.text()
    click(qtbot, page.undo.button)
    settle(qtbot, application)
    assert names(application) == [entry.name for entry in library.entries()] == ["best"]
    assert library.runs.open(run_id).card.name == "best"
