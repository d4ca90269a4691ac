"""The single checks of a model: its weights, its predictions, and what must not change them."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from model.arrays import FloatArray, frozen
from model.decoding.greedy import feed
from model.decoding.trained import float_array
from model.lessons.checks import (
    CheckedHead,
    CheckedLayer,
    CheckName,
    ColumnWord,
    Finding,
    Measured,
    MeasuredThing,
    Note,
    cells_where,
    verdict_of,
)
from model.lessons.with_torch.check_context import DRAWN, CheckContext, Checking, Specimen, not_made
from model.lessons.with_torch.one_head import attention_place
from model.network.attention import KeyValue
from model.network.transformer import listening
from model.special_tokens import PAD_ID, SPECIAL_TOKENS, Ids
from model.traces.trace import KINDS, Kind

# ---------------------------------------------------------------------------------------- of heads

ROWS_TOLERANCE = 1e-4
"""Allowed deviation of a row's sum from 1."""

UNIFORM, EVEN = 0.01, 0.001
"""A row is uniform where each weight is within so much of its share of the others' mean.

Random heads may come near to that; one whose queries or keys are 0 has the mean itself.
"""

FIXED = 0.99
"""A head with at least this weight on one position in every row ignores the sentence."""

ONE_HOT, SHARP = 1e-12, 1e-4
"""A row is saturated where all weights but one sum to less than the first; the second is a warning.

No derivative p_i(δ_ij − p_j) of its softmax is larger than that sum.
"""

MOST_ROWS = 0.8
"""Share of a head's rows that decides: two equal keys keep a saturated row from being one-hot."""

SILENT = 1e-6
"""A head's output is zero where no component reaches this share of the largest of its layer."""


def check_rows(context: CheckContext) -> Checking:
    """Check that the weights of every row sum to 1."""
    worst, place, found = -1.0, CheckedHead("encoder", 0, 0), context.sentences[0]
    for sentence in context.sentences:
        for kind, weights in context.weights(sentence).items():
            off = np.abs(weights.sum(axis=-1, dtype=np.float64) - 1).max(axis=-1)
            layer, head = np.unravel_index(off.argmax(), off.shape)
            if off.max() > worst:
                worst, found = float(off.max()), sentence
                place = CheckedHead(kind, int(layer), int(head))
        yield
    return Finding(
        name="rows",
        verdict=verdict_of(failed=worst > ROWS_TOLERANCE),
        number=worst,
        unit="sum",
        limit=ROWS_TOLERANCE,
        measured=_row_sums(context, found, place),
    )


def _row_sums(context: CheckContext, sentence: Specimen, place: CheckedHead) -> Measured:
    weights = context.weights(sentence)[place.kind][place.layer, place.head]  # [query, key]
    sums = weights.sum(axis=-1, dtype=np.float64)
    is_causal = place.kind == "decoder" and not np.triu(weights, 1).any()
    seen = np.where(np.tri(*weights.shape), weights, np.nan) if is_causal else weights
    src = context.model.src_tokenizer.tokens(sentence.src)
    fed = context.model.tgt_tokenizer.tokens(sentence.fed)
    return Measured(
        thing="row sums",
        rows=src if place.kind == "encoder" else fed,
        columns=fed if place.kind == "decoder" else src,
        words=("sum",),
        marked=tuple(
            (int(row), weights.shape[1]) for row in (np.abs(sums - 1) > ROWS_TOLERANCE).nonzero()[0]
        ),
        head=place,
        values=frozen(np.column_stack([seen, sums]).astype(np.float32)),
    )


def check_dead_heads(context: CheckContext) -> Checking:
    """Fails on uniform heads or zero output; warns on heads fixed on one key."""
    looks = yield from _looks(context)
    if not looks:
        return not_made("dead_heads", "no choice")
    outputs = yield from _outputs(context, looks)
    silent = tuple(place for place, output in outputs.items() if output < SILENT)
    dead = tuple(place for place in looks if looks[place].uneven < UNIFORM or place in silent)
    held = {place: max(look.on_first, look.on_last) for place, look in looks.items()}
    fixed = tuple(place for place in looks if held[place] > FIXED and place not in dead)
    uneven = {place: look.uneven for place, look in looks.items()}
    only_fixed, is_new = bool(fixed) and not dead, bool(dead) and context.is_untrained
    is_even = bool(silent) or any(uneven[place] < EVEN for place in dead)
    note: Note | None = "fixed heads" if only_fixed else "untrained" if is_new else None
    picture = _mosaic("fixed", held, fixed) if only_fixed else _mosaic("uneven", uneven, dead)
    if silent:
        picture = _mosaic("outputs", outputs, silent)
    return Finding(
        name="dead_heads",
        verdict=verdict_of(failed=is_even and not is_new, doubtful=bool(dead or fixed)),
        number=len(dead or fixed),
        unit="heads",
        total=len(looks),
        heads=dead or fixed,
        note="silent heads" if silent and not is_new else note,
        measured=picture,
    )


