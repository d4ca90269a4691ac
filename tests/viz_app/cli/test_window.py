"""``headlight`` alone: the window gets its options, or figures take its place."""

import sys
from types import SimpleNamespace

import pytest

from viz_app.app.window_options import WindowOptions
from viz_app.cli import window

FIGURES = {f"{view}.png" for view in ("encoder", "decoder", "cross", "masks", "positions")}


@pytest.fixture
def opened(monkeypatch):
    """Options of the windows that were opened instead of showing any; they end with status 7."""
    options: list[WindowOptions] = []

    def run_window(given: WindowOptions) -> int:
        options.append(given)
        return 7

    monkeypatch.setattr(window, "has_display", lambda: True)
    monkeypatch.setitem(
        sys.modules, "viz_app.app.bootstrap", SimpleNamespace(run_window=run_window)
    )
    return options


@pytest.fixture
def without_display(monkeypatch, tmp_path):
    """An empty working folder on a machine without a screen."""
    monkeypatch.setattr(window, "has_display", lambda: False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "headlight-output"


def test_what_is_not_said_is_as_the_settings_say(headlight, opened):
    assert headlight().status == 7
    assert opened == [WindowOptions()]


def test_options_reach_the_window(headlight, opened, phrases):
    headlight(
        *("--model", phrases, "--text", "你好。", "--lang", "zh_CN", "--theme", "dark"),
        *("--device", "cpu", "--quit-after-first-picture"),
    )
    assert opened == [
        WindowOptions(
            model=str(phrases),
            text="你好。",
            language="zh_CN",
            theme="dark",
            device="cpu",
            quit_after_first_picture=True,
        )
    ]


def test_an_unknown_model_is_said_before_the_window_opens(headlight, opened):
    outcome = headlight("--model", "dog")
    assert (outcome.status, opened) == (1, [])
    assert "There is no model or file 'dog'" in outcome.err


def test_without_a_display_figures_are_drawn(headlight, qapp, without_display, phrases):
    outcome = headlight("--model", phrases)
    assert outcome.status == 0
    assert outcome.err.startswith("headlight: There is no display, so no window can open; ")
    assert {path.name for path in without_display.iterdir()} == FIGURES
    assert outcome.out.splitlines() == [
        f"headlight-output/{view}.png"
        for view in ("encoder", "decoder", "cross", "masks", "positions")
    ]


def test_without_a_display_the_users_sentence_is_drawn(headlight, without_display, phrases):
    outcome = headlight("--model", phrases, "--text", "☃")
    assert outcome.status == 1
    assert "knows nothing in “☃”" in outcome.err
    assert not without_display.exists()
