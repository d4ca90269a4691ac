"""Marian's models on the Hugging Face hub, opus-mt's above all (Junczys-Dowmunt et al. 2018)."""

from __future__ import annotations

from model.checkpoint.readers.bart_layers import (
    COPIES,
    POSITIONS,
    bart_config,
    bart_places,
    embedding_places,
    output_bias,
    stored_positions,
)
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.checkpoint.readers.vocabulary import SpecialIds, Vocabulary, in_our_order
from model.config import STACKS
from model.text.cuts import SentencePieceCut
from model.text.piece_tokenizer import PieceTokenizer

FAMILY = "marian"

_COPIES = (*COPIES, *(f"model.{stack}.{POSITIONS}" for stack in STACKS))
"""Of the shared table and of the sinusoids, which some files hold as well."""


def read_marian(folder: HubFolder, answers: Answers) -> Recognised:
    """Post-norm, sines before cosines, one table for everything, a bias of the logits.

    Raises:
        ForeignModelError: something is missing, or not as Marian has it.
    """
    shared = folder.flag("share_encoder_decoder_embeddings", default=True)
    src, tgt = (
        _vocabulary(folder, "vocab.json"),
        _vocabulary(folder, "vocab.json" if shared else "target_vocab.json"),
    )
    config = bart_config(
        folder,
        norm="pre" if folder.flag("normalize_before", default=False) else "post",
        final_norm=folder.flag("add_final_layer_norm", default=False),
        embedding_norm=folder.flag("normalize_embedding", default=False),
        positions="sinusoidal",
        sinusoids="halves",
        output_bias=True,
        share_embeddings=shared,
        forbidden=tgt.forbidden,
    )
    names = ("model.shared.weight",) * 3
    if not shared:
        names = (COPIES[0], COPIES[1], COPIES[1])
    config = stored_positions(folder, config)
    places = bart_places(config) | embedding_places(config, names, (src, tgt))
    places["output.bias"] = output_bias("final_logits_bias", tgt)
    return Recognised(
        questions=tuple(answers.questions),
        family="Marian",
        file=folder.tensors,
        config=config,
        src_tokenizer=_tokenizer(folder, "source.spm", src, coded=True),
        tgt_tokenizer=_tokenizer(folder, "target.spm", tgt),
        places=places,
        left_out=_COPIES,
    )


def _vocabulary(folder: HubFolder, name: str) -> Vocabulary:
    ids = {str(piece): index for piece, index in folder.json(name).items()}
    pieces = sorted(ids, key=lambda piece: ids[piece])
    if [ids[piece] for piece in pieces] != list(range(len(pieces))):
        raise ForeignModelError("{path} does not number its pieces.", path=folder.path / name)
    special = SpecialIds(
        pad=folder.number("pad_token_id"),
        start=folder.number("decoder_start_token_id"),
        end=folder.number("eos_token_id"),
        unknown=ids.get("<unk>"),
    )
    never = [
        ids[0] for ids in folder.config.get("bad_words_ids") or [] if isinstance(ids, list) and ids
    ]
    return in_our_order(pieces, special, never=never)


def _tokenizer(
    folder: HubFolder, name: str, vocabulary: Vocabulary, *, coded: bool = False
) -> PieceTokenizer:
    cut = SentencePieceCut(folder.bytes(name), coded=coded)
    return PieceTokenizer(cut=cut, pieces=vocabulary.pieces)
