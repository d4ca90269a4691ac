import pytest
from PySide6.QtCore import QPoint, Qt

from model.config import ModelConfig
from tests.viz_app.dressed import dressed
from tests.viz_app.heard_room import heard_room
from tests.viz_app.listening import plain, said_by, wheel
from tests.viz_app.on_screen import grabbed, on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.embedding.records import (
    FED,
    SOURCE,
    embedding_snapshot,
    logits_of,
    reading_of,
    side_of,
)
from tests.viz_app.probes import focusable, hover, marked_language, spoken_name
from viz_app.panels.embedding.panel import EMBEDDING
from viz_app.panels.embedding.pictures.strips import number_sentence, numbers_title
from viz_app.panels.embedding.room import PARTS
from viz_app.panels.embedding.view import EmbeddingPanel, part_formula, part_page
from viz_app.pictures.typeset import spoken_formulas
from viz_app.workbench.state import Cell

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def room():
    return heard_room(EMBEDDING)


@pytest.fixture
def panel(qtbot, room):
    panel = on_screen(qtbot, EmbeddingPanel(THEMES["light"], room.handle), size=(1200, 460))
    panel.set_snapshot(embedding_snapshot())
    grabbed(panel)
    return panel


def showing(panel, **fields):
    panel.set_snapshot(embedding_snapshot(**fields))
    grabbed(panel)


def near_shown(panel):
    return [name for name, view in panel.near.near.items() if view.isVisible()]


def test_before_a_translation_there_is_a_hint(panel):
    panel.set_snapshot(None)
    assert panel.currentWidget() is not panel.lesson_page
    panel.set_snapshot(embedding_snapshot())
    assert panel.currentWidget() is panel.lesson_page


@pytest.mark.parametrize("part", PARTS)
def test_each_part_has_its_picture_its_formula_its_text_and_names(qtbot, room, part):
    with marked_language():
        panel = on_screen(qtbot, EmbeddingPanel(THEMES["dark"], room.handle), size=(1200, 460))
        showing(panel, part=part)
        assert panel.parts.button("out").text() == "«Out of the model»"
    views = {
        "near": panel.near.near["source"],
        "into": panel.into.strips,
        "out": panel.output.picture,
    }
    assert [name for name, view in views.items() if view.isVisible()] == [part]
    assert views[part].accessibleName().startswith("«")
    assert panel.parts.current() == part
    assert panel.sides.isVisible() == (part == "into")
    assert panel.formula.accessibleName() == spoken_formulas()[part_formula(part, None)]
    assert panel.lesson_page.text.accessibleName() == part_page(part, None).title
    for widget in focusable(panel):
        assert spoken_name(widget) or not widget.isVisible(), widget


@pytest.mark.parametrize("part", PARTS)
def test_before_the_answer_every_part_is_empty(qtbot, panel, room, part):
    showing(panel, part=part, reading=None)
    for view in (panel.into.strips, panel.near.near["source"], panel.output.picture):
        if view.isVisible():
            assert view.picture is None
    for view in (panel.into.strips, panel.near.tokens["source"], panel.output.steps):
        qtbot.keyClick(view, Qt.Key.Key_Right)
        hover(qtbot, view, QPoint(100, 20))
    assert room.heard == []


def test_nothing_above_moves_from_part_to_part(qapp, panel):
    with dressed(qapp, THEMES["light"]):
        places = set()
        for part in PARTS:
            showing(panel, part=part)
            shown = {"near": panel.near, "into": panel.into, "out": panel.output}[part]
            places.add((panel.parts.y(), panel.parts.height(), shown.mapTo(panel, QPoint()).y()))
    assert len(places) == 1


def test_parts_and_sides_are_chosen(qtbot, panel, room):
    qtbot.mouseClick(panel.parts.button("out"), LEFT)
    qtbot.mouseClick(panel.sides.button("target"), LEFT)
    assert room.heard == [("part", "out"), ("side", "target")]


# --------------------------------------------------------------------------------- nearest tokens


def test_each_side_shows_what_is_near_to_its_own_token(panel):
    reading = reading_of()
    showing(panel, part="near", token=1, step=4)
    for side, chosen in (("source", 0), ("target", 4)):
        tokens, view = getattr(reading, side), panel.near.near[side]
        (table,) = view.shown_values()
        assert table.rows == tuple(one.token for one in tokens.near[chosen])
        said = plain(view.accessibleDescription())
        assert f"Nearest to “{tokens.tokens[chosen]}”" in said
    assert near_shown(panel) == ["source", "target"]
    assert not panel.sides.isVisible()


def test_a_token_of_either_side_is_chosen_in_its_row(qtbot, panel, room):
    showing(panel, part="near")
    qtbot.keyClick(panel.near.tokens["source"], Qt.Key.Key_Right)
    target = panel.near.tokens["target"]
    qtbot.keyClick(target, Qt.Key.Key_Left)
    qtbot.mouseClick(target, LEFT, pos=target.spots().boxes[1].center().toPoint())
    assert room.heard == [("source_token_picked", 1), ("step_chosen", 2), ("step_chosen", 1)]


