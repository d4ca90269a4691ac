"""Anybody's weights become a picture, and each head of it is counted as in the window."""

import re

import numpy as np
import pytest
import torch

import headlight
from headlight import UserError
from viz_app.storage.settings import Settings
from viz_app.storage.settings_file import save_settings, settings_path


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


def test_one_matrix_and_one_layer_are_shown_too():
    weights = softmax(3, 4, 5)
    assert shown(headlight.view(weights).show(head=2)) == as_shown(weights[1])
    assert shown(headlight.view(weights[0])) == as_shown(weights[0])


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


def test_tokens_stand_on_their_axes():
    page = headlight.view(
        softmax(2, 3), query_tokens=["a", "<b>"], key_tokens=["x", "y", "z"]
    )._repr_html_()
    heads = [re.sub(r"<[^>]*>", "", found).strip() for found in re.findall(r"<th .*?</th>", page)]
    assert heads == ["x", "y", "z", "a", "&lt;b&gt;"]


def test_one_list_of_tokens_is_for_both_axes_of_a_square():
    page = headlight.view(softmax(2, 2), query_tokens=["a", "b"])._repr_html_()
    assert page.count("<bdi>a</bdi>") == page.count("<bdi>b</bdi>") == 2


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
        with pytest.raises(UserError, match=r"no language 'fr'\. Languages: en, zh, zh_CN"):
            refused(*given, language="fr")


def test_broken_settings_are_told(monkeypatch):
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_text("{")
    with pytest.warns(headlight.HeadlightWarning, match="settings file was broken"):
        headlight.view(softmax(2, 2))._repr_html_()


def test_the_picture_needs_nothing_from_anywhere():
    page = headlight.view(softmax(2, 2, 3, 3))._repr_html_()
    assert not re.findall(r"(?:src|href)=\"(?!data:)", page)
    assert "http" not in page.replace("http://www.w3.org", "")


WRONG = {
    "five axes": (np.ones((1, 1, 1, 1, 1)), "these are [1, 1, 1, 1, 1]"),
    "a number": (0.5, "these are []"),
    "words": ("weights", "these are str"),
    "nothing": ([], "these are"),
    "None": ((None, None), "attn_implementation"),
    "a batch": ([torch.ones(2, 3, 1, 1)], "a batch of 2 sentences"),
    "layers of two shapes": ([np.ones((1, 1, 1)), np.ones((2, 1, 1))], "[[1, 1, 1], [2, 1, 1]]"),
    "scores": (np.full((2, 2), -3.5), "-3.5 is none"),
    "no numbers": (np.full((2, 2), np.nan), "nan is none"),
    "too many": (np.broadcast_to(np.float32(1e-9), (10, 10, 1000, 10**8)), "10,000,000,000,000 w"),
    "too many layers": ([np.broadcast_to(np.float32(0), (999, 999, 99))] * 9, "are too many"),
    "a large head": (np.broadcast_to(np.float32(0), (1, 1001, 1000)), "1,001,000 weights are too"),
    "tokens": ([[torch.ones(1, 1, 1, 1)], [torch.ones(1, 2, 1, 2)]], "do not fit together"),
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


@pytest.mark.parametrize("place", [{"layer": 0}, {"layer": 3}, {"head": 4}, {"head": -1}])
def test_layers_and_heads_count_from_1_to_the_last(place):
    ((name, number),) = place.items()
    most = {"layer": 2, "head": 3}[name]
    picture = headlight.view(softmax(2, 3, 2, 2))
    with pytest.raises(UserError, match=f"no {name} {number}: they count from 1 to {most}, as in"):
        picture.show(**place)


def test_a_layer_may_be_counted_by_numpy():
    weights = softmax(2, 3, 4, 5)
    picture = headlight.view(weights).show(layer=np.int64(2), head=np.uint8(3))
    assert shown(picture) == as_shown(weights[1, 2])


def test_a_layer_is_a_whole_number():
    for layer in (True, 1.0, "1"):
        with pytest.raises(UserError, match="There is no layer"):
            headlight.view(softmax(2, 2)).show(layer=layer)
