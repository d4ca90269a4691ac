from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from model.config import DEVICES
from model.messages import Message
from tests.viz_app.probes import emissions
from tests.viz_app.states import MODELS, shown
from viz_app.app.header_snapshot import resolve_header
from viz_app.app.menus import entries
from viz_app.app.menus.menu_bar import EditMenu, Menus
from viz_app.app.panels import ATTENTION, PANELS
from viz_app.storage.settings import Settings
from viz_app.workbench.room import PLACES
from viz_app.workbench.state import Selection, Workbench

STEP = Message("branch “{branch}” deleted", {"branch": "salt & pepper"})


@pytest.fixture
def menu(qtbot):
    above = QMenu()
    qtbot.addWidget(above)
    return EditMenu(above)


def test_without_a_step_there_is_nothing_to_take_back(menu):
    for name, text, keys in (("undo", "&Undo", "Ctrl+Z"), ("redo", "&Redo", "Ctrl+Shift+Z")):
        assert QKeySequence(keys) in menu.action(name).shortcuts()
        assert menu.action(name).text() == text
        assert not menu.action(name).isEnabled()


def test_each_entry_names_its_step_as_plain_text(menu):
    menu.set_steps(undo=STEP, redo=None)
    assert menu.action("undo").text() == "&Undo: branch “salt && pepper” deleted"
    assert menu.action("undo").isEnabled()
    assert menu.action("redo").text() == "&Redo"
    menu.set_steps(undo=None, redo=STEP)
    assert menu.action("undo").text() == "&Undo"
    assert menu.action("redo").text() == "&Redo: branch “salt && pepper” deleted"


@pytest.fixture
def bar(qtbot):
    bar = QMenuBar()
    qtbot.addWidget(bar)
    return bar


@pytest.fixture
def menus(bar):
    return Menus(bar)


CHOICES = {
    "place": entries.PLACE_ENTRIES,
    "tab": {name: entry for place in PLACES for name, entry in entries.tab_entries(place).items()},
    "kind": entries.KINDS,
    "row_labels": entries.ROW_LABELS,
    "theme": entries.THEMES,
    "language": entries.LANGUAGES,
}


def checked(menus, choice):
    return [value for value in CHOICES[choice] if menus.action(f"{choice}_{value}").isChecked()]


def load_entries(bar):
    (model,) = (action.menu() for action in bar.actions() if action.text() == "&Model")
    (load,) = (action.menu() for action in model.actions() if action.text() == "Load &model")
    return load.actions()


def test_keys_come_in_the_order_of_the_menus(bar, menus):
    in_order = []
    for action, _ in menus.keys().items():
        menu = action.parent()
        while menu.parent() is not bar:
            menu = menu.parent()
        in_order.append(menu.objectName())
    assert list(dict.fromkeys(in_order)) == [action.menu().objectName() for action in bar.actions()]


@pytest.mark.parametrize("panel", PANELS)
def test_no_keys_are_used_twice(menus, panel):
    menus.set_tab(panel.name)
    keys = Counter(key.toString() for action in menus.all_actions() for key in action.shortcuts())
    assert max(keys.values()) == 1


def test_no_mnemonic_is_used_twice_in_a_menu(bar, menus):
    for menu in [bar, *bar.findChildren(type(bar.actions()[0].menu()))]:
        letters = [
            action.text()[action.text().index("&") + 1].lower()
            for action in menu.actions()
            if "&" in action.text()
        ]
        assert len(letters) == len(set(letters)), letters


def test_the_digits_with_alt_are_the_place_s_in_front(menus):
    menus.set_tab("attention")
    assert QKeySequence("Alt+1") in menus.action("kind_encoder").shortcuts()
    assert QKeySequence("Alt+4") in menus.attention.action("view_grid").shortcuts()
    assert QKeySequence("Alt+8") in menus.attention.action("side_by_side").shortcuts()
    for place in ("understand", "train"):
        tabs = list(entries.tab_entries(place))
        menus.set_tab(tabs[0])
        for number, name in enumerate(tabs):
            assert QKeySequence(f"Alt+{number + 1}") in menus.action(f"tab_{name}").shortcuts()
        assert menus.action("kind_encoder").shortcuts() == []
        assert menus.attention.action("view_grid").shortcuts() == []


def test_every_tab_has_one_entry_and_what_has_one_tab_is_a_place(menus):
    found = [
        name
        for place in PLACES
        for name in entries.tab_entries(place)
        if menus.action(f"tab_{name}")
    ]
    assert found == [panel.name for panel in PANELS if panel is not ATTENTION]


def test_choices_say_what_was_picked(menus):
    heard = emissions(menus)
    menus.action("place_train").trigger()
    menus.action("tab_masks").trigger()
    menus.action("kind_encoder").trigger()
    menus.action("row_labels_fed").trigger()
    menus.action("theme_dark").trigger()
    menus.action("language_zh_CN").trigger()
    menus.action("presentation").trigger()
    menus.action("presentation").trigger()
    menus.action("device_cuda").trigger()
    assert heard == [
        ("place_picked", "train"),
        ("tab_picked", "masks"),
        ("kind_picked", "encoder"),
        ("row_labels_picked", "fed"),
        ("setting_picked", "theme", "dark"),
        ("setting_picked", "language", "zh_CN"),
        ("setting_picked", "size", "presentation"),
        ("setting_picked", "size", "normal"),
        ("device_picked", "cuda"),
    ]
    menus.set_settings(Settings(device="cpu"))
    assert menus.action("device_cpu").isChecked()
    assert {f"device_{name}" for name in DEVICES} == {f"device_{name}" for name in entries.DEVICES}


def test_setters_mark_and_emit_nothing(menus):
    heard = emissions(menus)
    for action in menus.all_actions():
        assert action.text() and action.toolTip() and action.statusTip()
    for bench, stops, saves in ((None, 0, 0), (shown(translating=True), 1, 1), (Workbench(), 0, 0)):
        if bench is not None:
            menus.set_snapshot(resolve_header(bench))
        assert menus.action("stop").isEnabled() == bool(stops)
        assert menus.action("save_model").isEnabled() == bool(saves)
    menus.set_settings(Settings(theme="light", language="en", size="presentation"))
    menus.set_selection(Selection(kind="decoder", row_labels="predicted"))
    menus.set_tab("positions")
    menus.set_snapshot(resolve_header(shown()))
    assert heard == []
    assert checked(menus, "theme") == ["light"]
    assert checked(menus, "language") == ["en"]
    assert checked(menus, "kind") == ["decoder"]
    assert checked(menus, "row_labels") == ["predicted"]
    assert checked(menus, "place") == ["understand"]
    assert checked(menus, "tab") == ["positions"]
    assert menus.action("presentation").isChecked()
    menus.action("tab_positions").trigger()
    assert checked(menus, "tab") == ["positions"], "also who picks the tab in front"
    names = [menus.action(f"language_{language}").text() for language in ("en", "zh_CN")]
    assert names == ["English", "简体中文"]


def test_models_can_be_loaded_by_name(bar, menus):
    menus.set_snapshot(resolve_header(Workbench(models=MODELS)))
    entries = load_entries(bar)
    assert [entry.text() for entry in entries] == ["zh-en", "copy", "mine"]
    heard = emissions(menus)
    entries[2].trigger()
    assert heard == [("model_picked", Path("/trained/mine.safetensors"))]
