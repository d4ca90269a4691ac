"""``headlight report``: a sentence's page."""

import sys

import pytest

from model.traces.trace import KINDS
from tests.viz_app.cli.commands import finished, start
from tests.viz_app.full_disk import full_disk
from tests.viz_app.html.pages import StrictPage

SENTENCE = "我有一只猫。"


@pytest.fixture
def report(headlight, phrases, tmp_path):
    """Writes the page of a sentence."""

    def run(*options: object, sentence: str = SENTENCE, output: object = tmp_path / "page.html"):
        return headlight("report", sentence, "-o", output, "--model", phrases, *options)

    return run


def test_the_page_is_written_and_its_path_printed(report, browser, phrases, tmp_path):
    outcome = report()
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == f"{tmp_path / 'page.html'}\n"
    browser.open(tmp_path / "page.html")
    assert browser.run("document.querySelector('h1').textContent") == SENTENCE
    assert "I have a cat." in browser.text()
    from model.checkpoint.file import load_checkpoint
    from model.decoding.greedy import translate

    trace = translate(load_checkpoint(phrases), SENTENCE)
    for place, kind in enumerate(KINDS, start=1):
        browser.click(f".hl-kinds button:nth-child({place})")
        browser.hover(".hl-picture:not([hidden]) .hl-cells tbody td")
        said = browser.run("document.querySelector('.hl-picture:not([hidden]) .hl-told').innerText")
        assert any(f": {value:.4f} ·" in said for value in trace.weights(kind)[:, :, 0, 0].ravel())


@pytest.mark.parametrize(("language", "lang"), [("en", "en"), ("zh_CN", "zh-CN")])
def test_the_language_of_the_page(report, tmp_path, language, lang):
    assert report("--lang", language).status == 0
    page = StrictPage((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert page.all("html")[0]["lang"] == lang
    assert ("交叉注意力" in page.words) == (language == "zh_CN")


def test_the_theme_of_the_page(report, browser, tmp_path):
    browser.prefer(color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    grounds = []
    for theme in ("system", "light", "dark"):
        report("--theme", theme)
        browser.open(tmp_path / "page.html")
        grounds.append(browser.run(ground))
    assert grounds == ["rgb(246, 246, 243)", "rgb(246, 246, 243)", "rgb(22, 24, 27)"]


def test_what_the_model_does_not_know_is_said_and_shown(report, tmp_path):
    outcome = report(sentence="我有一只☃猫。")
    assert "☃" in outcome.err
    page = StrictPage((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert "☃" in page.words


@pytest.mark.parametrize("name", ["page.pdf", "page"])
def test_another_kind_of_file_is_bad_usage(report, tmp_path, name):
    outcome = report(output=tmp_path / name)
    assert outcome.status == 2
    assert "must end in one of .html, .htm" in outcome.err


def test_a_folder_that_takes_no_files_is_said_before_the_model_is_loaded(
    headlight, readonly_folder
):
    path = readonly_folder / "page.html"
    outcome = headlight("report", SENTENCE, "-o", path, "--model", "no such model")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"headlight: {path} cannot be written: ")
    assert outcome.err.count("\n") == 1


def test_a_full_disk_keeps_the_page_that_was_there(report, tmp_path):
    (tmp_path / "page.html").write_text("mine")
    with full_disk():
        outcome = report()
    assert outcome.status == 1
    assert "No space left on device" in outcome.err
    assert (tmp_path / "page.html").read_text() == "mine"
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]


def test_no_display_is_needed(phrases, tmp_path):
    bare = {"QT_QPA_PLATFORM": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    path = tmp_path / "page.html"
    options = ("-o", path, "--model", phrases, "--lang", "zh_CN")
    outcome = finished(start("report", SENTENCE, *options, environment=bare))
    assert (outcome.status, outcome.err) == (0, "")
    assert path.exists()


def test_an_english_page_is_made_without_qt(phrases, tmp_path):
    import subprocess

    code = (
        "import sys; from viz_app.cli.main import main;"
        f"main(['report', 'x', '-o', {str(tmp_path / 'p.html')!r}, '--model', {str(phrases)!r}]);"
        "sys.exit('PySide6' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr
