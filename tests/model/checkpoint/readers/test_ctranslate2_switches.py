"""What a CTranslate2 model's attributes and its configuration say, and where they disagree."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.checkpoint.importing import recognise
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.special_tokens import BOS_ID, EOS_ID
from tests.model.checkpoint.readers.test_ctranslate2_file import (
    ALIASES,
    PIECES,
    WORDS,
    D,
    model_folder,
    network,
    written,
)

ATTENTIONS = (
    "encoder/layer_0/self_attention/queries_scale",
    "decoder/layer_0/self_attention/queries_scale",
    "decoder/layer_0/attention/queries_scale",
)
HEAD = D // 2
"""Columns of each of the small model's two heads."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return model_folder(tmp_path / "model")


def with_attributes(folder: Path, **attributes: Any) -> Path:
    (folder / "model.bin").write_bytes(written(network(**attributes), ALIASES))
    return folder


def configured(folder: Path, **values: Any) -> Path:
    (folder / "config.json").write_text(json.dumps({"unk_token": "<unk>", **values}))
    return folder


@pytest.mark.parametrize(
    ("scale", "scaled"), [(1.0, False), (1 / math.sqrt(HEAD), True), (0.0, True)]
)
def test_scores_are_divided_where_queries_are(folder: Path, scale: float, scaled: bool):
    with_attributes(folder, **dict.fromkeys(ATTENTIONS, np.float32(scale)))
    assert recognise(folder).config.scaled_scores is scaled


@pytest.mark.parametrize(
    ("attributes", "sentence"),
    [
        (
            dict.fromkeys(ATTENTIONS, np.float32(0.25)),
            r"queries_scale \(0\.25\) must be 1 or 0\.70",
        ),
        (
            {ATTENTIONS[0]: np.float32(1), ATTENTIONS[1]: np.float32(0.5)},
            r"The layers have different values of queries_scale: 0\.5, 1\.",
        ),
        (
            {"encoder/scale_embeddings": np.int8(0)},
            rf"different values of scale_embeddings: 1, {math.sqrt(D):g}\.",
        ),
        (
            {f"{stack}/scale_embeddings": np.float32(3) for stack in ("encoder", "decoder")},
            rf"scale_embeddings \(3\.0\) must be 1 or {math.sqrt(D)}",
        ),
        (
            {"encoder/layernorm_embedding/gamma": np.ones(D, "float32")},
            "Only one of encoder and decoder has {}/layernorm_embedding/gamma",
        ),
    ],
)
def test_switches_that_do_not_fit_together_are_one_sentence(
    folder: Path, attributes: dict[str, Any], sentence: str
):
    with pytest.raises(ForeignModelError, match=sentence):
        recognise(with_attributes(folder, **attributes))


def test_the_configuration_tells_the_norms_epsilon(folder: Path):
    assert recognise(folder).config.norm_epsilon == 1e-5
    assert recognise(configured(folder, layer_norm_epsilon=3e-6)).config.norm_epsilon == 3e-6
    with pytest.raises(ForeignModelError, match=r"layer_norm_epsilon \('x'\) must be a number"):
        recognise(configured(folder, layer_norm_epsilon="x"))


@pytest.mark.parametrize(
    ("values", "prefix", "suffix"),
    [
        ({"add_source_eos": True}, (), (EOS_ID,)),
        ({"add_source_bos": True}, (BOS_ID,), (EOS_ID,)),
        ({}, (), ()),
    ],
)
def test_the_configuration_tells_what_stands_around_a_source(
    folder: Path, values: dict[str, bool], prefix: tuple[int, ...], suffix: tuple[int, ...]
):
    source = recognise(configured(folder, **values), WORDS).src_tokenizer
    assert (source.prefix, source.suffix) == (prefix, suffix)


def test_what_the_decoder_is_fed_first_is_not_asked_of_the_source(folder: Path):
    """Which begins with the token that the configuration calls a sentence's start."""
    (folder / "shared_vocabulary.json").unlink()
    sources = ["<go>" if piece == "<s>" else piece for piece in PIECES]
    for side, pieces in (("source", sources), ("target", PIECES)):
        (folder / f"{side}_vocabulary.json").write_text(json.dumps(pieces))
    configured(folder, decoder_start_token=None, bos_token="<go>", add_source_bos=True)
    found = recognise(folder, {**WORDS, "start-token": "</s>"})
    (start,) = found.src_tokenizer.prefix
    place = found.places["src_embedding.tokens.weight"]
    table = found.file.load("decoder/embeddings/weight")
    assert (place.make(table)[start] == table[sources.index("<go>")]).all()
    place = found.places["tgt_embedding.tokens.weight"]
    assert (place.make(table)[BOS_ID] == table[PIECES.index("</s>")]).all()
