"""What authors of UI tests are given: the fixture, its sentences, and the examples of the guide."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit

from tests.patience import PATIENCE
from viz_app.testing import HeadlightWindow, choose

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "resources" / "guide"


def examples(language):
    text = (GUIDE / f"ui-tests.{language}.md").read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def python(*arguments, folder, **options):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=5 * PATIENCE,
        check=False,
        **options,
    )


@pytest.fixture
def of_anybody(monkeypatch, tmp_path):
    """A folder of somebody's tests, in which the sources are as good as installed."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return tmp_path


@pytest.mark.slow
def test_the_examples_of_the_guide_pass(of_anybody):
    for number, code in enumerate(examples("en"), 1):
        (of_anybody / f"test_example_{number}.py").write_text(code, encoding="utf-8")
    ran = python("-m", "pytest", "-q", "-p", "no:cacheprovider", folder=of_anybody)
    assert "3 passed" in ran.stdout, ran.stdout + ran.stderr
    assert ran.returncode == 0


def test_the_guide_has_the_same_examples_in_both_languages():
    assert len(examples("en")) == 3
    assert examples("zh") == examples("en")


def test_the_module_is_a_plugin_with_the_fixture_and_does_not_import_torch(of_anybody):
    listed = python("-m", "pytest", "-p", "viz_app.testing", "--fixtures", folder=of_anybody).stdout
    assert "headlight_window -- " in listed
    code = "import sys, viz_app.testing; print('torch' in sys.modules)"
    assert python("-c", code, folder=of_anybody).stdout == "False\n"


def test_without_pytest_qt_one_sentence_says_what_to_install(of_anybody):
    code = "import sys; sys.modules['pytestqt'] = None; import viz_app.testing"
    last = python("-c", code, folder=of_anybody).stderr.splitlines()[-1]
    assert last.startswith("ImportError: viz_app.testing needs pytest and pytest-qt")
    assert last.endswith("pip install 'headlight[testing]'")


def test_a_wrong_name_is_quoted_beside_similar_ones(qtbot, application):
    shown = HeadlightWindow(qtbot, application)
    with pytest.raises(LookupError, match=r"'source-feld'; near: source-field"):
        shown.find("source-feld")
    with pytest.raises(LookupError, match="no QComboBox has the object name 'source-field'"):
        shown.find("source-field", QComboBox)
    assert shown.find("source-field", QLineEdit) is shown.window.header.source


def test_a_wrong_choice_is_quoted_beside_those_that_there_are(qtbot):
    combo = QComboBox()
    qtbot.addWidget(combo)
    combo.addItems(["one", "two"])
    with pytest.raises(LookupError, match=r"'three' is not among the choices: \['one', 'two'\]"):
        choose(qtbot, combo, "three")
    combo.show()
    choose(qtbot, combo, "two")
    assert combo.currentText() == "two"


def test_a_tab_is_shown_with_its_page_made(qtbot, application):
    shown = HeadlightWindow(qtbot, application)
    with pytest.raises(LookupError):
        shown.find("one-head-choice-layer")
    shown.show_tab("one-head")
    assert shown.find("one-head-choice-layer", QComboBox).isVisible()


def test_a_trace_that_waits_to_be_shown_is_waited_for(qtbot, application, monkeypatch):
    monkeypatch.setattr("viz_app.engine.jobs.PAUSE_SECONDS", 1.0)
    shown = HeadlightWindow(qtbot, application)
    for text in ("c d", "e d c b a"):
        shown.find("source-field", QLineEdit).setText(text)
        shown.click("translate-button")
        shown.settled()
        state = application.screen.now
        assert (state.trace.source_text, state.trace.finished) == (text, True)
