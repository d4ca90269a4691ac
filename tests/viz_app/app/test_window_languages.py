"""The real window in Chinese, and back in English, while it runs."""

import re
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction, Qt, QTextDocumentFragment
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QMenu,
    QTabBar,
    QTreeWidget,
    QWidget,
)

from tests.viz_app.application import running, settle, stand_at_the_end
from viz_app.app.panels import PANELS
from viz_app.pictures.typeset import spoken_formulas
from viz_app.testing import all_made
from viz_app.widgets.curve_plot import QuietPlot
from viz_app.workbench.state import Cell

CHINESE = re.compile(r"[\u4e00-\u9fff]")
ENGLISH = re.compile(r"(?<![<A-Za-z])[A-Za-z]{3}")
"""Three letters, but not of ``<pad>`` and its like."""

CITED = r"[A-Z]\w+(?: et al\.| and [A-Z]\w+)? (?:19|20)\d\d"
SYMBOLS = re.compile(
    rf"d_?model|xW[QKV]|[1-4]-gram|BLEU [\d.]+|sacrebleu：.*|{CITED}|(https://)?\w+\.org/\S+"
    r"|^/.*\.safetensors$"
)
"""Written like words, or written the same in every language: papers and their addresses."""

SAME_IN_ALL = {"Headlight", "English", "CPU", "CUDA GPU", "Apple GPU", "tiny", "reverse"} | {
    "Viridis",
    "Cividis",
    "BLEU",
    "BLEU(&B)",
    "softmax",
    *spoken_formulas().values(),
}
"""Names and formulas."""


PROPERTIES = (
    "accessibleDescription",
    "accessibleName",
    "placeholderText",
    "statusTip",
    "text",
    "title",
    "toolTip",
    "windowTitle",
)
"""Of widgets and actions; not all have all."""

TABS = tuple(panel.name for panel in PANELS)
PLACES = (*TABS[1:], TABS[0])
"""Everywhere where there is something to read."""


@pytest.fixture
def application(qtbot, tmp_path, tiny_checkpoint):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="a b c d e") as application:
        stand_at_the_end(application)
        yield application
        application.languages.use("en")  # the translators are the whole process's


@pytest.fixture
def window(application):
    return application.window


def speak(window, language):
    """Pick a language as a user does."""
    window.menus.action(f"language_{language}").trigger()
    QApplication.processEvents()


def texts(window) -> Iterator[str]:
    """Everything that is shown or read aloud, in the menus too."""
    widgets = [
        widget
        for widget in window.findChildren(QWidget)
        if _is_there(widget) and not _is_hidden_part(widget)
    ]
    for thing in (window, *widgets, *_actions(widgets)):
        yield from (_plain(thing.property(name) or "") for name in PROPERTIES)
        if isinstance(thing, QTabBar):
            for place in range(thing.count()):
                yield from (thing.tabText(place), thing.tabToolTip(place))
        if isinstance(thing, QComboBox):
            yield from (thing.itemText(row) for row in range(thing.count()))


def _plain(text: str) -> str:
    """What is read of a text, without what only lays it out."""
    return QTextDocumentFragment.fromHtml(text).toPlainText() if Qt.mightBeRichText(text) else text


def _is_there(widget):
    """Whether it is in view, or a menu of what is."""
    while isinstance(widget, QMenu):
        widget = widget.parentWidget()
    return widget.isVisible()


