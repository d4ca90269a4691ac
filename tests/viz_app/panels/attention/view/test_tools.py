"""The band above the pictures."""

import dataclasses
import gc
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QWidget,
    QWidgetItem,
)

from tests.every import every
from tests.viz_app.dressed import dressed
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.probes import emissions, focusable, marked_language, spoken_name
from tests.viz_app.states import shown, trace_of
from viz_app.design.theme import light_theme
from viz_app.panels.attention.room import resolve_attention
from viz_app.panels.attention.view.tools import (
    AttentionTools,
    HeadBar,
    Row,
    ToolRows,
    rows_of,
    view_switch,
    wanted_tools,
)
from viz_app.workbench.snapshots.attention import resolve_focus
from viz_app.workbench.state import COMBINATIONS, VIEWS, AttentionOptions

# -------------------------------------------------------------------------------- test tool places
# Which row each tool stands in, by widths in px.


WIDTHS = {
    "pills": 360,
    "side_by_side": 110,
    "views": 250,
    "row_labels": 210,
    "options": 80,
    "combination": 200,
    "heads": 130,
}
GRID = ("pills", "side_by_side", "views", "row_labels", "options")


def rows_in(width, tools=tuple(WIDTHS)):
    return rows_of({tool: WIDTHS[tool] for tool in tools}, width=width, gap=10)


def tools_of(rows):
    """The tools of each row, from left to right."""
    return [list(row.tools) for row in rows]


@pytest.mark.parametrize(
    ("options", "more"),
    [
        (AttentionOptions(), set()),
        (AttentionOptions(view="focus"), {"combination"}),
        (AttentionOptions(view="focus", combination="mean"), {"combination", "heads"}),
        (AttentionOptions(view="text"), {"combination", "heads"}),
        (AttentionOptions(view="links"), {"combination", "heads"}),
        (AttentionOptions(view="links", combination="rollout"), {"combination", "heads"}),
    ],
)
def test_a_view_has_the_tools_that_it_is_about(options, more):
    assert wanted_tools(options) == set(GRID) | more


def test_row_labels_are_left_out_rather_than_that_they_cost_a_row():
    all_of_them = sum(WIDTHS[tool] for tool in GRID) + 4 * 10
    assert tools_of(rows_in(all_of_them, GRID)) == [list(GRID)]
    (row,) = tools_of(rows_in(all_of_them - 1, GRID))
    assert row == ["pills", "side_by_side", "views", "options"]


def test_wider_rows_are_never_more():
    counts = [len(rows_in(width)) for width in range(100, 1900, 10)]
    assert counts == sorted(counts, reverse=True)


def test_all_stand_in_one_row_if_they_can():
    needed = sum(WIDTHS.values()) + 6 * 10
    assert tools_of(rows_in(needed)) == [
        ["pills", "side_by_side", "views", "combination", "heads", "row_labels", "options"]
    ]


def test_what_the_options_have_too_is_left_out_rather_than_that_it_costs_a_row():
    one_less = sum(WIDTHS.values()) + 6 * 10 - 1
    (row,) = tools_of(rows_in(one_less))
    assert row == ["pills", "side_by_side", "views", "combination", "heads", "options"]
    (row,) = tools_of(rows_in(one_less - 220))
    assert row == ["pills", "side_by_side", "views", "heads", "options"]


def test_the_options_stand_at_the_right_edge_of_the_first_row_that_has_room():
    rows = rows_in(830)
    assert tools_of(rows) == [["pills", "side_by_side", "views", "options"], ["heads"]]
    assert rows[0].right == ("options",)


@every("width", range(100, 1900, 50))
def test_every_row_has_room_and_nothing_is_missing_but_what_the_options_have(width):
    rows = tools_of(rows_in(width))
    placed = [tool for row in rows for tool in row]
    assert set(WIDTHS) - set(placed) <= {"row_labels", "combination"}
    assert len(placed) == len(set(placed))
    needed = [sum(WIDTHS[tool] + 10 for tool in row) - 10 for row in rows]
    assert all(px <= width or len(row) == 1 for px, row in zip(needed, rows, strict=True))


