"""BART on the Hugging Face hub (Lewis et al. 2020)."""

from __future__ import annotations

from model.checkpoint.readers.bart_layers import (
    bart_config,
    bart_places,
    embedding_places,
    output_bias,
)
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.hub_tokenizers import hub_tokenizer, pieces_in_order
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.vocabulary import SpecialIds, in_our_order
from model.text.piece_tokenizer import PieceTokenizer

OFFSET = 2
"""Rows of the table of positions that no token gets."""

COPIES = (
    "model.encoder.embed_tokens.weight",
    "model.decoder.embed_tokens.weight",
    "lm_head.weight",
)
"""Of the shared table, which some files hold more than once."""


def read_bart(folder: HubFolder, answers: Answers) -> Recognised:
    """Post-norm, learned positions, a norm of the embeddings; a source stands in ``<s> … </s>``.

    Raises:
        ForeignModelError: something is missing, or not as BART has it.
    """
    cut, ids = hub_tokenizer(folder)
    special = SpecialIds(
        pad=folder.number("pad_token_id", 1),
        start=folder.number("decoder_start_token_id", 2),
        end=folder.number("eos_token_id", 2),
        unknown=ids.get("<unk>"),
    )
    vocabulary = in_our_order(pieces_in_order(ids, folder.number("vocab_size")), special)
    bias = "final_logits_bias" in folder.tensors.shapes
    config = bart_config(
        folder,
        norm="post",
        embedding_norm=True,
        positions="learned",
        output_bias=bias,
        share_embeddings=True,
        forbidden=vocabulary.forbidden,
    )
    first = vocabulary.ours(folder.number("bos_token_id", 0))
    places = bart_places(config, positions=OFFSET)
    places |= embedding_places(config, ("model.shared.weight",) * 3, (vocabulary, vocabulary))
    if bias:
        places["output.bias"] = output_bias("final_logits_bias", vocabulary)
    return Recognised(
        questions=tuple(answers.questions),
        family="BART",
        file=folder.tensors,
        config=config,
        src_tokenizer=PieceTokenizer(cut=cut, pieces=vocabulary.pieces, prefix=(first,)),
        tgt_tokenizer=PieceTokenizer(cut=cut, pieces=vocabulary.pieces),
        places=places,
        left_out=COPIES,
    )
