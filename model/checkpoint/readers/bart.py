"""BART and Marian on the Hugging Face hub, and BART's successors: mBART, M2M-100, NLLB.

Lewis et al. 2020, Liu et al. 2020, Tang et al. 2020, Fan et al. 2020, NLLB Team 2022.
"""

from __future__ import annotations

from typing import Any

from model.checkpoint.readers.hub_folder import HubFolder, tables_used
from model.checkpoint.readers.hub_tokenizers import (
    OFFSET,
    POSITIONS,
    Sides,
    bart_config,
    bart_places,
    embedding_places,
    forced_start,
    hub_tokenizer,
    never_generated,
    not_followed,
    output_bias,
    pieces_in_order,
    stored_positions,
    tokenizer_class,
    two_languages,
)
from model.checkpoint.readers.recognised import (
    Answers,
    Recognised,
    SpecialIds,
    Vocabulary,
    in_our_order,
)
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.config import STACKS
from model.text.piece_tokenizer import PieceTokenizer

# -------------------------------------------------------------------------------------------- bart


_SHARED, _OUTPUT = "model.shared.weight", "lm_head.weight"
_TABLES = tuple(f"model.{stack}.embed_tokens.weight" for stack in STACKS)
_COMPUTED = "embed_positions.weights"
"""Positions of a stack, where a file holds what is computed."""
_BIAS = "final_logits_bias"


def read_bart(folder: HubFolder, answers: Answers) -> Recognised:
    """Post-norm, learned positions, normalised embeddings; a source is ``<s> … </s>``.

    Raises:
        ForeignModelError: a part is missing, or differs from BART.
    """
    folder.expect(normalize_before=False, normalize_embedding=True, add_final_layer_norm=False)
    switches: dict[str, Any] = {"norm": "post", "embedding_norm": True, "positions": "learned"}
    return _model(folder, answers, family="BART", sides=_sides(folder), **switches)


def read_mbart(folder: HubFolder, answers: Answers) -> Recognised:
    """BART as pre-norm with a norm after each stack, and with language codes.

    In the first mBART the code follows the source's ``</s>``, and the decoder starts with the
    target's code; since mBART-50 it is the first token of both.

    Raises:
        ForeignModelError: a part is missing, or differs from mBART.
    """
    folder.expect(normalize_before=True, normalize_embedding=True, add_final_layer_norm=True)
    sides = two_languages(folder, answers, starts=True)
    switches: dict[str, Any] = {"norm": "pre", "embedding_norm": True, "positions": "learned"}
    return _model(folder, answers, family="mBART", sides=sides, **switches)


def read_m2m100(folder: HubFolder, answers: Answers) -> Recognised:
    """Pre-norm, all sines before all cosines with a closed scale, codes before sentences.

    Raises:
        ForeignModelError: a part is missing, or differs from M2M-100.
    """
    if folder.number("d_model") % 2:
        raise ForeignModelError(
            "{path}: d_model ({d_model}) must be even, for as many sines as cosines.",
            path=folder.path / "config.json",
            d_model=folder.number("d_model"),
        )
    return _model(
        folder,
        answers,
        family="NLLB" if tokenizer_class(folder) == "NllbTokenizer" else "M2M-100",
        sides=two_languages(folder, answers, starts=False),
        table=_COMPUTED,
        norm="pre",
        positions="sinusoidal",
        sinusoids="halves",
        closed_sinusoids=True,
        position_offset=folder.number("pad_token_id", OFFSET - 1) + 1,
        activation=folder.activation("activation_function", "relu"),
        scaled_embedding=folder.flag("scale_embedding", default=True),
    )


def _model(
    folder: HubFolder,
    answers: Answers,
    *,
    family: str,
    sides: Sides,
    table: str = POSITIONS,
    **switches: Any,
) -> Recognised:
    folder.expect(is_encoder_decoder=True, is_decoder=False, static_position_embeddings=False)
    tables = tables_used(folder, _SHARED, *_TABLES, output=_OUTPUT)
    config = bart_config(
        folder,
        tables,
        output_bias=_BIAS in folder.tensors.shapes,
        forbidden=sides.vocabulary.forbidden,
        **switches,
    )
    if config.positions == "sinusoidal":
        config = stored_positions(folder, config, name=table, skipped=config.position_offset)
    places = bart_places(config, positions=OFFSET, table=table)
    places |= embedding_places(config, tables, (sides.vocabulary, sides.vocabulary))
    if config.output_bias:
        places["output.bias"] = output_bias(_BIAS, sides.vocabulary)
    return Recognised(
        questions=tuple(answers.questions),
        family=family,
        file=folder.tensors,
        config=config,
        src_tokenizer=sides.src,
        tgt_tokenizer=sides.tgt,
        places=places,
        left_out=(_SHARED, *_TABLES, _OUTPUT, *(f"model.{stack}.{_COMPUTED}" for stack in STACKS)),
        not_followed=not_followed(folder),
    )


