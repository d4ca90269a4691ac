"""The band above the pictures."""

import dataclasses
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from tests.viz_app.dressed import dressed
from tests.viz_app.probes import emissions, focusable, marked_language
from tests.viz_app.states import shown, trace_of
from viz_app.design.theme import light_theme
from viz_app.panels.attention.intents import AttentionIntents
from viz_app.panels.attention.snapshot.panel import resolve_attention
from viz_app.panels.attention.views.tools import AttentionTools
from viz_app.workbench.state.attention_options import AttentionOptions

THEME = light_theme()
MEAN = AttentionOptions(view="links", combination="mean")


@pytest.fixture
def tools(qapp, qtbot):
    with dressed(qapp, THEME):
        window = QWidget()
        qtbot.addWidget(window)
        window.resize(2000, 400)
        tools = AttentionTools(THEME, AttentionIntents(window), parent=window)
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
        assert ("names of the rows" in tools.options.toolTip()) == left_out


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
    with marked_language():
        tools.side_by_side.setText("«a much longer way to say side by side»")
        QApplication.processEvents()
        resize(tools, 868)
        assert len(tops(tools)) == 2
    resize(tools, 868)
    assert len(tops(tools)) == 1


def test_choices_of_heads_are_options(tools, qtbot):
    show(tools, MEAN)
    heard = emissions(tools)
    next(one for one in tools.heads.menu.actions() if one.data() == 0.95).trigger()
    qtbot.mouseClick(tools.views.button("text"), Qt.MouseButton.LeftButton)
    assert heard == [("option_picked", "mass", 0.95), ("option_picked", "view", "text")]
