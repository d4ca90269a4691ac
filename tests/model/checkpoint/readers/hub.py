"""Folders as people have them, and what their own library computes with them."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from model.checkpoint.file import load_checkpoint
from model.checkpoint.importing import import_steps, recognise
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.decoding.greedy import read_source, read_target, translate
from model.decoding.trained import TrainedModel
from model.messages import ConfigError
from model.network.attention import padding_mask, target_mask
from model.special_tokens import BOS_ID
from model.text.tokenizer import Source
from model.traces.trace import Trace
from tests.model.decoding.together import translate_all

TEXTS = ("the cat sat", "a dog and a cat", "off the mat", "a")
SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")
"""In the order of BART and its kin."""
SIZES = {
    "d_model": 16,
    "encoder_layers": 2,
    "decoder_layers": 3,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 20,
    "decoder_ffn_dim": 20,
    "max_position_embeddings": 64,
}
"""Of a small model of that kin."""


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

    @cached_property
    def predicted(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Ids of what is ever predicted, ours and the original's."""
        forbidden = {*self.ours.config.forbidden}
        kept = [i for i in range(len(self.tgt_rows)) if i not in forbidden]
        return torch.tensor(kept), torch.tensor([self.tgt_rows[i] for i in kept])


def imported(path: Path, out: Path, answers: Mapping[str, str] | None = None) -> TrainedModel:
    """A folder, by way of a checkpoint."""
    for _ in import_steps(recognise(path, answers), out):
        pass
    return load_checkpoint(out)


def both(
    theirs: Any,
    path: Path,
    out: Path,
    rows: Sequence[int],
    answers: Mapping[str, str] | None = None,
) -> Pair:
    """A folder, read by a class of the original library and by us; ``rows`` are of both sides."""
    original = theirs.from_pretrained(path, attn_implementation="eager", dtype=torch.float32)
    return Pair(imported(path, out, answers), original.eval(), rows, rows)


def stirred(model: torch.nn.Module) -> torch.nn.Module:
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


def assert_same_model(
    pair: Pair, texts: Sequence[str], *, count: int = 20, longest: int = 12
) -> None:
    """All that is asked of a family.

    Passes of whole targets, with a cache and with padding beside them; greedy translations.
    """
    cases = []
    for seed, src in enumerate(sources(count, rows=len(pair.src_rows), longest=longest)):
        (tgt,) = sources(1, rows=len(pair.tgt_rows), longest=longest, seed=100 + seed)
        assert_equal_pass(pair, src, tgt[:-1])
        assert_equal_with_a_cache(pair, src, tgt[:-1])
        cases.append((src, [BOS_ID, *tgt[:-1]]))
    assert_equal_batch(pair, cases)
    assert_equal_translations(pair, texts)


def assert_equal_with_a_cache(pair: Pair, src: Sequence[int], tgt: Sequence[int]) -> None:
    """Logits and rows of weights, one token fed in after another."""
    fed = (BOS_ID, *tgt)
    theirs = pass_of(pair, src, fed)
    reading = read_source(pair.ours, source_of(pair, src))
    past, logits, rows = None, [], []
    for token in fed:
        with pair.ours.evaluating() as network, torch.inference_mode():
            decoded = network.decode(
                torch.tensor([[token]]),
                reading.memory,
                tgt_mask=None,
                src_mask=None,
                past=past,
                record=True,
            )
        past = decoded.past
        logits.append(decoded.logits[0, 0])
        rows.append((decoded.self_weights[:, 0, :, 0], decoded.cross_weights[:, 0, :, 0]))
    assert_near(pair, torch.stack(logits), theirs.logits[0])
    for place, (own, cross) in enumerate(rows):
        expected = torch.stack(theirs.decoder_attentions)[:, 0, :, place, : place + 1]
        torch.testing.assert_close(own, expected, atol=1e-5, rtol=0)
        expected = torch.stack(theirs.cross_attentions)[:, 0, :, place]
        torch.testing.assert_close(cross, expected, atol=1e-5, rtol=0)


