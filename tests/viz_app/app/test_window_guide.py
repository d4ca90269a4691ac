"""The guide in the window: opened from the menu, searched, in both languages."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QColor, QTextCursor, QTextTable
from PySide6.QtWidgets import QApplication

from model.lessons.questions import parsed
from viz_app.app.appearance import Languages
from viz_app.app.dialogs.guide import GuideDialog
from viz_app.app.main_window import MainWindow
from viz_app.cli.lesson import answer_lines
from viz_app.design.theme import dark_theme, light_theme
from viz_app.storage.guide import guide_pages
from viz_app.storage.lessons import parsed_lesson

pytestmark = pytest.mark.window

RESULTS = {"en": ("Results", "Multi30k de→en"), "zh_CN": ("结果", "Multi30k 德→英")}


@pytest.fixture
def window(qtbot):
    window = MainWindow(light_theme())
    window.furnish()
    QApplication.processEvents()
    window.allow_close()
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.fixture
def speak():
    languages = Languages()
    yield languages.use
    languages.use("en")
    QApplication.sendPostedEvents(None, QEvent.Type.LanguageChange.value)


def opened(window) -> GuideDialog:
    window.menus.action("guide").trigger()
    (dialog,) = window.findChildren(GuideDialog)
    assert dialog.isVisible()
    assert not dialog.isModal()
    return dialog


def listed(dialog) -> dict[str, list[str]]:
    """Sections that are not hidden, by their pages."""
    tree = dialog.contents
    heads = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    return {
        head.text(0): [
            head.child(row).text(0)
            for row in range(head.childCount())
            if not head.child(row).isHidden()
        ]
        for head in heads
        if not head.isHidden()
    }


def type_words(qtbot, dialog, words):
    dialog.search.clear()
    qtbot.keyClicks(dialog.search, words)


def marked(dialog) -> list[str]:
    return [mark.cursor.selectedText() for mark in dialog.text.extraSelections()]


def test_the_menu_opens_it_on_the_first_page(qtbot, window):
    dialog = opened(window)
    assert list(listed(dialog)) == [page.sections[0].title for page in dialog.pages]
    assert len(listed(dialog)) >= 8
    assert dialog.text.toPlainText().startswith("The window\n")
    assert dialog.text.verticalScrollBar().value() == 0
    assert dialog.nothing.isHidden()
    assert opened(window) is dialog


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_search_finds_the_results(qtbot, window, speak, language):
    speak(language)
    dialog = opened(window)
    page, section = RESULTS[language]
    type_words(qtbot, dialog, "bleu MULTI30K")
    assert list(listed(dialog)) == [page]
    assert section in listed(dialog)[page]
    type_words(qtbot, dialog, "BLEU")
    found = listed(dialog)
    assert section in found[page]
    assert len(found) < len(dialog.pages)
    shown = dialog.contents.currentItem()
    assert "bleu" in dialog.text.toPlainText().lower()
    assert set(map(str.lower, marked(dialog))) == {"bleu"}
    qtbot.keyClick(dialog.search, Qt.Key.Key_Return)
    qtbot.keyClick(dialog.contents, Qt.Key.Key_Up)
    assert dialog.contents.currentItem() is not shown
    assert dialog.text.textCursor().position() > 0
    if language == "en":
        type_words(qtbot, dialog, "idioms")
        mark = dialog.text.extraSelections()[0]
        seen = dialog.text.viewport().rect()
        assert seen.contains(dialog.text.cursorRect(mark.cursor).center())
        assert dialog.text.textCursor().position() == mark.cursor.selectionStart()
    type_words(qtbot, dialog, "xyzzy")
    assert listed(dialog) == {}
    assert dialog.nothing.isVisible()
    type_words(qtbot, dialog, "")
    assert len(listed(dialog)) == len(dialog.pages)
    assert marked(dialog) == []


def test_links_lead_to_sections_and_nowhere_else(qtbot, window):
    dialog = opened(window)
    dialog.follow(QUrl("window.en.md#the-next-start"))
    assert dialog.contents.currentItem().text(0) == "The next start"
    heading = dialog.text.document().find("The next start")
    top = dialog.text.cursorRect(heading).top()
    assert 0 <= top < 60
    dialog.follow(QUrl("export.en.md#sessions"))
    assert dialog.contents.currentItem().text(0) == "Sessions"
    assert dialog.text.toPlainText().startswith("Export\n")
    dialog.follow(QUrl("#reports"))
    assert dialog.contents.currentItem().text(0) == "Reports"
    dialog.follow(QUrl("results.en.md"))
    assert dialog.contents.currentItem().text(0) == "Results"
    for address in ("https://tatoeba.org", "file:///etc/passwd"):
        dialog.follow(QUrl(address))
        assert dialog.contents.currentItem().text(0) == "Results"
    assert not dialog.text.openExternalLinks() and not dialog.text.openLinks()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert opened(window).contents.currentItem().text(0) == "Results"


def test_every_link_of_a_page_can_be_followed(window):
    dialog = opened(window)
    followed = 0
    for number in range(len(dialog.pages)):
        dialog.contents.setCurrentItem(dialog.contents.topLevelItem(number))
        for address in addresses(dialog.text.document()):
            dialog.contents.setCurrentItem(dialog.contents.topLevelItem(number))
            dialog.follow(QUrl(address))
            followed += 1
    assert followed >= 8


def addresses(document) -> set[str]:
    cursor = QTextCursor(document)
    found = set()
    while cursor.movePosition(QTextCursor.MoveOperation.NextCharacter):
        found.add(cursor.charFormat().anchorHref())
    return found - {""}


def test_it_follows_language_and_theme(qtbot, window, speak):
    dialog = opened(window)
    dialog.follow(QUrl("export.en.md#sessions"))
    speak("zh_CN")
    QApplication.processEvents()
    assert dialog.windowTitle() == "指南"
    assert dialog.contents.currentItem().text(0) == "会话"
    assert dialog.text.toPlainText().startswith("导出\n")
    speak("en")
    QApplication.processEvents()
    dialog.follow(QUrl("export.en.md"))
    for theme in (dark_theme(), light_theme("presentation")):
        window.set_theme(theme)
        dialog.follow(QUrl("speed.en.md"))
        frames = dialog.text.document().rootFrame().childFrames()
        tables = [frame for frame in frames if isinstance(frame, QTextTable)]
        assert len(tables) == 2
        for table in tables:
            assert table.format().toTableFormat().borderBrush().color() == QColor(theme.line)


def paths_of(menu, before=()) -> set[tuple[str, ...]]:
    """The entries of a menu, each with the menus that lead to it, without mnemonics and …."""
    found = set()
    for action in menu.actions():
        text = re.sub(r"\(&.\)|&", "", action.text())
        path = (*before, text.removesuffix("…"))
        found.add(path)
        if action.menu() is not None:
            found |= paths_of(action.menu(), path)
    return found


MENTIONS = {"en": r"(?<!\*)\*([^*\n]+ → [^*\n]+)\*", "zh_CN": r"“([^”]+ → [^”]+)”"}


@pytest.mark.parametrize("language", MENTIONS)
def test_what_a_teacher_is_told_to_click_is_in_the_menus(window, speak, language):
    speak(language)
    QApplication.sendPostedEvents(None, QEvent.Type.LanguageChange.value)
    there = paths_of(window.menuBar())
    dialog = opened(window)
    (page,) = (page for page in dialog.pages if page.name == "teaching")
    told = re.findall(MENTIONS[language], page.markdown)
    assert len(told) >= 12
    for mention in told:
        assert tuple(part.removesuffix("…") for part in mention.split(" → ")) in there, mention


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_lesson_in_the_guide_can_be_computed(language, one_torch_thread):
    (page,) = (page for page in guide_pages(language) if page.name == "teaching")
    code = re.findall(r"^(?: {4}.*)?\n", page.markdown, re.MULTILINE)
    text = "".join(line[4:] or "\n" for line in code).strip("\n")
    lesson = parsed_lesson(text, Path("mine.en.md"))
    (line,) = answer_lines(lesson, "cpu")
    assert line.endswith("next word is c")
    for answer in re.findall(r"^\| `([^`]+)` \|", page.markdown, re.MULTILINE):
        parsed(answer)
