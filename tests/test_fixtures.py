"""The leak fixtures must catch what they are there for: the inner tests here fail on purpose."""

import inspect
import os
import re
import textwrap
from pathlib import Path

import pytest

from tests.conftest import ROOT, pytest_runtest_setup
from tests.every import every

PREAMBLE = """
import threading
import warnings

import pytest
from PySide6 import QtCore, QtWidgets

kept = []
"""


@pytest.fixture
def run_inner(pytester, monkeypatch):
    """Run one test file in a process of its own, under the project's own configuration."""

    def run(body, *args):
        pytester.makeconftest("from tests.conftest import *")
        pytester.makepyfile(PREAMBLE + textwrap.dedent(body))
        monkeypatch.setenv("PYTHONPATH", str(ROOT))
        config = ("-c", str(ROOT / "pyproject.toml"), f"--rootdir={pytester.path}")
        plugins = ("-p", "no:cacheprovider", "-p", "no:xdist")
        return pytester.runpytest_subprocess(*config, *plugins, *args, str(pytester.path))

    return run


def test_tidy_tests_pass(run_inner):
    result = run_inner(
        """
        def test_everything_ended(qtbot):
            window = QtWidgets.QMainWindow()
            qtbot.addWidget(window)
            window.show()
            timer = QtCore.QTimer(window)
            timer.start(10_000)
            thread = threading.Thread(target=int)
            thread.start()
            thread.join()

        def test_deleted_later(qapp):
            label = QtWidgets.QLabel()
            label.deleteLater()

        def test_cyclic_garbage(qapp):
            label = QtWidgets.QLabel()
            label.me = label

        @pytest.fixture(scope="module")
        def shared_window(qapp):
            window = QtWidgets.QMainWindow()
            window.show()
            yield window
            window.close()

        def test_window_of_the_module(shared_window):
            assert shared_window.isVisible()
        """
    )
    result.assert_outcomes(passed=4)
    assert result.ret == pytest.ExitCode.OK


LEAKS = {
    "thread": (
        "threading.Thread(target=threading.Event().wait, args=(3,), name='forgotten').start()",
        "thread 'forgotten' (Thread)",
    ),
    "daemon_thread": (
        "threading.Thread(target=threading.Event().wait, args=(3,), daemon=True).start()",
        "thread 'Thread-",
    ),
    "timer": ("kept.append(QtCore.QTimer()); kept[-1].start(10_000)", "running QTimer"),
    "qthread": ("kept.append(QtCore.QThread()); kept[-1].start()", "running QThread"),
    "animation": (
        "kept.append(QtCore.QVariantAnimation(duration=60_000, startValue=0, endValue=1)); "
        "kept[-1].start()",
        "running QVariantAnimation",
    ),
    "visible_window": (
        "kept.append(QtWidgets.QMainWindow(windowTitle='still here')); kept[-1].show()",
        "top-level widget QMainWindow (visible, title 'still here')",
    ),
    "hidden_widget": (
        "kept.append(QtWidgets.QLabel(objectName='orphan'))",
        "top-level widget QLabel 'orphan' (hidden, title '')",
    ),
}


def test_each_leak_fails_its_test_and_is_named(run_inner):
    body = "".join(f"def test_{name}(qapp):\n    {leak}\n\n" for name, (leak, _) in LEAKS.items())
    result = run_inner(body)
    result.assert_outcomes(passed=len(LEAKS), errors=len(LEAKS))
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    for name, (_, named) in LEAKS.items():
        lines = rf"left behind:\n.*{re.escape(named)}.*\n.*begun at .*\.py:\d+ in test_{name}\b"
        assert re.search(lines, result.stdout.str()), f"{name} is not named with its line"


WARNINGS = {
    "python": ("warnings.warn('mind this')", "UserWarning: mind this"),
    "qt": ("QtCore.qWarning('mind that')", "mind that"),
    "qt_itself": ("QtWidgets.QLabel().setMinimumSize(-1, -1)", "Negative sizes"),
    "thread": (
        "t = threading.Thread(target=lambda: 1 / 0); t.start(); t.join()",
        "ZeroDivisionError",
    ),
    "slot": (
        "timer = QtCore.QTimer(); timer.timeout.connect(lambda: {}['lost']); "
        "timer.start(0); qapp.processEvents(); timer.stop()",
        "KeyError: 'lost'",
    ),
}


def test_each_warning_fails_its_test(run_inner):
    body = "".join(
        f"def test_{name}(qapp):\n    {line}\n\n" for name, (line, _) in WARNINGS.items()
    )
    result = run_inner(body)
    result.assert_outcomes(failed=len(WARNINGS))
    for _, message in WARNINGS.values():
        assert message in result.stdout.str()


def test_failed_test_is_not_blamed_for_what_its_traceback_keeps(run_inner):
    result = run_inner(
        """
        def test_fails(qapp):
            window = QtWidgets.QMainWindow()
            assert window is None

        def test_next(qapp):
            pass
        """
    )
    result.assert_outcomes(failed=1, passed=1)


def test_benchmarks_run_only_when_asked_for(run_inner):
    body = """
        @pytest.mark.bench
        def test_bench():
            pass

        def test_other():
            pass
        """
    run_inner(body).assert_outcomes(passed=1, deselected=1)
    asked = run_inner(body, "-m", "bench", "-v")
    asked.assert_outcomes(passed=1, deselected=1)
    asked.stdout.fnmatch_lines(["*test_bench PASSED*"])


def test_gpu_test_is_skipped_without_a_device(request, monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    pytest_runtest_setup(request.node)
    request.node.add_marker("gpu")
    with pytest.raises(pytest.skip.Exception, match="no CUDA device"):
        pytest_runtest_setup(request.node)


def test_user_folders_are_private_to_the_test(tmp_path_factory):
    base = tmp_path_factory.getbasetemp()
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        assert Path(os.environ[name]).is_relative_to(base)


def test_a_fact_about_many_values_is_tried_for_each_and_a_failure_names_it(tmp_path):
    tried = []

    @every(("one", "other"), [(1, 2), (3, 4)])
    @every("text", ["a", "b"])
    def fact(tmp_path, one, other, text):
        tried.append((tmp_path, one, other, text))
        assert (one, text) != (3, "a")

    with pytest.raises(AssertionError) as failed:
        fact(tmp_path=tmp_path)
    assert failed.value.__notes__ == ["text = 'a'", "one = 3, other = 4"]
    assert tried == [(tmp_path, 1, 2, "a"), (tmp_path, 1, 2, "b"), (tmp_path, 3, 4, "a")]
    assert list(inspect.signature(fact).parameters) == ["tmp_path"]
