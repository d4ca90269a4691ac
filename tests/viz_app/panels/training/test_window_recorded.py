"""Through the real window: no tab of training is empty before the first run of the user."""

import hashlib
import shutil

import numpy as np
import pytest
from PySide6.QtCore import Qt

from model.runs.experiments import EXPERIMENTS
from tests.viz_app.application import (
    choose,
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
from viz_app.storage import runs
from viz_app.texts.labels import spoken_time

pytestmark = pytest.mark.window

MARK = "Recorded run of reverse, shipped with Headlight"


def fingerprint(folder):
    """Names, contents and times of all files."""
    return {
        path: (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture(autouse=True)
def untouched():
    """Whatever was done in the window, the shipped files are as they were."""
    before = fingerprint(runs.RECORDED_FOLDER)
    yield
    assert fingerprint(runs.RECORDED_FOLDER) == before


@pytest.fixture
def panel(qtbot, application):
    panel = training_panel(qtbot, application)
    settle(qtbot, application)
    return panel


def to(qtbot, application, tab):
    application.window.show_tab(tab)
    settle(qtbot, application)


def train(qtbot, application):
    start_training(qtbot, application, "report", epochs=1)
    qtbot.waitUntil(lambda: not application.store.state.training.active)
    settle(qtbot, application)


def test_the_first_tab_that_is_opened_shows_the_recorded_run_and_its_moments(
    qtbot, application, window
):
    assert application.store.state.training.recorded is None  # the start has not read it
    for tab in ("time_lapse", "training", "runs", "experiments"):
        to(qtbot, application, tab)
        view = window.training.view
        assert view.header.status.text().startswith(MARK)
        assert not view.empty.isVisible()
        if tab == "time_lapse":
            assert view.attention.panel.mosaic.isVisible()
            assert len(view.bar.strip.shown_values()) == 2  # losses and moments
        else:
            assert view.curves.isVisible()
            assert view.cross.isVisible()
            assert "update 1,528" in view.cross.accessibleDescription()
    assert not (application.library.runs.folder).exists()
    to(qtbot, application, "time_lapse")
    first = view.bar.strip.value()
    press(qtbot, view.bar.strip, Qt.Key.Key_Home)
    settle(qtbot, application)
    assert view.bar.strip.value() == 0 < first
    assert "before the first update" in view.attention.panel.title.title()
    click(qtbot, view.header.replay)
    settle(qtbot, application)
    shown = resolve_workbench_replay(training_room(application.store.state))
    assert (shown.run, shown.index) == ("reverse", 0)


def test_in_the_list_it_is_marked_and_nothing_can_be_done_to_it(qtbot, application, window, panel):
    to(qtbot, application, "runs")
    page = panel.runs.panel
    model = page.list.model()
    assert model.rowCount() == 1
    assert MARK in model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    for name, button in page.buttons.buttons.items():
        assert not button.isEnabled(), name
        assert "it can only be looked at" in button.toolTip()
    press(qtbot, page.list, Qt.Key.Key_F2)
    press(qtbot, page.list, Qt.Key.Key_Delete)
    press(qtbot, page.list, Qt.Key.Key_Return)
    settle(qtbot, application)
    assert model.rowCount() == 1
    handle = application.training_tab.handle
    for does, given in ((handle.rename, ("mine",)), (handle.delete, ())):
        does("recorded/reverse", *given)
        settle(qtbot, application)
        assert "This run is shipped with Headlight: it can only be looked at." in said(window)


def test_beside_a_training_the_cross_attention_follows_its_moments(
    qtbot, application, window, panel, monkeypatch
):
    cross, updates = panel.view.cross, []
    show = cross.set_picture

    def shown(picture):
        show(picture)
        if picture is not None and shown_run(application).card.name == "reverse-1":
            updates.append(picture.shown.update)

    monkeypatch.setattr(cross, "set_picture", shown)
    start_training(qtbot, application, "reverse", epochs=6)
    qtbot.waitUntil(lambda: not application.store.state.training.active)
    settle(qtbot, application)
    told = shown_run(application)
    assert updates == sorted(updates)
    assert len(set(updates)) >= 3
    assert updates[-1] == told.card.update == told.moments[-1].update
    assert f"update {told.card.update:,}" in cross.accessibleDescription()
    rows = [step.cross_rows[-1].mean(axis=0) for step in told.moments[-1].traces[0].steps]
    (table,) = cross.shown_values()
    np.testing.assert_allclose(table.values, rows, atol=1e-6)


def test_the_users_own_run_takes_its_place_until_it_is_deleted(qtbot, application, window, panel):
    train(qtbot, application)
    for tab in ("training", "runs", "time_lapse"):
        to(qtbot, application, tab)
        assert panel.view.header.title.text() == "report-1"
        assert MARK not in panel.view.header.status.text()
    to(qtbot, application, "runs")
    page = panel.runs.panel
    names = [card.name for card in application.store.state.training.runs.cards]
    assert names == ["report-1"]
    click(qtbot, page.buttons.buttons["delete"])
    settle(qtbot, application)
    assert panel.view.header.status.text().startswith(MARK)
    click(qtbot, page.undo.button)
    settle(qtbot, application)
    assert panel.view.header.title.text() == "report-1"


def test_every_experiment_shows_a_recorded_result_and_judges_a_prediction(
    qtbot, application, window, panel
):
    to(qtbot, application, "experiments")
    page = panel.experiments.panel
    for experiment in EXPERIMENTS:
        assert page.list.statuses[experiment.name].text().startswith("recorded result")
        page.list.buttons[experiment.name].click()
        settle(qtbot, application)
        arms = application.store.state.training.recorded.arms
        seconds = sum(arm.card.seconds for arm in arms if arm.card.experiment == experiment.name)
        for label in (page.view.state, panel.view.header.status):
            text = label.text().replace("\u00a0", " ")
            assert text.startswith(
                f"Recorded on two cores, {spoken_time(seconds)}. Run it yourself"
            )
        assert page.view.table.isVisible()
        assert panel.view.curves.isVisible()
        assert panel.view.samples.table.columnCount() == 4
        assert not page.view.verdict.isVisible()
        page.view.choice.radio(experiment.options[0].name).click()
        settle(qtbot, application)
        assert page.view.verdict.text().startswith("You predicted")
        assert page.view.answer.isVisible()
        assert page.view.run.isEnabled()
        page.view.back.click()
        settle(qtbot, application)


def test_a_damaged_file_is_said_and_the_tabs_are_empty_as_ever(
    qtbot, tmp_path, tiny_checkpoint, monkeypatch
):
    copied = shutil.copytree(runs.RECORDED_FOLDER, tmp_path / "recorded")
    monkeypatch.setitem(runs.recorded_folder.__kwdefaults__, "folder", copied)
    (copied / "reverse" / "samples.json").write_bytes(b"[]")
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b c") as application:
        panel = training_panel(qtbot, application)
        settle(qtbot, application)
        assert said(application.window).endswith(
            "samples.json is damaged, or Headlight did not write it."
        )
        assert panel.view.empty.isVisible()
        assert "press Start" in panel.view.empty.text()


def test_a_session_opens_with_the_sentence_and_the_scale_that_were_chosen(
    qtbot, tmp_path, tiny_checkpoint
):
    shutil.copytree(tiny_checkpoint.parent, tmp_path / "shipped")
    (tmp_path / "shipped" / tiny_checkpoint.name).rename(tmp_path / "shipped" / "zh-en.safetensors")
    with running(qtbot, tmp_path, model=None) as application:
        panel = training_panel(qtbot, application)
        settle(qtbot, application)
        click(qtbot, panel.view.curves.log_scale)
        to(qtbot, application, "time_lapse")
        sentences = panel.view.bar.probes
        choose(qtbot, sentences, sentences.itemText(2))
        settle(qtbot, application)
        chosen = sentences.currentText()
    with running(qtbot, tmp_path, model=None) as application:
        settle(qtbot, application)
        assert application.window.training.view.bar.probes.currentText() == chosen
        to(qtbot, application, "training")
        assert application.window.training.view.curves.log_scale.isChecked()
        assert application.store.state.training.replay.probe == 2