# ---------------------------------------------------------------------------------- test tool rows
# Rows of tools: what Tab reaches in them, and what they leave behind in Python.


@pytest.fixture
def made(qtbot):
    """Makes a field, and a tool that is a row of two fields and a label; the fields by place."""

    def make():
        parent = QWidget()
        qtbot.addWidget(parent)
        group = QWidget(parent)
        row = QHBoxLayout(group)
        second, first, alone = QLineEdit(group), QLineEdit(group), QLineEdit(parent)
        for part in (first, QLabel(group), second):
            row.addWidget(part)
        rows = ToolRows(parent, {"views": alone, "heads": group}, unit=4)
        rows.fill((Row(left=("heads",), right=("views",)),))
        return parent, (first, second, alone)

    return make


def held():
    """How many places of rows Python holds."""
    gc.collect()
    return sum(type(one) is QWidgetItem for one in gc.get_objects())


def test_tab_goes_through_a_tool_as_its_row_has_it_whoever_was_made_first(made):
    _parent, (first, second, alone) = made()
    assert first.nextInFocusChain() is second
    assert second.nextInFocusChain() is alone


def test_python_holds_no_place_of_a_row(made):
    """When Qt deletes one, another widget may come to lie where it was, and be taken for it."""
    before = held()
    _parent, _fields = made()
    assert held() <= before


# -------------------------------------------------------------------------------------- test tools


THEME = light_theme()
MEAN = AttentionOptions(view="links", combination="mean")


@pytest.fixture
def tools(qapp, qtbot, room):
    with dressed(qapp, THEME):
        window = QWidget()
        qtbot.addWidget(window)
        window.resize(2000, 400)
        tools = AttentionTools(THEME, room.handle, parent=window)
        show(tools)
        window.show()
        resize(tools, 1248)
        yield tools


def show(tools, options=None, heads=8):
    trace = trace_of(layers=3, heads=heads)
    state = dataclasses.replace(shown(trace=trace), attention=options or AttentionOptions())
    tools.show_attention(resolve_attention(state))


def resize(tools, width):
    """As wide as said and as high as needed, as in a column."""
    for _ in range(2):  # the height depends on the rows, which depend on the width
        tools.resize(width, tools.sizeHint().height())
        QApplication.processEvents()


def tops(tools):
    """The heights at which the middles of what can be used are: one for each row."""
    return sorted({middle(tools, widget).y() for widget in in_view(tools)})


def middle(tools, widget):
    return widget.mapTo(tools, widget.rect().center())


def in_view(tools):
    return [widget for widget in focusable(tools) if widget.isVisible()]


def tab_order(tools):
    """What Tab reaches, from the first pill on."""
    reached, order = set(in_view(tools)), []
    widget = tools.pills.button("encoder")
    while widget not in order:
        if widget in reached:
            order.append(widget)
        widget = widget.nextInFocusChain()
    return order


def test_they_stand_in_one_row_and_the_options_say_what_is_left_out(tools):
    for width, left_out in ((1248, False), (868, True), (1248, False)):
        resize(tools, width)
        assert len(tops(tools)) == 1
        assert tools.row_labels.isVisible() != left_out
        assert tools.options.text() == ("More options" if left_out else "Options")
        assert ("row labels" in tools.options.toolTip()) == left_out


def test_the_heads_stand_in_the_same_row(tools):
    show(tools, MEAN)
    resize(tools, 1248)
    assert len(tops(tools)) == 1
    assert tools.heads.button.isVisible()


