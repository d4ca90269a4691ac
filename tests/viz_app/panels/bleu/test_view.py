import dataclasses

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel
from sacrebleu import metrics

from model.lessons.bleu import explain_bleu
from tests.viz_app.heard_room import heard_room
from tests.viz_app.listening import plain, said_by, wheel
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.probes import focusable, hover, marked_language, spoken_name
from viz_app.design.theme import dark_theme
from viz_app.panels.bleu.panel import BLEU
from viz_app.panels.bleu.room import BleuSnapshot
from viz_app.panels.bleu.view import BleuPanel

TRANSLATION, REFERENCE = "I have a dog.", "Yes, I have a cat."


def snapshot(translation=TRANSLATION, reference=REFERENCE, **fields):
    values = {
        "translation": translation,
        "reference": reference,
        "origin": "typed",
        "order": 1,
        "ignores_case": False,
        "bleu": explain_bleu(translation, reference) if reference.strip() else None,
    }
    return BleuSnapshot(**{**values, **fields})


@pytest.fixture
def room():
    return heard_room(BLEU)


@pytest.fixture
def panel(qtbot, room):
    panel = on_screen(qtbot, BleuPanel(THEMES["light"], room.handle), size=(1200, 460))
    panel.set_snapshot(snapshot())
    panel.grab()
    return panel


def showing(panel, *texts, **fields):
    panel.set_snapshot(snapshot(*texts, **fields))
    panel.grab()


@pytest.mark.parametrize(
    ("translation", "reference"),
    [
        (TRANSLATION, REFERENCE),
        ("cat", "I have a cat."),
        ("", "I have a cat."),
        ("the the the", "the cat is on the mat"),
        ("我有一只狗。", "我有一只猫。"),
    ],
)
def test_the_score_shown_is_sacrebleus(panel, translation, reference):
    showing(panel, translation, reference)
    name = "zh" if "我" in reference else "13a"
    bleu = metrics.BLEU(tokenize=name, effective_order=True)
    score = bleu.sentence_score(translation, [reference]).score
    assert panel.score.text() == f"BLEU {score:.2f}"
    shown = panel.numbers.signature.text().replace("\u200b", "")
    assert shown == f"sacrebleu: {score:.2f} · {bleu.get_signature()}"


def test_the_formulas_have_the_sentences_numbers(panel):
    assert panel.numbers.penalty.text() == "c = 5 < r = 7: BP = exp(1 − 7/5) = 0.6703"
    assert "⁴√(80 · 50 · 33.33 · 25)" in panel.numbers.product.accessibleName()
    assert not panel.numbers.remark.isVisible()
    showing(panel, "cat", "cat")
    assert "effective order" in panel.numbers.remark.text()
    assert panel.numbers.remark.isVisible()


def test_why_no_match_is_not_0_percent_is_said_with_the_numbers(panel):
    smoothing = panel.smoothing
    assert smoothing.isVisible()
    assert smoothing.text().endswith("4-gram 1 / (2 · 2) = 25.00 %.")
    showing(panel, "I have a cat .", "I have got a small cat .")
    assert smoothing.text().endswith(
        f"3-gram 1 / (2 · 3) = {100 / 6:.2f} %, 4-gram 1 / (4 · 2) = {100 / 8:.2f} %."
    )
    showing(panel, "a cat sat here", "a cat sat here")
    assert not smoothing.isVisible()


def test_before_a_translation_there_is_a_hint(panel):
    panel.set_snapshot(None)
    assert isinstance(panel.currentWidget(), QLabel)


@pytest.mark.parametrize(("reference", "origin"), [("", "none"), ("", "typed"), ("  ", "typed")])
def test_without_a_reference_the_user_is_asked_for_one(panel, reference, origin):
    showing(panel, TRANSLATION, reference, origin=origin)
    assert panel.hint.isVisible()
    assert ("Headlight has no reference" in panel.hint.text()) == (origin == "none")
    assert "reference" in panel.hint.text()
    assert TRANSLATION in panel.hint.text()
    assert panel.score.text() == ""
    assert not panel.ngrams.isVisible()
    showing(panel)
    assert panel.ngrams.isVisible()


def test_the_reference_is_an_intent_while_it_is_typed(qtbot, panel, room):
    panel.reference.selectAll()
    qtbot.keyClicks(panel.reference, "Ok")
    assert room.heard == [("reference_typed", "O"), ("reference_typed", "Ok")]


def test_the_cursor_stays_where_the_user_types(qtbot, panel):
    panel.reference.setCursorPosition(3)
    qtbot.keyClicks(panel.reference, "!")
    showing(panel, TRANSLATION, panel.reference.text())
    assert panel.reference.cursorPosition() == 4


