"""The positions tab: its pages, and what it asks for."""

import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel

from tests.viz_app.dressed import dressed
from tests.viz_app.heard_room import heard_room
from tests.viz_app.listening import plain, said_by
from tests.viz_app.on_screen import grabbed, on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.positions.snapshots import altered_record, relative_snapshot, snapshot
from tests.viz_app.probes import focusable, hover, marked_language, spoken_name
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.positions.panel import POSITIONS
from viz_app.panels.positions.room import PAGES
from viz_app.panels.positions.view import (
    AlteredBand,
    PositionsPanel,
    first_dimensions,
    parse_dimensions,
)
from viz_app.widgets.pages import LatePage
from viz_app.workbench.state import Cell


@pytest.fixture
def room():
    return heard_room(POSITIONS)


@pytest.fixture
def panel(qtbot, room):
    panel = on_screen(qtbot, PositionsPanel(THEMES["light"], room.handle), size=(1200, 600))
    panel.set_snapshot(snapshot())
    grabbed(panel)
    return panel


@pytest.fixture
def turned_to(panel):
    """Shows a page and gives it."""

    def turn(name, *kind, **chosen):
        panel.set_snapshot(snapshot(*kind, page=name, **chosen))
        grabbed(panel)
        return panel.page(name)

    return turn


# ---------------------------------------------------------------------------------- the pages


def test_before_a_model(panel):
    panel.set_snapshot(None)
    assert isinstance(panel.currentWidget(), QLabel)


def test_each_page_is_shown_with_its_own_text_and_choices(panel, turned_to):
    titles = set()
    for name in PAGES:
        page = turned_to(name)
        assert page.isVisible()
        assert panel.choice.current() == name
        assert panel._tools.isVisible() == (name != "learned")
        assert panel.size_choice.isVisible() == (name in {"table", "wavelengths", "rotation"})
        titles.add(panel.lesson_page.text.accessibleName())
    assert len(titles) == len(PAGES)
    assert not panel.page("without").tools.isHidden()
    assert panel.page("table").tools.isHidden()


def test_a_page_that_nobody_looks_at_does_no_work(panel):
    table = panel.page("table")
    panel.hide()
    panel.set_snapshot(snapshot(d_model=16))
    assert table.curves.legend.names() == ("0", "1", "8", "16")
    panel.show()
    assert table.curves.legend.names() == ("0", "1", "8")


# ---------------------------------------------------------------------------------- the table


def test_all_three_are_drawn(panel):
    page = panel.page("table")
    assert page.table.spots().grid.rows == 32
    assert page.similarity.spots().grid.columns == 32
    assert page.dimensions.dimensions() == (0, 1, 8, 16)
    assert len(page.curves.plot.spots().points) == 4
    assert sorted(page.curves.legend.places()) == [0, 1, 2, 3]
    assert "sin(pos" in page.formula.accessibleName()
    assert page.formula.isVisible()
    panel.set_snapshot(snapshot("learned"))
    assert not page.formula.isVisible()
    assert page.kind.text().startswith("Learned table")


def test_other_dimensions(panel, qtbot):
    page = panel.page("table")
    page.dimensions.selectAll()
    qtbot.keyClicks(page.dimensions, "3, 99, 5")
    qtbot.keyClick(page.dimensions, Qt.Key.Key_Return)
    assert page.dimensions.text() == "3, 5"
    assert page.curves.legend.names() == ("3", "5")
    page.dimensions.setText("nothing")
    page.dimensions.editingFinished.emit()
    assert page.dimensions.text() == "3, 5"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("0, 1, 20", (0, 1, 20)),
        ("20 1;1", (20, 1)),
        ("99, 31", (31,)),
        ("", ()),
        ("dimension −3", (3,)),
        ("9" * 40, ()),
        (",".join(map(str, range(30))), tuple(range(8))),
    ],
)
def test_parse_dimensions(text, numbers):
    assert parse_dimensions(text, 32) == numbers


def test_first_dimensions_exist():
    assert first_dimensions(128) == (0, 1, 32, 64)
    assert first_dimensions(1) == (0,)


def test_chosen_dimensions_stay_in_another_theme(qtbot, room):
    late = LatePage(lambda theme, page: PositionsPanel(theme, room.handle, page), THEMES["light"])
    on_screen(qtbot, late, size=(1200, 600)).set_snapshot(snapshot())
    late.make().page("table").dimensions.setText("3, 5")
    late.panel.page("table").dimensions.editingFinished.emit()
    late.renew(THEMES["dark"])
    page = late.make().page("table")
    assert (page.dimensions.text(), page.curves.legend.names()) == ("3, 5", ("3", "5"))


