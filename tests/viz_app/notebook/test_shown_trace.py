"""A translation in a notebook: found by its model's name, shown, saved, and read again."""

import math
import re
import shutil
import warnings
from functools import partial

import numpy as np
import pytest
import torch

import headlight
import model
from headlight import UserError
from model.traces.head_measures import aligned_head, first_content_step
from viz_app.notebook import shown_trace
from viz_app.storage.library import Library
from viz_app.storage.session import Session, load_session, save_session
from viz_app.storage.settings import Settings, save_settings, settings_path
from viz_app.workbench.changes.sessions import session_opened
from viz_app.workbench.state import Workbench

# ----------------------------------------------------------------------------------- test pictures
# Anybody's weights become a picture, and each head of it is counted as in the window.


def softmax(*shape: int, seed: int = 0) -> np.ndarray:
    scores = np.random.default_rng(seed).normal(size=shape)
    shares = np.exp(scores)
    return (shares / shares.sum(-1, keepdims=True)).astype(np.float32)


def shown(picture: headlight.AttentionPicture) -> list[list[str]]:
    """The values of the head that is large, as the page has them without its script."""
    page = picture._repr_html_()
    body = re.search(r"<tbody>(.*?)</tbody>", page, re.DOTALL)[1]
    rows = re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL)
    return [re.findall(r"<td[^>]*>([^<]*)", row) for row in rows]


def as_shown(matrix: np.ndarray) -> list[list[str]]:
    return [[f"{value:.4f}".replace("0.", ".", 1) for value in row] for row in matrix]