def assert_equal_batch(pair: Pair, cases: Sequence[tuple[list[int], list[int]]]) -> None:
    """Side by side with padding, fused and recorded, against the original one by one."""
    src, tgt = (padded([case[side] for case in cases]) for side in (0, 1))
    src_mask = padding_mask(src)
    with pair.ours.evaluating() as network:
        fused = network(src, tgt)
        encoded = network.encode(src, src_mask, record=True)
        memory = network.project_memory(encoded.memory)
        recorded = network.decode(
            tgt, memory, tgt_mask=target_mask(tgt), src_mask=src_mask, record=True
        )
    for row, (one, fed) in enumerate(cases):
        theirs = pass_of(pair, one, fed)
        for logits in (fused, recorded.logits):
            assert_near(pair, logits[row, : len(fed)], theirs.logits[0])
        for found, attentions, queries in (
            (encoded.weights, theirs.encoder_attentions, len(one)),
            (recorded.self_weights, theirs.decoder_attentions, len(fed)),
            (recorded.cross_weights, theirs.cross_attentions, len(fed)),
        ):
            expected = torch.stack(attentions)[:, 0]
            own, keys = found[:, row, :, :queries], expected.size(-1)
            torch.testing.assert_close(own[..., :keys], expected, atol=1e-5, rtol=0)
            assert not own[..., keys:].any()  # nothing looks at padding


def padded(lines: Sequence[list[int]]) -> torch.Tensor:
    """``[batch, longest]``, 0 after each end."""
    return torch.nn.utils.rnn.pad_sequence([torch.tensor(line) for line in lines], batch_first=True)


def pass_of(pair: Pair, src: Sequence[int], fed: Sequence[int]) -> Any:
    with torch.no_grad():
        return pair.theirs(
            input_ids=foreign(src, pair.src_rows),
            decoder_input_ids=foreign(fed, pair.tgt_rows),
            output_attentions=True,
        )


def source_of(pair: Pair, src: Sequence[int]) -> Source:
    return Source("", tuple(src), pair.ours.src_tokenizer.tokens(src), (), ())


def assert_near(pair: Pair, found: torch.Tensor, theirs: torch.Tensor) -> None:
    """``[length, vocabulary]`` of ours and of the original's, but for what is never predicted."""
    kept, rows = pair.predicted
    expected = theirs[:, rows]
    size = max(1.0, float(expected.abs().max()))
    torch.testing.assert_close(found[:, kept] / size, expected / size, atol=1e-5, rtol=0)


def assert_equal_passes(pair: Pair, count: int = 10, *, longest: int = 12) -> None:
    """Logits and every weight of teacher-forced passes over random sentences."""
    for seed, src in enumerate(sources(count, rows=len(pair.src_rows), longest=longest)):
        (tgt,) = sources(1, rows=len(pair.tgt_rows), longest=longest, seed=100 + seed)
        assert_equal_pass(pair, src, tgt[:-1])


def assert_equal_pass(pair: Pair, src: Sequence[int], tgt: Sequence[int]) -> None:
    theirs = pass_of(pair, src, (BOS_ID, *tgt))
    reading = read_source(pair.ours, source_of(pair, src))
    ours = read_target(pair.ours, reading, (BOS_ID, *tgt))
    assert_near(pair, ours.logits, theirs.logits[0])
    for found, attentions in (
        (reading.weights, theirs.encoder_attentions),
        (ours.decoder, theirs.decoder_attentions),
        (ours.cross, theirs.cross_attentions),
    ):
        stacked = torch.stack(attentions)[:, 0].numpy()
        np.testing.assert_allclose(found, stacked, atol=1e-5)


def assert_equal_cuts(pair: Pair, original: Any, texts: Sequence[str]) -> None:
    for text in texts:
        ids = pair.ours.prepared(text).ids
        assert [pair.src_rows[i] for i in ids] == original(text).input_ids, text


def assert_equal_translations(pair: Pair, texts: Sequence[str]) -> None:
    """Greedy: with a cache, by whole passes again and again, and side by side with padding.

    What every target begins with is given to both.
    """
    given_ids = pair.ours.tgt_tokenizer.prefix
    never = [[pair.tgt_rows[i]] for i in pair.ours.config.forbidden if i != BOS_ID]
    translations = []
    assert len(texts) >= 20
    for text in texts:
        trace = translate(pair.ours, text)
        given = foreign(trace.source_ids, pair.src_rows)
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
        assert_equal_trace(pair, trace)
        translations.append(trace.translation)
    assert translate_all(pair.ours, texts) == translations