def test_the_size_is_shown_and_asked_for(panel, turned_to, room):
    choice = panel.size_choice
    assert not choice.d_model.isVisible()
    choice.size_of.button("any").click()
    turned_to("table", any_size=True, positions=20, d_model=12, length=20)
    assert (choice.d_model.value(), choice.length.value()) == (12, 20)
    choice.d_model.setValue(40)
    choice.length.setValue(50)
    assert room.heard == [("size_picked", True), ("d_model_chosen", 40), ("length_chosen", 50)]
    turned_to("table", positions=64, length=500)  # no more than the model has
    assert (choice.length.maximum(), choice.length.value()) == (64, 64)


def test_similarity_as_a_dot_product(panel, turned_to, room):
    page = panel.page("table")
    page.measure.button("dot").click()
    assert room.heard == [("measure", "dot")]
    turned_to("table", measure="dot")
    assert page.similarity.picture.say(Cell(3, 3)).startswith("dot product 16.0000")


def test_numbers_can_be_read_with_mouse_and_keys(panel, qtbot):
    said, page = said_by(panel), panel.page("table")
    hover(qtbot, page.table, page.table.spots().grid.cell_rect(3, 1).center().toPoint())
    assert said[-1] == plain(page.table.picture.say(Cell(3, 1)))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(page.table, key)
    assert said[-1] == "0.9093 · position 2 “猫”, dimension 0"
    assert plain(page.table.accessibleDescription()) == said[-1]
    assert page.table.cursor_rect() == page.table.spots().grid.cell_rect(2, 0)
    qtbot.keyClick(page.similarity, Qt.Key.Key_Home)
    assert said[-1].startswith("cosine 1.0000")


# ---------------------------------------------------------------------- wavelengths, rotation


def test_waves_in_halves_are_paired_and_closed_as_they_are(turned_to):
    page = turned_to("wavelengths", sinusoids="halves", closed=True)
    assert len(page.plot.spots().points[0]) == 16
    assert page._note.text().endswith("a pair: dimensions i and i + 16")
    assert page.formula.accessibleName() == "λ_i = 2π · 10000^(2i/(d_model − 2))"
    said = page.plot.picture.say(Cell(0, 15))
    assert said.startswith("dimensions 15 and 31 · repeat after 62,832 positions")
    page = turned_to("rotation", sinusoids="halves", closed=True)
    assert page.dials.picture.say(7).startswith("dimensions 15, 31")
    assert "5.96e−8" in page.error.text()
    page = turned_to("table", sinusoids="halves", closed=True)
    assert "PE(pos, i + d_model/2) = cos(pos / 10000^(2i/(d_model" in page.formula.accessibleName()


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ({}, "sine and cosine alternating"),
        ({"sinusoids": "halves"}, "sines in the left half"),
        ({"kind": "learned"}, "Every value was learned."),
        ({"kind": "none"}, "its encoder sees an unordered set of words"),
    ],
)
def test_the_text_beside_a_table_is_about_that_table(panel, shown, said):
    panel.set_snapshot(snapshot())
    panel.set_snapshot(snapshot(**shown))
    text = panel.lesson_page.text.accessibleDescription()
    assert said in text
    assert ("alternating" in text) == (not shown)
    # where nothing is shown, nothing is counted
    assert panel.size_choice.length.isVisible() == (shown.get("kind") != "none")


def test_relative_positions_are_curves_and_a_matrix(panel, qtbot):
    shown = relative_snapshot()
    panel.set_snapshot(shown)
    grabbed(panel)
    page = panel.page("table")
    assert not page.table.isVisible()
    assert page.relative.matrix.isVisible()
    assert panel.size_choice.length.isVisible()
    assert "a learned bias for every distance" in panel.lesson_page.text.accessibleDescription()
    for stack, curves in page.relative.curves.items():
        assert curves.legend.names() == ("1", "2", "3", "4")
        assert len(curves.legend.places()) == 4
        (table,) = curves.plot.shown_values()
        assert table.values.shape == (63 if stack == "encoder" else 32, 4)
        assert curves.plot.isVisible()
    plot = page.relative.curves["encoder"].plot
    qtbot.keyClick(plot, Qt.Key.Key_Right)
    assert plot.accessibleDescription() == plot.picture.say(Cell(0, 0))
    assert plot.picture.say(Cell(0, 31)).endswith("the query itself")
    (matrix,) = page.relative.matrix.shown_values()
    assert matrix.values.shape == (32, 32)


