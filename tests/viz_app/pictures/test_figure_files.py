"""Files of pictures: replaced whole, and their text is what was typed."""

import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from model.messages import UserError
from tests.viz_app.painted import THEMES
from viz_app.pictures.cell_image import paint_image
from viz_app.pictures.figure_files import drawn, save_figure, with_caption
from viz_app.texts.labels import missing_cjk_font

# ------------------------------------------------------------------------------- test figure files


RADICALS = "大人小女子山水日月木火土石工力又口一见车长门"
"""Characters that share their glyph with a radical, which has another number in Unicode."""

MIXED = "我在 Python 里有一只猫 <Cat> & dog。"
"""In two fonts, each of which is a text of its own for Qt."""

SENTENCES = (
    RADICALS,
    MIXED,
    "我有一只猫。",
    "p(cat) → 0.93, √d_k",
    "\u2068isolated\u2069",
    "\u2068\u2069",
)
SIZE = QSize(620, 40 * len(SENTENCES))


def paint(painter, rect):
    painter.fillRect(rect, "#ffffff")
    painter.setFont(THEMES["light"].font(18))
    for number, sentence in enumerate(SENTENCES):
        painter.drawText(QPointF(10, 30 + 40 * number), sentence)


@pytest.fixture
def chinese(qapp):
    if missing_cjk_font():
        pytest.skip("no font with Chinese characters")


def words_of(pdf):
    from pypdf import PdfReader

    return PdfReader(BytesIO(pdf)).pages[0].extract_text()


def test_a_pdf_has_the_characters_that_were_typed(chinese, tmp_path):
    path = tmp_path / "figure.pdf"
    save_figure(path, SIZE, paint)
    found = words_of(path.read_bytes())
    found = "".join(found.split())  # pypdf begins a line with each font
    for sentence in SENTENCES:
        assert "".join(sentence.strip("\u2068\u2069").split()) in found


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler's pdftotext")
def test_poppler_reads_them_too(chinese, tmp_path):
    path = tmp_path / "figure.pdf"
    save_figure(path, SIZE, paint)
    found = subprocess.run(["pdftotext", path, "-"], capture_output=True, check=True).stdout
    assert RADICALS in found.decode()
    assert "我有一只猫。" in found.decode()
    assert MIXED in found.decode()


def test_a_pdf_looks_as_it_did(chinese, tmp_path):
    """Tables for readers change nothing that is seen: glyphs keep their numbers."""
    path = tmp_path / "figure.pdf"
    save_figure(path, SIZE, paint)
    from pypdf import PdfReader

    page = PdfReader(path).pages[0]
    assert [float(side) for side in page.mediabox[2:]] == [
        pytest.approx(side * 72 / 96) for side in (SIZE.width(), SIZE.height())
    ]
    assert page.get_contents().get_data().count(b"Tj") >= len(SENTENCES) - 1


