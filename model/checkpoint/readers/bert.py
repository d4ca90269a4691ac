"""BERT on the Hugging Face hub: an encoder with a head that predicts masked tokens.

Devlin et al. 2019.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from torch import Tensor

from model.checkpoint.readers.hub_folder import HubFolder, tables_used
from model.checkpoint.readers.hub_tokenizers import hub_tokenizer, pieces_in_order
from model.checkpoint.readers.recognised import (
    Answers,
    Recognised,
    SpecialIds,
    TensorPlace,
    TensorPlaces,
    Vocabulary,
    in_our_order,
    modules,
    rows,
)
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.config import ModelConfig
from model.text.piece_tokenizer import PieceTokenizer

_HEAD = "cls.predictions."
_TOKENS = "bert.embeddings.word_embeddings.weight"
_LINEAR = {
    "attention.w_q": "attention.self.query",
    "attention.w_k": "attention.self.key",
    "attention.w_v": "attention.self.value",
    "attention.w_o": "attention.output.dense",
    "feed_forward.w_1": "intermediate.dense",
    "feed_forward.w_2": "output.dense",
}
_NORMS = {
    "attention_residual.norm": "attention.output.LayerNorm",
    "feed_forward_residual.norm": "output.LayerNorm",
}
_LEFT_OUT = (
    f"{_HEAD}bias",
    f"{_HEAD}decoder.weight",
    f"{_HEAD}decoder.bias",
    "cls.seq_relationship.weight",
    "cls.seq_relationship.bias",
    "bert.embeddings.position_ids",
    "bert.pooler.dense.weight",
    "bert.pooler.dense.bias",
)
"""Copies, and what tells whether a second sentence follows the first."""


def read_bert(folder: HubFolder, answers: Answers) -> Recognised:
    """Post-norm, learned positions, normalised embeddings; a sentence is [CLS] … [SEP].

    The segment embedding of a first sentence is added to the positions.

    Raises:
        ForeignModelError: a part is missing, or differs from BERT.
    """
    if folder.config.get("position_embedding_type", "absolute") != "absolute":
        raise ForeignModelError(
            "{path}: BERT's positions are {positions!r} here; only absolute positions are "
            "supported.",
            path=folder.path / "config.json",
            positions=folder.config["position_embedding_type"],
        )
    folder.expect(is_decoder=False, is_encoder_decoder=False, add_cross_attention=False)
    cut, ids = hub_tokenizer(folder)
    pieces = pieces_in_order(ids, folder.rows())
    first, last, hidden = (_id(folder, pieces, name) for name in ("[CLS]", "[SEP]", "[MASK]"))
    special = SpecialIds(
        pad=folder.number("pad_token_id", 0), start=None, end=None, unknown=ids.get("[UNK]")
    )
    vocabulary = in_our_order(pieces, special)
    tables = tables_used(folder, _TOKENS, _TOKENS, output=f"{_HEAD}decoder.weight")
    config = _config(folder, vocabulary.forbidden, tied=folder.tensors.same(*tables))
    tokenizer = PieceTokenizer(
        cut=cut,
        pieces=vocabulary.pieces,
        prefix=(vocabulary.ours(first),),
        suffix=(vocabulary.ours(last),),
        mask=vocabulary.ours(hidden),
    )
    return Recognised(
        questions=tuple(answers.questions),
        family="BERT",
        file=folder.tensors,
        config=config,
        src_tokenizer=tokenizer,
        tgt_tokenizer=tokenizer,
        places=_places(folder, config, tables, vocabulary),
        left_out=_LEFT_OUT,
        record={"samples": ["The cat sat on the [MASK].", "She has two [MASK] and a dog."]},
    )


def _id(folder: HubFolder, pieces: list[str], name: str) -> int:
    if name not in pieces:
        raise ForeignModelError(
            "{path}: the vocabulary has no {token}.", path=folder.path, token=name
        )
    return pieces.index(name)


def _config(folder: HubFolder, forbidden: tuple[int, ...], *, tied: bool) -> ModelConfig:
    return ModelConfig(
        n_layers=folder.number("num_hidden_layers"),
        decoder_layers=0,
        n_heads=folder.number("num_attention_heads"),
        d_model=folder.number("hidden_size"),
        d_ff=folder.number("intermediate_size"),
        dropout=folder.fraction("hidden_dropout_prob", 0.1),
        norm="post",
        norm_epsilon=folder.fraction("layer_norm_eps", 1e-12),
        scaled_embedding=False,
        embedding_norm=True,
        positions="learned",
        max_len=folder.number("max_position_embeddings", 512),
        activation=folder.activation("hidden_act", "gelu"),
        output_bias=True,
        output_transform=True,
        tie_embeddings=tied,
        forbidden=forbidden,
    )


def _places(
    folder: HubFolder, config: ModelConfig, tables: Sequence[str], vocabulary: Vocabulary
) -> TensorPlaces:
    embeddings = "bert.embeddings."
    table, output = tables
    places = {
        "src_embedding.tokens.weight": rows(table, vocabulary.rows),
        "src_embedding.positions.table": TensorPlace(
            (
                f"{embeddings}position_embeddings.weight",
                f"{embeddings}token_type_embeddings.weight",
            ),
            _of_first_sentence,
            "+ row 0",
            computed=True,
        ),
    }
    own_bias = f"{_HEAD}decoder.bias" in folder.tensors.shapes  # the other name is then not read
    bias = f"{_HEAD}decoder.bias" if own_bias else f"{_HEAD}bias"
    places["output.bias"] = rows(bias, vocabulary.rows)
    if not config.tie_embeddings:
        places["output.weight"] = rows(output, vocabulary.rows)
    places |= dict(_layers(config))
    old = f"{embeddings}LayerNorm.gamma" in folder.tensors.shapes
    return {name: _with_old_names(place) if old else place for name, place in places.items()}


def _of_first_sentence(positions: Tensor, sentences: Tensor) -> Tensor:
    # a shape without numbers is not added to: that would load torch's compiler
    return positions if positions.is_meta else positions + sentences[0]


def _layers(config: ModelConfig) -> Iterator[tuple[str, TensorPlace]]:
    yield from modules({"src_embedding.norm": "embeddings.LayerNorm"}, "", "bert.")
    for layer in range(config.depth("encoder")):
        theirs = f"bert.encoder.layer.{layer}."
        yield from modules(_LINEAR | _NORMS, f"encoder_layers.{layer}.", theirs)
    transform = {"w": "dense", "norm": "LayerNorm"}
    yield from modules(transform, "output_transform.", f"{_HEAD}transform.")


def _with_old_names(place: TensorPlace) -> TensorPlace:
    names = (
        name.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
            "LayerNorm.bias", "LayerNorm.beta"
        )
        for name in place.names
    )
    return dataclasses.replace(place, names=tuple(names))
