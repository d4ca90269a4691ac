"""A translation in a notebook: found by its model's name, shown, saved, and read again."""

import math
import re
import shutil
import warnings

import numpy as np
import pytest
import torch

import headlight
import model
from headlight import UserError
from model.traces.first_look import aligned_head, first_content_step
from viz_app.notebook import shown_trace, window
from viz_app.storage.session.files import load_session, save_session
from viz_app.storage.session.session import Session
from viz_app.workbench.changes.sessions import session_opened
from viz_app.workbench.state.workbench import Workbench

LETTERS = "a b c d"


@pytest.fixture(scope="module")
def trace() -> headlight.ShownTrace:
    """Letters turned round by the smallest model that is shipped."""
    return headlight.translate(LETTERS, model="reverse", device="cpu")


def test_it_is_what_the_model_alone_says(trace):
    alone = model.translate(model.load("reverse"), LETTERS)
    assert trace.translation == alone.translation == "d c b a"
    assert trace.source_text == LETTERS
    assert trace.source_tokens == ("a", "b", "c", "d", "</s>")
    assert trace.target_tokens == ("d", "c", "b", "a", "</s>")
    assert trace.fed_tokens == ("<s>", "d", "c", "b", "a")
    for kind in ("encoder", "decoder", "cross"):
        np.testing.assert_array_equal(trace.weights(kind), alone.weights(kind))


def test_steps_have_their_candidates(trace):
    for step, token in zip(trace.steps, trace.target_tokens, strict=True):
        best, *others = step.candidates
        assert best.token == step.token == token
        assert math.isclose(best.probability, step.probability)
        assert all(other.probability <= best.probability for other in others)


def test_it_says_in_one_line_what_it_is(trace):
    assert repr(trace) == "<headlight trace: a b c d → d c b a; reverse, 2 × 4 heads, 5 steps>"


def test_its_picture_is_all_three_kinds(trace):
    page = trace._repr_html_()
    names = ("Encoder self-attention", "Decoder self-attention", "Cross-attention")
    assert all(name in page for name in names)
    assert trace.show().kinds == trace.show("all").kinds == ("encoder", "decoder", "cross")


def test_the_head_that_is_most_aligned_is_large_at_first(trace, monkeypatch):
    layer, head = aligned_head(trace.trace)
    assert chosen(trace._repr_html_()) == (layer + 1, head + 1)
    monkeypatch.setattr(shown_trace, "aligned_head", lambda _: (1, 2))
    assert chosen(trace._repr_html_()) == (2, 3)


def chosen(page: str) -> tuple[int, int]:
    """Layer and head of the large cross-attention."""
    cross = page.partition('aria-label="Cross-attention"')[2]
    place = re.search(r'"hl-place">Layer (\d+) · head (\d+)<', cross)
    return int(place[1]), int(place[2])


def test_one_kind_alone(trace):
    picture = trace.show(kind="cross", layer=2, head=1)
    assert picture.kinds == ("cross",)
    assert "Encoder self-attention" not in picture._repr_html_()
    with pytest.raises(UserError, match="There is no attention 'self' here"):
        trace.show(kind="self")
    with pytest.raises(UserError, match="There is no layer 3: they count from 1 to 2"):
        trace.show(kind="cross", layer=3)


# ----------------------------------------------------------------------------------- files


def test_what_was_saved_is_read_again(trace, tmp_path):
    path = trace.save(tmp_path / "letters.headlight")
    read = headlight.load(path)
    assert (repr(read), read.model, read.steps[0].candidates) == (
        repr(trace),
        "reverse",
        trace.steps[0].candidates,
    )
    for kind in ("encoder", "decoder", "cross"):
        np.testing.assert_array_equal(read.weights(kind), trace.weights(kind))
    assert read._repr_html_() == trace._repr_html_()


def test_the_window_opens_it_where_it_would_look_first(trace, tmp_path):
    session = load_session(trace.save(tmp_path / "letters.headlight"))
    bench = session_opened(Workbench(), session)
    layer, head = aligned_head(trace.trace)
    looked = bench.selection
    assert (looked.kind, looked.layer, looked.head) == ("cross", layer, head)
    assert looked.step == first_content_step(trace.target_tokens)
    assert bench.whole
    assert bench.trace.translation == "d c b a"