def test_a_stack_and_a_head_are_asked_for(panel, qtbot, room):
    panel.set_snapshot(relative_snapshot())
    choice = panel.page("table").relative
    qtbot.mouseClick(choice.stack.button("decoder"), Qt.MouseButton.LeftButton)
    choice.head.setCurrentIndex(2)
    choice.head.activated.emit(2)
    assert room.heard == [("stack", "decoder"), ("head", 2)]


def test_a_learned_table_has_no_wavelengths(turned_to):
    assert "is learned" in turned_to("wavelengths", "learned")._note.text()


def test_a_rotation_is_shown_with_its_error(turned_to):
    page = turned_to("rotation", position=4, offset=5)
    study = snapshot(position=4, offset=5).rotation
    assert (page.position.value(), page.offset.value()) == (4, 5)
    assert page.matrix.spots().grid.rows == 32
    assert page.vectors.spots().grid.rows == 3
    assert len(page.dials.spots().rects) == 8
    assert page.dials.picture.say(7).startswith("dimensions 30, 31")
    assert f"{study.error:.3g}".replace("e-0", "e−") in page.error.text()


def test_in_a_narrow_window_some_dials_are_left_out(panel, turned_to):
    page = turned_to("rotation")
    panel.resize(500, 600)
    panel.lesson_page.explain.click()
    grabbed(panel)
    shown = len(page.dials.spots().rects)
    assert 1 < shown < 8
    last = page.dials.spots().at(page.dials.spots().rects[-1].center())
    assert page.dials.picture.say(last).startswith("dimensions 30, 31")


def test_other_positions_are_asked_for(turned_to, room):
    page = turned_to("rotation", position=4, offset=5)
    page.position.setValue(6)
    page.offset.setValue(9)
    assert room.heard == [("rotation_chosen", 6, 5), ("rotation_chosen", 6, 9)]
    assert page.position.maximum() == 63
    assert page.offset.maximum() == 59


def test_no_rotation_fits_a_learned_table(turned_to):
    assert "no rotation fits it" in turned_to("rotation", "learned").error.text()


# ------------------------------------------------------------------------------------ learned


def test_both_tables_stand_side_by_side(turned_to):
    page = turned_to("learned", "learned")
    sinusoidal, learned = page.tables
    assert sinusoidal.spots().grid.columns == learned.spots().grid.columns == 32
    assert sinusoidal.picture.say(Cell(2, 0)).startswith("0.9093")
    value = snapshot("learned").table[2, 0]
    assert learned.picture.say(Cell(2, 0)).startswith(f"{value:.4f}")
    assert learned.accessibleName() == "Learned positions"
    assert not page.sentence.isVisible()


def test_a_model_without_a_learned_table_says_which_have_one(turned_to):
    page = turned_to("learned", learned=("mine",))
    assert page.sentence.isVisible()
    assert "mine" in page.sentence.text()
    assert not page.train.isVisible()


def test_where_none_has_one_a_button_asks_to_train_it(qtbot, panel, turned_to):
    page = turned_to("learned", learned=())
    with qtbot.waitSignal(panel.training_requested):
        qtbot.mouseClick(page.train, Qt.MouseButton.LeftButton)


# -------------------------------------------------------------------------- without positions


def test_three_translations_are_shown_and_what_changed_is_marked(turned_to):
    page = turned_to("without", altered=altered_record())
    kept, shuffled, removed = page.bands
    assert "background-color" not in kept.target.text()
    assert shuffled.target.text().count("background-color") == 1
    assert removed.target.text().count("background-color") == 2
    assert shuffled.note.text() == "1 of 5 tokens differ · log-probability −0.50 nats"
    assert shuffled.source.accessibleName() == "我 2, 有 0, 猫 3, </s> 1"
    assert removed.source.accessibleName() == "我 –, 有 –, 猫 –, </s> –"


def test_tokens_are_text_and_no_markup(turned_to):
    removed = turned_to("without", altered=altered_record()).bands[2]
    assert "<b>" not in removed.target.text()
    assert "&lt;" in removed.target.text()
    assert removed.target.accessibleName() == "<b> &"