def test_an_order_is_chosen_by_button_table_and_keys(qtbot, panel, room):
    qtbot.mouseClick(panel.orders.button("3"), Qt.MouseButton.LeftButton)
    row = panel.table.spots().row_rect(1).center().toPoint()
    qtbot.mouseClick(panel.table, Qt.MouseButton.LeftButton, pos=row)
    qtbot.keyClick(panel.table, Qt.Key.Key_Up)
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    picked = [values for name, *values in room.heard if name == "order_picked"]
    assert picked == [[3], [2], [1], [2]]


def test_the_chosen_order_is_shown_everywhere(panel):
    showing(panel, order=2)
    assert panel.orders.current() == "2"
    assert panel.table.cursor_rect() == panel.table.spots().row_rect(1)
    assert panel.ngrams.spots().sentences[0].n == 2


def test_case_is_an_intent(panel, room):
    panel.ignore_case.click()
    assert room.heard == [("ignores_case", True)]
    showing(panel, ignores_case=True)
    assert panel.ignore_case.isChecked()


def test_orders_are_said(qtbot, panel):
    said = said_by(panel.table)
    hover(qtbot, panel.table, panel.table.spots().row_rect(1).center().toPoint())
    assert said[-1] == "2-gram: 2 of 4 match, precision 50.00 %"
    hover(qtbot, panel.table, QPoint(2, 2))
    assert said[-1].startswith("1-gram"), "the chosen one"


def test_an_ngram_is_said_and_stands_out_in_both_sentences(qtbot, panel):
    showing(panel, order=2)
    said = said_by(panel.ngrams)
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Right):
        qtbot.keyClick(panel.ngrams, key)
    assert said[-1] == "“have a”: 1 × in the translation, 1 × in the reference: counted 1 ×"
    assert panel.ngrams.picture.pointed == 1
    qtbot.keyClick(panel.ngrams, Qt.Key.Key_Right)
    assert said[-1] == "“a dog”: not in the reference, no match"
    assert panel.ngrams.picture.pointed is None
    qtbot.keyClick(panel.ngrams, Qt.Key.Key_Down)
    assert said[-1] == "“I have”: 1 × in the translation, 1 × in the reference: counted 1 ×"


def test_under_the_mouse_too(qtbot, panel):
    showing(panel, "the the the", "the cat is on the mat")
    said, sentence = said_by(panel.ngrams), panel.ngrams.spots().sentences[0]
    hover(qtbot, panel.ngrams, sentence.words[0].center().toPoint())
    assert said[-1].endswith("counted 2 ×")
    assert panel.ngrams.picture.pointed == 0
    hover(qtbot, panel.ngrams, sentence.words[2].center().toPoint())
    assert "is surplus" in said[-1]
    hover(qtbot, panel.ngrams, QPoint(2, 2))
    assert said[-1] == ""
    assert panel.ngrams.picture.pointed is None


def test_the_cursor_goes_round_a_sentence_that_is_too_short(qtbot, panel):
    showing(panel, "cat", "I have a cat.", order=2)
    said = said_by(panel.ngrams)
    qtbot.keyClick(panel.ngrams, Qt.Key.Key_Right)
    assert plain(said[-1]) == "“I have”: not in the translation"
    qtbot.keyClick(panel.ngrams, Qt.Key.Key_Up)
    assert plain(said[-1]) == "“I have”: not in the translation"
    showing(panel, "cat", "dog", order=2)
    qtbot.keyClick(panel.ngrams, Qt.Key.Key_Right)
    assert panel.ngrams.cursor_rect() is None


def test_long_sentences_scroll(qtbot, panel):
    showing(panel, "a very long sentence " * 30, "a very long sentence indeed " * 30, order=3)
    assert panel.ngrams.bar().isVisible()
    assert wheel(panel.ngrams, QPoint(200, 60), -120)
    qtbot.keyClick(panel.ngrams, Qt.Key.Key_Home)
    qtbot.keyClick(panel.ngrams, Qt.Key.Key_End)
    panel.grab()
    place = panel.ngrams.cursor_rect()
    assert panel.ngrams.picture_rect().adjusted(0, -2, 0, 2).intersects(place)
    assert panel.ngrams.scroll_of() > 0


def test_names_languages_and_themes(qtbot, room):
    with marked_language():
        panel = on_screen(qtbot, BleuPanel(dark_theme("presentation"), room.handle), snapshot())
        assert panel.score.text().startswith("«BLEU ")
        assert panel.ngrams.accessibleName() == "«Matching n-grams»"
        for view in (panel.ngrams, panel.table):
            assert view.caption_parts()[-1] == f"«reference: {REFERENCE}»"
        assert panel.numbers.penalty.text().startswith("«c = 5")
    for widget in focusable(panel):
        assert spoken_name(widget) or not widget.isVisible(), widget


def test_the_same_snapshot_changes_nothing(panel):
    shown = snapshot()
    panel.set_snapshot(shown)
    panel.reference.setText("being typed")
    panel.set_snapshot(dataclasses.replace(shown))
    assert panel.reference.text() == "being typed"