def test_a_name_gets_the_suffix_of_sessions(trace, tmp_path):
    assert trace.save(str(tmp_path / "letters.v2")) == tmp_path / "letters.v2.headlight"
    assert headlight.load(str(tmp_path / "letters.v2.headlight")).translation == "d c b a"


def test_what_is_no_session_is_said(tmp_path):
    (tmp_path / "x.headlight").write_bytes(b"nothing")
    for name in ("x.headlight", "missing.headlight"):
        with pytest.raises(UserError, match=name):
            headlight.load(tmp_path / name)


def test_a_session_without_a_translation_has_no_trace(tmp_path):
    save_session(tmp_path / "empty.headlight", Session(source_text="a b"))
    with pytest.raises(UserError, match="Nothing is translated in this session"):
        headlight.load(tmp_path / "empty.headlight")


def test_a_folder_that_takes_no_files_is_said_and_left(trace, tmp_path):
    with pytest.raises(UserError, match=r"letters\.headlight cannot be written"):
        trace.save(tmp_path / "missing" / "letters.headlight")
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------------------------- models


def test_a_model_is_found_by_its_path_too(tmp_path):
    path = tmp_path / "mine.safetensors"
    shutil.copy("resources/checkpoints/reverse.safetensors", path)
    for name in (path, str(path)):
        assert headlight.translate(LETTERS, model=name, device="cpu").model == "mine"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"model": "zh-xx"}, "There is no model or file 'zh-xx'. Models: reverse, zh-en."),
        ({"model": "reverse", "device": "tpu"}, "There is no device 'tpu'. Devices: auto, cpu"),
    ],
)
def test_what_there_is_not_is_said_with_what_there_is(asked, said):
    with pytest.raises(UserError) as error:
        headlight.translate(LETTERS, **asked)
    assert str(error.value).startswith(said)


def test_a_sentence_that_cannot_be_read_is_said():
    with pytest.raises(UserError, match="The source is empty"):
        headlight.translate(" ", model="reverse", device="cpu")


@pytest.mark.parametrize("text", [None, b"abc", ["a", "b"], 3])
def test_a_sentence_is_text(text):
    with pytest.raises(UserError, match=r"A sentence is text, and .* is none"):
        headlight.translate(text, model="reverse", device="cpu")


def test_a_device_may_be_one_of_torch():
    trace = headlight.translate(LETTERS, model="reverse", device=torch.device("cpu"))
    assert trace.source_text


def test_weights_are_of_a_kind_that_there_is(trace):
    with pytest.raises(
        UserError, match=r"no attention 'crss' here\. Kinds: encoder, decoder, cross"
    ):
        trace.weights("crss")


def test_what_was_changed_is_a_warning_where_the_user_called():
    with pytest.warns(headlight.HeadlightWarning) as told:
        headlight.translate("a ? b", model="reverse", device="cpu")
    assert {warning.filename for warning in told} == {__file__}


def test_a_device_that_is_not_there_is_a_warning(monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    with pytest.warns(headlight.HeadlightWarning, match="no CUDA device; using the CPU"):
        headlight.translate(LETTERS, model="reverse", device="cuda")


def test_a_model_is_read_once(monkeypatch):
    headlight.translate(LETTERS, model="reverse", device="cpu")
    monkeypatch.setattr("model.checkpoint.file.load_checkpoint", None)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert headlight.translate("b a", model="reverse", device="cpu").translation == "a b"


# ---------------------------------------------------------------------------------- window


def test_the_window_is_another_process_with_the_session(trace, tmp_path, monkeypatch):
    begun = []
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(window.subprocess, "Popen", lambda asked, **_: begun.append(asked))
    monkeypatch.setattr(window, "has_display", lambda: True)
    trace.open()
    ((*command, path),) = begun
    assert command[1:] == ["-m", "viz_app", "open"]
    assert headlight.load(path).translation == "d c b a"


def test_without_a_display_no_window_is_begun(trace, monkeypatch):
    monkeypatch.setattr(window.subprocess, "Popen", None)
    monkeypatch.setattr(window, "has_display", lambda: False)
    with pytest.raises(UserError, match="There is no display"):
        trace.open()
