"""``headlight render`` with the window's options: the same picture, in one file or one a kind."""

import re
import xml.etree.ElementTree as ET

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from model.traces.trace import KINDS
from tests.viz_app.cli.commands import assert_misused, assert_refused
from tests.viz_app.full_disk import full_disk
from tests.viz_app.heard_room import heard_attention
from tests.viz_app.painted import THEMES
from viz_app.panels.attention.room import resolve_attention
from viz_app.panels.attention.view.heatmap import HeatmapView
from viz_app.panels.attention.view.tokens import LinksView, TextView
from viz_app.storage.settings import COLOUR_MAPS
from viz_app.workbench.changes.selection import head_picked, kind_picked
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.state import SCALES, VIEWS, AttentionOptions, Workbench

SENTENCE = "我有一只猫。"
ONE_HEAD = {"focus": HeatmapView, "links": LinksView, "text": TextView}


@pytest.fixture
def render(headlight, phrases, qapp, tmp_path):

    def run(name: str, *options: object):
        path = tmp_path / name
        return path, headlight("render", SENTENCE, "-o", path, "--model", phrases, *options)

    return run


@pytest.fixture
def drawn(render):

    def run(name: str, *options: object):
        path, outcome = render(name, *options)
        assert (outcome.status, outcome.out, outcome.err) == (0, f"{path}\n", "")
        return path

    return run


@pytest.fixture(scope="module")
def trace(translation_of):
    return translation_of(SENTENCE)


def said(path):
    return " ".join("".join(ET.parse(path).getroot().itertext()).split())


def window_picture(trace, view, size, theme, *, kind="cross", head=None, **options):
    bench = trace_arrived(Workbench(attention=AttentionOptions(view=view, **options)), trace)
    bench = kind_picked(bench, kind)
    if head is not None:
        bench = head_picked(bench, kind, *head)
    snapshot = resolve_attention(bench)
    widget = ONE_HEAD[view](THEMES[theme], heard_attention().handle)
    widget.resize(size)
    widget.set_snapshot(snapshot.focus)
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor(THEMES[theme].panel))
    with QPainter(image) as painter:
        widget.paint_picture(painter, widget.picture_rect())
    return image


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("view", ONE_HEAD)
def test_the_picture_is_the_windows_pixel_by_pixel(drawn, trace, view, kind, theme):
    options = ("--view", view, "--kind", kind, "--theme", theme, "--no-caption", "--ratio", 1)
    image = QImage(str(drawn("a.png", *options))).convertToFormat(QImage.Format.Format_RGB32)
    assert image == window_picture(trace, view, image.size(), theme, kind=kind)


def test_the_options_are_the_windows(drawn, trace):
    given = ("--scale", "log", "--map", "cividis", "--words", "--layer", 1, "--head", 2)
    path = drawn("a.png", *given, "--kind", "encoder", "--no-caption", "--ratio", 1)
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32)
    asked = {"scale": "log", "colour_map": "cividis", "words": True}
    shown = window_picture(
        trace, "focus", image.size(), "light", kind="encoder", head=(0, 1), **asked
    )
    assert image == shown


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("--scale", SCALES),
        ("--map", COLOUR_MAPS),
        ("--view", VIEWS),
        ("--kind", KINDS),
        ("--theme", ("light", "dark")),
        ("--step", (1, 2, 3)),
    ],
)
def test_each_value_is_another_picture(drawn, option, values):
    files = [drawn(f"{value}.png", option, value).read_bytes() for value in values]
    assert len(set(files)) == len(values)


@pytest.mark.parametrize("option", ["--layer", "--head", "--step"])
def test_the_help_says_what_shows_one_head_instead_of_all(headlight, option):
    said = " ".join(headlight("render", "--help").out.split())
    shown = re.search(r"view of the heads \(default: grid; with (.*?): focus\)", said)[1]
    assert option in shown


def test_heads_count_from_1_and_a_step_is_the_row_that_is_told(drawn, trace):
    last = (trace.depth("encoder"), trace.n_heads)
    for layer, head in ((1, 1), last):
        path = drawn("a.svg", "--kind", "decoder", "--layer", layer, "--head", head)
        assert f"Decoder self · layer {layer} · head {head}" in said(path)
    for number, step in enumerate(trace.steps, start=1):
        text = said(drawn("a.svg", "--view", "text", "--step", number))
        assert f"when predicting “{step.token}”" in text


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf", "SVG"])
def test_one_file_is_one_picture_of_cross_attention(drawn, suffix):
    path = drawn(f"new/cat.{suffix}")
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    if suffix == "svg":
        assert "Cross attention" in said(path)