def check_saturated_heads(context: CheckContext) -> Checking:
    """Fails if nearly all rows of a head are one-hot; warns if they are sharp."""
    looks = yield from _looks(context)
    if not looks:
        return not_made("saturated_heads", "no choice")
    beside = {place: float(np.quantile(look.rest, MOST_ROWS)) for place, look in looks.items()}
    saturated = tuple(place for place, rest in beside.items() if rest < SHARP)
    return Finding(
        name="saturated_heads",
        verdict=verdict_of(
            failed=any(beside[place] < ONE_HOT for place in saturated), doubtful=bool(saturated)
        ),
        number=len(saturated),
        unit="heads",
        total=len(looks),
        heads=saturated,
        measured=_mosaic("beside", beside, saturated),
    )


def _mosaic(
    thing: MeasuredThing, numbers: Mapping[CheckedHead, float], marked: Collection[CheckedHead]
) -> Measured:
    layers = sorted({(KINDS.index(place.kind), place.layer) for place in numbers})
    rows = [CheckedLayer(KINDS[kind], layer) for kind, layer in layers]
    values = np.full((len(rows), 1 + max(place.head for place in numbers)), np.nan, np.float32)
    for (kind, layer, head), number in numbers.items():
        values[rows.index(CheckedLayer(kind, layer)), head] = number
    return Measured(
        thing=thing,
        rows=tuple(rows),
        columns=tuple(str(head + 1) for head in range(values.shape[1])),
        level=max(1.0, float(np.nanmax(values))),
        marked=tuple((rows.index(CheckedLayer(*place[:2])), place.head) for place in marked),
        values=frozen(values),
    )


class _Look(NamedTuple):
    """What the rows of a head with a choice, in all sentences, have in common.

    ``uneven``: how far a weight is from that of a uniform row, as a share of it, at most;
    ``on_first``, ``on_last``: what the first and the last key get at least; ``rest``: for each row
    the sum of all weights but the largest.
    """

    uneven: float
    on_first: float
    on_last: float
    rest: tuple[float, ...]

    def joined(self, other: _Look) -> _Look:
        return _Look(
            max(self.uneven, other.uneven),
            min(self.on_first, other.on_first),
            min(self.on_last, other.on_last),
            self.rest + other.rest,
        )


def _looks(context: CheckContext) -> Generator[None, None, Mapping[CheckedHead, _Look]]:
    looks: dict[CheckedHead, _Look] = {}
    no_source = context.checks["source"].verdict in ("failed", "not applicable")
    for sentence in context.sentences:
        for kind, weights in context.weights(sentence).items():
            if kind == "cross" and no_source:
                continue
            for place, look in _looks_of(kind, weights):
                looks[place] = looks[place].joined(look) if place in looks else look
        yield
    return looks


def _looks_of(kind: Kind, weights: FloatArray) -> Iterator[tuple[CheckedHead, _Look]]:
    """Statistics of one sentence's heads, ``[layers, heads, query, key]``."""
    _, _, queries, keys = weights.shape
    is_causal = kind == "decoder" and not np.triu(weights, 1).any()
    allowed = np.tri(queries, keys) if is_causal else np.ones((queries, keys))
    choice = allowed.sum(axis=1) > 1  # [query]
    if not choice.any():
        return
    allowed = allowed[choice].astype(bool)
    for layer, head in np.ndindex(weights.shape[:2]):
        rows = weights[layer, head][choice]
        yield CheckedHead(kind, layer, head), _look(rows, allowed)


def _look(rows: FloatArray, allowed: np.ndarray) -> _Look:
    """Statistics of rows ``[query, key]``, whatever they sum to."""
    shares = rows / np.maximum(rows.sum(axis=1, keepdims=True), np.finfo(np.float32).tiny)
    uneven = np.abs(shares * allowed.sum(axis=1, keepdims=True) - 1)[allowed].max()
    rest = np.sort(shares, axis=1)[:, :-1].sum(axis=1)
    last = shares[:, -1].min()
    return _Look(float(uneven), float(shares[:, 0].min()), float(last), tuple(rest.tolist()))