@pytest.mark.parametrize("width", [868, 1000, 1248, 1900])
@pytest.mark.parametrize("options", [AttentionOptions(), AttentionOptions(view="focus"), MEAN])
def test_nothing_is_cut_and_nothing_overlaps(tools, width, options):
    show(tools, options)
    resize(tools, width)
    used = in_view(tools)
    places = [
        widget.rect().translated(widget.mapTo(tools, widget.rect().topLeft())) for widget in used
    ]
    assert all(tools.rect().contains(place) for place in places)
    assert not [
        (one, other)
        for number, one in enumerate(places)
        for other in places[:number]
        if one.intersects(other)
    ]
    assert all(widget.width() >= widget.minimumSizeHint().width() for widget in used)
    buttons = [widget for widget in used if isinstance(widget, QAbstractButton)]
    assert all(button.width() >= button.sizeHint().width() for button in buttons)


@pytest.mark.parametrize("width", [868, 1248])
def test_tab_goes_along_the_rows(tools, width):
    show(tools, MEAN, heads=10)  # two more than at first
    resize(tools, width)
    order = tab_order(tools)
    assert set(order) == set(in_view(tools))
    places = [middle(tools, widget) for widget in order]
    assert all(
        after.y() > before.y() + 10 or after.x() > before.x() for before, after in pairwise(places)
    )


def test_the_keyboard_stays_where_it_is_when_the_rows_change(tools, qtbot):
    show(tools, MEAN)
    tools.activateWindow()
    qtbot.waitUntil(tools.isActiveWindow)
    for widget in (tools.heads.button, tools.options, tools.side_by_side):
        widget.setFocus()
        for width in (868, 1248, 868, 1248):
            resize(tools, width)
            assert QApplication.focusWidget() is widget


def test_the_keyboard_goes_on_from_what_is_left_out(tools, qtbot):
    tools.activateWindow()
    qtbot.waitUntil(tools.isActiveWindow)
    tools.row_labels.setFocus()
    resize(tools, 868)
    assert not tools.row_labels.isVisible()
    assert QApplication.focusWidget() in in_view(tools)


def test_longer_words_get_more_rows(tools):
    resize(tools, 868)
    usual = tools.side_by_side.text()
    for text in (usual * 8, usual):
        tools.side_by_side.setText(text)
        QApplication.processEvents()
        resize(tools, 868)
        assert (len(tops(tools)) == 1) == (text == usual)


# ----------------------------------------------------------------------------------- test head bar
# Which heads a picture is about.


@pytest.fixture
def bar(qtbot, room):
    window = QWidget()
    qtbot.addWidget(window)
    bar = HeadBar(room.handle, window)
    row = QHBoxLayout(window)
    for part in (bar.combination, bar.button):
        row.addWidget(part)
    window.show()
    yield bar  # and the window stays


def head_bar_show(bar, **options):
    chosen = AttentionOptions(**options)
    state = dataclasses.replace(shown(), attention=chosen)
    bar.show_options(chosen, resolve_focus(state), THEMES["light"])


def test_the_combination_is_shown(bar):
    for combination in COMBINATIONS:
        head_bar_show(bar, view="focus", combination=combination)
        assert bar.combination.currentData() == combination


def mass_action(bar, mass):
    return next(action for action in bar.menu.actions() if action.data() == mass)


@pytest.mark.parametrize("view", ["links", "text"])
def test_links_and_text_are_about_chosen_heads(bar, view):
    head_bar_show(bar, view=view)
    assert [action.isChecked() for action in bar.menu.actions()[:2]] == [True, False]
    head_bar_show(bar, view=view, heads=(0, 1))
    assert bar.every.isChecked()


def test_a_mean_is_about_all_heads_until_some_are_chosen(bar):
    head_bar_show(bar, view="focus", combination="mean")
    assert bar.every.isChecked()


def test_the_share_of_the_links_is_shown(bar):
    head_bar_show(bar, view="links", mass=0.8)
    assert mass_action(bar, 0.8).isChecked()
    assert bar.button.text() == "Head 1 · 80%"


