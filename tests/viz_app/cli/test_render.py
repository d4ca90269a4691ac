"""``headlight render``: figures in files, drawn without a window."""

import signal
import sys
import xml.etree.ElementTree as ET

import av
import pytest

from tests.patience import PATIENCE
from tests.viz_app.cli.commands import (
    PHRASES,
    assert_misused,
    assert_refused,
    finished,
    in_terminal,
    start,
)
from tests.viz_app.painted import colours_in
from tests.viz_app.recorded_runs import history
from viz_app.cli import figures
from viz_app.cli.arguments import VIEWS
from viz_app.design.theme import dark_theme, light_theme
from viz_app.storage.library import Library

BARE = {"QT_QPA_PLATFORM": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}


@pytest.fixture
def render(headlight, phrases, qapp, tmp_path):
    folder = tmp_path / "a" / "b"

    def run(*options: object, sentence: str = "我有一只猫。", output: object = folder):
        return folder, headlight("render", sentence, "-o", output, "--model", phrases, *options)

    return run


@pytest.fixture
def picture():
    from PySide6.QtGui import QImage

    def read(path):
        image = QImage(str(path))
        assert not image.isNull()
        assert len(colours_in(image)) > 3

    return read


def test_every_view_is_drawn_and_its_path_printed(render, picture):
    folder, outcome = render()
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [str(folder / f"{view}.png") for view in VIEWS]
    for view in VIEWS:
        picture(folder / f"{view}.png")
    assert len({path.read_bytes() for path in folder.iterdir()}) == len(VIEWS)


def test_svg_has_its_words(render):
    folder, outcome = render("--format", "svg", "--views", "cross,masks,positions")
    assert outcome.status == 0
    for view in ("cross", "masks"):
        words = " ".join(ET.parse(folder / f"{view}.svg").getroot().itertext())
        assert "猫" in words
        assert "cat" in words
    assert ET.parse(folder / "positions.svg").getroot().get("viewBox")


def test_heads_that_are_off_are_hatched_and_named(render, tmp_path):
    asked = tmp_path / "off.json"
    asked.write_text('[{"site": "weights", "kind": "cross", "layer": 1, "value": "uniform"}]')
    lines = []
    for options, words in (
        ((), "All"),
        (("--without", "cross:1:2"), "without cross 1·2"),
        (("--interventions", asked), "uniform attention in "),
    ):
        folder, outcome = render("--format", "svg", "--views", "cross", *options)
        assert (outcome.status, outcome.err) == (0, "")
        root = ET.parse(folder / "cross.svg").getroot()
        assert words.lower() in " ".join(root.itertext()).lower()
        lines.append(
            sum(
                group.get("stroke") == light_theme().soft_text.lower()
                for group in root.iter("{http://www.w3.org/2000/svg}g")
                if any(each.tag.endswith(("line", "path")) for each in group)
            )
        )
    assert lines[0] < lines[1] <= lines[2]


@pytest.mark.parametrize("length", [1, 63])
def test_the_shortest_and_the_longest_sentence(render, picture, length):
    folder, outcome = render(sentence="猫" * length)
    assert outcome.status == 0
    for view in VIEWS:
        picture(folder / f"{view}.png")


@pytest.mark.parametrize("sentence", ["", "☃", "猫" * 10_000])
def test_a_sentence_that_fails_makes_no_folder(render, sentence):
    folder, outcome = render(sentence=sentence)
    assert (outcome.status, outcome.out) == (1, "")
    assert not folder.exists()


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


SENTENCE, TRANSLATION = PHRASES[0]
SMALL = ("--size", "480x320")


@pytest.fixture
def animate(headlight, phrases, qapp, tmp_path):
    """Animates a sentence into a new file; says where, and how it went."""

    def run(*options: object, sentence: str = SENTENCE, output: object = tmp_path / "a.gif"):
        small = () if "--size" in options else SMALL
        model = ("--model", phrases) if sentence == SENTENCE else ()
        outcome = headlight("animate", sentence, "-o", output, *model, *small, *options)
        return output, outcome

    return run


@pytest.fixture
def run_folder(qapp):
    return folder_of(history("mine"))


def folder_of(run):
    folder = Library().runs.begin(run.card)
    folder.write_curve(run.curve)
    for moment in run.moments:
        folder.write_moment(moment)
    folder.release_lock()
    return folder


def frames(path):
    with av.open(str(path)) as container:
        return [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]


@pytest.mark.parametrize("suffix", ["gif", "mp4"])
def test_a_decoding_has_a_picture_a_step_and_the_last_stays(animate, tmp_path, suffix):
    path, outcome = animate(output=tmp_path / f"cat.{suffix}")
    assert (outcome.status, outcome.out) == (0, f"{path}\n")
    steps = len(TRANSLATION.replace(".", " .").split()) + 1
    assert outcome.err.startswith(f"drew {steps} of {steps}, ")
    assert len(frames(path)) == steps + 4  # two seconds at two pictures a second
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("theme", [light_theme(), dark_theme()])
def test_theme_size_and_speed(animate, theme):
    name = "dark" if theme.is_dark else "light"
    path, outcome = animate("--theme", name, "--size", "500x400", "--fps", "0.5")
    assert outcome.status == 0
    first, *others = frames(path)
    assert first.shape == (400, 500, 3)
    assert len(others) == 6  # six steps, held once more
    wanted = [int(theme.background[at : at + 2], 16) for at in (1, 3, 5)]
    assert abs(first[0, 0].astype(int) - wanted).max() <= 3


