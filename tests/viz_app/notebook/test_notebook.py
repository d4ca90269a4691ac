"""A real notebook, executed by Jupyter's own kernel, and its HTML export in a browser."""

import re

import nbformat
import pytest
from nbconvert import HTMLExporter

import headlight
from tests.viz_app.notebook.executing import executed_in

SHOWN = ".hl-picture:not([hidden])"
TOLD = "[...document.querySelectorAll('{section} .hl-told')].map(one => one.textContent).join('')"

# jupyter_client and the exporter's templates: their own
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]


@pytest.fixture(scope="module")
def executed(tmp_path_factory):
    """The notebook with what its cells have put out."""
    cells = (
        'import headlight\ntrace = headlight.translate("a b c", model="reverse", device="cpu")',
        "trace",
        'trace.show(kind="cross", layer=2, head=1)',
        'headlight.view([[1.0, 0.0], [0.25, 0.75]], query_tokens=["x", "y"])',
        "print(repr(trace))",
        'headlight.view([[0.75, 0.25]], query_tokens=["x"], key_tokens=["y", "z"], language="zh")',
        'trace.show(kind="cross", layer=3)',
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.cells[-1].metadata["tags"] = ["raises-exception"]
    return executed_in(tmp_path_factory.mktemp("notebook"), notebook)


@pytest.fixture(scope="module")
def exported(executed, tmp_path_factory):
    """As ``jupyter nbconvert --to html`` writes it."""
    page, _ = HTMLExporter().from_notebook_node(executed)
    path = tmp_path_factory.mktemp("exported") / "notebook.html"
    path.write_text(page, encoding="utf-8")
    return path


@pytest.fixture
def page(browser, exported):
    """The export, opened."""
    browser.open(exported)
    return browser


def picture_of(cell):
    """The selector of what a cell shows; cells count from 1."""
    return f".jp-Cell:nth-of-type({cell}) .headlight"


def told(page, within):
    """What the picture says of a cell, without the marks that keep tokens apart."""
    return re.sub("[\u2068\u2069]", "", page.run(TOLD.format(section=within)))


def test_cells_that_end_on_a_trace_show_its_picture(executed):
    outputs = [cell.outputs for cell in executed.cells]
    assert [len(each) for each in outputs] == [0, 1, 1, 1, 1, 1, 1]
    for (output,) in outputs[1:4]:
        assert output.output_type == "execute_result"
        assert 'class="headlight"' in output.data["text/html"]
    assert outputs[1][0].data["text/plain"] == (
        "<headlight trace: a b c → c b a; reverse, 2 × 4 heads, 4 steps>"
    )
    assert outputs[4][0].text == outputs[1][0].data["text/plain"] + "\n"


def test_an_error_is_its_sentence(executed):
    (error,) = executed.cells[-1].outputs
    assert error.ename == "WeightsError"
    assert error.evalue == "There is no layer 3: numbers run from 1 to 2, as in the window."
    place, code, *marks, sentence = "".join(error.traceback).splitlines()
    assert not "".join(marks).strip(" ~^")  # of Python 3.13
    assert "line 1, in <module>" in place
    assert code.strip() == 'trace.show(kind="cross", layer=3)'
    assert sentence == f"{error.ename}: {error.evalue}"


def test_the_export_shows_every_picture(page):
    assert page.run("document.querySelectorAll('.headlight[data-ready]').length") == 4
    visible = page.run(
        "[...document.querySelectorAll('.headlight .hl-picture:not([hidden])')]"
        ".map(one => one.getBoundingClientRect()).every(r => r.width > 200 && r.height > 100)"
    )
    assert visible


def test_hovering_gives_the_value(page):
    within = picture_of(4)
    page.hover(f"{within} {SHOWN} tbody tr:nth-child(2) td:nth-child(2)")
    assert told(page, within).startswith("“y” attends to “x”: 0.2500")


def test_a_picture_in_chinese_says_so_and_speaks_it(page):
    within = picture_of(6)
    assert page.run(f"document.querySelector('{within}').lang") == "zh-CN"
    assert "点击" in page.run(f"document.querySelector('{within}').innerText")
    page.hover(f"{within} {SHOWN} tbody tr td:nth-child(3)")
    assert re.fullmatch(r"“x”.*“z”.*0\.2500 · 第 1 层.*", told(page, within))


def test_the_head_that_was_asked_for_is_large_and_its_values_are_exact(page):
    trace = headlight.translate("a b c", model="reverse", device="cpu")
    within = picture_of(3)
    page.hover(f"{within} {SHOWN} tbody tr:nth-child(2) td:nth-child(4)")
    value = trace.weights("cross")[1, 0, 1, 2]
    assert told(page, within) == (f"“c → b” attends to “c”: {value:.4f} · Layer 2 · head 1")