def test_a_shared_table_or_a_model_with_one_side_has_one_list(panel):
    for side in ("target", "source"):
        showing(panel, part="near", config=ModelConfig(share_embeddings=True), side=side)
        assert near_shown(panel) == [side] == [panel.sides.current()]
        assert panel.sides.isVisible()
    showing(panel, part="near", alone="target")
    assert near_shown(panel) == ["target"]
    assert not panel.sides.isVisible()


# --------------------------------------------------------------------------------- into the model


def test_a_token_of_the_source_is_the_tabs_own_and_one_of_the_target_a_step(qtbot, panel, room):
    strips = panel.into.strips
    said = said_by(strips)
    qtbot.keyClick(strips, Qt.Key.Key_Up)
    assert said[-1] == plain(number_sentence(reading_of().source, 1, 0))
    place = strips.spots().token_rect(3).center().toPoint()
    qtbot.mouseClick(strips, LEFT, pos=place)
    for fields in ({"side": "target"}, {"alone": "source"}):
        showing(panel, **fields, token=1)
        qtbot.keyClick(strips, Qt.Key.Key_Down)
    assert room.heard == [
        ("source_token_picked", 1),
        ("source_token_picked", 3),
        ("step_chosen", 2),
        ("step_chosen", 2),
    ]


def test_both_views_of_a_token_look_at_the_same_number(qtbot, panel, room):
    strips, numbers = panel.into.strips, panel.into.numbers
    said = said_by(numbers)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right):
        qtbot.keyClick(strips, key)
    assert numbers.picture.chosen == 3
    qtbot.mouseClick(numbers, LEFT, pos=numbers.spots().column_rect(1).center().toPoint())
    assert strips.cursor_rect() == strips.spots().rect(Cell(2, 1))
    qtbot.keyClick(numbers, Qt.Key.Key_End)
    assert said[-1] == plain(number_sentence(reading_of().source, 2, 15))
    assert strips.cursor_spot().column == 15
    qtbot.keyClick(numbers, Qt.Key.Key_Down)
    assert numbers.picture.chosen == 15
    qtbot.mouseClick(strips, LEFT, pos=strips.spots().strips[1].cell_rect(3, 7).center().toPoint())
    assert numbers.picture.chosen == 7
    assert room.heard == [("source_token_picked", 3)]
    showing(panel, reading=reading_of(source=side_of(SOURCE, d_model=4)))
    assert (numbers.picture.chosen, strips.cursor_spot().column) == (3, 3)


def test_the_number_looked_at_is_kept_where_the_page_is_made_anew(panel, room):
    other = EmbeddingPanel(THEMES["dark"], room.handle)
    panel.into.numbers.picked.emit(5)
    other.set_snapshot(embedding_snapshot())
    other.into.set_view_state(panel.into.view_state(), same=True)
    assert other.into.numbers.picture.chosen == 5


@pytest.mark.parametrize("side", ["source", "target"])
def test_the_numbers_said_are_those_of_the_record(qtbot, panel, side):
    tokens, strips = getattr(reading_of(), side), panel.into.strips
    showing(panel, side=side, token=2)
    said = said_by(panel)
    for strip in strips.spots().strips:
        hover(qtbot, strips, strip.cell_rect(2, 6).center().toPoint())
        assert said[-1] == plain(number_sentence(tokens, 2, 6))
    hover(qtbot, strips, strips.spots().token_rect(1).center().toPoint())
    assert said[-1] == plain(numbers_title(tokens, 1))
    hover(qtbot, panel.into.numbers, panel.into.numbers.spots().column_rect(3).center().toPoint())
    assert said[-1] == plain(number_sentence(tokens, 2, 3))
    hover(qtbot, strips, QPoint(3, 3))
    assert said[-1] == plain(number_sentence(tokens, 2, 0))  # where the keys are


def test_many_tokens_scroll_and_the_chosen_one_is_in_view(panel):
    reading, strips = reading_of(source=side_of(("a",) * 60)), panel.into.strips
    showing(panel, reading=reading, token=0)
    assert strips.bar().isVisible()
    assert wheel(strips, QPoint(300, 100), -120)
    assert strips.scroll_of() > 0
    showing(panel, reading=reading, token=59)
    layout = strips.spots()
    assert layout.viewport.adjusted(0, -1, 0, 1).contains(layout.row_rect(59).center())


# ------------------------------------------------------------------------------- out of the model


def test_the_output_is_that_of_the_step_which_is_chosen_in_its_row(qtbot, panel, room):
    showing(panel, part="out", step=4)
    view, steps = panel.output.picture, panel.output.steps
    assert view.spots().rows.tokens[0].token == "."
    (table,) = view.shown_values()
    assert len(table.rows) == len(logits_of().vocabulary)
    said = said_by(panel)
    hover(qtbot, view, view.spots().row_rect(0).center().toPoint())
    assert plain(said[-1]).startswith("“.” · rank 1 · ")
    qtbot.keyClick(steps, Qt.Key.Key_Right)
    qtbot.mouseClick(steps, LEFT, pos=steps.spots().boxes[1].center().toPoint())
    assert room.heard == [("step_chosen", 5), ("step_chosen", 1)]
    assert steps.accessibleName() == "Decoder input"
    showing(panel, part="out", alone="source")
    assert steps.accessibleName() == "Encoder input"
    assert FED[3] in view.caption_parts()[-1]
