"""The check that a model does its own task as well as its training record states."""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping, Sequence
from typing import Any

import numpy as np

from model.arrays import frozen
from model.decoding.batches import IdPair, fits, to_ids, translation_steps
from model.decoding.trained import float_array
from model.lessons.checks import Finding, Measured, Unit, cells_where, verdict_of
from model.lessons.with_torch.check_context import CheckContext, Checking, not_made
from model.text.corpora import Pair
from model.text.tasks import GENERATED, SHIPPED, Score, corpus_scores, score_of, task_pairs
from model.values import is_number

PAIRS: Mapping[Score, int] = {"exact": 64, "bleu": 24}
"""Number of pairs translated; text takes longer than strings with one right answer."""

SEED = 1
"""Seed of the generated pairs."""

DEVIATIONS, ALMOST_ALL = 3.0, 0.95
"""Standard deviations that the exact share may be below the recorded one; 0.95 always passes."""

BLEU_SHARE = 0.75
"""Share of the recorded BLEU, which was measured on other pairs, that passes."""

UNRECORDED: Mapping[Score, float] = {"exact": 50.0, "bleu": 10.0}
"""Scores below these are a warning if the training record has no score to compare with."""

PICTURED = 8
"""Number of pairs in the picture."""

_UNITS: Mapping[Score, Unit] = {"exact": "% exact", "bleu": "BLEU"}


def check_task(context: CheckContext) -> Checking:
    """Check the score in the model's record on pairs of its task; raises CorpusError."""
    model = context.model
    if not (context.has_encoder and context.has_decoder):
        return not_made("task", "no decoder" if context.has_encoder else "no encoder")
    if model.task not in (*GENERATED, *SHIPPED):
        return not_made("task", "no task")
    score, sides = score_of(model.task), (model.src_tokenizer, model.tgt_tokenizer)
    made = {pair: to_ids(pair, *sides) for pair in task_pairs(model.task, PAIRS[score], seed=SEED)}
    pairs = {pair: ids for pair, ids in made.items() if fits(ids, model.config.max_len)}
    if not pairs:
        return not_made("task", "no room")
    yield
    number = yield from _measured_score(context, tuple(pairs), score)
    recorded = _recorded_limit(model.record, score, tuple(pairs.values()))
    limit = UNRECORDED[score] if recorded is None else recorded
    is_low = number < limit
    failed = is_low and recorded is not None
    return Finding(
        name="task",
        verdict=verdict_of(failed=failed, doubtful=is_low),
        number=number,
        unit=_UNITS[score],
        limit=limit,
        note="no score" if is_low and not failed else None,
        measured=(yield from _right_tokens(context, pairs, marks=is_low)),
    )


def _measured_score(
    context: CheckContext, pairs: Sequence[Pair], score: Score
) -> Generator[None, None, float]:
    """Exact translations in percent, or BLEU (0 … 100), of greedy translations."""
    translations = yield from translation_steps(context.model, [pair.source for pair in pairs])
    targets, lowercase = [pair.target for pair in pairs], context.model.tgt_tokenizer.lowercase
    scores = corpus_scores(translations, [targets], lowercase=lowercase)
    return 100 * scores.exact if score == "exact" else scores.bleu


def _recorded_limit(
    record: Mapping[str, Any], score: Score, pairs: Sequence[IdPair]
) -> float | None:
    """The lowest score consistent with the last one of a record, 0 … 100; None without one."""
    # A model with a loss of L nats per token gives a target of T tokens a probability of exp(−L ·
    # T) in the geometric mean, so that about this share of greedy translations is exact.
    entries = record.get("validation")
    entries = entries if isinstance(entries, list | tuple) else ()
    known = [entry for entry in entries if isinstance(entry, Mapping)]
    scores = [float(entry[score]) for entry in known if is_number(entry.get(score))]
    if score == "bleu":
        return BLEU_SHARE * min(max(scores[-1], 0.0), 100.0) if scores else None
    losses = [float(entry["loss"]) for entry in known if is_number(entry.get("loss"))]
    if not scores and not losses:
        return None
    tokens = sum(len(pair.tgt) - 1 for pair in pairs) / len(pairs)
    share = scores[-1] if scores else math.exp(-max(losses[-1], 0.0) * tokens)
    share = min(max(share, 0.0), 1.0)
    deviation = math.sqrt(share * (1 - share) / len(pairs))
    return 100 * min(max(share - DEVIATIONS * deviation, 0.0), ALMOST_ALL)


def _right_tokens(
    context: CheckContext, pairs: Mapping[Pair, IdPair], *, marks: bool
) -> Generator[None, None, Measured]:
    shown = list(pairs.items())[:PICTURED]
    longest = max(len(ids.tgt) - 1 for _, ids in shown)
    values = np.full((len(shown), longest), np.nan, dtype=np.float32)
    for row, (_, ids) in enumerate(shown):
        shares = context.logits(ids.src, ids.tgt[:-1])[0].softmax(dim=-1)  # [target, vocabulary]
        right = list(ids.tgt[1:])
        values[row, : len(right)] = float_array(shares[range(len(right)), right])
        yield
    return Measured(
        thing="right tokens",
        rows=tuple(pair.source for pair, _ in shown),
        columns=tuple(str(column + 1) for column in range(longest)),
        marked=cells_where(values < 0.5) if marks else (),
        values=frozen(values),
    )
