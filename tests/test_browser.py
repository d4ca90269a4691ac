"""The browser of the tests sees what a user of a page sees, and nothing of the network."""

import pytest
from PySide6.QtGui import QImage

PAGE = """<!doctype html>
<meta name="color-scheme" content="light dark">
<style>
  body { margin: 0 }
  @media (prefers-color-scheme: dark) { body { background: #102030 } }
  #far { margin-top: 3000px; width: 90px; height: 30px }
  #far:hover::after { content: "seen" }
</style>
<title>A page</title>
<button onclick="this.textContent = 'clicked'">press me</button>
<noscript>no scripts</noscript>
<p id="far" onmousemove="this.dataset.at = [event.offsetX, event.offsetY]">面</p>
<script>window.keys = []; onkeydown = event => keys.push(event.key)</script>
"""


@pytest.fixture
def page(browser, tmp_path):
    path = tmp_path / "a page.html"
    path.write_text(PAGE)
    browser.open(path)
    return browser


def test_the_page_its_words_and_what_a_screen_reader_is_told(page):
    assert page.run("document.title") == "A page"
    assert page.text().split() == ["press", "me", "面"]
    assert page.run("new Promise(done => setTimeout(done, 1, {a: [1, 2]}))") == {"a": [1, 2]}
    assert ("button", "press me") in page.accessible()


def test_hands(page):
    page.click("button")
    assert page.run("document.querySelector('button').textContent") == "clicked"
    page.hover("#far", x=0.5, y=0.5)
    assert page.run("document.querySelector('#far').dataset.at") == "45,15"
    assert page.run("document.querySelector('#far').matches(':hover')")
    page.press("ArrowDown")
    page.press("Tab")
    assert page.run("keys") == ["ArrowDown", "Tab"]


def test_a_picture_of_it(page, tmp_path):
    page.resize(300, 200, ratio=2)
    image = QImage(str(page.screenshot(tmp_path / "light.png")))
    assert (image.width(), image.height()) == (600, 400)
    assert image.pixelColor(590, 390).name() == "#ffffff"
    page.prefer(color_scheme="dark")
    image = QImage(str(page.screenshot(tmp_path / "dark.png")))
    assert image.pixelColor(590, 390).name() == "#102030"


def test_without_scripts(browser, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    browser.without_javascript()
    browser.open(path)
    assert "no scripts" in browser.text()


def test_what_a_page_asks_for_and_what_goes_wrong_in_it(browser, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(
        "<img src='http://example.invalid/a.png'><script>console.error('broken', 3); nobody()"
        "</script>"
    )
    browser.open(path)
    assert browser.requested() == [path.as_uri(), "http://example.invalid/a.png"]
    complaints = " ".join(browser.complaints())
    assert "broken 3" in complaints
    assert "nobody is not defined" in complaints
    assert "ERR_NAME_NOT_RESOLVED" in complaints


def test_a_new_page_has_nothing_to_say(browser, tmp_path):
    path = tmp_path / "page.html"
    path.write_text("<p>quiet")
    browser.open(path)
    assert browser.complaints() == []
    with pytest.raises(AssertionError, match="nobody"):
        browser.run("nobody()")