def _sides(folder: HubFolder) -> Sides:
    cut, ids = hub_tokenizer(folder)
    special = SpecialIds(
        pad=folder.number("pad_token_id", 1),
        start=folder.token("decoder_start_token_id", 2),
        end=folder.token("eos_token_id", 2),
        unknown=ids.get("<unk>"),
    )
    pieces = pieces_in_order(ids, folder.rows())
    vocabulary = in_our_order(pieces, special, never=never_generated(folder))
    first = vocabulary.ours(folder.number("bos_token_id", 0))
    target = forced_start(folder, vocabulary)
    return Sides(
        vocabulary,
        PieceTokenizer(cut=cut, pieces=vocabulary.pieces, prefix=(first,)),
        PieceTokenizer(cut=cut, pieces=vocabulary.pieces, prefix=target),
    )


# ------------------------------------------------------------------------------------------ marian
# Marian's models on the Hugging Face hub, opus-mt's above all (Junczys-Dowmunt et al. 2018).


_MARIAN_SHARED, _MARIAN_OUTPUT, _MARIAN_BIAS = (
    "model.shared.weight",
    "lm_head.weight",
    "final_logits_bias",
)


def read_marian(folder: HubFolder, answers: Answers) -> Recognised:
    """Post-norm, all sines before all cosines, one shared table, a bias of the logits.

    Raises:
        ForeignModelError: a part is missing, or differs from Marian.
    """
    folder.expect(is_encoder_decoder=True, is_decoder=False, static_position_embeddings=True)
    folder.expect(normalize_before=False, normalize_embedding=False, add_final_layer_norm=False)
    vocabularies = _vocabularies(folder)
    src, tgt = vocabularies
    tables = _tables(folder)
    config = bart_config(
        folder,
        tables,
        norm="post",
        positions="sinusoidal",
        sinusoids="halves",
        output_bias=_MARIAN_BIAS in folder.tensors.shapes,
        forbidden=tgt.forbidden,
    )
    config = stored_positions(folder, config)
    places = bart_places(config) | embedding_places(config, tables, vocabularies)
    if config.output_bias:
        places["output.bias"] = output_bias(_MARIAN_BIAS, tgt)
    positions = (f"model.{stack}.{POSITIONS}" for stack in STACKS)
    return Recognised(
        questions=tuple(answers.questions),
        family="Marian",
        file=folder.tensors,
        config=config,
        src_tokenizer=_tokenizer(folder, "source.spm", src, coded=True),
        tgt_tokenizer=_tokenizer(folder, "target.spm", tgt, first=forced_start(folder, tgt)),
        places=places,
        left_out=(_MARIAN_SHARED, *_TABLES, _MARIAN_OUTPUT, *positions),
        not_followed=not_followed(folder),
    )


def _tables(folder: HubFolder) -> tuple[str, ...]:
    if folder.flag("share_encoder_decoder_embeddings", default=True):
        return tables_used(folder, _MARIAN_SHARED, *_TABLES, output=_MARIAN_OUTPUT)
    source, target = _TABLES
    return source, *tables_used(folder, target, target, output=_MARIAN_OUTPUT)


def _vocabularies(folder: HubFolder) -> tuple[Vocabulary, Vocabulary]:
    size = size_of_target = folder.rows()
    shared = folder.flag("share_encoder_decoder_embeddings", default=True)
    if not shared and "decoder_vocab_size" in folder.config:
        size_of_target = folder.rows("decoder_vocab_size")
    start = folder.token("decoder_start_token_id")
    if folder.json("tokenizer_config.json").get("separate_vocabs"):
        # padding has the source's id in the configuration; a source needs no start
        pad = folder.ids("target_vocab.json").get("<pad>", start)
        return (
            _vocabulary(folder, "vocab.json", size, pad=folder.number("pad_token_id"), start=None),
            _vocabulary(folder, "target_vocab.json", size_of_target, pad=pad, start=start),
        )
    pad = folder.number("pad_token_id")
    src = _vocabulary(folder, "vocab.json", size, pad=pad, start=start)
    if size_of_target == size:  # thousands of pieces are read once
        return src, src
    tgt = _vocabulary(folder, "vocab.json", size_of_target, pad=pad, start=start)
    return src, tgt


def _vocabulary(
    folder: HubFolder, name: str, size: int, *, pad: int, start: int | None
) -> Vocabulary:
    ids = folder.ids(name)
    special = SpecialIds(
        pad=pad,
        start=start,
        end=folder.token("eos_token_id"),
        unknown=ids.get("<unk>"),
    )
    return in_our_order(pieces_in_order(ids, size), special, never=never_generated(folder))


def _tokenizer(
    folder: HubFolder,
    name: str,
    vocabulary: Vocabulary,
    *,
    coded: bool = False,
    first: tuple[int, ...] = (),
) -> PieceTokenizer:
    cut = folder.pieces(name, coded=coded)
    return PieceTokenizer(cut=cut, pieces=vocabulary.pieces, prefix=first)
