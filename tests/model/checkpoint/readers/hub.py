"""Folders as people have them, and what their own library computes with them."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import sentencepiece
import torch

from model.checkpoint.file import load_checkpoint
from model.checkpoint.importing import import_steps, recognise
from model.decoding.greedy import translate
from model.decoding.reading import read_source, read_target
from model.decoding.trained import TrainedModel
from model.special_tokens import BOS_ID
from model.text.source import Source
from tests.model.decoding.together import translate_all


@dataclasses.dataclass(frozen=True)
class Pair:
    """The same model twice.

    Attributes:
        ours: imported, saved and loaded again.
        theirs: of the original library.
        rows: foreign id of each of our target's ids.
    """

    ours: TrainedModel
    theirs: Any
    src_rows: Sequence[int]
    tgt_rows: Sequence[int]


def imported(path: Path, out: Path, answers: Mapping[str, str] | None = None) -> TrainedModel:
    """A folder, by way of a checkpoint."""
    for _ in import_steps(recognise(path, answers), out):
        pass
    return load_checkpoint(out)


def sentence_pieces(**options: Any) -> bytes:
    """A small SentencePiece model."""
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["the cat sat on the mat", "a dog and a cat ran off"] * 9),
        model_writer=model,
        vocab_size=40,
        hard_vocab_limit=False,
        minloglevel=2,
        **options,
    )
    return model.getvalue()


def stirred(model: torch.nn.Module) -> torch.nn.Module:
    """Every parameter moved off its start."""
    noise = torch.Generator().manual_seed(0)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.requires_grad:
                parameter.add_(torch.randn(parameter.shape, generator=noise), alpha=0.15)
    return model.eval()


def sources(count: int, *, rows: int, longest: int = 12, seed: int = 0) -> list[list[int]]:
    """Random sentences of our ids, ``</s>`` at the end."""
    noise = np.random.default_rng(seed)
    lengths = noise.integers(1, longest, size=count)
    return [[*noise.integers(4, rows, size=length).tolist(), 2] for length in lengths]


def foreign(ids: Sequence[int], rows: Sequence[int]) -> torch.Tensor:
    """``[1, length]`` ids of the original."""
    return torch.tensor([[rows[i] for i in ids]])


def assert_equal_passes(pair: Pair, src: Sequence[int], tgt: Sequence[int]) -> None:
    """Logits and every weight of a teacher-forced pass, and of decoding token by token."""
    source = Source("", tuple(src), pair.ours.src_tokenizer.tokens(src), (), ())
    reading = read_source(pair.ours, source)
    with torch.no_grad():
        theirs = pair.theirs(
            input_ids=foreign(src, pair.src_rows),
            decoder_input_ids=foreign((BOS_ID, *tgt), pair.tgt_rows),
            output_attentions=True,
        )
    ours = read_target(pair.ours, reading, (BOS_ID, *tgt))
    kept = [i for i in range(len(pair.tgt_rows)) if i not in pair.ours.config.forbidden]
    expected = theirs.logits[0][:, [pair.tgt_rows[i] for i in kept]]
    size = max(1.0, float(expected.abs().max()))
    torch.testing.assert_close(ours.logits[:, kept] / size, expected / size, atol=1e-5, rtol=0)
    for found, attentions in (
        (reading.weights, theirs.encoder_attentions),
        (ours.decoder, theirs.decoder_attentions),
        (ours.cross, theirs.cross_attentions),
    ):
        stacked = torch.stack(attentions)[:, 0].numpy()
        np.testing.assert_allclose(found, stacked, atol=1e-5)


def assert_equal_translations(pair: Pair, texts: Sequence[str]) -> None:
    """Greedy, one by one with a cache, and side by side with padding.

    What every target begins with is given to both.
    """
    given_ids = pair.ours.tgt_tokenizer.prefix
    for text in texts:
        trace = translate(pair.ours, text)
        given = foreign(trace.source_ids, pair.src_rows)
        never = [[pair.tgt_rows[i]] for i in pair.ours.config.forbidden if i != BOS_ID]
        generated = pair.theirs.generate(
            given,
            num_beams=1,
            do_sample=False,
            max_new_tokens=len(trace.steps),
            bad_words_ids=never or None,
            forced_eos_token_id=None,
            decoder_start_token_id=pair.tgt_rows[BOS_ID],
            forced_bos_token_id=pair.tgt_rows[given_ids[0]] if given_ids else None,
        )
        assert [step.given for step in trace.steps] == [
            place < len(given_ids) for place in range(len(trace.steps))
        ]
        expected = generated[0, 1 : 1 + len(trace.steps)].tolist()
        assert [pair.tgt_rows[i] for i in trace.predicted_ids] == expected
    assert translate_all(pair.ours, texts) == [translate(pair.ours, t).translation for t in texts]