def assert_equal_prompts(pair: Pair, texts: Sequence[str], *, count: int) -> list[Trace]:
    """A decoder alone: passes over random sentences, and prompts that go on with a cache."""
    reading, traces = read_source(pair.ours, pair.ours.prepared("the")), []

    def assert_equal_weights(found: np.ndarray, fed: Sequence[int]) -> torch.Tensor:
        with torch.no_grad():
            theirs = pair.theirs(foreign(fed, pair.tgt_rows), output_attentions=True)
        expected = torch.stack(theirs.attentions)[:, 0].numpy()
        np.testing.assert_allclose(found, expected, atol=1e-5)
        return theirs.logits[0]

    for ids in sources(count, rows=len(pair.tgt_rows)):
        fed = (BOS_ID, *ids[:-1])
        passed = read_target(pair.ours, reading, fed)
        assert_near(pair, passed.logits, assert_equal_weights(passed.decoder, fed))
    for text in texts:
        trace = translate(pair.ours, text)
        prompt = [step.token_id for step in trace.steps if step.given]
        generated = pair.theirs.generate(
            foreign((BOS_ID, *prompt), pair.tgt_rows),
            do_sample=False,
            num_beams=1,
            max_new_tokens=len(trace.steps) - len(prompt),
            pad_token_id=pair.tgt_rows[BOS_ID],
        )
        assert [pair.tgt_rows[i] for i in trace.predicted_ids] == generated[0, 1:].tolist()
        assert_equal_weights(trace.decoder_weights, trace.fed_ids)
        traces.append(trace)
    return traces


def assert_equal_trace(pair: Pair, trace: Trace) -> None:
    """Every weight that is on screen; and no cache is needed to predict the same."""
    fed = (BOS_ID, *trace.predicted_ids[:-1])
    theirs = pass_of(pair, trace.source_ids, fed)
    for found, attentions in (
        (trace.encoder_weights, theirs.encoder_attentions),
        (trace.decoder_weights, theirs.decoder_attentions),
        (trace.cross_weights, theirs.cross_attentions),
    ):
        np.testing.assert_allclose(found, torch.stack(attentions)[:, 0].numpy(), atol=1e-5)
    reading = read_source(pair.ours, source_of(pair, trace.source_ids))
    causal = torch.ones(1, 1, len(fed), len(fed), dtype=torch.bool).tril()  # <pad> is a token, too
    best = read_target(pair.ours, reading, fed, tgt_mask=causal).logits.argmax(-1).tolist()
    own = [(step.token_id, best[step.index]) for step in trace.steps if not step.given]
    assert [chosen for chosen, _ in own] == [whole for _, whole in own], own


def with_random_texts(texts: Sequence[str], words: Sequence[str], count: int = 20) -> list[str]:
    """These and as many of words by chance as are missing to ``count``, no two alike."""
    noise, made = np.random.default_rng(11), dict.fromkeys(texts)
    while len(made) < count:
        made[" ".join(noise.choice(list(words), size=noise.integers(1, 9)))] = None
    return [*made]


def refused(path: Path, answers: Mapping[str, str] | None = None) -> str:
    with pytest.raises((ForeignModelError, ConfigError)) as raised:
        recognise(path, answers).check()
    return str(raised.value)


def sinusoids(rows: int, width: int, *, halves: bool = False, closed: bool = False) -> torch.Tensor:
    """Number by number, as the paper has it or as tensor2tensor does."""
    table, pairs = np.empty((rows, width)), width // 2
    for row, column in np.ndindex(*table.shape):
        pair = column % pairs if halves else column // 2
        sine = column < pairs if halves else column % 2 == 0
        angle = row / 10_000 ** (pair / (pairs - 1) if closed else 2 * pair / width)
        table[row, column] = math.sin(angle) if sine else math.cos(angle)
    return torch.tensor(table, dtype=torch.float32)


def changed(path: Path, name: str = "config.json", **values: Any) -> Path:
    """A folder in one of whose files something is said otherwise."""
    said = json.loads((path / name).read_text()) if (path / name).exists() else {}
    (path / name).write_text(json.dumps({**said, **values}))
    return path


def with_tensors(path: Path, *without: str, **tensors: torch.Tensor) -> Path:
    own = load_file(path / "model.safetensors")
    kept = {name: tensor for name, tensor in own.items() if name not in without}
    save_file({**kept, **tensors}, path / "model.safetensors", metadata={"format": "pt"})
    return path