def test_masks_in_one_file_and_a_folder_called_like_a_file(drawn, render, tmp_path):
    words = said(drawn("masks.svg", "--views", "masks"))
    assert "Causal" in words
    assert "The second sentence is an example: in a batch, " in words
    (tmp_path / "cat.png").mkdir()
    folder, outcome = render("cat.png", "--kind", "cross")
    assert outcome.out == f"{folder / 'cross.png'}\n"


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ((), (*KINDS, "masks", "positions")),
        (("--view", "links"), KINDS),
        (("--scale", "sqrt"), KINDS),
        (("--layer", 1, "--head", 1), KINDS),
        (("--kind", "encoder"), ("encoder",)),
        (("--views", "cross,masks", "--view", "text"), ("cross", "masks")),
        (("--format", "svg", "--words"), KINDS),
    ],
)
def test_a_folder_has_a_picture_for_each(render, options, names):
    folder, outcome = render("v1.2", *options)
    suffix = "svg" if "svg" in options else "png"
    assert outcome.status == 0
    assert outcome.out.splitlines() == [str(folder / f"{name}.{suffix}") for name in names]
    assert {file.name for file in folder.iterdir()} == {f"{name}.{suffix}" for name in names}


def test_a_caption_says_what_it_is_of_unless_it_shall_not(drawn, phrases):
    with_caption = said(drawn("a.svg", "--scale", "sqrt"))
    for words in (phrases.stem, SENTENCE, "I have a cat.", "Cross attention", "square-root scale"):
        assert words in with_caption
    assert "subwords merged" in said(drawn("a.svg", "--words"))
    assert "square-root scale" not in said(drawn("b.svg", "--no-caption"))
    sizes = [QImage(str(drawn("c.png", *options))).size() for options in ((), ("--no-caption",))]
    assert sizes[0].width() == sizes[1].width()
    assert sizes[0].height() > sizes[1].height()


def test_a_png_has_as_many_pixels_as_asked(drawn):
    sizes = {n: QImage(str(drawn("a.png", "--ratio", n))).size() for n in (1, 2, 3)}
    assert sizes[2] == QImage(str(drawn("b.png"))).size()
    assert all(size == sizes[1] * n for n, size in sizes.items())


WRONG = {
    "--kind and --views cannot": ("x", "--kind", "cross", "--views", "cross"),
    "--layer and --head must be given": ("x", "--layer", 1),
    "--head must be given together": ("x", "--head", 1),
    "--layer cannot be combined with --view grid": (
        *("x", "--layer", 1, "--head", 1, "--view", "grid"),
    ),
    "--step cannot be combined with --view grid": ("x", "--step", 1, "--view", "grid"),
    "the encoder has no steps": ("x", "--step", 1, "--kind", "encoder"),
    "--step applies to decoder and cross": ("x", "--step", 1, "--views", "encoder,masks"),
    "--map cannot be combined with --view links": ("x", "--map", "grey", "--view", "links"),
    "--scale applies to attention only, not to masks and positions": (
        *("x", "--scale", "log", "--views", "masks,positions"),
    ),
    "can hold only one picture, but 2": ("x.png", "--views", "cross,masks"),
    "--format svg does not match": ("x.png", "--format", "svg"),
    "--ratio applies to PNG": ("x.svg", "--ratio", 2),
    "must end in .png, .svg or .pdf": ("x.jpg",),
    "9 is not a whole number": ("x", "--ratio", "9"),
    "0 is not a whole number": ("x", "--layer", "0", "--head", 1),
    "invalid choice: 'bars'": ("x", "--view", "bars"),
    "unknown view 'all'; views: encoder, decoder, cross, masks, positions": ("x", "--views", "all"),
}


@pytest.mark.parametrize("sentence", WRONG)
def test_what_does_not_go_together_is_a_sentence(render, sentence):
    path, outcome = render(*WRONG[sentence])
    assert_misused(outcome, sentence)
    assert not path.exists()


def test_what_the_model_does_not_have_is_a_sentence(render):
    for sentence, *options in (
        ("Layer 1, head 99 does not exist: phrases has 2 layers of 4", "--layer", 1, "--head", 99),
        ("Layer 99, head 1 does not exist: phrases has", "--layer", 99, "--head", 1),
        ("no step 99: the translation has 6", "--step", 99),
    ):
        path, outcome = render("a.png", *options)
        assert_refused(outcome, sentence)
        assert not path.exists()


def test_a_file_that_was_there_is_replaced_and_kept_when_it_fails(render, drawn, tmp_path):
    path = drawn("cat.png")
    good = path.read_bytes()
    _, outcome = render("cat.png", "--step", 99)
    assert outcome.status == 1
    assert path.read_bytes() == good
    path.write_text("old")
    drawn("cat.png")
    assert path.read_bytes() == good
    assert {file.name for file in tmp_path.iterdir()} == {"cat.png"}


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_a_full_disk_leaves_what_was_there(render, drawn, tmp_path, suffix):
    path = drawn(f"cat.{suffix}")
    good = path.read_bytes()
    with full_disk():
        _, outcome = render(path.name, "--theme", "dark")
    assert (outcome.status, outcome.out) == (1, "")
    assert f"{path} cannot be written: No space left on device" in outcome.err
    assert path.read_bytes() == good
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
