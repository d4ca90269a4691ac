"""A panel is cheap: its folder, and its line in the list."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from viz_app.app.app_state import AppState, tab_opened
from viz_app.app.late_panels import LatePanels, rooms_of
from viz_app.app.main_window import MainWindow
from viz_app.app.panels import PANELS, tabs_of
from viz_app.design.theme import light_theme
from viz_app.engine.presenter import Presenter
from viz_app.engine.store import Store
from viz_app.workbench.room import Panel, PanelParts

ROOT = Path(__file__).resolve().parents[3]
NAMES_BLEU = re.compile(
    r"viz_app\.panels\.bleu"  # its modules
    r"|panels import .*\bBLEU\b"  # what it declares
    r'|\b(tab|name|panel|late|pages|slices|show_tab)\b[^\n"]*"bleu"'  # its name
)


@pytest.mark.parametrize(
    ("line", "is_named"),
    [
        ("from viz_app.panels.bleu.panel import BLEU", True),
        ("from viz_app.app.panels import ATTENTION, BLEU", True),
        ('if room.bench.tab == "bleu":', True),
        ('self.late["bleu"].made.connect(self.walk)', True),
        ('self.show_tab("bleu")', True),
        ('SCORES = ("validation_loss", "bleu", "chrf", "exact")', False),
        ("from sacrebleu.metrics.bleu import BLEU", False),
        ('text = self.tr("BLEU")', False),
    ],
)
def test_a_panel_is_named_by_module_by_declaration_or_as_a_tab(line, is_named):
    assert bool(NAMES_BLEU.search(line)) == is_named


def test_at_most_three_files_outside_its_folder_name_a_panel():
    files = [path for top in ("model", "viz_app") for path in (ROOT / top).rglob("*.py")]
    outside = [path for path in files if "panels/bleu" not in path.as_posix()]
    naming = {path for path in outside if NAMES_BLEU.search(path.read_text(encoding="utf-8"))}
    assert ROOT / "viz_app" / "app" / "panels.py" in naming
    assert len(naming) <= 3


# ------------------------------------------------------------------------ one more panel


@dataclass(frozen=True)
class Count:
    """The slice of a panel that counts."""

    pressed: int = 0


class CountLabel(QLabel):
    """Its view."""

    def __init__(self, theme, room, parent):
        super().__init__(parent)
        self.press = room.does(pressed)
        self.set_theme(theme)

    def set_theme(self, theme):
        self.theme = theme

    def set_snapshot(self, snapshot):
        self.setText(snapshot or "")


def pressed(room, times):
    return room.changed(pressed=room.own.pressed + times)


def resolve_count(room):
    return f"pressed {room.own.pressed} ×" if room.bench.tab == "count" else None


COUNT = Panel(
    name="count",
    title="Count",
    tip="How often it was pressed",
    entry="Co&unt",
    entry_tip="Press it",
    place="understand",
    parts=lambda: PanelParts(Count(), CountLabel, resolve_count, questions=lambda _: ()),
)
ONE_MORE = (*PANELS, COUNT)


@pytest.fixture
def counting(qtbot, desk, model_cache):
    """A window with one more panel, and its state."""
    store = Store(AppState())
    window = MainWindow(light_theme(), ONE_MORE, rooms=rooms_of(store))
    qtbot.addWidget(window)
    window.allow_close()
    late = LatePanels(store, desk, model_cache, presenter=Presenter(store, window), parent=window)
    late.join(window.late, ONE_MORE)
    window.tabs.tab_shown.connect(lambda tab: store.apply(lambda state: tab_opened(state, tab)))
    window.furnish()
    window.show()
    QApplication.processEvents()
    return window, store


def test_one_more_panel_has_a_tab_a_menu_entry_and_a_key(counting):
    window, _ = counting
    bar, before = window.tabs.bars["understand"], len(tabs_of("understand"))
    assert bar.count() == before + 1
    assert bar.tabText(before) == "Count"
    assert bar.tabToolTip(before) == f"How often it was pressed (Alt+{before + 1})"
    entry = window.menus.action("tab_count")
    assert (entry.text(), entry.statusTip()) == ("Co&unt", "Press it")
    assert entry.shortcuts() == []
    window.tabs.show_place("understand")
    assert entry.shortcut().toString() == f"Alt+{before + 1}"


def test_one_more_lesson_is_led_to_and_leads_on(counting):
    window, _ = counting
    window.show_tab(tabs_of("understand")[-1].name)
    assert window.next.text() == "Next: Count →"
    window.next.click()
    assert window.tabs.current_name() == "count"


def test_one_more_panel_is_made_when_it_is_looked_at_and_says_what_its_user_does(counting):
    window, store = counting
    page = window.late["count"]
    assert page.panel is None
    window.menus.action("tab_count").trigger()
    view = page.make()
    assert isinstance(view, CountLabel)
    assert window.tabs.page() is page
    assert page.isVisible()
    assert window.menus.action("tab_count").isChecked()
    assert view.text() == "pressed 0 ×"
    view.press(2)
    assert store.state.slices["count"] == Count(pressed=2)
    assert view.text() == "pressed 2 ×"