def _outputs(
    context: CheckContext, looks: Mapping[CheckedHead, _Look]
) -> Generator[None, None, Mapping[CheckedHead, float]]:
    """Largest component that each head adds through W_O, as share of the layer's, 0 … 1."""
    largest: dict[CheckedHead, float] = {}
    attentions = {
        place: attention_place(context.model.network, place.kind, place.layer).attention
        for place in looks
        if place.head == 0
    }
    for sentence in context.sentences:
        with listening(attention.w_o for attention in attentions.values()) as heard:
            context.logits(sentence.src, sentence.fed)
        for (kind, layer, _), attention in attentions.items():
            z = heard[attention.w_o].x[0].float().unflatten(-1, (attention.n_heads, -1))
            columns = attention.w_o.weight.detach().float().unflatten(1, (attention.n_heads, -1))
            added = torch.einsum("qhd,ohd->hqo", z, columns).abs().amax(dim=(1, 2))  # [head]
            for head, size in enumerate(added.tolist()):
                place = CheckedHead(kind, layer, head)
                largest[place] = max(size, largest.get(place, 0.0))
        yield
    tops = dict.fromkeys(attentions, 0.0)
    for place, size in largest.items():
        tops[place._replace(head=0)] = max(size, tops[place._replace(head=0)])
    return {place: size / (tops[place._replace(head=0)] or 1.0) for place, size in largest.items()}


# ---------------------------------------------------------------------------------- of predictions

ROUNDING = 1e-5
"""Relative change of a logit that counts as none."""

HARDLY_MOVED = 5.0
"""Less than this percentage of moved probability is a warning."""

SOMETIMES, MOSTLY = 20.0, 50.0
"""Percentage of steps that predict their own input."""


def check_shift(context: CheckContext) -> Checking:
    """Check that the model does not copy random tokens that it is fed."""
    # Its own translation would not show this: a model that repeats one token is always right there.
    if not context.has_decoder:
        return not_made("shift", "no decoder")
    tokens, pictures, steps = context.model.tgt_tokenizer, [], 0
    for seed, sentence in enumerate(context.sentences):
        fed = context.drawn_target(seed, 2 * DRAWN)
        if len(fed) > 1:
            shares = context.logits(sentence.src, fed)[0, 1:].softmax(dim=-1)  # [step, vocabulary]
            same = shares.argmax(dim=-1).cpu().numpy() == fed[1:]
            names = tokens.tokens(fed[1:])
            picture = Measured(
                thing="copies",
                rows=names,
                columns=names,
                marked=cells_where(np.diag(same)),
                values=float_array(shares[:, list(fed[1:])]),
            )
            pictures.append((int(same.sum()), picture))
            steps += len(same)
        yield
    if not steps:
        return not_made("shift", "no room")
    share = 100 * sum(same for same, _ in pictures) / steps
    is_new = share > SOMETIMES and context.is_untrained
    return Finding(
        name="shift",
        verdict=verdict_of(failed=share > MOSTLY and not is_new, doubtful=share > SOMETIMES),
        number=share,
        unit="% same",
        limit=SOMETIMES,
        note="untrained" if is_new else None,
        measured=max(pictures, key=lambda found: found[0])[1],
    )


def check_source(context: CheckContext) -> Checking:
    """Check that another source changes the predictions."""
    if not (context.has_encoder and context.has_decoder):
        return not_made("source", "no decoder" if context.has_encoder else "no encoder")
    sentences = context.sentences
    pairs = [
        (_Read(one.src, one.fed), _Read(other.src, one.fed))
        for one, other in zip(sentences, (*sentences[1:], sentences[0]), strict=True)
        if other.src != one.src
    ]
    return (yield from _moved("source", context, pairs, word="another source", missing="no room"))


def check_positions(context: CheckContext) -> Checking:
    """Check that another order of the tokens changes the predictions."""
    if context.model.config.positions == "none":
        return not_made("positions", "no positions")
    orders = [_in_another_order(context, sentence) for sentence in context.sentences]
    pairs = [order for order in orders if order[0] != order[1]]
    return (
        yield from _moved("positions", context, pairs, word="another order", missing="one word")
    )


class _Read(NamedTuple):
    """What is read to predict at some places; all of them, or one alone."""

    src: Ids
    fed: Ids
    at: int | None = None


