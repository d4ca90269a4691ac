import numpy as np
import pytest
from PySide6.QtCore import Qt

from model.traces.trace import KINDS
from tests.viz_app.anatomies import walking
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.probes import emissions, marked_language, spoken_name
from viz_app.panels.one_head.room import STAGES, resolve_one_head
from viz_app.panels.one_head.view.matrices import OneHeadIntents
from viz_app.panels.one_head.view.panel import StageBar

RESULTS = {
    "project": "q",
    "product": "products",
    "scale": "scores",
    "mask": "masked_scores",
    "softmax": "weights",
    "values": "context",
    "concatenate": "concatenation",
    "output": "contribution",
    "add": "added",
}


@pytest.fixture
def bar(qtbot):
    bar = on_screen(qtbot, StageBar(THEMES["light"], OneHeadIntents()), size=(900, 60))
    bar.set_snapshot(resolve_one_head(walking("decoder", query=4, stage="mask")))
    return bar


def test_every_stage_has_a_button_and_one_is_pressed(bar):
    pressed = [stage for stage in STAGES if bar.button(stage).isChecked()]
    assert pressed == ["mask"]


def test_a_click_asks_for_a_stage(bar, qtbot):
    heard = emissions(bar)
    qtbot.mouseClick(bar.button("values"), Qt.MouseButton.LeftButton)
    assert heard == [("stage_picked", "values")]


def test_arrow_keys_walk(bar, qtbot):
    heard = emissions(bar)
    bar.button("mask").setFocus()
    qtbot.keyClick(bar.button("mask"), Qt.Key.Key_Right)
    assert heard[-1] == ("stage_picked", "softmax")
    qtbot.keyClick(bar.button("softmax"), Qt.Key.Key_Left)
    assert heard[-1] == ("stage_picked", "mask")


@pytest.mark.parametrize("kind", KINDS)
def test_strips_show_the_query_s_row_of_what_comes_out(bar, kind):
    snapshot = resolve_one_head(walking(kind, query=2))
    bar.set_snapshot(snapshot)
    for stage, matrix in RESULTS.items():
        strip = bar.button(stage).strip()
        expected = getattr(snapshot.anatomy, matrix)[snapshot.query]
        np.testing.assert_array_equal(strip.values, expected[None])
    hidden = bar.button("mask").strip().hidden[0]
    np.testing.assert_array_equal(hidden, ~snapshot.anatomy.mask[snapshot.query])


def test_strips_follow_what_a_stage_shows(bar):
    snapshot = resolve_one_head(walking("cross", query=2, projection="v", share="heads"))
    bar.set_snapshot(snapshot)
    key = snapshot.key
    np.testing.assert_array_equal(bar.button("project").strip().values[0], snapshot.anatomy.v[key])
    np.testing.assert_array_equal(
        bar.button("output").strip().values[0], snapshot.anatomy.output[2]
    )
    post = resolve_one_head(walking("cross", query=2, norm="post"))
    bar.set_snapshot(post)
    np.testing.assert_array_equal(bar.button("add").strip().values[0], post.anatomy.after[2])


def test_strips_are_painted_in_their_buttons(bar):
    button = bar.button("values")
    grid = button.strip_grid()
    assert button.rect().toRectF().contains(grid.rect)
    image = button.grab().toImage()
    colours = {image.pixelColor(grid.middle(0, column).toPoint()).name() for column in range(3)}
    assert len(colours) == 3


def test_numbers_stay_while_others_are_computed(bar):
    before = bar.button("softmax").strip()
    waiting = resolve_one_head(walking("cross"))
    bar.set_snapshot(_without_anatomy(waiting))
    assert bar.button("softmax").strip() is before
    assert bar.button("project").isChecked()


def _without_anatomy(snapshot):
    import dataclasses

    return dataclasses.replace(snapshot, anatomy=None, matrices=(), cell=None)


def test_buttons_say_where_they_are_in_the_walk(bar):
    assert spoken_name(bar.button("scale")).startswith("Stage 3 of 9: ")
    assert all(bar.button(stage).toolTip() for stage in STAGES)


def test_texts_follow_the_language(bar):
    with marked_language():
        assert bar.button("mask").text() == "«mask»"
        assert spoken_name(bar.button("scale")).startswith("«Stage 3 of 9")
    assert bar.button("mask").text() == "mask"
