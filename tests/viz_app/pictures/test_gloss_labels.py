"""Glosses stand between column labels and cells, where there is room."""

import dataclasses

import pytest
from PySide6.QtCore import QRectF

from viz_app.design.theme import light_theme
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.gloss_labels import gloss_style
from viz_app.pictures.matrix_layout import layout_matrix

THEME = light_theme()
NAMES = ("我", "有", "一", "只", "猫", "。", "</s>")
GLOSSES = ("I, me", "have", "one", "one", "cat", "", "")
LONG = ("I, me", "have", "one", "one", "good-looking", "", "")


def laid_out(width, height, glosses=GLOSSES, rows=6):
    names = [f"row {number}" for number in range(rows)]
    space = QRectF(10, 20, width, height)
    return layout_matrix(space, names, NAMES, THEME, largest=48, glosses=glosses)


def test_upright_ones_stand_under_their_tokens():
    layout = laid_out(500, 300)
    assert [label.text for label in layout.glosses] == ["I, me", "have", "one", "one", "cat"]
    tokens = {label.index: label for label in layout.columns}
    for label in layout.glosses:
        assert not label.turned
        assert label.rect.top() >= tokens[label.index].rect.bottom()
        assert label.rect.bottom() <= layout.grid.rect.top()
        assert label.rect.center().x() == pytest.approx(tokens[label.index].rect.center().x())


def test_what_is_wider_than_its_column_is_turned():
    layout = laid_out(500, 300, LONG)
    assert all(label.turned for label in layout.glosses)
    assert all(label.rect.bottom() <= layout.grid.rect.top() for label in layout.glosses)
    assert {label.rect.top() for label in layout.glosses} == {layout.glosses[0].rect.top()}


def test_they_do_not_overlap():
    places = [label.rect for label in laid_out(300, 300, LONG).glosses]
    assert not any(one.intersects(other) for one in places for other in places if one is not other)


def test_rows_keep_their_labels_rather_than_columns_their_glosses():
    layout = laid_out(500, 100)
    assert layout.glosses == ()
    assert layout.unglossed
    assert dataclasses.replace(layout, unglossed=False) == laid_out(500, 100, ())


def test_a_long_one_is_elided():
    line = THEME.small * 1.12
    style = gloss_style(("extraordinarily",), line + 1, THEME, longest=40.0)
    assert (style.turned, style.height) == (True, 42.0)
    wide = text_width(THEME, "extraordinarily", size=THEME.small) + 5
    assert not gloss_style(("extraordinarily",), wide, THEME, longest=40.0).turned


@pytest.mark.parametrize("glosses", [(), ("", "")])
def test_without_glosses_they_need_no_room(glosses):
    assert gloss_style(glosses, 40.0, THEME, longest=40.0).height == 0
