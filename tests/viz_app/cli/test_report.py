"""``headlight report``: a sentence's page."""

import subprocess
import sys

import pytest

from model.traces.trace import KINDS
from tests.viz_app.html.pages import StrictPage

SENTENCE = "我有一只猫。"


@pytest.fixture
def report(headlight, phrases, tmp_path):

    def run(*options: object, sentence: str = SENTENCE, output: object = tmp_path / "page.html"):
        return headlight("report", sentence, "-o", output, "--model", phrases, *options)

    return run


def test_the_page_is_written_and_its_path_printed(report, browser, translation_of, tmp_path):
    outcome = report()
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == f"{tmp_path / 'page.html'}\n"
    browser.open(tmp_path / "page.html")
    assert browser.run("document.querySelector('h1').textContent") == SENTENCE
    assert "I have a cat." in browser.text()
    trace = translation_of(SENTENCE)
    shown = browser.run("[...document.querySelectorAll('.hl-cells td')].map(c => c.textContent)")
    for kind in KINDS:
        first = trace.weights(kind)[:, :, 0, 0].ravel()
        assert {f"{value:.4f}".replace("0.", ".", 1) for value in first} & {*shown}


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


def test_heads_that_are_off_are_hatched_and_named(report, tmp_path):
    assert report("--without", "cross:1:2", "--off", "zero").status == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "z cross 1 2: zero" in StrictPage(page).words
    assert page.count('class="hl-head hl-replaced"') == 1


def test_what_the_model_does_not_know_is_said_and_shown(report, tmp_path):
    outcome = report(sentence="我有一只☃猫。")
    assert "☃" in outcome.err
    page = StrictPage((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert "☃" in page.words


def test_a_page_is_made_without_qt(phrases, tmp_path):
    """So no display is needed."""
    code = (
        "import sys; from viz_app.cli.main import main;"
        f"page, model = {str(tmp_path / 'p.html')!r}, {str(phrases)!r};"
        "status = [main(['report', '你好。', '-o', page, '--model', model, '--lang', language])"
        " for language in ('en', 'zh_CN')];"
        "sys.exit('PySide6' in sys.modules or any(status))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "p.html").exists()
