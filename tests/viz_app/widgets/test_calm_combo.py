"""Entries of a chooser are replaced without a word."""

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
