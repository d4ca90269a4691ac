"""Small tokenizers of the kinds that other people's models have, trained on two sentences."""

import io
from collections.abc import Iterable, Sequence
from typing import Any

import sentencepiece
import tokenizers
from tokenizers import decoders, models, pre_tokenizers, trainers

CORPUS = ("the cat sat on the mat", "a dog and a cat ran off") * 9


def sentence_pieces(texts: Iterable[str] = CORPUS, size: int = 40, **options: Any) -> bytes:
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(texts),
        model_writer=model,
        vocab_size=size,
        hard_vocab_limit=False,
        minloglevel=2,
        **options,
    )
    return model.getvalue()


def piece_names(model: bytes) -> list[str]:
    read = sentencepiece.SentencePieceProcessor(model_proto=model)
    names: list[str] = read.id_to_piece([*range(read.get_piece_size())])
    return names


def byte_pairs(
    size: int = 280, *, special: Sequence[str] = (), texts: Iterable[str] = CORPUS
) -> tokenizers.Tokenizer:
    """Byte-level pairs, as GPT-2 and BART have them."""
    backend = tokenizers.Tokenizer(models.BPE())
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    backend.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=[*special],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    backend.train_from_iterator(texts, trainer)
    return backend