def test_until_they_are_there_this_is_said(turned_to):
    page = turned_to("without")
    assert page.waiting.text() == "Translating three times …"
    assert "Type a sentence" in turned_to("without", tokens=()).waiting.text()


def test_a_sentence_that_stays_the_same_says_so_and_offers_one_that_changes(turned_to, room):
    changes = altered_record()
    kept, shuffled, removed = changes.translations
    stays = dataclasses.replace(
        changes, translations=(kept, dataclasses.replace(shuffled, tokens=kept.tokens), removed)
    )
    page = turned_to("without", altered=changes, sentence="own")
    assert not (page.unmoved.isVisible() or page.offer.isVisible())
    page = turned_to("without", altered=stays, sentence="own")
    assert "do not change this translation" in page.unmoved.text()
    assert page.unmoved.isVisible()
    page.offer.click()
    assert room.heard == [("sentence", "example")]
    page = turned_to("without", altered=stays)
    assert page.unmoved.isVisible()
    assert not page.offer.isVisible()


def test_what_is_altered_and_the_page_are_asked_for(panel, turned_to, room):
    page = turned_to("without", altered=altered_record(), side="target")
    assert page.side.current() == "target"
    page.side.button("both").click()
    page.again.click()
    panel.choice.button("rotation").click()
    assert room.heard == [("side", "both"), ("exchange_drawn",), ("page", "rotation")]


# ---------------------------------------------------------------------------- names and sizes


@pytest.mark.parametrize("name", PAGES)
def test_names_languages_and_themes(qtbot, room, name):
    shown = snapshot(page=name, altered=altered_record(), learned=())
    with marked_language():
        panel = PositionsPanel(dark_theme("presentation"), room.handle)
        on_screen(qtbot, panel, shown)
        assert panel.choice.button(name).text().startswith("«")
    for widget in focusable(panel):
        assert spoken_name(widget) or not widget.isVisible(), widget


@pytest.mark.parametrize("name", PAGES)
def test_everything_has_room_in_the_smallest_window(panel, turned_to, name):
    panel.resize(868, 430)
    turned_to(name, altered=altered_record(), any_size=True)
    assert panel.minimumSizeHint().width() <= 868


def test_what_is_shown_already_is_not_drawn_again(panel):
    table = panel.page("table").table
    before = table.picture
    panel.set_snapshot(dataclasses.replace(panel._snapshot))
    assert (table.picture, table.painted) == (before, True)
    panel.set_snapshot(dataclasses.replace(panel._snapshot, tokens=("a",)))
    assert not table.painted


@pytest.mark.parametrize(
    "theme", [THEMES["light"], light_theme("presentation")], ids=["normal", "large"]
)
def test_the_title_of_similarity_ends_before_the_choice_beside_it(qtbot, qapp, room, theme):
    with dressed(qapp, theme):
        panel = on_screen(qtbot, PositionsPanel(theme, room.handle), snapshot())
        panel.resize(panel.minimumSizeHint())
        grabbed(panel)
        page = panel.page("table")
        image = page.similarity.grab().toImage()
        beside = page.measure.geometry()
        left = page.similarity.mapFromParent(beside.topLeft()).x()
    inked = {
        x
        for x in range(image.width())
        for y in range(beside.height())
        if image.pixelColor(x, y).name() == theme.text.lower()
    }
    assert inked
    assert max(inked) < left


@pytest.mark.parametrize("width", range(200, 700, 40))
def test_no_line_begins_with_a_position_or_a_blank(qtbot, width):
    band, tokens = (
        AlteredBand(THEMES["light"]),
        tuple("因为昨天晚上下了很大的雪所以今天早上我没有去学校"),
    )
    qtbot.addWidget(band)
    places = tuple(range(len(tokens)))
    translation = dataclasses.replace(altered_record().translations[0], source_rows=places)
    band.show_translation(translation, tokens, (False,) * len(translation.tokens))
    document = QTextDocument()
    document.setHtml(band.source.text())
    document.setTextWidth(width)
    assert document.size().height() > 0  # lays it out
    text, lines = document.firstBlock().text(), document.firstBlock().layout()
    starts = [text[lines.lineAt(line).textStart()] for line in range(lines.lineCount())]
    assert len(starts) > 1
    assert set(starts) <= set(tokens)
