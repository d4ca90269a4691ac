"""The picture of attention in a page: complete as it stands, and alive in a browser."""

import base64
import dataclasses
import re

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from model.messages import UserError
from tests.viz_app.html.pages import EVIL, HOSTILE, StrictPage, attention, three_kinds, weak_words
from viz_app.design.colours import DARK, LIGHT
from viz_app.html.attention import KindWeights, attention_html

SHOWN = ".hl-picture:not([hidden])"


def cell(row, column):
    """The selector of a cell of the large head."""
    return f"{SHOWN} .hl-cells tbody tr:nth-child({row + 1}) td:nth-child({column + 2})"


def head(layer, number):
    """The selector of a small head."""
    return f"{SHOWN} .hl-head[data-layer='{layer + 1}'][data-head='{number + 1}']"


TOLD = f"document.querySelector('{SHOWN} .hl-told').textContent"


def notebook(pictures, *, body="", **options):
    part = attention_html(pictures, **options)
    return f"<!doctype html><html lang='en'><body {body}>{part}</body></html>"


@pytest.fixture
def opened(browser, tmp_path):
    """Opens pictures in a notebook's page."""

    def open_page(pictures, **options):
        path = tmp_path / "page.html"
        path.write_text(notebook(pictures, **options), encoding="utf-8")
        browser.open(path)
        return browser

    return open_page


def told(page):
    """What is said of a cell, without the marks that keep tokens apart."""
    return re.sub("[\u2068\u2069]", "", page.run(TOLD))


def show_head(page, layer, number):
    """Click a head and wait until its numbers are there."""
    page.click(head(layer, number))
    place = f"document.querySelector('{SHOWN} .hl-place').textContent"
    wait_for(page, f"{place} === 'Layer {layer + 1} · head {number + 1}'")


def wait_for(page, there):
    """Until an expression is true in the page."""
    page.run(
        f"new Promise(done => {{ const look = () => {there} ? done() : setTimeout(look, 5);"
        " look(); })"
    )


# ----------------------------------------------------------------------------- as it stands


@pytest.mark.parametrize("sizes", [(1, 1, 1, 1), (2, 3, 4, 5), (6, 8, 17, 30)])
def test_the_page_is_well_formed_and_no_id_comes_twice(sizes):
    page = StrictPage(notebook(three_kinds(*sizes), title=EVIL))
    assert len(page.ids) == len(set(page.ids))
    assert len(page.all("table", **{"aria-label": "Layer 1 · head 1"})) == 3
    assert all(image["alt"] for image in page.all("img"))
    assert StrictPage(2 * attention_html(three_kinds(*sizes))).ids == []  # two parts share none


@pytest.mark.parametrize("text", HOSTILE)
def test_tokens_and_titles_are_text(opened, text):
    source = [text, "b", "c", "d", "e"]
    page = opened(three_kinds(source=source), title=text, chosen=("cross", 0, 0))
    assert page.run("document.querySelector('.hl-title > bdi').textContent") == text
    page.hover(cell(0, 0))
    named = {" ": "␣", "\n": "⏎", "\u202e": "U+202E"}
    assert text.translate(str.maketrans(named)) in told(page)
    assert page.run("document.querySelectorAll('img[onerror]').length") == 0
    assert page.complaints() == []


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_a_small_head_has_a_square_for_each_cell_in_the_colours_of_the_design(colours):
    page = StrictPage(notebook(three_kinds(1, 1, 4, 5)))
    shade = "hl-dark" if colours.is_dark else "hl-light"
    address = page.all("img", **{"class": shade})[1]["src"]
    image = QImage()
    image.loadFromData(base64.b64decode(address.partition(",")[2]))
    assert (image.width(), image.height()) == (64, 64)
    assert image.pixelColor(48, 15) == QColor(colours.masked)
    assert image.pixelColor(48, 48) != QColor(colours.masked)
    assert image.pixelColor(0, 0) == QColor(colours.decoder)  # all of the first row


def sums_of(weights, **options):
    """What the page says of the sums of rows."""
    rows, columns = weights.shape[2:]
    labels = {"query_tokens": ["a"] * rows, "key_tokens": ["b"] * columns}
    picture = KindWeights(kind="cross", weights=weights, **labels, **options)
    return re.findall('<p class="hl-sums">(.*?)</p>', attention_html([picture]))


