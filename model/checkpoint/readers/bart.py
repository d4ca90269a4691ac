"""BART on the Hugging Face hub (Lewis et al. 2020)."""

from __future__ import annotations

from model.checkpoint.readers.bart_layers import Sides, bart_config, shared_model, shared_switches
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.hub_tokenizers import hub_tokenizer, pieces_in_order
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.vocabulary import SpecialIds, in_our_order
from model.text.piece_tokenizer import PieceTokenizer


def read_bart(folder: HubFolder, answers: Answers) -> Recognised:
    """Post-norm, learned positions, a norm of the embeddings; a source stands in ``<s> … </s>``.

    Raises:
        ForeignModelError: something is missing, or not as BART has it.
    """
    sides = _sides(folder)
    config = bart_config(
        folder,
        norm="post",
        embedding_norm=True,
        positions="learned",
        **shared_switches(folder, sides),
    )
    return shared_model(folder, answers, family="BART", config=config, sides=sides)


def _sides(folder: HubFolder) -> Sides:
    cut, ids = hub_tokenizer(folder)
    special = SpecialIds(
        pad=folder.number("pad_token_id", 1),
        start=folder.number("decoder_start_token_id", 2),
        end=folder.number("eos_token_id", 2),
        unknown=ids.get("<unk>"),
    )
    vocabulary = in_our_order(pieces_in_order(ids, folder.number("vocab_size")), special)
    first = vocabulary.ours(folder.number("bos_token_id", 0))
    return Sides(
        vocabulary,
        PieceTokenizer(cut=cut, pieces=vocabulary.pieces, prefix=(first,)),
        PieceTokenizer(cut=cut, pieces=vocabulary.pieces),
    )
