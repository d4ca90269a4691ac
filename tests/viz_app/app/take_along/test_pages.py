"""Through the real window: all that a tab shows is taken along as it is shown, in one visit."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel

from tests.viz_app.app.take_along.images import ALIKE, RATIO, far_from, pixels, texts_of, words_of
from tests.viz_app.app.take_along.tabs import LEARNING, TABS, TEXT, TYPED, every_picture
from tests.viz_app.application import CTRL, press, said, settle
from tests.viz_app.painted import colours_in
from viz_app.app.dialogs.picture import FigureOptions
from viz_app.app.picture_export import composed, main_picture, whole_view
from viz_app.design.theme import light_theme
from viz_app.panels.architecture.view.plots import TimesPlot
from viz_app.panels.training.view.curves import CurveChart
from viz_app.pictures.figure_files import figure_image
from viz_app.texts.labels import missing_cjk_font
from viz_app.texts.visible_token import without_isolates
from viz_app.widgets.printing import figure_of

ISOLATES = set("\u2066\u2067\u2068\u2069")

WITHOUT = {
    TimesPlot: "nothing is measured before somebody asks for it",
    CurveChart: "the run has measured no quality",
}
"""Pictures that have no numbers here, and why."""


@pytest.mark.window
@pytest.mark.parametrize("tab", TABS)
def test_all_of_a_tab_is_taken_along(
    qtbot, application, window, in_front, pages, saved, copied, as_shown, tab
):
    view = in_front(tab)
    place = window.tabs.bars[window.tabs.current_place()]
    press(qtbot, place if place.isVisible() else window.header.source, Qt.Key.Key_C, CTRL)
    assert copied().size() == view.size() * RATIO
    assert len(colours_in(copied())) > 4
    assert "copied" in window.sentence.text()
    assert as_shown(view) < ALIKE
    assert view.shown_values()
    a_picture_has_numbers(view, tab)
    if not missing_cjk_font():
        files_have_the_text_that_was_typed(window, saved, tab)
    light_for_print_leaves_the_dark_screen_as_it_is(qtbot, application, window, saved)
    figures_are_what_the_window_shows_in_these_colours(qtbot, application, window)
    a_whole_view_as_svg_has_the_words_of_its_labels(window, saved)
    for name in pages(tab):
        window.header.source.setFocus()  # else a ring stands around a picture
        pictures = every_picture(window)
        assert pictures, name
        for one in pictures:
            figure = figure_image(*figure_of(one, one, one.theme), ratio=1)
            assert far_from(figure, one.grab().toImage()) < ALIKE, f"{tab}, {name}: {one}"
            a_picture_has_numbers(one, f"{tab}, {name}")


def files_have_the_text_that_was_typed(window, saved, tab):
    svg, pdf = (saved(f"figure{suffix}", ("suffix", suffix)) for suffix in (".svg", ".pdf"))
    assert "figure.pdf" in said(window)
    for words in ("".join(texts_of(svg)), words_of(pdf)):
        of = {"scaling": "random vectors"}.get(tab, "reverse-1" if tab in LEARNING else TEXT)
        assert of in words.replace("\n", "")  # the caption
        for token in "我有一只猫" if tab in TYPED else "":
            assert words.count(token) >= 2  # the caption has it, and the picture
    if tab == "training":  # dots are lines, too
        assert "<image" not in svg.read_text()


def light_for_print_leaves_the_dark_screen_as_it_is(qtbot, application, window, saved):
    application.preferences.pick("theme", "dark")
    settle(qtbot, application)
    page = window.tabs.page()
    before = page.grab().toImage()
    path = saved("figure.png", ("suffix", ".png"), ("colours", "light"))
    qtbot.waitUntil(path.exists)  # plots change their colours one after the other
    panels = {light_theme().panel, light_theme().background}
    assert QImage(str(path)).pixelColor(1, 1).name().upper() in panels
    assert np.median(pixels(QImage(str(path)))) > 180
    assert page.grab().toImage() == before
    assert np.median(pixels(before)) < 90


def figures_are_what_the_window_shows_in_these_colours(qtbot, application, window):
    """Whichever part was recorded, and whichever is painted by the worker; the screen is dark."""
    window.header.source.setFocus()  # else a ring stands around a picture
    for colours, theme in (("screen", "dark"), ("light", "light")):
        options = FigureOptions(colours=colours, caption=False, tokens=False)
        taken = main_picture(window), whole_view(window)
        figures = [figure_image(*composed(one, options, caption=""), ratio=1) for one in taken]
        application.preferences.pick("theme", theme)
        settle(qtbot, application)
        alike = main_picture(window), whole_view(window)  # the page was made anew
        for image, one in zip(figures, alike, strict=True):
            assert far_from(image, one.view.grab().toImage()) < ALIKE, colours


def a_whole_view_as_svg_has_the_words_of_its_labels(window, saved):
    view = whole_view(window).view
    words = texts_of(saved("whole.svg", ("suffix", ".svg"), ("extent", "whole")))
    for label in view.findChildren(QLabel):
        whole = label.isVisible() and label.visibleRegion().boundingRect() == label.rect()
        if whole and label.textFormat() == Qt.TextFormat.PlainText:
            assert without_spaces([without_isolates(label.text())]) in without_spaces(words)


def without_spaces(texts):
    """As one, wherever lines are broken."""
    return "".join("".join(texts).split())


def a_picture_has_numbers(view, where):
    tables = view.shown_values()
    assert tables or type(view) in WITHOUT, f"{where}: {view} has no numbers"
    for table in tables:
        names = (table.name, *table.rows, *table.columns)
        assert table.values.shape == (len(table.rows), len(table.columns))
        assert all(text and text == text.strip() for text in names), names
        assert not ISOLATES & set("".join(names))
