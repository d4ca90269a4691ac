"""``headlight render``: figures in files, drawn without a window."""

import xml.etree.ElementTree as ET

import pytest

from tests.viz_app.cli.commands import finished, start
from viz_app.cli.arguments import VIEWS
from viz_app.cli.figures import drawing as figures
from viz_app.design.theme import dark_theme, light_theme

BARE = {"QT_QPA_PLATFORM": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}


@pytest.fixture
def render(headlight, phrases, qapp, tmp_path):
    """Renders a sentence into a new folder."""
    folder = tmp_path / "a" / "b"

    def run(*options: object, sentence: str = "我有一只猫。", output: object = folder):
        return folder, headlight("render", sentence, "-o", output, "--model", phrases, *options)

    return run


@pytest.fixture
def picture():
    """Reads a PNG and checks that something is on it."""
    from PySide6.QtGui import QImage

    def read(path):
        image = QImage(str(path))
        assert not image.isNull()
        points = range(0, min(image.width(), image.height()), 3)
        rows = range(0, image.height(), max(1, image.height() // 40))
        colours = {image.pixel(x, y) for y in rows for x in points}
        assert len(colours) > 3
        return image

    return read


def test_every_view_is_drawn_and_its_path_printed(render, picture):
    folder, outcome = render()
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [str(folder / f"{view}.png") for view in VIEWS]
    for view in VIEWS:
        picture(folder / f"{view}.png")
    assert len({path.read_bytes() for path in folder.iterdir()}) == len(VIEWS)


def test_only_the_views_asked_for(render):
    folder, _ = render("--views", "cross,positions")
    assert {path.name for path in folder.iterdir()} == {"cross.png", "positions.png"}


@pytest.mark.parametrize("theme", [light_theme(), dark_theme()])
def test_the_theme_is_the_ground(render, picture, theme):
    folder, _ = render("--views", "encoder", "--theme", "dark" if theme.is_dark else "light")
    assert picture(folder / "encoder.png").pixelColor(1, 1).name().upper() == theme.panel


def test_svg_has_its_words(render):
    folder, outcome = render("--format", "svg", "--views", "cross,masks,positions")
    assert outcome.status == 0
    for view in ("cross", "masks"):
        words = " ".join(ET.parse(folder / f"{view}.svg").getroot().itertext())
        assert "猫" in words
        assert "cat" in words
    assert ET.parse(folder / "positions.svg").getroot().get("viewBox")


def test_pdf(render):
    folder, outcome = render("--format", "pdf")
    assert outcome.status == 0
    for view in VIEWS:
        data = (folder / f"{view}.pdf").read_bytes()
        assert data.startswith(b"%PDF-")
        assert data.rstrip().endswith(b"%%EOF")


@pytest.mark.parametrize("length", [1, 63])
def test_the_shortest_and_the_longest_sentence(render, picture, length):
    folder, outcome = render(sentence="猫" * length)
    assert outcome.status == 0
    for view in VIEWS:
        picture(folder / f"{view}.png")


def test_figures_there_are_replaced(render):
    folder, _ = render("--views", "encoder")
    before = (folder / "encoder.png").read_bytes()
    (folder / "encoder.png").write_bytes(b"old")
    (folder / "notes.txt").write_text("mine")
    render("--views", "encoder")
    assert (folder / "encoder.png").read_bytes() == before
    assert (folder / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("sentence", ["", "☃", "猫" * 10_000])
def test_a_sentence_that_fails_makes_no_folder(render, sentence):
    folder, outcome = render(sentence=sentence)
    assert (outcome.status, outcome.out) == (1, "")
    assert not folder.exists()


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_an_unwritable_folder_is_a_sentence(render, tmp_path, place):
    (tmp_path / "file").touch()
    _, outcome = render(output=tmp_path / place)
    assert (outcome.status, outcome.out) == (1, "")
    assert str(tmp_path / place) in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_missing_font_is_said_where_it_matters(render, monkeypatch):
    monkeypatch.setattr(figures, "missing_cjk_font", lambda: True)
    _, outcome = render("--views", "encoder")
    assert outcome.status == 0
    assert "No font on this machine has Chinese characters" in outcome.err
    assert figures.missing_font(["a", "</s>"]) is None


def test_without_a_display(phrases, tmp_path):
    process = start(
        *("render", "我有一只猫☃。", "-o", tmp_path, "--views", "cross", "--model", phrases),
        environment=BARE,
    )
    outcome = finished(process)
    assert (outcome.status, outcome.out) == (0, f"{tmp_path / 'cross.png'}\n")
    assert outcome.err.endswith("read as <unk>: ☃\n")


def test_headlight_alone_without_a_display(phrases, tmp_path):
    outcome = finished(start("--model", phrases, cwd=tmp_path, environment=BARE))
    assert outcome.status == 0
    assert outcome.err.startswith("headlight: There is no display")
    assert len(list((tmp_path / "headlight-output").iterdir())) == len(VIEWS)