def test_an_svg_has_the_text_that_was_typed_and_nothing_unseen(chinese, tmp_path):
    path = tmp_path / "figure.svg"
    save_figure(path, SIZE, paint)
    texts = [
        "".join(element.itertext())
        for element in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert all(text.strip() for text in texts)
    assert not re.search("[\u2066-\u2069]", "".join(texts))
    assert RADICALS in texts
    assert MIXED in texts
    assert "isolated" in texts


def test_an_svg_has_no_title_that_a_browser_would_show_under_the_mouse(qapp):
    svg = ElementTree.fromstring(drawn(".svg", SIZE, lambda *_: None))
    assert {part.tag.rpartition("}")[2] for part in svg} == {"defs", "g"}


def test_every_name_of_a_font_is_quoted(qapp, tmp_path):
    path = tmp_path / "figure.svg"
    save_figure(path, SIZE, paint)
    lists = re.findall('font-family="([^"]*)"', path.read_text())
    assert lists
    assert all(re.fullmatch(r"'[^',]+'(,'[^',]+')*", names) for names in lists)


def test_an_existing_file_is_replaced(qapp, tmp_path):
    path = tmp_path / "figure.PNG"
    path.write_text("old")
    save_figure(path, QSize(10, 10), lambda p, rect: p.fillRect(rect, "#ff0000"))
    assert QImage(str(path)).pixelColor(3, 3).name() == "#ff0000"


def test_a_figure_that_cannot_be_written(qapp, tmp_path):
    path = tmp_path / "missing" / "figure.png"
    with pytest.raises(UserError, match="cannot be written"):
        save_figure(path, QSize(10, 10), lambda p, rect: None)


def test_an_unknown_suffix(qapp, tmp_path):
    with pytest.raises(UserError, match=r"must end in \.png, \.svg or \.pdf"):
        save_figure(tmp_path / "figure.gif", QSize(10, 10), lambda p, rect: None)
    assert not list(tmp_path.iterdir())


def on_another_thread(work):
    """What it gives, and the thread's name."""
    with ThreadPoolExecutor(1, thread_name_prefix="other") as pool:
        return pool.submit(work).result()


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_another_thread_draws_the_same(chinese, suffix):
    there = on_another_thread(partial(drawn, suffix, SIZE, paint))
    here = drawn(suffix, SIZE, paint)
    if suffix == ".pdf":  # says when it was made
        there, here = (words_of(pdf) for pdf in (there, here))
    assert there == here


def test_images_of_an_svg_are_those_that_qt_would_write(qapp):
    """They are encoded after the painting; nothing else of the file is another one."""
    images = [QImage(30, 20, QImage.Format.Format_ARGB32_Premultiplied) for _ in range(3)]
    for image, colour in zip(images, ("#cc3311", "#3366aa", "#cc3311"), strict=True):
        image.fill(colour)

    def painting(paint_one):
        def paint(painter, rect):
            for number, image in enumerate(images):
                paint_one(painter, QRectF(40 * number, 5.5, 30, 20), image)

        return paint

    ours = drawn(".svg", SIZE, painting(paint_image))
    assert ours == drawn(".svg", SIZE, painting(QPainter.drawImage))
    assert ours.count(b"<image ") == 3


# ------------------------------------------------------------------------------------ test caption
# A caption beneath a figure: all of it is there, and the figure keeps its size.


LIGHT = THEMES["light"]
CAPTION_SIZE = QSize(300, 80)
ARGB = QImage.Format.Format_ARGB32_Premultiplied


def fill(painter, rect):
    painter.fillRect(rect, "#ff0000")


def pixels(size, paint):
    image = QImage(size, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        paint(painter, QRectF(image.rect()))
    flat = np.array(image.constBits(), np.uint8)  # a copy: the image ends here
    return flat.reshape(size.height(), size.width(), 4)[..., 2::-1]  # RGB


def test_without_a_caption_nothing_changes(qapp):
    assert with_caption(CAPTION_SIZE, fill, caption="", theme=LIGHT) == (CAPTION_SIZE, fill)


@pytest.mark.parametrize("theme", THEMES.values())
def test_the_figure_stands_above_the_caption(qapp, theme):
    size, paint = with_caption(CAPTION_SIZE, fill, caption="zh-en · layer 2", theme=theme)
    shown = pixels(size, paint)
    assert size.width() == CAPTION_SIZE.width()
    assert (shown[: CAPTION_SIZE.height()] == (255, 0, 0)).all()
    beneath = shown[CAPTION_SIZE.height() :]
    ground = [int(theme.panel[i : i + 2], 16) for i in (1, 3, 5)]
    assert (beneath[0] == ground).all()
    assert (beneath != ground).any()


@pytest.mark.parametrize("word", ["layer ", "我有一只猫。", "w" * 30])
def test_a_long_caption_takes_more_lines_and_is_never_cut_off(qapp, word):
    size, paint = with_caption(CAPTION_SIZE, fill, caption=word * 60, theme=LIGHT)
    assert size.height() - CAPTION_SIZE.height() > 4 * LIGHT.small
    beneath = pixels(size, paint)[CAPTION_SIZE.height() :]
    margin = 3 * LIGHT.unit
    assert (beneath[-margin:] == 255).all()
    assert (beneath[:, -margin:] == 255).all()


def test_no_seam_is_seen_between_figure_and_caption_at_any_size(qapp):
    size, paint = with_caption(CAPTION_SIZE, fill, caption="zh-en", theme=LIGHT)
    image = QImage(round(1.37 * size.width()), round(1.37 * size.height()), ARGB)
    image.fill(0)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(1.37, 1.37)
        paint(painter, QRectF(0, 0, size.width(), size.height()))
    assert {image.pixelColor(5, y).alpha() for y in range(image.height() - 2)} == {255}
