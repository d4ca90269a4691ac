from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF

from model.lessons.bleu.explained import explain_bleu
from tests.viz_app.painted import THEMES, area_colours, colour_at, each_theme, painted
from viz_app.design.theme import mixed
from viz_app.panels.bleu.painting.ngram_table import layout_table, paint_table, table_height

BLEU = explain_bleu("I have a dog .", "Yes , I have a cat .")
RECT = QRectF(16, 16, 400, 150)


def drawn(theme, chosen=1, bleu=BLEU):
    def paint(painter, rect):
        layout = layout_table(rect, bleu, theme)
        paint_table(painter, layout, bleu, theme, chosen=chosen)
        return layout

    return painted(paint, width=432, height=190, theme=theme)


@each_theme
def test_a_bar_is_as_long_as_its_precision(qapp, theme):
    image, layout = drawn(theme)
    for row, precision in ((0, 80.0), (1, 50.0), (2, 100 / 3)):
        whole = layout.bar_rect(row, 1.0)

        def at(share, whole=whole):
            return colour_at(
                image, QPointF(whole.left() + share * whole.width(), whole.center().y())
            )

        assert at(precision / 100 - 0.03) == theme.accent.lower()
        assert at(precision / 100 + 0.03) == theme.line.lower()


def test_a_smoothed_precision_is_hatched(qapp):
    theme = THEMES["light"]
    image, layout = drawn(theme)
    bar = layout.bar_rect(3, 0.25).adjusted(3, 2, -3, -2)
    assert theme.masked_line.lower() in area_colours(image, bar)
    assert theme.accent.lower() not in area_colours(image, bar)


def test_a_smoothed_precision_says_so_on_its_bar(qapp):
    theme = THEMES["light"]
    image, layout = drawn(theme)

    def empty(row, share):
        whole = layout.bar_rect(row, 1.0)
        rest = whole.adjusted(share * whole.width() + 4, 0, -4, 0)
        return area_colours(image, rest)

    assert theme.soft_text.lower() in empty(3, 0.25)
    assert theme.soft_text.lower() not in empty(2, 1 / 3)


def test_the_chosen_order_has_a_ground(qapp):
    theme = THEMES["light"]
    image, layout = drawn(theme, chosen=3)
    tint = mixed(theme.panel, theme.accent, share=0.1)
    grounds = [
        colour_at(image, QPointF(layout.row_rect(row).left() + 1, layout.row_rect(row).top() + 3))
        for row in range(4)
    ]
    assert [ground == tint for ground in grounds] == [False, False, True, False]


def test_an_order_that_the_translation_is_too_short_for_has_no_bar(qapp):
    theme = THEMES["light"]
    image, layout = drawn(theme, bleu=explain_bleu("cat", "cat"))
    assert theme.accent.lower() in area_colours(image, layout.bar_rect(0, 1.0))
    assert theme.accent.lower() not in area_colours(image, layout.bar_rect(1, 1.0))


def test_lines_are_found_under_the_mouse(qapp):
    layout = layout_table(RECT, BLEU, THEMES["light"])
    assert [layout.row_at(layout.row_rect(row).center()) for row in range(4)] == [0, 1, 2, 3]
    assert layout.row_at(QPointF(100, 17)) is None


def test_columns_stand_beside_each_other(qapp):
    layout = layout_table(RECT, BLEU, THEMES["light"])
    columns = (layout.names, layout.counts, layout.bars, layout.precisions)
    for (left, width), (following, _) in pairwise(columns):
        assert left + width < following
    assert sum(layout.precisions) <= RECT.right()
    assert table_height(THEMES["light"], tight=True) < table_height(THEMES["light"], tight=False)
