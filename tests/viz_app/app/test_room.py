"""The picture has the room: its share of the window, at presentation size too; nothing moves."""

import dataclasses

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.viz_app.app.shown_window import LONG, OPTIONS, settle, show, show_state
from tests.viz_app.probes import focusable
from tests.viz_app.states import shown, trace_of
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.texts.sentences import axes_sentence, short_axes_sentence
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.state import AttentionOptions, Cell, Playback, Selection

pytestmark = pytest.mark.window

LEAST_SHARE = 0.6
"""Of the height below the menu, that pictures have."""

VIEWS = {
    **OPTIONS,
    "text": AttentionOptions(view="text"),
    "links of one head": AttentionOptions(view="links"),
    "grid side by side": AttentionOptions(side_by_side=True),
    "focus side by side": AttentionOptions(view="focus", side_by_side=True),
}
TOKENS = (*LONG, "</s>")
SHORT = ("我", "有", "一", "只", "猫", "。", "</s>")
MATRICES = {"13 × 13": ("encoder", TOKENS, LONG[:6]), "cross": ("cross", SHORT, LONG)}


def painted(view):
    """Where a picture is painted, in the window's px."""
    return view.picture_rect().translated(QPointF(view.mapTo(view.window(), QPoint(0, 0))))


def share(window):
    """Of the height below the menu, what pictures have of it where most of them stand."""
    pictures = [view for view in window.findChildren(PictureView) if view.isVisible()]
    places = [painted(view) for view in pictures]
    widest = max(places, key=lambda place: place.width()).center().x()
    heights = [place.height() for place in places if place.left() <= widest <= place.right()]
    return sum(heights) / (window.height() - window.menuBar().height())


@pytest.mark.parametrize(
    ("size", "view"),
    [*(("normal", view) for view in VIEWS), ("presentation", "grid"), ("presentation", "focus")],
)
def test_at_1280_by_800_most_of_the_height_is_the_pictures(opened, language, size, view):
    window = opened(size, (1280, 800))
    show(window, VIEWS[view])
    assert share(window) >= LEAST_SHARE


def cells(window):
    """The rectangle of the focused head's cells, as it was painted."""
    window.grab()
    return window.attention.focus.spots().viewport


@pytest.mark.parametrize("matrix", MATRICES)
@pytest.mark.parametrize("view", ["grid", "focus"])
@pytest.mark.parametrize("extent", [(1280, 800), (1920, 1080)])
def test_presentation_size_makes_no_heatmap_notably_smaller(opened, matrix, view, extent):
    kind, source, target = MATRICES[matrix]
    sizes = {}
    for size in ("normal", "presentation"):
        window = opened(size, extent)
        selection = Selection(kind=kind, step=len(target))
        show(window, VIEWS[view], target, source=source, selection=selection)
        sizes[size] = cells(window)
        assert len(window.attention.focus.spots().rows) == 13  # every row has its name
    assert sizes["presentation"].width() >= sizes["normal"].width()
    # the text of the tabs and steps is larger too, which takes some px
    assert sizes["presentation"].height() >= 0.92 * sizes["normal"].height()


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
@pytest.mark.parametrize("view", ["grid", "focus"])
@pytest.mark.parametrize("extent", [(1280, 800), (1920, 1080)])
def test_presentation_size_makes_no_tile_smaller(opened, kind, view, extent):
    sizes = {}
    for size in ("normal", "presentation"):
        window = opened(size, extent)
        sizes[size] = []
        for target in (LONG[:5], LONG):
            selection = Selection(kind=kind, step=len(target))
            show(window, VIEWS[view], target, source=SHORT, selection=selection)
            window.grab()
            tile = window.attention.mosaic.spots().tile(0, 0).rect
            sizes[size] += [round(tile.width()), round(tile.height())]
    pairs = zip(sizes["normal"], sizes["presentation"], strict=True)
    assert [pair for pair in pairs if pair[1] < pair[0]] == []