FORMS = {
    "[layers, heads, query, key]": lambda weights: weights,
    "a tensor": torch.tensor,
    "in 64 bits": lambda weights: weights.astype(np.float64),
    "lists": lambda weights: weights.tolist(),
    "layers of [heads, query, key]": list,
    "layers of Hugging Face": lambda weights: tuple(torch.tensor(layer)[None] for layer in weights),
    "layers that need gradients": lambda weights: tuple(
        torch.tensor(layer, requires_grad=True) for layer in weights
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_weights_are_shown_in_every_form_that_they_come_in(form):
    weights = softmax(2, 3, 4, 5)
    picture = headlight.view(FORMS[form](weights))
    assert repr(picture) == "<headlight attention: attention 2 × 3 heads, 4 × 5 tokens>"
    assert shown(picture.show(layer=2, head=3)) == as_shown(weights[1, 2])


def test_rows_of_generate_are_put_together():
    """The first of a prompt of two tokens; what was not there yet is masked."""
    whole = np.tril(softmax(2, 3, 4, 4))
    tokens = [
        tuple(torch.tensor(layer[None, :, rows, : rows.stop]) for layer in whole)
        for rows in (slice(0, 2), slice(2, 3), slice(3, 4))
    ]
    values = shown(headlight.view(tuple(tokens)).show(layer=1, head=2))
    assert [row.index("") if "" in row else 4 for row in values] == [1, 2, 3, 4]
    assert values[3] == as_shown(whole[0, 1])[3]


def test_cells_after_the_diagonal_are_masked_where_nobody_attends():
    causal = np.tril(softmax(1, 2, 3, 3))
    assert [row.count("") for row in shown(headlight.view(causal))] == [2, 1, 0]
    causal[0, 1, 0, 2] = 0.1
    assert [row.count("") for row in shown(headlight.view(causal))] == [0, 0, 0]


@pytest.mark.parametrize(
    ("given", "heads"),
    [
        (
            {"query_tokens": ["a", "<b>"], "key_tokens": ["x", "y", "z"]},
            ["x", "y", "z", "a", "&lt;b&gt;"],
        ),
        ({"query_tokens": ["a", "b"]}, ["a", "b", "a", "b"]),  # of a square, for both axes
    ],
)
def test_tokens_stand_on_their_axes(given, heads):
    page = headlight.view(softmax(2, len(heads) - 2), **given)._repr_html_()
    found = re.findall(r"<th .*?</th>", page)
    assert [re.sub(r"<[^>]*>", "", one).strip() for one in found] == heads


def language_of(picture):
    (language,) = set(re.findall(r'class="headlight"[^>]* lang="([^"]+)"', picture._repr_html_()))
    return language


def test_the_words_are_those_of_the_window_unless_asked_for_otherwise(monkeypatch):
    picture = headlight.view(softmax(2, 2))
    for language, shown in (("zh_CN", "zh-CN"), ("en", "en")):
        save_settings(settings_path(), Settings(language=language))
        assert language_of(picture) == shown
        assert language_of(picture.show(language="zh")) == "zh-CN"
        assert language_of(picture.show(language="zh").show(layer=1, head=1)) == "zh-CN"
        assert language_of(headlight.view(softmax(2, 2), language="en")) == "en"
    save_settings(settings_path(), Settings(language="system"))
    for system, shown in (
        ("zh_CN", "zh-CN"),
        ("Chinese (Simplified)_China", "zh-CN"),
        (None, "en"),
    ):
        monkeypatch.setattr("locale.getlocale", lambda system=system: (system, "UTF-8"))
        assert language_of(picture) == shown


def test_a_language_without_texts_is_one_sentence():
    for refused in (headlight.view, headlight.view(softmax(2, 2)).show):
        given = (softmax(2, 2),) if refused is headlight.view else ()
        with pytest.raises(UserError, match=r"Unknown language 'fr'\. Languages: en, zh, zh_CN"):
            refused(*given, language="fr")


def test_broken_settings_are_told(monkeypatch):
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text("{")
    with pytest.warns(headlight.HeadlightWarning, match="settings file is damaged"):
        headlight.view(softmax(2, 2))._repr_html_()


def test_the_picture_needs_nothing_from_anywhere():
    page = headlight.view(softmax(2, 2, 3, 3))._repr_html_()
    assert not re.findall(r"(?:src|href)=\"(?!data:)", page)
    assert "http" not in page.replace("http://www.w3.org", "")


WRONG = {
    "five axes": (np.ones((1, 1, 1, 1, 1)), "gives it, not [1, 1, 1, 1, 1]."),
    "a number": (0.5, "gives it, not []."),
    "words": ("weights", "gives it, not str."),
    "nothing": ([], "gives it, not []."),
    "None": ((None, None), "attn_implementation"),
    "a batch": ([torch.ones(2, 3, 1, 1)], "a batch of 2 sentences"),
    "layers of two shapes": ([np.ones((1, 1, 1)), np.ones((2, 1, 1))], "[[1, 1, 1], [2, 1, 1]]"),
    "scores": (np.full((2, 2), -3.5), "-3.5 is not."),
    "no numbers": (np.full((2, 2), np.nan), "nan is not."),
    "too many": (np.broadcast_to(np.float32(1e-9), (10, 10, 1000, 10**8)), "10,000,000,000,000 w"),
    "too many layers": ([np.broadcast_to(np.float32(0), (999, 999, 99))] * 9, "are too many"),
    "a large head": (np.broadcast_to(np.float32(0), (1, 1001, 1000)), "1,001,000 weights are too"),
    "tokens": (
        [[torch.ones(1, 1, 1, 1)], [torch.ones(1, 2, 1, 2)]],
        "tokens of inconsistent shape",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_are_no_weights_is_said_in_one_sentence(wrong):
    weights, said = WRONG[wrong]
    with pytest.raises(UserError) as error:
        headlight.view(weights)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_labels_must_be_as_many_as_rows_and_columns():
    with pytest.raises(UserError, match="key_tokens has 2 labels, but the weights have 3 of them"):
        headlight.view(softmax(2, 3), key_tokens=["a", "b"])


def test_layers_and_heads_are_whole_numbers_from_1_to_the_last():
    weights = softmax(2, 3, 4, 5)
    picture = headlight.view(weights)
    assert shown(picture.show(layer=np.int64(2), head=np.uint8(3))) == as_shown(weights[1, 2])
    assert shown(headlight.view(weights[0]).show(head=2)) == as_shown(weights[0, 1])
    assert shown(headlight.view(weights[0, 0])) == as_shown(weights[0, 0])
    wrong = {"layer": (2, (0, 3, True, 1.0, "1")), "head": (3, (4, -1))}
    for name, (most, numbers) in wrong.items():
        for number in numbers:
            said = f"no {name} {number!r}: numbers run from 1 to {most}, as in"
            with pytest.raises(UserError, match=said):
                picture.show(**{name: number})


# -------------------------------------------------------------------------------- test shown trace


LETTERS = "a b c d"


@pytest.fixture(scope="module")
def trace(one_torch_thread) -> headlight.ShownTrace:
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

    for step, token in zip(trace.steps, trace.target_tokens, strict=True):
        best, *others = step.candidates
        assert best.token == step.token == token
        assert math.isclose(best.probability, step.probability)
        assert all(other.probability <= best.probability for other in others)
    assert repr(trace) == "<headlight trace: a b c d → d c b a; reverse, 2 × 4 heads, 5 steps>"


def test_its_picture_is_all_three_kinds_with_the_most_aligned_head_large(trace, monkeypatch):
    page = trace._repr_html_()
    names = ("Encoder self-attention", "Decoder self-attention", "Cross-attention")
    assert all(name in page for name in names)
    assert trace.show().kinds == trace.show("all").kinds == ("encoder", "decoder", "cross")
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
    kinds = r"no attention 'crss' here\. Kinds: encoder, decoder, cross"
    with pytest.raises(UserError, match=kinds):
        trace.weights("crss")
    with pytest.raises(UserError, match="There is no layer 3: numbers run from 1 to 2"):
        trace.show(kind="cross", layer=3)


# ----------------------------------------------------------------------------------- files


def test_what_was_saved_is_read_again(trace, tmp_path):
    path = trace.save(str(tmp_path / "letters.v2"))
    assert path == tmp_path / "letters.v2.headlight"
    read = headlight.load(str(path))
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


def test_what_is_no_session_or_has_no_translation_is_said(tmp_path):
    (tmp_path / "x.headlight").write_bytes(b"nothing")
    save_session(tmp_path / "empty.headlight", Session(source_text="a b"))
    said = {"x": r"x\.headlight", "missing": "missing", "empty": "This session has no translation"}
    for name, sentence in said.items():
        with pytest.raises(UserError, match=sentence):
            headlight.load(tmp_path / f"{name}.headlight")


def test_a_folder_that_takes_no_files_is_said_and_left(trace, tmp_path):
    with pytest.raises(UserError, match=r"letters\.headlight cannot be written"):
        trace.save(tmp_path / "missing" / "letters.headlight")
    assert not list(tmp_path.iterdir())


# ---------------------------------------------------------------------------------- models


def test_a_model_is_found_by_its_path_too(tmp_path):
    path = tmp_path / "mine.safetensors"
    shutil.copy("resources/checkpoints/reverse.safetensors", path)
    for name, device in ((path, "cpu"), (str(path), torch.device("cpu"))):
        assert headlight.translate(LETTERS, model=name, device=device).model == "mine"


@pytest.mark.parametrize(
    ("text", "asked", "said"),
    [
        (
            LETTERS,
            {"model": "zh-xx"},
            "Model or file not found: 'zh-xx'. Models: passive, reverse, zh-en.",
        ),
        (LETTERS, {"device": "tpu"}, "Unknown device 'tpu'. Devices: auto, cpu"),
        (" ", {}, "The source is empty"),
        *((text, {}, "A sentence must be text, not") for text in (None, b"abc", ["a", "b"], 3)),
    ],
)
def test_what_cannot_be_translated_is_said(text, asked, said):
    with pytest.raises(UserError) as error:
        headlight.translate(text, **{"model": "reverse", "device": "cpu", **asked})
    assert str(error.value).startswith(said)


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
    monkeypatch.setattr(shown_trace.subprocess, "Popen", lambda asked, **_: begun.append(asked))
    monkeypatch.setattr(shown_trace, "has_display", lambda: True)
    trace.open()
    ((*command, path),) = begun
    assert command[1:] == ["-m", "viz_app", "open"]
    assert headlight.load(path).translation == "d c b a"


def test_without_a_display_no_window_is_begun(trace, monkeypatch):
    monkeypatch.setattr(shown_trace.subprocess, "Popen", None)
    monkeypatch.setattr(shown_trace, "has_display", lambda: False)
    with pytest.raises(UserError, match="No display"):
        trace.open()


def test_without_a_model_the_one_that_reads_the_sentence_translates(
    monkeypatch, tmp_path, tiny_checkpoint, one_torch_thread
):
    shutil.copy(tiny_checkpoint, tmp_path / "passive.safetensors")
    monkeypatch.setattr(
        shown_trace, "Library", partial(Library, tmp_path / "own", shipped=tmp_path)
    )
    assert headlight.translate("a b c", device="cpu").model == "passive"
    with pytest.raises(UserError, match="'zh-en'"):  # it reads Chinese, and is not there
        headlight.translate("我有一只猫。", device="cpu")