def test_rows_that_do_not_sum_to_1_are_counted_above_the_picture():
    weights = np.full((2, 3, 4, 5), 0.2, np.float32)
    assert sums_of(weights) == []
    weights[1, 2, 3] = 0.1
    weights[0, 0, 0, 0] = 0.45
    said = "2 of 24 rows do not sum to 1: their sums are 0.50 to 1.25."
    assert sums_of(weights) == [said]
    page = StrictPage(notebook(three_kinds()))
    assert page.all("p", **{"class": "hl-sums"}) == []
    weights = np.full((1, 1, 3, 4), 0.25, np.float32)
    weights[0, 0, 0] = 0.252  # rounding is no wrong sum, nor is a row without keys
    weights[0, 0, 2] = 0
    mask = np.ones((3, 4), np.bool_)
    said = "1 of 3 rows do not sum to 1: their sums are 0.00 to 0.00."
    assert sums_of(weights, mask=mask) == [said]
    mask[2] = False
    assert sums_of(weights, mask=mask) == []


@pytest.mark.parametrize(("sizes", "most"), [((3, 8, 12, 12), 700_000), ((1, 1, 1, 1), 40_000)])
def test_how_large_a_page_is(sizes, most):
    assert len(notebook(three_kinds(*sizes)).encode()) < most


@pytest.mark.parametrize("light", ["", "data-jp-theme-light='true'", "data-jp-theme-light='false'"])
def test_words_stand_out_from_what_is_under_them(opened, browser, light):
    """WCAG's contrast is at least 4.5, on any weight."""
    browser.prefer(color_scheme="dark")
    ladder = np.linspace(0, 1, 14, dtype=np.float32)[None, None, None]
    kinds = [
        KindWeights(kind=kind, weights=ladder, query_tokens=["a"], key_tokens=["b"] * 14)
        for kind in ("encoder", "decoder", "cross")
    ]
    page = opened(kinds, body=light)
    assert weak_words(page, "td, th, p, .hl-kinds button, .hl-heads > span") == []


# ------------------------------------------------------------------------------- in use


def test_hover_says_the_value_of_the_cell_to_four_digits(opened):
    kinds = three_kinds(2, 3, 4, 5)
    page = opened(kinds, chosen=("cross", 1, 2))
    cross = kinds[2]
    for row, column in ((0, 0), (3, 4), (2, 1)):
        page.hover(cell(row, column))
        value = cross.weights[1, 2, row, column]
        query = f"{cross.query_tokens[row]} → {cross.predicted[row]}"
        key = cross.key_tokens[column]
        assert told(page) == f"“{query}” attends to “{key}”: {value:.4f} · Layer 2 · head 3"


def test_a_small_head_says_the_value_under_the_mouse(opened):
    kinds = three_kinds(2, 3, 4, 5)
    page = opened(kinds, chosen=("cross", 0, 0))
    for row, column in ((0, 0), (3, 4), (1, 2)):
        page.hover(head(1, 1), x=(column + 0.5) / 5, y=(row + 0.5) / 4)
        wait_for(page, f"{TOLD}.includes('head 2')")
        wait_for(page, f"{TOLD}.includes('{kinds[2].key_tokens[column]}')")
        assert f": {kinds[2].weights[1, 1, row, column]:.4f} · Layer 2 · head 2" in told(page)
    assert page.run(f"document.querySelector('{SHOWN} .hl-place').textContent") == (
        "Layer 1 · head 1"
    )


def test_a_click_brings_the_numbers_of_another_head(opened):
    kinds = three_kinds(2, 3, 4, 5)
    page = opened(kinds, chosen=("cross", 0, 0))
    show_head(page, 1, 1)
    numbers = page.run(
        f"[...document.querySelectorAll('{SHOWN} .hl-cells td[style]')].map(c => c.textContent)"
    )
    wanted = [f"{value:.4f}" for value in kinds[2].weights[1, 1].ravel()]
    assert [f"{float(number):.4f}" for number in numbers] == wanted
    pressed = page.run(
        f"[...document.querySelectorAll('{SHOWN} .hl-head')]"
        ".filter(h => h.ariaPressed === 'true').map(h => h.title)"
    )
    assert pressed == ["Layer 2 · head 2"]
    colour = page.run(f"getComputedStyle(document.querySelector('{cell(0, 0)}')).backgroundColor")
    share = round(float(kinds[2].weights[1, 1, 0, 0]), 4)
    assert page.run(f"document.querySelector('{cell(0, 0)}').style.getPropertyValue('--w')") == str(
        share
    )
    assert colour.startswith("oklab")


