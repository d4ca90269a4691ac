"""Marian's models on the Hugging Face hub, opus-mt's above all (Junczys-Dowmunt et al. 2018)."""

from __future__ import annotations

from model.checkpoint.readers.bart_layers import (
    POSITIONS,
    bart_config,
    bart_places,
    embedding_places,
    output_bias,
    stored_positions,
)
from model.checkpoint.readers.generation import forced_start, never_generated, not_followed
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.hub_tables import tables_used
from model.checkpoint.readers.hub_tokenizers import pieces_in_order
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.vocabulary import SpecialIds, Vocabulary, in_our_order
from model.config import STACKS
from model.text.piece_tokenizer import PieceTokenizer

_SHARED, _OUTPUT, _BIAS = "model.shared.weight", "lm_head.weight", "final_logits_bias"
_TABLES = tuple(f"model.{stack}.embed_tokens.weight" for stack in STACKS)


def read_marian(folder: HubFolder, answers: Answers) -> Recognised:
    """Post-norm, sines before cosines, one table for everything, a bias of the logits.

    Raises:
        ForeignModelError: something is missing, or not as Marian has it.
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
        output_bias=_BIAS in folder.tensors.shapes,
        forbidden=tgt.forbidden,
    )
    config = stored_positions(folder, config)
    places = bart_places(config) | embedding_places(config, tables, vocabularies)
    if config.output_bias:
        places["output.bias"] = output_bias(_BIAS, tgt)
    positions = (f"model.{stack}.{POSITIONS}" for stack in STACKS)
    return Recognised(
        questions=tuple(answers.questions),
        family="Marian",
        file=folder.tensors,
        config=config,
        src_tokenizer=_tokenizer(folder, "source.spm", src, coded=True),
        tgt_tokenizer=_tokenizer(folder, "target.spm", tgt, first=forced_start(folder, tgt)),
        places=places,
        left_out=(_SHARED, *_TABLES, _OUTPUT, *positions),
        not_followed=not_followed(folder),
    )


def _tables(folder: HubFolder) -> tuple[str, ...]:
    """Of the source, the target and the output."""
    if folder.flag("share_encoder_decoder_embeddings", default=True):
        return tables_used(folder, _SHARED, *_TABLES, output=_OUTPUT)
    source, target = _TABLES
    return source, *tables_used(folder, target, target, output=_OUTPUT)


def _vocabularies(folder: HubFolder) -> tuple[Vocabulary, Vocabulary]:
    """Of source and target, which may have files of their own, and tables of other sizes."""
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
