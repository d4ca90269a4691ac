import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from model.config import ModelConfig
from tests.viz_app.dressed import dressed
from tests.viz_app.listening import plain, said_by
from tests.viz_app.on_screen import grabbed, on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.embedding.records import embedding_snapshot, reading_of
from tests.viz_app.probes import emissions, focusable, hover, marked_language, spoken_name
from viz_app.design.theme import dark_theme
from viz_app.panels.embedding.pictures.texts import part_formula, part_page
from viz_app.panels.embedding.room import PARTS
from viz_app.panels.embedding.view.panel import EmbeddingPanel
from viz_app.pictures.typeset import spoken_formulas


@pytest.fixture
def panel(qtbot):
    panel = on_screen(qtbot, EmbeddingPanel(THEMES["light"]), size=(1200, 460))
    panel.set_snapshot(embedding_snapshot())
    grabbed(panel)
    return panel


def showing(panel, **fields):
    panel.set_snapshot(embedding_snapshot(**fields))
    grabbed(panel)


def test_before_a_translation_there_is_a_hint(panel):
    panel.set_snapshot(None)
    assert panel.currentWidget() is not panel.lesson_page
    panel.set_snapshot(embedding_snapshot())
    assert panel.currentWidget() is panel.lesson_page


@pytest.mark.parametrize("part", PARTS)
def test_each_part_has_its_picture_its_formula_and_its_text(panel, part):
    showing(panel, part=part)
    views = {
        "near": panel.near.near["source"],
        "into": panel.into.strips,
        "out": panel.output.picture,
    }
    assert [name for name, view in views.items() if view.isVisible()] == [part]
    assert panel.parts.current() == part
    assert panel.sides.isVisible() == (part == "into")
    assert panel.formula.accessibleName() == spoken_formulas()[part_formula(part, None)]
    assert panel.lesson_page.text.accessibleName() == part_page(part, None).title