def _moved(
    name: CheckName,
    context: CheckContext,
    pairs: Sequence[tuple[_Read, _Read]],
    *,
    word: ColumnWord,
    missing: Note,
) -> Checking:
    if not pairs:
        return not_made(name, missing)
    found = []
    for before, after in pairs:
        logits = []
        for read in (before, after):
            given = context.logits(read.src, read.fed)[0]  # [place, vocabulary]
            logits.append(given if read.at is None else given[read.at : read.at + 1])
            yield
        found.append(_predictions(context, *logits))
    mean = 100 * sum(one.share for one in found) / len(found)
    if len(found[0].tokens) == 1:  # one place of each sentence: all of them
        tokens = tuple(token for one in found for token in one.tokens)
        values = np.concatenate([one.values for one in found])
    else:
        tokens, values, *_ = min(found, key=lambda one: one.share)
    verdict = verdict_of(failed=not any(one.is_felt for one in found), doubtful=mean < HARDLY_MOVED)
    return Finding(
        name=name,
        verdict=verdict,
        number=mean,
        unit="% moved",
        limit=HARDLY_MOVED,
        note="hardly moved" if verdict == "warning" else None,
        measured=Measured(
            thing="predictions" if name == "source" else "reordered",
            rows=tokens,
            words=("own source" if name == "source" else "own order", word, "moved"),
            marked=() if verdict == "passed" else tuple((row, 2) for row in range(len(tokens))),
            values=frozen(values),
        ),
    )


class _Predictions(NamedTuple):
    """What is predicted at each place, before and after a change.

    ``tokens``: the best ones of before; ``values``: their shares of the probability before and
    after, and all that moves, ``[place, 3]``; ``share``: its mean; ``is_felt``: whether a logit
    moves by more than rounding does.
    """

    tokens: tuple[str, ...]
    values: FloatArray
    share: float
    is_felt: bool


def _predictions(context: CheckContext, before: Tensor, after: Tensor) -> _Predictions:
    best = before.argmax(dim=-1)  # [place]
    allowed = before.isfinite()
    largest = [part[allowed].abs() for part in (before, after - before)]  # of NaNs alone: none
    size, change = (float(part.max()) if part.numel() else 0.0 for part in largest)
    shares = [logits.softmax(dim=-1) for logits in (before, after)]
    moved = (shares[1] - shares[0]).abs().sum(dim=-1) / 2  # [place]
    of_best = [share.gather(1, best[:, None])[:, 0] for share in shares]
    return _Predictions(
        tokens=context.model.tgt_tokenizer.tokens(best.tolist()),
        values=float_array(torch.stack([*of_best, moved], dim=1)),
        share=float(moved.mean()),
        is_felt=change > ROUNDING * size,
    )


def _in_another_order(context: CheckContext, sentence: Specimen) -> tuple[_Read, _Read]:
    """A sentence and the same with its words reversed."""
    # With one stack, predictions at the same place are compared: its own token stays there.
    model, src, fed = context.model, sentence.src, sentence.fed
    start, end = len(model.src_tokenizer.prefix), len(src) - len(model.src_tokenizer.suffix)
    if context.has_encoder and context.has_decoder:
        turned = (*src[:start], *_turned(src[start:end]), *src[end:])
        return _Read(src, fed), _Read(turned, fed)
    if context.has_decoder:
        last = len(fed) - 1
        turned = (*fed[:1], *_turned(fed[1:last]), *fed[max(last, 1) :])
        return _Read((), fed, last), _Read((), turned, last)
    at = (start + end) // 2
    around = _turned((*src[start:at], *src[at + 1 : end]))
    moved = (*src[:start], *around[: at - start], src[at], *around[at - start :], *src[end:])
    return _Read(src, (), at), _Read(moved, (), at)


def _turned(ids: Ids) -> Ids:
    return ids[::-1] if ids[::-1] != ids else ids[1:] + ids[:1]


# -------------------------------------------------------------------------------------- of unmoved

TOLERANCE = 1e-4
"""Allowed relative change of a logit, from another order of summation."""

PADDING = 4
"""Tokens of padding that are added."""

TOGETHER = 2
"""Number of targets computed from one ``yield`` to the next."""