@pytest.mark.parametrize("extent", [(1280, 800), (1920, 1080)])
def test_few_tokens_fill_the_mosaic(opened, extent):
    window = opened("normal", extent)
    show(window, VIEWS["grid"], LONG[:5], source=SHORT, selection=Selection(kind="cross"))
    window.grab()
    mosaic = window.attention.mosaic
    layout = mosaic.spots()
    tiles = layout.tile(0, 0).rect.united(layout.tile(2, 7).rect)
    assert tiles.height() >= 0.85 * mosaic.height()
    assert tiles.width() >= 0.85 * mosaic.width()


def test_beside_a_legend_it_is_still_said_what_rows_and_columns_are(opened, language):
    window = opened("presentation", (1280, 800))
    show(window, VIEWS["grid"], LONG, source=SHORT, selection=Selection(kind="decoder"))
    window.grab()
    titles = window.attention.focus.spots().titles
    axes = (axes_sentence("decoder", "both"), short_axes_sentence())
    assert titles.subtitle_text in axes or titles.aside in axes
    assert not titles.title.intersects(titles.subtitle)


def test_presentation_size_enlarges_the_text_of_the_frame_more_than_the_frame(opened):
    heights, texts = [], []
    for size in ("normal", "presentation"):
        window = opened(size, (1280, 800))
        timeline, bars = window.timeline, (window.menuBar(), window.header, window.attention.tools)
        heights.append(sum(bar.height() for bar in (*bars, timeline, window.statusBar())))
        pill, tabs = window.attention.pills.button("cross"), window.tabs.bars["understand"]
        shown = [pill, tabs, timeline.player.play, window.header.source]
        texts.append([part.fontInfo().pixelSize() for part in shown])
        painted = timeline.tokens.theme, timeline.candidates.theme
        texts[-1] += [size for theme in painted for size in (theme.small, theme.body, theme.large)]
    assert all(large >= 1.2 * usual for usual, large in zip(*texts, strict=True))
    assert heights[0] <= heights[1] <= 1.2 * heights[0]


# ------------------------------------------------------------------- what has no room says so


def test_a_long_sentence_under_a_large_heatmap_is_told_by_hovering_too(opened):
    window = opened("presentation", (1280, 800))
    focus = window.attention.focus
    layout = cells(window) and focus.spots()
    assert layout.sentence.height() <= 1.5 * window.theme.body
    QTest.mouseMove(focus, layout.sentence.center().toPoint())
    focus.hover(layout.sentence.center())
    assert window.sentence.text() == focus.sentence()


def test_tools_without_room_are_told_of_and_stand_in_the_menu_of_the_options(opened):
    window = opened("normal", (1280, 800))
    tools = window.attention.tools
    show(window, OPTIONS["grid"])
    assert tools.options.text() == "Options"
    show(window, OPTIONS["links"])
    assert not tools.row_labels.isVisible()
    assert tools.options.text() == "More options"
    names = [
        action.menu().objectName() for action in tools.options.menu().actions() if action.menu()
    ]
    assert {"menu-row-labels", "menu-option-combination"} <= set(names)
    window.menus.action("row_labels_fed").trigger()
    assert window.rooms.attention.apply.__self__.now.selection.row_labels == "fed"
    assert "3 layers × 8 heads" in window.header.models.accessibleDescription()


# --------------------------------------------------------------------------- nothing moves


def geometry(window):
    """Where every widget in view is."""
    return {
        view: QRect(view.mapTo(window, QPoint(0, 0)), view.size())
        for view in window.findChildren(QWidget)
        if view.isVisible() and view.window() is window
    }


def moved(before, after):
    return [
        (type(view).__name__, view.objectName(), before[view], after.get(view))
        for view in before
        if before[view] != after.get(view)
    ]


def bench(**fields):
    trace = trace_of(TOKENS, source=TOKENS, layers=3, heads=8).stopped("end of sentence")
    return shown(trace=trace, **fields)


