import re

import pytest
from PySide6.QtGui import QColor

from tests.every import every
from tests.viz_app.painted import THEMES
from viz_app.design.theme import light_theme
from viz_app.pictures.typeset import FORMULAS, spoken_formulas
from viz_app.widgets.lesson_page import FormulaView


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_formula_is_drawn_in_the_colours_of_the_theme(qtbot, theme):
    view = shown(qtbot, theme)
    view.resize(view.sizeHint())
    for colour in (theme.text, theme.query, theme.key, theme.value):
        assert has(view, colour)


def test_where_there_is_little_room_nothing_is_cut_off(qtbot):
    theme = light_theme("presentation")
    view = shown(qtbot, theme)
    view.resize(view.minimumSizeHint())
    assert has(view, theme.value)  # the last letter


def test_it_says_the_formula(qtbot):
    assert shown(qtbot).accessibleName() == "Attention(Q, K, V) = softmax(QKᵀ/√d_k) V"


def test_it_is_larger_on_a_projector(qtbot):
    small, large = shown(qtbot), shown(qtbot, light_theme("presentation"))
    assert large.sizeHint().height() == pytest.approx(1.5 * small.sizeHint().height(), rel=0.1)


def shown(qtbot, theme=THEMES["light"]):
    view = FormulaView(theme, "attention")
    qtbot.addWidget(view)
    return view


def has(view, colour):
    """Whether a pixel is nearly of a colour."""
    image, wanted = view.grab().toImage(), QColor(colour).getRgb()[:3]
    pixels = (
        image.pixelColor(x, y).getRgb()[:3]
        for x in range(image.width())
        for y in range(image.height())
    )
    return any(max(abs(a - b) for a, b in zip(pixel, wanted, strict=True)) < 40 for pixel in pixels)


@every("name", sorted(spoken_formulas()))
def test_every_formula_has_a_picture_and_a_text(name):
    svg = FORMULAS.joinpath(f"{name}.svg").read_text(encoding="utf-8")
    assert len(re.findall("<path", svg)) >= 2
    assert spoken_formulas()[name].strip()


def test_every_picture_is_in_the_list():
    pictures = {path.name for path in FORMULAS.iterdir() if path.name.endswith(".svg")}
    assert pictures == {f"{name}.svg" for name in spoken_formulas()}