def test_heads_that_are_replaced_are_hatched_small_and_large(opened):
    kinds = three_kinds(2, 3, 4, 5)
    kinds[2] = dataclasses.replace(kinds[2], replaced=[(1, 1)])
    page = opened(kinds, chosen=("cross", 0, 0))
    hatched = (
        f"[...document.querySelectorAll('{SHOWN} .hl-head')]"
        ".filter(h => getComputedStyle(h, '::after').backgroundImage.includes('gradient'))"
        ".map(h => h.title)"
    )
    assert page.run(hatched) == ["Layer 2 · head 2 · replaced by an intervention"]
    ground = f"getComputedStyle(document.querySelector('{cell(0, 0)}')).backgroundImage"
    for layer, number in ((0, 2), (1, 1), (1, 2)):
        show_head(page, layer, number)
        assert ("gradient" in page.run(ground)) == ((layer, number) == (1, 1))


def test_kinds_take_turns_and_masked_cells_say_so(opened):
    page = opened(three_kinds(), chosen=("encoder", 0, 0))
    page.click(".hl-kinds button:nth-child(2)")
    assert page.run(f"document.querySelectorAll('{SHOWN}').length") == 1
    page.hover(cell(0, 3))
    assert told(page) == "“<s> → t0” may not attend to “t2”: masked"
    page.hover(cell(0, 0))
    assert "1.0000" in told(page)


def test_the_keyboard_goes_everywhere(opened):
    kinds = three_kinds(2, 3, 4, 5)
    page = opened(kinds, chosen=("cross", 0, 0))
    page.click(".hl-kinds button:nth-child(3)")
    page.press("Tab")
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"):  # no further than the last
        page.press(key)
    assert page.run("document.activeElement.title") == "Layer 2 · head 3"
    page.press("Enter")
    wait_for(page, TOLD)
    page.press("Tab")
    for key in ("ArrowDown", "End"):
        page.press(key)
    value = kinds[2].weights[1, 2, 1, 4]
    assert f": {value:.4f} · Layer 2 · head 3" in told(page)
    assert page.run("document.activeElement.matches('td')")


def test_a_screen_reader_is_told_what_things_are(opened):
    page = opened(three_kinds(1, 2, 2, 2), title="我有")
    heard = page.accessible()
    for wanted in (
        ("region", "Attention: 我有"),
        ("group", "Kind of attention"),
        ("button", "Layer 1 · head 2"),
        ("grid", "Layer 1 · head 1"),
        ("columnheader", "s1"),
        ("rowheader", "s0"),
    ):
        assert wanted in heard
    assert page.run("document.querySelector('.hl-told').getAttribute('aria-live')") == "polite"


def test_several_parts_in_one_page_are_independent(browser, tmp_path):
    first, second = three_kinds(), three_kinds()
    path = tmp_path / "page.html"
    path.write_text(attention_html(first) + attention_html(second), encoding="utf-8")
    browser.open(path)
    browser.click(".headlight:first-of-type .hl-kinds button:nth-child(2)")
    shown = browser.run(
        "[...document.querySelectorAll('.headlight')]"
        ".map(s => [...s.querySelectorAll('.hl-picture')].findIndex(p => !p.hidden))"
    )
    assert shown == [1, 0]
    assert browser.complaints() == []


@pytest.mark.parametrize(
    ("attribute", "dark"),
    [
        ("data-jp-theme-light='false'", True),
        ("data-vscode-theme-kind='vscode-dark'", True),
        ("", False),
    ],
)
def test_a_notebook_says_which_theme_it_has(opened, browser, attribute, dark):
    browser.prefer(color_scheme="light")
    opened(three_kinds(), body=attribute)
    panel = browser.run(
        "getComputedStyle(document.querySelector('.headlight')).getPropertyValue('--panel')"
    )
    assert panel == (DARK if dark else LIGHT).panel
    shown = browser.run("[...document.images].find(i => i.checkVisibility()).className")
    assert shown == ("hl-dark" if dark else "hl-light")