def show_heads(bar, count):
    state = shown(trace=trace_of(heads=count), attention=AttentionOptions(view="links"))
    bar.show_options(state.attention, resolve_focus(state), THEMES["light"])


def test_there_is_a_line_for_each_head(bar):
    for count in (2, 5, 3):
        show_heads(bar, count)
        texts = [action.text() for action in bar.menu.actions()[:count]]
        assert texts == [f"head {head + 1}" for head in range(count)]
        assert bar.menu.actions()[count] is bar.every


@pytest.mark.parametrize(
    ("heads", "text"),
    [((2,), "Head 3"), ((0, 2), "Heads 1, 3"), ((0, 1, 2, 4), "4 of 5 heads"), ((), "All heads")],
)
def test_the_button_says_which_heads_are_chosen(bar, heads, text):
    chosen = AttentionOptions(view="text", combination="mean", heads=heads)
    focus = resolve_focus(shown(trace=trace_of(heads=5), attention=chosen))
    bar.show_options(chosen, focus, THEMES["light"])
    assert bar.button.text() == text


def test_the_menu_stays_open_while_heads_are_switched(bar, qtbot, room):
    show_heads(bar, 5)
    bar.menu.popup(bar.button.mapToGlobal(bar.button.rect().bottomLeft()))
    place = bar.menu.actionGeometry(bar.menu.actions()[3]).center()
    qtbot.mouseClick(bar.menu, Qt.MouseButton.LeftButton, pos=place)
    qtbot.keyClick(bar.menu, Qt.Key.Key_Up)
    qtbot.keyClick(bar.menu, Qt.Key.Key_Space)
    assert bar.menu.isVisible()
    assert room.heard == [("head_toggled", 3), ("head_toggled", 2)]
    qtbot.keyClick(bar.menu, Qt.Key.Key_Escape)
    assert not bar.menu.isVisible()


def test_buttons_and_choices_are_intents(bar, qtbot, room):
    head_bar_show(bar, view="links")
    assert room.heard == []
    bar.menu.actions()[1].trigger()
    bar.every.trigger()
    qtbot.keyClick(bar.combination, Qt.Key.Key_Down)
    mass_action(bar, 0.95).trigger()
    assert room.heard == [
        ("head_toggled", 1),
        ("all_heads_chosen", True),
        ("option_picked", "combination", "mean"),
        ("option_picked", "mass", 0.95),
    ]


def test_everything_has_a_name_and_a_tip(bar):
    head_bar_show(bar, view="links")
    for widget in focusable(bar.button.window()):
        assert spoken_name(widget), widget
        assert widget.toolTip(), widget


# --------------------------------------------------------------------------------- test view switch


@pytest.fixture
def switch(qtbot):
    return on_screen(qtbot, view_switch(THEMES["light"]))


@pytest.mark.parametrize("view", VIEWS)
def test_one_view_is_shown_at_a_time_without_an_intent(switch, view):
    heard = emissions(switch)
    switch.set_current(view)
    assert [other for other in VIEWS if switch.button(other).isChecked()] == [view]
    assert heard == []


@pytest.mark.parametrize("view", VIEWS)
def test_a_button_picks_its_view_by_mouse_and_by_key(switch, qtbot, view):
    heard = emissions(switch)
    qtbot.mouseClick(switch.button(view), Qt.MouseButton.LeftButton)
    qtbot.keyClick(switch.button(view), Qt.Key.Key_Space)
    assert heard == [("picked", view)] * 2


def test_a_screen_reader_says_the_word_on_a_button(switch):
    for view in VIEWS:
        text = switch.button(view).text()
        assert spoken_name(switch.button(view)) == text != ""


def test_every_button_has_a_name_and_a_tip_in_the_language(switch):
    with marked_language():
        for view in VIEWS:
            assert switch.button(view).text().startswith("«")
            assert switch.button(view).toolTip().startswith("«")
            assert spoken_name(switch.button(view)).startswith("«")