def test_titles_are_in_the_language_asked_for_and_english_otherwise(animate, tmp_path):
    pictures = []
    for number, options in enumerate([(), ("--lang", "en"), ("--lang", "zh_CN"), ()]):
        path, outcome = animate(*options, output=tmp_path / f"{number}.gif")
        assert (outcome.status, outcome.out) == (0, f"{path}\n")
        pictures.append(path.read_bytes())
    plain, english, chinese, again = pictures
    assert plain == english == again != chinese


def test_kind_head_and_view_are_those_asked_for(animate, tmp_path):
    options = [
        ("--kind", "encoder"),
        ("--kind", "decoder"),
        ("--view", "focus", "--layer", 1, "--head", 1),
        ("--view", "focus", "--layer", 2, "--head", 1),
        ("--view", "links"),
        ("--view", "text"),
        ("--scale", "log"),
        ("--map", "viridis"),
        ("--scale", "log", "--map", "viridis", "--view", "focus"),
    ]
    written = set()
    for number, asked in enumerate(options):
        path, outcome = animate(*asked, output=tmp_path / f"{number}.gif")
        assert outcome.status == 0
        written.add(path.read_bytes())
    assert len(written) == len(options)


@pytest.mark.parametrize("named", ["name", "id", "folder"])
def test_a_run_is_animated_moment_by_moment(animate, run_folder, named):
    run = {"name": run_folder.card.name, "id": run_folder.card.run_id, "folder": run_folder.path}
    run = run[named]
    path, outcome = animate(sentence=run)
    assert (outcome.status, outcome.out) == (0, f"{path}\n")
    assert "drew 8 of 8" in outcome.err
    assert len(frames(path)) == 8 + 4


def test_another_recorded_sentence(animate, run_folder, tmp_path):
    run = run_folder.card.name
    first, _ = animate("--run", sentence=run, output=tmp_path / "1.gif")
    other, outcome = animate("--probe", 2, sentence=run, output=tmp_path / "2.gif")
    assert outcome.status == 0
    assert first.read_bytes() != other.read_bytes()
    _, outcome = animate("--probe", 3, sentence=run)
    assert outcome.err == "headlight: There is no sentence 3: this run has recorded 2.\n"


MISUSED = (
    ("a.gif", "--layer and --head must be given together", "--layer", 1),
    ("a.gif", "--layer and --head must be given together", "--head", 1),
    ("a.avi", "a.avi must end in .gif or .mp4."),
    ("a.gif", "0 frames per second is out of range", "--fps", "0"),
    ("a.gif", "'fast' is not a valid number of frames per second", "--fps", "fast"),
    ("a.gif", "100x100 is too small or too large", "--size", "100x100"),
    ("a.gif", "'wide' is not a valid size, such as 1280x720", "--size", "wide"),
    ("a.gif", "0 is not a whole number from 1 to 9999", "--head", "0"),
    ("a.gif", "invalid choice: 'top'", "--view", "top"),
)


def test_what_cannot_be_is_one_sentence_and_no_file(animate, run_folder, tmp_path):
    run = run_folder.card.name
    empty = folder_of(history("empty", updates=())).card.name
    nobody = "There is no run {!r}, nor a run folder of that name."
    for output, why, *options in MISUSED:
        assert_misused(animate(*options, output=tmp_path / output)[1], why)
    for sentence, output, why, *options in (
        (SENTENCE, "a.mp4", "width and height must be even.", "--size", "481x321"),
        (SENTENCE, "a.gif", "Layer 3, head", "--layer", "3", "--head", "1"),
        (SENTENCE, "a.gif", "phrases has 2 layers of 4 heads.", "--layer", "1", "--head", "9"),
        (SENTENCE, "missing/a.gif", "cannot be written: No such file or directory. Choose another"),
        (SENTENCE, "a.gif", "--probe selects a recorded sentence of a run", "--probe", 2),
        (empty, "a.gif", "There are no moments to animate"),
        ("reverse-9", "a.gif", nobody.format("reverse-9"), "--run"),
        (str(tmp_path), "a.gif", nobody.format(str(tmp_path))),
        (run, "a.gif", f"--model applies to sentences only: '{run}' is a run", "--model", "cpu"),
        (run, "a.gif", f"--device applies to sentences only: '{run}' is a run", "--device", "cpu"),
    ):
        outcome = animate(*options, sentence=sentence, output=tmp_path / output)[1]
        assert_refused(outcome, why)
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and terminals")
@pytest.mark.usefixtures("sigint_of_a_terminal")
@pytest.mark.parametrize("suffix", ["gif", "mp4"])
def test_ctrl_c_leaves_what_was_there(phrases, tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(b"old")
    large = ("--size", "3840x2160", "--fps", "50")
    command = ("animate", SENTENCE, "-o", path, "--model", phrases, *large)
    with in_terminal(*command) as (process, read):
        screen = b""
        while b"1/6" not in screen:
            part = read()
            assert part, screen
            screen += part
        process.send_signal(signal.SIGINT)
        while part := read():
            screen += part
        assert process.wait(PATIENCE) == 130
    assert b"Interrupted." in screen
    assert b"Traceback" not in screen
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == b"old"
