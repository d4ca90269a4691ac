"""What stands around the pictures in a low window: read back in px from the whole window."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSlider,
    QTabBar,
    QWidget,
)

from tests.viz_app.app.shown_window import LONG, OPTIONS, settle, show, show_state
from tests.viz_app.branch_traces import branched_state
from tests.viz_app.probes import focusable, spoken_name
from viz_app.app.panels import PANELS, tabs_of
from viz_app.panels.timeline.view.branches import BranchList
from viz_app.panels.timeline.view.candidates import CandidateBars

pytestmark = pytest.mark.window

LEAST_PICTURE = 340
"""Height in px that the pictures have on a projector."""

SIZES = [
    ("normal", (900, 600)),
    ("normal", (1280, 800)),
    ("presentation", (1024, 768)),
    ("presentation", (1280, 800)),
    ("presentation", (1366, 768)),
]
WORDED = (QAbstractButton, QLabel)
PARTS = (QAbstractButton, QComboBox, QLabel, QLineEdit, QSlider, QTabBar, QScrollArea)
PARTS += (BranchList, CandidateBars)


def picture(window):
    """The picture beside the mosaic, or one of those side by side."""
    columns = window.attention.columns
    side_by_side = columns is not None and columns.isVisible()
    return columns.pictures["cross"] if side_by_side else window.attention.pictures


def parts(window):
    """What can be read or used around the pictures, and the pictures."""
    around = (window.tabs.places, window.header, window.attention.tools, window.timeline)
    inside = [child for view in around for child in (view, *view.findChildren(QWidget))]
    found = [
        child
        for child in inside
        if isinstance(child, PARTS)
        and child.isVisible()
        and not isinstance(child.parent(), QTabBar | QLineEdit)  # their own buttons stand on them
    ]
    return [*found, picture(window)]


def place(window, part):
    return QRect(part.mapTo(window, part.rect().topLeft()), part.size())


def cut(window):
    """Parts that have less room than their words need, or that something else cuts."""
    return [
        (type(part).__name__, spoken_name(part), part.size(), part.sizeHint())
        for part in parts(window)
        if part.visibleRegion().boundingRect() != part.rect()
        or (isinstance(part, WORDED) and part.width() < part.sizeHint().width())
        or part.height() < part.fontMetrics().height()
    ]


def overlapping(window):
    pairs = combinations(parts(window), 2)
    return [pair for pair in pairs if place(window, pair[0]).intersects(place(window, pair[1]))]


# ------------------------------------------------------------------------------ room


@pytest.mark.parametrize("view", OPTIONS)
def test_on_a_projector_the_pictures_have_their_height(opened, language, view):
    window = opened("presentation", (1280, 800))
    show(window, OPTIONS[view])
    assert picture(window).height() >= LEAST_PICTURE
    if not OPTIONS[view].side_by_side:
        assert window.attention.mosaic.height() >= LEAST_PICTURE - 4


def test_they_have_more_than_half_of_it_on_a_small_one(opened):
    window = opened("presentation", (1024, 768))
    for options in OPTIONS.values():
        show(window, options)
        assert picture(window).height() >= 270
    window = opened("normal", (900, 600))
    assert picture(window).height() >= 300, "half of a small window"


@pytest.mark.parametrize(("size", "extent"), SIZES)
def test_nothing_is_cut_and_nothing_overlaps(opened, language, size, extent):
    window = opened(size, extent)
    for options in OPTIONS.values():
        for target in (LONG[:6], LONG):
            show(window, options, target)
            assert cut(window) == []
            assert overlapping(window) == []


@pytest.mark.parametrize(("size", "extent"), SIZES)
def test_branches_have_their_room(opened, language, size, extent):
    window = opened(size, extent)
    window.timeline.set_folded(folded=False)
    for compared in (False, True):
        window.timeline.side.to_candidates.click()
        show_state(window, branched_state(compared=compared))
        assert cut(window) == []
        assert overlapping(window) == []
        window.timeline.side.show_branches()
        settle()
        assert window.timeline.branches.isVisible()
        assert cut(window) == []
        assert overlapping(window) == []
    window.timeline.edit_target()  # there is room for a target, too
    settle()
    assert window.timeline.translation.isVisible()
    assert cut(window) == []
    assert overlapping(window) == []


@pytest.mark.parametrize("size", ["normal", "presentation"])
def test_the_way_on_is_visible_on_a_small_laptop(opened, language, size):
    window = opened(size, (1366, 700))
    for panel in tabs_of("understand", PANELS):
        window.show_tab(panel.name)
        settle()
        way_on = window.next
        assert way_on.isVisible()
        assert way_on.visibleRegion().boundingRect() == way_on.rect()
        assert way_on.width() >= way_on.sizeHint().width()


# ------------------------------------------------------------------- what there is to see


def test_at_normal_size_nothing_is_left_out(opened):
    window = opened("normal", (1280, 800))
    timeline, attention = window.timeline, window.attention
    assert window.header.model_info.isVisible()
    assert attention.row_labels.isVisible()
    assert timeline.slider.isVisible()
    assert timeline.player.play.text() == "Play"
    timeline.set_folded(folded=False)
    settle()
    assert timeline.translation.isVisible()
    assert timeline.candidates.rows_in_view() == range(5)


@pytest.mark.parametrize(("size", "extent"), SIZES)
def test_every_candidate_in_view_has_its_row(opened, size, extent):
    window = opened(size, extent)
    window.timeline.set_folded(folded=False)
    settle()
    bars = window.timeline.candidates
    rows = bars.rows_in_view()
    assert len(rows) == (5 if (size, extent) == ("normal", (1280, 800)) else 3)
    for row in rows:
        assert bars.row_rect(row).height() >= bars.theme.small
        assert bars.visibleRegion().boundingRect().contains(bars.row_rect(row))


@pytest.mark.parametrize(("size", "extent"), SIZES)
def test_the_chips_are_whole_and_the_scroll_bar_is_under_them(opened, size, extent):
    window = opened(size, extent)
    show(window, target=LONG)
    strip, scroll = window.timeline.tokens, window.timeline.tokens.parent().parent()
    bar = scroll.horizontalScrollBar()
    assert bar.isVisible()
    assert strip.visibleRegion().boundingRect().height() == strip.height()
    assert window.timeline.rect().contains(bar.mapTo(window.timeline, bar.rect().bottomLeft()))


# ------------------------------------------------------------------------- the keyboard


def test_the_keyboard_stays_in_the_window_when_it_becomes_low(opened, qtbot):
    window = opened("normal", (1280, 800))
    show(window, OPTIONS["links"])
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    views = (window.header, window.attention.tools, window.timeline)
    used = [part for view in views for part in focusable(view) if part.isEnabled()]
    for part in used:
        window.resize(1280, 800)
        settle()
        if not part.isVisible():
            continue
        part.setFocus(Qt.FocusReason.TabFocusReason)
        window.resize(900, 600)
        settle()
        focused = QApplication.focusWidget()
        assert focused is not None
        assert focused.isVisible()
        assert focused is part or not part.isVisible()


def test_tab_reaches_all_that_there_is_in_a_low_window(opened):
    window = opened("presentation", (1280, 800))
    show(window, OPTIONS["links"])
    views = (window.header, window.attention.tools, window.timeline)
    used = [part for view in views for part in focusable(view) if part.isVisible()]
    chain, part = [], window.header.source
    while part not in chain:
        chain.append(part)
        part = part.nextInFocusChain()
    order = [part for part in chain if part in used]
    assert set(order) == set(used)
    firsts = [
        window.header.source,
        window.attention.pills.button("cross"),
        window.timeline.player.first,
    ]
    assert [order.index(part) for part in firsts] == sorted(order.index(part) for part in firsts)