def check_future(context: CheckContext) -> Checking:
    """Check that another token at a place leaves the earlier logits unchanged."""
    if not context.has_decoder:
        return not_made("future", "no decoder")
    tokens = context.model.tgt_tokenizer
    pictures: list[tuple[float, float, Measured]] = []
    for sentence in context.sentences:
        if len(sentence.fed) > 1:
            moved, size = yield from _moved_by_change(context, sentence)
            names = tokens.tokens(sentence.fed)
            limit = TOLERANCE * max(1.0, size)
            picture = Measured(
                thing="moved by change",
                rows=names,
                columns=names,
                level=float(np.nanmax(moved)) or 1.0,
                marked=cells_where(np.triu(moved > limit, 1)),
                values=moved,
            )
            pictures.append((float(np.triu(np.nan_to_num(moved), 1).max()), size, picture))
    if not pictures:
        return not_made("future", "no room")
    number, _, picture = max(pictures, key=lambda found: found[0])
    return _unmoved("future", number, max(size for _, size, _ in pictures), picture)


def _moved_by_change(
    context: CheckContext, sentence: Specimen
) -> Generator[None, None, tuple[FloatArray, float]]:
    """Largest changes of logits, ``[position, changed]``, and the logits' magnitude."""
    fed, size = sentence.fed, len(context.model.tgt_tokenizer)
    moved = np.full((len(fed), len(fed)), np.nan, dtype=np.float32)
    largest = 0.0
    for first in range(1, len(fed), TOGETHER):
        places = range(first, min(first + TOGETHER, len(fed)))
        changed = [(*fed[:at], _another(fed[at], size), *fed[at + 1 :]) for at in places]
        plain, *others = context.logits(sentence.src, fed, *changed)
        for at, other in zip(places, others, strict=True):
            moved[:, at] = _largest(plain - other)
        largest = max(largest, float(_largest(plain).max()))
        yield
    return frozen(moved), largest


def check_padding(context: CheckContext) -> Checking:
    """Check that padding after source and target leaves all logits unchanged."""
    room = context.model.config.max_len
    compared = []
    for sentence in context.sentences:
        given = sentence.src, sentence.fed
        if min(len(ids) for ids in given if ids) < room:
            src, fed = ((*ids, *[PAD_ID] * PADDING)[:room] if ids else () for ids in given)
            plain = context.logits(sentence.src, sentence.fed)[0]
            yield
            padded = context.logits(src, fed)[0, : len(plain)]
            compared.append((plain, padded))
            yield
    return _as_it_was("padding", "moved by padding", compared)


def check_cache(context: CheckContext) -> Checking:
    """Check that decoding with a key/value cache gives the logits of a single pass."""
    compared = []
    for sentence in context.sentences:
        if sentence.target is None:
            return not_made("cache", "no decoder")
        rows: list[Tensor] = []
        past: tuple[KeyValue, ...] | None = None
        for token_id in sentence.fed:
            decoded = feed(context.model, sentence.reading, token_id, past)
            past = decoded.past
            rows.append(decoded.logits[0, -1].float())
            yield
        compared.append((sentence.target.logits, torch.stack(rows)))
    return _as_it_was("cache", "moved by cache", compared)


def _as_it_was(
    name: CheckName, thing: MeasuredThing, compared: Sequence[tuple[Tensor, Tensor]]
) -> Finding:
    """``compared``: logits of each sentence, plain and otherwise, ``[place, vocabulary]``."""
    if not compared:
        return not_made(name, "no room")
    moved = [_largest(plain - other) for plain, other in compared]
    size = max(float(_largest(plain).max()) for plain, _ in compared)
    limit = TOLERANCE * max(1.0, size)
    values = np.full((len(moved), max(map(len, moved))), np.nan, dtype=np.float32)
    for row, one in enumerate(moved):
        values[row, : len(one)] = one
    picture = Measured(
        thing=thing,
        rows=tuple(str(row + 1) for row in range(len(values))),
        columns=tuple(str(column + 1) for column in range(values.shape[1])),
        level=limit,
        marked=cells_where(values > limit),
        values=frozen(values),
    )
    return _unmoved(name, float(np.nanmax(values)), size, picture)


def _unmoved(name: CheckName, number: float, size: float, measured: Measured) -> Finding:
    limit = TOLERANCE * max(1.0, size)
    return Finding(
        name=name,
        verdict=verdict_of(failed=number > limit),
        number=number,
        unit="logits",
        limit=limit,
        measured=measured,
    )


def _largest(values: Tensor) -> FloatArray:
    # −∞, and NaN as a difference of two, belongs to tokens that are never predicted.
    finite = torch.where(values.isfinite(), values, values.new_zeros(()))
    return float_array(finite.abs().amax(dim=-1))


def _another(token_id: int, size: int) -> int:
    first = len(SPECIAL_TOKENS)
    return first + (token_id - first + 1) % (size - first) if size > first + 1 else token_id
