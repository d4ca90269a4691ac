"""Through the real window: runs of networks that Headlight does not know, watched in a notebook."""

import pytest
import torch
from PySide6.QtCore import Qt

import headlight
from tests.viz_app.application import click, press, running, settle, training_panel
from tests.viz_app.notebook.modules import Reader, Translator
from viz_app.texts.visible_token import without_isolates
from viz_app.workbench.changes.selection import option_picked
from viz_app.workbench.snapshots.attention import resolve_mosaic

pytestmark = pytest.mark.filterwarnings("ignore:enable_nested_tensor is True:UserWarning")

MODULES = {
    "both": (Translator, ([3, 4, 5], [1, 5, 4]), (["a", "b", "c"], ["<s>", "c", "b", "a"])),
    "reads": (Reader, [3, 4, 5], ["a", "b", "c"]),
    "writes": (lambda: Reader(causal=True), [3, 4, 5], ["a", "b", "c"]),
}


def watched(folder, name, *, losses=(3.0, 2.0, 1.0)):
    """Three updates of a module, as a run of the window."""
    torch.manual_seed(0)
    make, probe, tokens = MODULES[name]
    module = make()
    with headlight.watch(
        module, [probe], every=2, tokens=[tokens], folder=folder / "runs" / name, name=name
    ) as watch:
        for loss in losses:
            watch.step(loss=loss)


@pytest.fixture
def opened(qtbot, tmp_path, tiny_checkpoint, request):
    """The window with the run on show, and that run's name."""
    name, *losses = request.param.split(" ")
    watched(tmp_path, name, **({"losses": (None, None, None)} if losses else {}))
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b") as application:
        panel = training_panel(qtbot, application)
        application.window.show_tab("runs")
        qtbot.waitUntil(lambda: panel.runs.panel is not None)
        press(qtbot, panel.runs.panel.list, Qt.Key.Key_Return)
        settle(qtbot, application)
        yield application


def titles(rows):
    return [rows.item(row, 0).text() for row in range(rows.rowCount())]


def in_look(qtbot, application):
    """The moment on show in the workbench."""
    application.training_tab.replay.open()
    settle(qtbot, application)
    return application.screen.now


@pytest.mark.parametrize("opened", ["both"], indirect=True)
def test_what_is_known_of_it_is_told_and_why_the_rest_is_not(qtbot, opened):
    panel = opened.window.training
    view, page = panel.view, panel.runs.panel
    assert view.header.status.text().startswith("Translator · watched for 3 updates in ")
    told = titles(page.details)
    assert {"layers", "heads", "width (d_model)"} <= set(told)
    assert not {"Training", "dropout", "learning rate", "epochs"} & set(told)
    enabled = {name for name, button in page.buttons.buttons.items() if button.isEnabled()}
    assert "rename" in enabled
    assert not {"use", "go on"} & enabled
    assert view.curves.unscored.text().startswith("No score: a watched network")
    assert view.samples.why.text().startswith(
        "No translations: Headlight only watched this network"
    )
    assert view.curves.unscored.isVisible()
    assert not view.samples.table.isVisibleTo(view.samples)
    assert view.samples.why.isVisibleTo(view.samples)
    assert not view.curves.charts["score"].isVisible()
    assert view.curves.charts["loss"].isVisible()
    look = in_look(qtbot, opened)
    assert look.recorded
    assert look.trace.predicted_tokens == ("c", "b", "a")
    assert "update 3 of 3 · loss" in without_isolates(
        opened.window.replay.panel.strip.accessibleDescription()
    )


@pytest.mark.parametrize("opened", ["both without"], indirect=True)
def test_it_is_said_why_there_is_no_loss(opened):
    said = opened.window.training.view.header.status.text()
    assert said.endswith("; no losses: record them with watch.step(loss=…)")


@pytest.mark.parametrize(
    ("opened", "kind"), [("reads", "encoder"), ("writes", "decoder")], indirect=["opened"]
)
def test_a_model_of_one_sequence_shows_its_one_kind_everywhere(qtbot, opened, kind):
    """Each view is painted once: what cannot be computed without the other kinds is left out."""
    look = in_look(qtbot, opened)
    assert look.selection.kind == kind
    assert resolve_mosaic(look, kind).weights.shape[0] == 3
    window = opened.window
    pills = window.attention.tools.pills
    enabled = {name for name in ("encoder", "decoder", "cross") if pills.button(name).isEnabled()}
    assert enabled == {kind}
    assert pills.button(kind).isChecked()
    for view in ("focus", "links", "text", "grid"):
        window.rooms.attention.does(option_picked)("view", view)
        settle(qtbot, opened)
        assert not window.attention.grab().isNull()
    click(qtbot, window.attention.tools.side_by_side)
    columns = window.attention.columns
    assert [kind for kind, mosaic in columns.mosaics.items() if mosaic.isVisible()] == [kind]
    for tab in ("time_lapse", "training", "runs"):
        window.show_tab(tab)
        settle(qtbot, opened)
        assert not window.grab().isNull()
    window.show_tab("attention")
    opened.training_tab.replay.open_or_close()
    settle(qtbot, opened)
    assert all(mosaic.isVisible() for mosaic in columns.mosaics.values())
    assert pills.button("cross").isEnabled()
