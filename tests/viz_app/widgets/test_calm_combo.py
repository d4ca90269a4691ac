"""Entries of a chooser are replaced without a word."""

from PySide6.QtWidgets import QStyleOptionComboBox

from tests.viz_app.listening import plain
from viz_app.widgets.calm_combo import CalmCombo


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
    assert heard == []


def test_entries_that_are_there_already_stay(qtbot):
    combo = CalmCombo()
    qtbot.addWidget(combo)
    combo.show_entries(["a", "b"], 0)
    combo.setItemData(1, "kept")
    combo.show_entries(["a", "b"], 1)
    assert combo.currentData() == "kept"


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
