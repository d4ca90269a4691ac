"""The first minutes: what is seen at start, and what an English sentence is answered with."""

import pytest
from PySide6.QtCore import Qt

from model.checkpoint.locations import SHIPPED_FOLDER
from tests.viz_app.application import (
    ALT,
    click,
    press,
    running,
    said,
    type_source,
    wait_for_translation,
)
from viz_app.storage.settings import load_settings

pytestmark = pytest.mark.window

CAT = "我有一只猫。"
ENGLISH = "The cat is black."


@pytest.fixture
def application(qtbot, tmp_path):
    path = SHIPPED_FOLDER / "zh-en.safetensors"
    with running(qtbot, tmp_path, model=path) as application:
        yield application
        application.languages.use("en")


@pytest.fixture
def window(application):
    return application.window


def paste_and_translate(qtbot, application, text):
    """QTest can type no Chinese."""
    source = application.window.header.source
    source.selectAll()
    source.insert(text)
    qtbot.keyClick(source, Qt.Key.Key_Return)
    wait_for_translation(qtbot, application, text)


def caption(window):
    text = window.attention.focus.sentence()
    return text.replace("\u2068", "").replace("\u2069", "").replace("\xa0", " ")


def shown_tokens(application):
    selection = application.screen.now.selection
    return application.screen.now.trace.steps[selection.step].token


def test_at_start_a_word_with_a_meaning_is_looked_at_in_plain_words(application, window):
    assert shown_tokens(application) == "cat"
    selection = application.screen.now.selection
    weights = application.screen.now.trace.cross_weights
    share = weights[selection.layer, selection.head, selection.step, 4]
    assert share == weights[selection.layer, selection.head, selection.step].max()
    assert caption(window) == (
        f"While writing “cat”, layer {selection.layer + 1} head {selection.head + 1}"
        f" looks mostly at “猫” (cat, {share:.0%})".replace("%", " %")
    )
    assert application.screen.now.whole  # no row is hidden


def test_the_caption_is_chinese_in_chinese(application, window):
    window.menus.action("language_zh_CN").trigger()
    selection = application.screen.now.selection
    assert f"第 {selection.layer + 1} 层第 {selection.head + 1} 头" in caption(window)
    assert "cat" in caption(window)
    assert "猫" in caption(window)


@pytest.mark.parametrize(
    ("kind", "beginning", "looks"),
    [("encoder", "While reading “我” (I, me), ", "looks "), ("decoder", "While writing ", "back")],
)
def test_the_other_kinds_are_said_in_their_words(window, kind, beginning, looks):
    window.menus.action(f"kind_{kind}").trigger()
    assert caption(window).startswith(beginning)
    assert looks in caption(window)


def test_a_picked_head_stays_for_the_next_sentence(qtbot, application, window):
    window.attention.intents.head_picked.emit("cross", 2, 6)
    paste_and_translate(qtbot, application, "我的朋友在医院工作。")
    selection = application.screen.now.selection
    assert (selection.layer, selection.head) == (2, 6)
    assert shown_tokens(application) == "friend"


def test_english_is_answered_with_what_the_model_reads(qtbot, application, window):
    before = application.bench.now.trace
    type_source(qtbot, window, ENGLISH)
    qtbot.keyClick(window.header.source, Qt.Key.Key_Return)
    assert "Latin letters" in said(window)
    assert "zh-en reads Chinese characters" in said(window)
    assert not application.bench.now.translating
    assert application.bench.now.trace is before
    assert window.header.source.text() == ENGLISH


def test_its_example_is_translated_by_a_click(qtbot, application, window):
    paste_and_translate(qtbot, application, "今天的天气很好。")
    type_source(qtbot, window, ENGLISH)
    qtbot.keyClick(window.header.source, Qt.Key.Key_Return)
    assert window.notices.example_button.text() == CAT
    click(qtbot, window.notices.example_button)
    wait_for_translation(qtbot, application, CAT)
    assert window.header.source.text() == CAT
    assert not window.notices.isVisible()


def test_the_user_may_translate_it_anyway(qtbot, application, window):
    type_source(qtbot, window, ENGLISH)
    qtbot.keyClick(window.header.source, Qt.Key.Key_Return)
    click(qtbot, window.header.button)
    wait_for_translation(qtbot, application, ENGLISH)
    assert not window.notices.example_button.isVisible()


def test_glosses_are_switched_off_for_good(qtbot, application, window, tmp_path):
    focus = window.attention.focus
    assert "“猫” (cat)" in focus.cell_sentence(3, 4).replace("\u2068", "").replace("\u2069", "")
    focus.grab()
    assert [label.text for label in focus.layout_now().glosses][-1] == "cat"
    window.menus.attention.action("glosses").trigger()
    focus.grab()
    assert focus.layout_now().glosses == ()
    assert "cat)" not in focus.cell_sentence(3, 4)
    qtbot.waitUntil(lambda: not load_settings(tmp_path / "settings.json")[0].glosses)


def test_alt_and_down_list_examples_and_the_sentences_of_this_window(qtbot, application, window):
    paste_and_translate(qtbot, application, "他是老师。")
    press(qtbot, window.header.source, Qt.Key.Key_Down, ALT)
    menu = window.header.source.choices
    sentences = menu.sentences()
    assert sentences[:2] == list(application.bench.now.model.samples[:2])
    assert sentences[-1] == "他是老师。"
    assert "I have one cat" in menu.actions()[1].text()
    picked = next(action for action in menu.actions() if action.data() == sentences[1])
    menu.setActiveAction(picked)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    wait_for_translation(qtbot, application, sentences[1])
    assert window.header.source.text() == sentences[1]
    assert application.bench.now.asked[:2] == (sentences[1], "他是老师。")


def test_a_string_longer_than_reverse_has_learned_is_doubted_in_a_sentence(qtbot, tmp_path):
    reverse = SHIPPED_FOLDER / "reverse.safetensors"
    with running(qtbot, tmp_path, model=reverse, text="a b c") as application:
        window, long = application.window, " ".join("abcdefghijklmnopqrst")
        assert "strings of 1 to 16 letters" in window.header.models.toolTip()
        type_source(qtbot, window, long)
        press(qtbot, window.header.source, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "reverse trained on strings of 1 to 16 letters" in said(window))
        assert "this one has 20" in said(window)
        assert application.screen.now.trace.source_text == "a b c"
        press(qtbot, window.header.source, Qt.Key.Key_Return)
        wait_for_translation(qtbot, application, long)


def test_reverse_reads_a_word_as_its_letters_and_says_so(qtbot, tmp_path):
    reverse = SHIPPED_FOLDER / "reverse.safetensors"
    with running(qtbot, tmp_path, model=reverse, text="a b c") as application:
        type_source(qtbot, application.window, "hello")
        press(qtbot, application.window.header.source, Qt.Key.Key_Return)
        wait_for_translation(qtbot, application, "h e l l o")
        assert application.screen.now.trace.translation == "o l l e h"
        assert said(application.window) == "Warning: Read as single characters: h e l l o"
        assert application.window.header.source.text() == "hello"
