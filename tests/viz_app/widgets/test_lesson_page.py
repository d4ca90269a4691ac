import html

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication, QLabel

from tests.viz_app.on_screen import on_screen
from viz_app.design.theme import dark_theme, light_theme
from viz_app.storage.guide import TextPage
from viz_app.widgets.lesson_page import NARROW, WIDTH, LessonPage, SourceLabel

# ------------------------------------------------------------------------------- test source label


SOURCE = "Ba et al. 2016, <norm>\nhttps://arxiv.org/abs/1607.06450"


@pytest.mark.parametrize("theme", [light_theme(), dark_theme()], ids=["light", "dark"])
def test_an_address_can_be_clicked_and_the_rest_is_plain_text(qtbot, theme):
    label = SourceLabel(theme)
    qtbot.addWidget(label)
    label.set_source(SOURCE)
    assert label.source() == SOURCE
    assert label.openExternalLinks()
    shown = QTextDocument()
    shown.setHtml(label.text())
    assert shown.toPlainText() == SOURCE.replace("https://", "")
    assert 'href="https://arxiv.org/abs/1607.06450"' in label.text()
    assert theme.accent in label.text()
    assert html.escape("<norm>") in label.text()


def test_it_has_a_name_and_its_text_is_read_as_it_stands(qtbot):
    label = SourceLabel(light_theme())
    qtbot.addWidget(label)
    label.set_source(SOURCE)
    assert label.accessibleName() == "References"
    assert label.accessibleDescription() == SOURCE


# -------------------------------------------------------------------------------- test lesson page


LESSON = TextPage(
    title="Scaling",
    body=("Long vectors give large products (q·k).", "So each is divided by √d_k."),
    source="Vaswani et al. 2017, §3.2.1\nhttps://arxiv.org/abs/1706.03762",
)


@pytest.fixture
def page(qtbot):
    return on_screen(
        qtbot,
        LessonPage(light_theme(), content=QLabel("picture"), lesson=lambda: LESSON),
        size=(1200, 400),
    )


def texts(page):
    labels = page.text.findChildren(QLabel)
    return [label.accessibleName() or label.text() for label in labels]


def test_the_text_stands_beside_the_picture(page):
    assert texts(page)[:2] == [LESSON.title, "\n\n".join(LESSON.body)]
    assert page.text.findChild(SourceLabel).source() == LESSON.source
    assert page.text.isVisible()
    assert page.text.width() == WIDTH


def test_a_screen_reader_reads_all_of_it(page):
    assert page.text.accessibleName() == "Scaling"
    for part in (*LESSON.body, LESSON.source):
        assert part in page.text.accessibleDescription()


def test_another_lesson(page):
    page.text.set_lesson(lambda: TextPage(title="Masks", body=("None.",), source="Notes"))
    assert texts(page) == ["Masks", "None.", "References"]
    source = page.text.findChild(SourceLabel)
    assert source.source() == source.text() == source.accessibleDescription() == "Notes"


def test_a_narrow_page_shows_it_when_asked(qtbot, page):
    page.resize(NARROW - 1, 400)
    assert not page.text.isVisible()
    assert not page.explain.isChecked()
    qtbot.mouseClick(page.explain, Qt.MouseButton.LeftButton)
    assert page.text.isVisible()


def test_who_has_hidden_it_does_not_see_it_again_by_itself(qtbot, page):
    qtbot.mouseClick(page.explain, Qt.MouseButton.LeftButton)
    assert not page.text.isVisible()
    page.resize(NARROW - 1, 400)
    page.resize(1400, 400)
    assert not page.text.isVisible()


def test_on_a_projector_it_is_larger_and_needs_more_room(qtbot):
    theme = dark_theme("presentation")
    page = LessonPage(theme, content=QLabel("picture"), lesson=lambda: LESSON)
    on_screen(qtbot, page, size=(1200, 400))
    assert not page.text.isVisible()
    page.resize(1600, 600)
    assert page.text.isVisible()
    assert page.text.width() == round(WIDTH * 1.5)


def test_the_picture_can_stand_alone_and_the_text_comes_back(page):
    page.show_picture_only(only=True)
    assert not page.text.isVisible()
    assert not page.explain.isVisible()
    page.resize(1300, 400)
    QApplication.processEvents()
    assert not page.text.isVisible()
    page.show_picture_only(only=False)
    assert page.text.isVisible()
    assert page.explain.isVisible()