def test_parts_and_sides_are_intents(qtbot, panel):
    heard = emissions(panel)
    qtbot.mouseClick(panel.parts.button("out"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(panel.sides.button("target"), Qt.MouseButton.LeftButton)
    assert heard == [("part_picked", "out"), ("side_picked", "target")]


def test_a_token_of_the_source_is_the_tabs_own_and_one_of_the_target_a_step(qtbot, panel):
    heard = emissions(panel)
    qtbot.keyClick(panel.into.strips, Qt.Key.Key_Up)
    assert heard[0] == ("source_token_picked", 1)
    showing(panel, side="target", token=3)
    heard.clear()
    qtbot.keyClick(panel.into.strips, Qt.Key.Key_Down)
    assert heard[0] == ("step_picked", 4)


def test_both_views_of_a_token_look_at_the_same_number(qtbot, panel):
    for _ in range(3):
        qtbot.keyClick(panel.into.strips, Qt.Key.Key_Right)
    grabbed(panel)
    layout = panel.into.numbers.layout_now()
    assert layout.first <= 3 < layout.first + layout.grid.columns
    qtbot.mouseClick(
        panel.into.numbers,
        Qt.MouseButton.LeftButton,
        pos=layout.column_rect(1).center().toPoint(),
    )
    strips = panel.into.strips
    assert strips.cursor_rect().center().x() == pytest.approx(
        strips.layout_now().strips[-1].cell_rect(2, 1).center().x()
    )


@pytest.mark.parametrize("side", ["source", "target"])
def test_the_numbers_said_are_those_of_the_record(qtbot, panel, side):
    reading = reading_of()
    tokens = getattr(reading, side)
    showing(panel, reading=reading, side=side, token=2)
    said = said_by(panel)
    place = panel.into.strips.layout_now().strips[0].cell_rect(2, 6).center().toPoint()
    hover(qtbot, panel.into.strips, place)
    total = np.float64(tokens.rows[2, 6]) * 4 + np.float64(tokens.positions[2, 6])
    shown = float(said[-1].rsplit(" ", 1)[1].replace("−", "-"))
    assert shown == pytest.approx(total, abs=1e-4)


def test_the_output_is_that_of_the_step(panel):
    showing(panel, part="out", step=4)
    assert panel.output.picture.rows().tokens[0].token == "."
    assert panel.output.picture.rows().chosen == 0


def test_a_position_is_chosen_in_the_row_over_the_output(qtbot, panel):
    showing(panel, part="out", step=3)
    heard = emissions(panel)
    steps = panel.output.steps
    qtbot.keyClick(steps, Qt.Key.Key_Right)
    place = steps.layout_now().boxes[1].center().toPoint()
    qtbot.mouseClick(steps, Qt.MouseButton.LeftButton, pos=place)
    assert heard == [("step_picked", 4), ("step_picked", 1)]


def test_what_is_under_the_mouse_is_passed_on_from_every_part(qtbot, panel):
    said = said_by(panel)
    showing(panel, part="out")
    hover(
        qtbot,
        panel.output.picture,
        panel.output.picture.layout_now().table.row_rect(0).center().toPoint(),
    )
    assert any("rank 1" in text for text in said)


@pytest.mark.parametrize("part", PARTS)
def test_names_languages_and_themes(panel, part):
    showing(panel, part=part)
    for widget in focusable(panel):
        if widget.isVisible():
            assert spoken_name(widget), widget
    with marked_language():
        grabbed(panel)
        assert panel.parts.button("out").text() == "«Out of the model»"
        assert panel.output.picture.accessibleName() == "«Logits and softmax»"
        for view in (panel.into.strips, panel.into.numbers):
            assert "«Source»" in view.caption_parts()
        assert panel.lesson_page.text.accessibleName() == part_page(part, None).title
    panel.set_theme(dark_theme("presentation"))
    grabbed(panel)


@pytest.mark.parametrize("part", PARTS)
def test_before_the_answer_every_part_is_empty(panel, part):
    showing(panel, part=part, reading=None)
    assert panel.into.strips.layout_now() is None or part != "into"


def test_nothing_above_moves_from_part_to_part(qapp, panel):
    with dressed(qapp, THEMES["light"]):
        places = set()
        for part in PARTS:
            showing(panel, part=part)
            shown = {"near": panel.near, "into": panel.into, "out": panel.output}[part]
            places.add((panel.parts.y(), panel.parts.height(), shown.mapTo(panel, QPoint()).y()))
    assert len(places) == 1


def test_each_side_shows_what_is_near_to_its_own_token(panel):
    reading = reading_of()
    showing(panel, part="near", token=1, step=4)
    for side, chosen in (("source", 0), ("target", 4)):
        tokens = getattr(reading, side)
        (table,) = panel.near.near[side].shown_values()
        assert table.rows == tuple(one.token for one in tokens.near[chosen])
        np.testing.assert_array_equal(
            table.values[:, 0], [n.similarity for n in tokens.near[chosen]]
        )
        assert panel.near.near[side].isVisible()
        said = panel.near.near[side].accessibleDescription()
        assert f"Nearest to “{tokens.tokens[chosen]}”" in plain(said)
    assert not panel.sides.isVisible()


def test_a_token_of_either_side_is_chosen_in_its_row(qtbot, panel):
    showing(panel, part="near")
    heard = emissions(panel)
    qtbot.keyClick(panel.near.tokens["source"], Qt.Key.Key_Right)
    qtbot.keyClick(panel.near.tokens["target"], Qt.Key.Key_Left)
    assert heard == [("source_token_picked", 1), ("step_picked", 2)]


def test_a_shared_table_is_one_list_for_the_chosen_side(panel):
    shared = ModelConfig(share_embeddings=True)
    for side in ("target", "source"):
        showing(panel, part="near", config=shared, side=side)
        shown = [name for name, view in panel.near.near.items() if view.isVisible()]
        assert shown == [side]
        assert panel.sides.isVisible()
        assert panel.sides.current() == side


def test_a_model_with_one_side_has_one_list(panel):
    showing(panel, part="near", alone="target")
    assert [name for name, view in panel.near.near.items() if view.isVisible()] == ["target"]
    assert not panel.sides.isVisible()


def test_a_near_token_is_told_with_mouse_and_keys_and_a_special_one_says_so(qtbot, panel):
    showing(panel, part="near", glosses=("I",))
    view = panel.near.near["source"]
    said, rows = said_by(view), view.layout_now()
    hover(qtbot, view, rows.row_rect(2).center().toPoint())
    assert plain(said[-1]) == "3: “他” (he, him) · id 42 · cosine similarity 0.7000"
    for _ in range(2):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert plain(said[-1]).startswith("2: “mouse”")
    hover(qtbot, view, rows.row_rect(3).center().toPoint())
    assert said[-1].endswith("cosine similarity 0.6000 · special token")