def _is_hidden_part(widget):
    """Whether it is of a pyqtgraph menu that nobody can open, or scrolls tabs that all fit."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QuietPlot | QTabBar):
        above = above.parentWidget()
    return above is not None


def _actions(widgets) -> list[QAction]:
    return [action for widget in widgets for action in widget.actions()]


def show_place(qtbot, application, place) -> None:
    """Bring a tab to the front, with all that the worker says."""
    application.window.show_tab(place)
    settle(qtbot, application)


def texts_of_places(qtbot, application) -> dict[str, list[str]]:
    """The texts while each tab is in front."""
    found = {}
    for place in PLACES:
        show_place(qtbot, application, place)
        found[place] = list(texts(application.window))
    return found


def test_every_text_is_chinese(qtbot, application):
    speak(application.window, "zh_CN")
    for place, shown in texts_of_places(qtbot, application).items():
        words = {text for text in shown if ENGLISH.search(SYMBOLS.sub("", text))}
        left = {text for text in words if not CHINESE.search(text)}
        assert left <= SAME_IN_ALL, place


def test_tabs_buttons_and_pictures_say_it_in_the_usual_words(qtbot, window):
    window.show_tab("training")
    all_made(qtbot, window)
    speak(window, "zh_CN")
    places = [window.tabs.places.button(place).text() for place in ("look", "understand", "train")]
    assert places == ["观察", "理解", "训练"]
    tabs = [bar.tabText(place) for bar in window.tabs.bars.values() for place in range(bar.count())]
    assert tabs[1:9] == ["全图", "词嵌入", "位置", "单个头", "缩放", "掩码", "BLEU", "为什么"]
    assert tabs[9:] == ["训练", "训练记录", "学习回放", "实验", "教师强制"]
    assert window.header.button.text() == "翻译"
    assert window.training.start.text() == "开始"
    assert window.attention.pills.button("encoder").text() == "编码器"
    assert window.attention.pills.button("cross").text() == "交叉"
    form = window.training.form
    assert form.task.itemText(form.task.findData("copy")) == "复制 (copy) · 原样抄写字母"
    assert form.preset.currentText() == "极小 · 2 层，4 头，宽度 64"
    window.show_tab("attention")
    all_made(qtbot, window)
    assert window.timeline.step_label.text().startswith("第 ")
    assert "2 层 × 2 头" in window.header.model_info.accessibleName()
    assert "关注" in window.attention.focus.picture.say(Cell(0, 0))
    assert "第 1 层，第 1 头" in window.attention.focus.picture.say(Cell(0, 0))


def test_nothing_chinese_is_left_in_english(qtbot, application):
    texts_of_places(qtbot, application)  # now every page is made, with the menus in it
    window, english = application.window, texts_of_places(qtbot, application)
    for place in PLACES:
        show_place(qtbot, application, place)
        speak(window, "zh_CN")
        assert list(texts(window)) != english[place]
        speak(window, "en")
        settle(qtbot, application)
        assert list(texts(window)) == english[place], place
        assert {text for text in texts(window) if CHINESE.search(text)} == {"简体中文"}
    speak(window, "zh_CN")
    texts_of_places(qtbot, application)
    speak(window, "en")
    assert texts_of_places(qtbot, application) == english


def test_what_the_mouse_or_keyboard_said_does_not_stay_in_the_old_language(window):
    window.sentence.setText("one English sentence")
    speak(window, "zh_CN")
    assert window.sentence.text() == ""


def test_a_message_follows_the_language(qtbot, window):
    window.header.intents.translate_requested.emit("")
    qtbot.waitUntil(window.notices.isVisible)
    speak(window, "zh_CN")
    assert window.notices.text() == "错误：源句是空的：请输入要翻译的句子。"
    speak(window, "en")
    assert window.notices.text().startswith("Error: The source is empty")


def test_boxes_that_are_open_follow_the_language(window):
    window.menus.action("shortcuts").trigger()
    window.menus.action("about").trigger()
    speak(window, "zh_CN")
    keys, about = window.findChildren(QDialog)
    assert (keys.windowTitle(), about.windowTitle()) == ("键盘快捷键", "关于 Headlight")
    rows = keys.findChild(QTreeWidget)
    assert rows.topLevelItem(0).child(0).text(0) == "打开…"
    close = keys.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Close)
    assert close.text() == "关闭"
    assert "许可证" in about.informativeText()
    speak(window, "en")
    assert rows.topLevelItem(0).child(0).text(0) == "Open…"
    assert close.text() == "Close"
    assert "Licence" in about.informativeText()
