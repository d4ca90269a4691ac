"""What ``headlight render`` writes, as programs of others show and read it."""

import re
import shutil
import subprocess

import numpy as np
import pytest
from PySide6.QtGui import QFontDatabase, QImage

from tests.patience import PATIENCE
from viz_app.design.theme import LATIN_FONTS, chinese_families
from viz_app.texts.labels import missing_cjk_font

RADICALS = "大人小女子山水日月木火土石工力又口"
"""Each has its glyph in common with a radical, which has another number in Unicode."""

MIXED = "我在 Python 里有一只猫 Cat。"
PICTURES = {
    "grid": (RADICALS, ()),
    "head": (MIXED, ("--layer", 2, "--head", 1, "--scale", "sqrt")),
    "links": (RADICALS, ("--view", "links", "--theme", "dark")),
    "text": (MIXED, ("--view", "text", "--map", "viridis")),
}
"""Sentence and options."""

NEAR = 4
"""Of 255: letters and lines have other edges in each program."""

OF_RADICALS = re.compile("[\u2e80-\u2fdf]")

UNSEEN = re.compile("[\u200b\u2060\u2066-\u2069]")

each_picture = pytest.mark.parametrize("name", PICTURES)


def needs(program: str, package: str):
    reason = f"needs {program}: apt-get install {package}"
    return pytest.mark.skipif(shutil.which(program) is None, reason=reason)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture
def picture(headlight, qapp, written):
    if missing_cjk_font():
        pytest.skip("no font with Chinese characters")

    def draw(name, suffix):
        path, (sentence, options) = written / f"{name}.{suffix}", PICTURES[name]
        if not path.exists():
            ratio = ("--ratio", 1) if suffix == "png" else ()
            outcome = headlight("render", sentence, "-o", path, *options, *ratio)
            assert (outcome.status, outcome.out) == (0, f"{path}\n")
        return path

    return draw


def pixels(path):
    """``[height, width, rgb]``."""
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32)
    assert not image.isNull(), path
    shape = image.height(), image.width(), 4
    return np.array(image.constBits()).reshape(shape)[:, :, :3].astype(int)


def apart(path, png, *, more=0):
    """How far two pictures of one size are from each other, of 255: mean over all pixels.

    One may have so many px more at its right and lower edges.
    """
    one, other = pixels(path), pixels(png)
    assert np.abs(np.subtract(one.shape, other.shape)).max() <= more
    height, width, _ = np.minimum(one.shape, other.shape)
    one, other = one[:height, :width], other[:height, :width]
    assert np.ptp(one.reshape(-1, 3), axis=0).max() > 100, "it is not blank"
    return float(np.abs(one - other).mean())


def run(*command):
    return subprocess.run(
        [str(part) for part in command], capture_output=True, check=True, timeout=PATIENCE
    ).stdout


def in_file(svg, tmp_path, change):
    path = tmp_path / "changed.svg"
    path.write_text(re.sub('font-family="[^"]*"', f'font-family="{change}"', svg.read_text()))
    return path


def used_fonts(browser):
    browser.ask("DOM.enable")
    browser.ask("CSS.enable")
    root = browser.ask("DOM.getDocument")["root"]["nodeId"]
    nodes = browser.ask("DOM.querySelectorAll", nodeId=root, selector="text")["nodeIds"]
    texts = browser.run("[...document.querySelectorAll('text')].map(text => text.textContent)")
    return [
        (
            text,
            {
                font["familyName"]
                for font in browser.ask("CSS.getPlatformFontsForNode", nodeId=node)["fonts"]
            },
        )
        for text, node in zip(texts, nodes, strict=True)
    ]


@each_picture
def test_chromium_shows_the_svg_as_the_png_is(browser, picture, tmp_path, name):
    png = picture(name, "png")
    height, width, _ = pixels(png).shape
    browser.resize(width, height)
    browser.open(picture(name, "svg"))
    asked = [url for url in browser.requested() if not url.startswith("data:")]
    assert asked == [picture(name, "svg").as_uri()]
    assert browser.complaints() == []
    box = browser.run(
        "(r => [r.width, r.height])(document.documentElement.getBoundingClientRect())"
    )
    assert box == pytest.approx([width, height], abs=0.1)
    right = apart(browser.screenshot(tmp_path / "right.png"), png)
    browser.open(in_file(picture(name, "svg"), tmp_path, "serif"))
    wrong = apart(browser.screenshot(tmp_path / "wrong.png"), png)
    assert right < wrong, "the fonts are those of the window"
    assert right < NEAR


@each_picture
def test_chromium_finds_the_fonts_and_the_characters(browser, picture, name):
    installed = set(QFontDatabase.families())
    latin = next(family for family in LATIN_FONTS if family in installed)
    chinese = next(family for family in chinese_families() if family in installed)
    browser.open(picture(name, "svg"))
    texts = used_fonts(browser)
    assert any(PICTURES[name][0] in text for text, _ in texts), "whole, to be searched and copied"
    said = "".join(text for text, _ in texts)
    assert not UNSEEN.search(said)
    for text, families in texts:
        if re.fullmatch("[ -~]+", text):
            assert families == {latin}, text
        if re.fullmatch("[\u4e00-\u9fff]+", text):
            assert families == {chinese}, text


@needs("rsvg-convert", "librsvg2-bin")
@each_picture
def test_librsvg_shows_it_too(picture, tmp_path, name):
    png, svg = picture(name, "png"), picture(name, "svg")
    right, wrong = tmp_path / "right.png", tmp_path / "wrong.png"
    run("rsvg-convert", svg, "-o", right)
    run("rsvg-convert", in_file(svg, tmp_path, "serif"), "-o", wrong)
    assert apart(right, png) < apart(wrong, png), "the fonts are those of the window"
    assert apart(right, png) < NEAR


@needs("pdftotext", "poppler-utils")
@each_picture
def test_poppler_reads_what_was_typed(picture, name):
    text = run("pdftotext", "-layout", picture(name, "pdf"), "-").decode()
    assert PICTURES[name][0] in text
    assert not OF_RADICALS.search(text)
    assert not UNSEEN.search(text)


@needs("pdftoppm", "poppler-utils")
@each_picture
def test_poppler_shows_the_pdf_as_the_png_is(picture, tmp_path, name):
    stem = tmp_path / "page"
    run("pdftoppm", "-png", "-r", 96, "-singlefile", picture(name, "pdf"), stem)
    png = picture(name, "png")
    assert apart(stem.with_suffix(".png"), png, more=1) < NEAR, "poppler rounds up"