def test_rows_and_columns_stay_in_a_page_that_is_read_from_the_right(opened, browser):
    source, title = ["שלום", "b", "c", "d", "e"], "ذهب (1) الولد."
    page = opened(three_kinds(source=source), body="dir='rtl'", title=title)
    first, last = browser.rect(cell(0, 0)), browser.rect(cell(0, 4))
    assert first[0] < last[0]
    browser.hover(cell(1, 0))
    assert told(browser).startswith("“b” attends to “שלום”: 0.")
    direction = page.run("getComputedStyle(document.querySelector('.hl-title bdi')).direction")
    assert direction == "rtl"


@pytest.mark.parametrize("side", ["start", "end"])
@pytest.mark.parametrize("word", ["والاستقلالية" * 4, "extraordinary" * 4])
def test_a_long_column_head_shows_its_beginning(opened, word, side):
    """What is cut off is the end, whichever way the word is read: so far from its first letter."""
    page = opened(three_kinds(source=[word, "b", "c", "d", "e"]))
    head = f"document.querySelector('{SHOWN} .hl-cells thead th > *')"
    letter = 0 if side == "start" else len(word) - 1
    found = page.run(
        f"(() => {{ const box = {head}.getBoundingClientRect(), range = document.createRange();"
        f" const text = document.createTreeWalker({head}, NodeFilter.SHOW_TEXT).nextNode();"
        f" range.setStart(text, {letter}); range.setEnd(text, {letter} + 1);"
        " const one = range.getBoundingClientRect();"
        " return one.top >= box.top - 1 && one.bottom <= box.bottom + 1 })()"
    )
    assert found == (side == "start")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("sizes", [(6, 8, 40, 40), (1, 1, 1, 1)])
def test_a_page_is_no_wider_than_its_window(opened, browser, width, sizes):
    browser.resize(width, 800)
    page = opened(three_kinds(*sizes, source=["extraordinary" * 9] * sizes[3]), title="w" * 500)
    assert page.run("document.documentElement.scrollWidth") == width


@pytest.mark.slow
def test_128_tokens_and_48_heads_answer(opened):
    kinds = three_kinds(6, 8, 128, 128)
    page = opened(kinds[2:], chosen=("cross", 0, 0))
    show_head(page, 5, 7)
    page.hover(cell(2, 9))
    assert f": {kinds[2].weights[5, 7, 2, 9]:.4f} ·" in told(page)


# ------------------------------------------------------------------------------ what is given


@pytest.mark.parametrize(
    ("shape", "fields", "sentence"),
    [
        ((1, 2, 3), {}, "Weights of shape [1, 2, 3] do not fit"),
        ((1, 2, 3, 4), {}, "[layers, heads, 3, 3]"),
        ((0, 2, 3, 3), {}, "Weights of shape [0, 2, 3, 3] do not fit"),
        ((1, 2, 3, 3), {"predicted": ("x",)}, "1 predicted tokens for 3 query tokens."),
        *(
            ((1, 1, 3, 3), {"value": wrong}, "not attention weights: the largest is")
            for wrong in (7.0, -7.0, np.inf, np.nan)
        ),
    ],
)
def test_what_does_not_fit_is_said(shape, fields, sentence):
    weights, predicted = np.full(shape, fields.get("value", 0)), fields.get("predicted", ())
    tokens = {"query_tokens": "abc", "key_tokens": "abc", "predicted": predicted}
    with pytest.raises(UserError, match=re.escape(sentence)):
        KindWeights(kind="mine", weights=weights.astype(np.float32), **tokens)


def test_a_kind_of_another_name_is_called_that():
    weights = attention((1, 1, 2, 2))
    own = KindWeights(kind="<b>", weights=weights, query_tokens="ab", key_tokens="ab")
    page = StrictPage(notebook([own]))
    assert "<b>" in page.words