@pytest.mark.parametrize("size", ["normal", "presentation"])
@pytest.mark.parametrize("view", ["grid", "focus", "links"])
def test_hovering_moves_nothing(opened, size, view):
    window = opened(size, (1280, 800))
    show_state(window, bench(attention=OPTIONS[view]))
    before = geometry(window)
    picture = window.attention.pictures.current()
    for x, y in ((0.5, 0.5), (0.3, 0.05), (0.5, 0.95), (0.9, 0.5)):
        picture.hover(QPointF(x * picture.width(), y * picture.height()))
        settle()
        assert moved(before, geometry(window)) == []
    window.sentence.setText("a long sentence on what is under the mouse " * 20)
    settle()
    assert moved(before, geometry(window)) == []


@pytest.mark.parametrize("folded", [True, False])
def test_the_focus_moves_nothing(opened, qtbot, folded):
    window = opened("normal", (1280, 800))
    window.timeline.set_folded(folded=folded)
    show_state(window, bench(attention=OPTIONS["links"]))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    before = geometry(window)
    for view in focusable(window):
        if view.isVisible() and view.isEnabled():
            view.setFocus(Qt.FocusReason.TabFocusReason)
            view.updateGeometry()  # whatever asks for a new layout, it comes out the same
            settle()
            assert moved(before, geometry(window)) == []


def test_play_and_pause_move_nothing(opened, language):
    window = opened("normal", (1280, 800))
    show_state(window, bench())
    before = geometry(window)
    window.timeline.set_snapshot(resolve_timeline(bench(playback=Playback(playing=True))))
    settle()
    assert moved(before, geometry(window)) == []


def test_steps_and_bold_names_move_nothing_around_the_pictures(opened):
    window = opened("normal", (1280, 800))
    show_state(window, bench())
    before, chips = geometry(window), window.timeline.tokens
    places = [chips.chip_rect(step) for step in range(13)]
    for step in range(13):
        state = bench(selection=Selection(kind="cross", step=step))
        show_state(window, state)
        scrolled = set(chips.parent().parent().findChildren(QWidget))
        after = geometry(window)
        assert [m for m in moved(before, after) if m[0] not in names(scrolled)] == []
        assert [chips.chip_rect(number) for number in range(13)] == places
    show_state(window, bench(attention=OPTIONS["focus"]))
    before, places = geometry(window), cells(window)
    selection = dataclasses.replace(bench().selection, cell=Cell(2, 3))
    show_state(window, bench(attention=OPTIONS["focus"], selection=selection))
    assert cells(window) == places
    assert moved(before, geometry(window)) == [], "nor a cursor in the heatmap"


def names(views):
    """Types of widgets that scroll with what they show."""
    return {type(view).__name__ for view in views}


# ------------------------------------------------------------------------ the timeline folds


def test_the_timeline_is_one_line_until_it_is_unfolded(opened):
    window = opened("normal", (1280, 800))
    timeline, picture = window.timeline, window.attention.mosaic
    line, height = timeline.height(), picture.height()
    assert line <= 60
    for part in (timeline.slider, timeline.step_label, timeline.tokens, timeline.best):
        assert part.isVisible()
    assert not timeline.translation.isVisible()
    assert timeline.best.shown()[0] == "more"
    timeline.set_folded(folded=False)
    settle()
    assert timeline.translation.isVisible()
    assert timeline.candidates.isVisible()
    assert picture.height() < height
    timeline.set_folded(folded=True)
    settle()
    assert (timeline.height(), picture.height()) == (line, height)


def test_all_candidates_and_the_entropy_are_one_hover_away(opened):
    window = opened("normal", (1280, 800))
    tip = window.timeline.best.toolTip()
    for token in ("more", "one", "two"):
        assert token in tip
    assert "1.32 bits" in tip
    assert QApplication.activePopupWidget() is None
