"""Choosing kind, layer, head and query."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QStyle,
    QStyleOptionComboBox,
    QVBoxLayout,
    QWidget,
)

from tests.viz_app.listening import plain
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.probes import emissions, marked_language
from viz_app.design.theme import light_theme
from viz_app.widgets.choosers import CalmCombo, HeadChoice, KindCombo, KindPills, Segments
from viz_app.workbench.state import HeadPlace

# --------------------------------------------------------------------------------- test calm combo
# Entries of a chooser are replaced without a word.


def test_entries_are_shown_without_a_signal(qtbot):
    combo = CalmCombo()
    qtbot.addWidget(combo)
    heard = []
    combo.currentIndexChanged.connect(heard.append)
    combo.show_entries(["a", "b", "c"], 2)
    assert [combo.itemText(index) for index in range(combo.count())] == ["a", "b", "c"]
    assert combo.currentIndex() == 2
    combo.show_entries(["d"], 0)
    assert combo.currentText() == "d"
    combo.setItemData(0, "kept")  # what is there already stays
    combo.show_entries(["d"], 0)
    assert combo.currentData() == "kept"
    assert heard == []


def test_an_entry_that_has_no_room_ends_in_dots(qtbot):
    combo = CalmCombo(characters=8)
    qtbot.addWidget(combo)
    combo.resize(combo.sizeHint())
    for text in ("short", "aren-transliteration-2"):
        combo.show_entries([text], 0)
        shown = QStyleOptionComboBox()
        combo.initStyleOption(shown)
        whole = text == "short"
        assert (plain(shown.currentText) == text) is whole
        assert shown.currentText.endswith("…") is not whole


# ----------------------------------------------------------------------------------- test segments


@pytest.fixture
def segments(qtbot):
    names = ("table", "rotation")
    texts = {name: (name.title(), f"Show the {name}") for name in names}
    return on_screen(qtbot, Segments(light_theme(), names=names, texts=lambda: texts))


def test_the_first_is_pressed_and_showing_another_is_no_intent(segments):
    assert segments.current() == "table"
    button = segments.button("table")
    assert (button.text(), button.toolTip()) == ("Table", "Show the table")
    heard = emissions(segments)
    segments.set_current("rotation")
    assert (segments.current(), heard) == ("rotation", [])


def test_mouse_and_keyboard_press_another(qtbot, segments):
    heard = emissions(segments)
    qtbot.mouseClick(segments.button("rotation"), Qt.MouseButton.LeftButton)
    assert heard == [("picked", "rotation")]
    segments.set_current("table")
    segments.button("table").setFocus()
    qtbot.keyClick(segments.button("table"), Qt.Key.Key_Right)
    qtbot.keyClick(segments.button("rotation"), Qt.Key.Key_Space)
    assert segments.current() == "rotation"
    assert set(heard) == {("picked", "rotation")}


# -------------------------------------------------------------------------------- test head choice


def place(**changes):
    values = {"kind": "cross", "layer": 1, "head": 1, "n_layers": 2, "n_heads": 3}
    return HeadPlace(**{**values, **changes})


@pytest.fixture
def choice(qtbot):
    theme = THEMES["light"]
    choice = on_screen(qtbot, HeadChoice(theme, kinds=KindPills(theme)))
    choice.show_place(place())
    return choice


def items(box):
    return [box.itemText(index) for index in range(box.count())]


def test_it_shows_the_head_among_all(choice):
    assert items(choice.layer) == ["layer 1", "layer 2"]
    assert choice.layer.currentText() == "layer 2"
    assert items(choice.head) == ["head 1", "head 2", "head 3"]
    assert choice.head.currentText() == "head 2"


def test_queries_are_there_once_they_have_names(choice):
    assert not choice.query.isVisible()
    choice.show_queries(["<s> → a", "a → cat"], 1)
    assert choice.query.isVisible()
    assert choice.query.currentText() == "a → cat"


@pytest.mark.parametrize("size", ["normal", "presentation"])
def test_long_names_of_queries_are_shown_whole(qtbot, size):
    theme = light_theme(size)
    choice = on_screen(qtbot, HeadChoice(theme, kinds=None))
    choice.setFont(theme.font(theme.body))
    choice.resize(1200, choice.height())
    name = "extraordinarily → außerordentlich"[: 33 if size == "normal" else 24]
    choice.show_queries(["<s> → a", name], 0)
    room = choice.query.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox,
        _options(choice.query),
        QStyle.SubControl.SC_ComboBoxEditField,
        choice.query,
    )
    assert choice.query.fontMetrics().horizontalAdvance(name) <= room.width()
    assert choice.query.minimumSizeHint().width() < choice.query.width(), "it gives way"
    choice.show_queries(["w" * 500], 0)
    assert choice.query.width() <= 300 * theme.scale


def _options(combo):
    options = QStyleOptionComboBox()
    combo.initStyleOption(options)
    return options


def test_without_a_head_nothing_can_be_chosen(choice):
    choice.show_place(place(layer=0, head=0, n_layers=0, n_heads=0))
    assert not choice.layer.isEnabled()
    choice.show_place(place())
    assert choice.layer.isEnabled()


def test_showing_asks_for_nothing(choice):
    heard = emissions(choice)
    choice.show_place(place(kind="encoder", layer=0, head=2))
    choice.show_queries(["a", "b"], 1)
    assert heard == []


def test_what_is_chosen_is_asked_for(choice, qtbot):
    choice.show_queries(["a", "b"], 0)
    heard = emissions(choice)
    qtbot.keyClick(choice.layer, Qt.Key.Key_Up)
    choice.show_place(place(layer=0))
    qtbot.keyClick(choice.head, Qt.Key.Key_Down)
    qtbot.keyClick(choice.query, Qt.Key.Key_Down)
    assert heard == [
        ("head_picked", "cross", 0, 1),
        ("head_picked", "cross", 0, 2),
        ("query_picked", 1),
    ]


def test_a_kind_comes_with_the_head_that_is_chosen(qtbot):
    pills, combo = KindPills(THEMES["light"]), KindCombo()
    for kinds, pick in (
        (pills, lambda: qtbot.mouseClick(pills.button("decoder"), Qt.MouseButton.LeftButton)),
        (combo, lambda: qtbot.keyClick(combo, Qt.Key.Key_Up)),
    ):
        choice = on_screen(qtbot, HeadChoice(THEMES["light"], kinds=kinds))
        choice.show_place(place())
        heard = emissions(choice)
        pick()
        assert heard == [("head_picked", "decoder", 1, 1)]


def test_before_a_head_is_shown_no_kind_is_asked_for(qtbot):
    pills = KindPills(THEMES["light"])
    choice = HeadChoice(THEMES["light"], kinds=pills)
    qtbot.addWidget(choice)
    heard = emissions(choice)
    qtbot.mouseClick(pills.button("encoder"), Qt.MouseButton.LeftButton)
    assert heard == []


def test_the_list_shows_the_kind_and_follows_the_language(qtbot):
    combo = KindCombo()
    qtbot.addWidget(combo)
    combo.show_kind("decoder")
    assert combo.currentText() == "Decoder self"
    assert combo.accessibleName() == "Kind of attention"
    with marked_language():
        assert combo.currentText() == "«Decoder self»"
        assert combo.accessibleName() == "«Kind of attention»"


def test_names_are_in_the_language(qtbot):
    with marked_language():
        choice = on_screen(qtbot, HeadChoice(THEMES["light"], kinds=None))
        choice.show_place(place())
        boxes = (choice.layer, choice.head, choice.query)
        assert [box.accessibleName() for box in boxes] == ["«Layer»", "«Head»", "«Query»"]
        assert items(choice.layer)[0] == "«layer 1»"


# ------------------------------------------------------------------------------------ test buttons
# Where Tab lands in a group of buttons.


@pytest.fixture
def window(qtbot):
    """Pills between two fields, with the keyboard in the first."""
    window = QWidget()
    rows = QVBoxLayout(window)
    window.before, window.pills, window.after = QLineEdit(), KindPills(light_theme()), QLineEdit()
    for part in (window.before, window.pills, window.after):
        rows.addWidget(part)
    on_screen(qtbot, window).activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.before.setFocus()
    return window


def tab(qtbot, *, back=False):
    key = Qt.Key.Key_Backtab if back else Qt.Key.Key_Tab
    qtbot.keyClick(QApplication.focusWidget(), key)
    return QApplication.focusWidget()


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_tab_lands_on_the_checked_one_and_leaves_the_group(qtbot, window, kind):
    window.pills.show_kind(kind)
    assert tab(qtbot) is window.pills.button(kind)
    assert tab(qtbot) is window.after
    assert tab(qtbot, back=True) is window.pills.button(kind)
    assert tab(qtbot, back=True) is window.before


def test_it_does_when_another_was_checked_from_elsewhere(qtbot, window):
    window.pills.show_kind("encoder")
    tab(qtbot)
    window.pills.show_kind("cross")
    window.after.setFocus()
    assert tab(qtbot, back=True) is window.pills.button("cross")


def test_the_arrows_go_on_through_the_group(qtbot, window):
    window.pills.show_kind("encoder")
    first = tab(qtbot)
    qtbot.keyClick(first, Qt.Key.Key_Right)
    assert QApplication.focusWidget() is window.pills.button("decoder")
    assert tab(qtbot) is window.after
