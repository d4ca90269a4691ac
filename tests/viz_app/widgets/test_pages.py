"""Pages behind wear what they wore until they come to the front."""

import pytest
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from tests.viz_app.dressed import dressed
from viz_app.design.theme import apply_theme, catch_up, dark_theme, is_left_out, light_theme
from viz_app.widgets.filled import filled
from viz_app.widgets.pages import Pages, all_behind, in_front
from viz_app.widgets.themed import Themed


class Page(Themed, QWidget):
    """Has a label, and other pages if they are given."""

    def __init__(self, *inside: QWidget) -> None:
        super().__init__()
        self.label = QLabel("page")
        self.label.setProperty("role", "small")
        filled(QVBoxLayout(self), self.label, *inside)


@pytest.fixture
def pages(qapp, qtbot):
    """Two pages; the second has two in it. All of them were seen."""
    with dressed(qapp, light_theme()):
        outer, inner = Pages(), Pages()
        qtbot.addWidget(outer)
        inner.fill([Page(), Page()])
        outer.fill([Page(), Page(inner)])
        outer.set_theme(light_theme())
        outer.show()
        for stack, number in ((outer, 1), (inner, 1), (inner, 0), (outer, 0)):
            stack.bring(stack.widget(number))
        yield outer, inner


def wear(theme, *pages):
    """Which pages and labels are seen in it."""
    return [page.theme == theme and page.label.font().pixelSize() == theme.small for page in pages]


def test_another_theme_is_for_the_page_in_front_and_the_next_to_come(qapp, pages):
    outer, inner = pages
    theme = dark_theme("presentation")
    apply_theme(qapp, theme, later=list(all_behind([outer])))
    outer.set_theme(theme)
    all_four = [stack.widget(number) for stack in pages for number in range(2)]
    assert wear(theme, *all_four) == [True, False, False, False]
    outer.bring(outer.widget(1))
    assert wear(theme, *all_four) == [True, True, True, False]
    inner.bring(inner.widget(1))
    assert wear(theme, *all_four) == [True, True, True, True]
    assert not any(map(is_left_out, in_front(outer)))


def test_a_page_that_has_caught_up_in_part_does_so_as_a_whole_when_it_comes(qapp, pages):
    outer, inner = pages
    theme = dark_theme("presentation")
    apply_theme(qapp, theme, later=list(all_behind([outer])))
    outer.set_theme(theme)
    catch_up([outer.widget(1)])
    outer.bring(outer.widget(1))
    assert wear(theme, outer.widget(1), inner.widget(0)) == [True, True]


def test_a_page_that_is_measured_is_dressed_at_once(qtbot):
    stack, first, second = Pages(), Page(), Page()
    qtbot.addWidget(stack)
    stack.fill([first, second], measured=second)
    assert stack.behind() == []
    stack.bring(second)
    assert stack.behind() == [first]
    stack.set_theme(dark_theme())
    stack.bring(first)
    assert second.theme == first.theme == dark_theme()


def test_what_is_in_front_is_all_but_the_pages_behind(pages):
    outer, inner = pages
    shown = in_front(outer)
    assert outer.widget(0).label in shown
    assert outer.widget(1) not in shown
    assert inner not in shown
    assert inner.widget(1).label not in in_front(outer.widget(1))
    assert inner.widget(0).label in in_front(outer.widget(1))
