"""Predict, then see: questions whose answers are computed from what is on screen. Numpy only.

An answer is an expression: one of these, perhaps compared with a number.

    argmax cross 2 8 row cat                    key with the largest weight
    weight decoder 1 1 input bit key the#2      a weight, 0 … 1
    keys decoder input bit                      number of keys that the row may attend to
    diagonality encoder 1 3                     a measure of :mod:`model.traces.head_measures`
    next word                                   token that is predicted at the step
    probability cat                             of that token at the step
    tokens source                               how many there are, special ones included
    changed                                     words that differ from the original translation
    altered removed                             words that differ without positions; or shuffled
    nearest dog                                 most similar other word of the embedding table
    update diagonality cross < -0.7             first update after which some head has that
    hand weights 2 1                            a number of the head by hand; scores, output

Layers, heads, rows and columns count from 1. ``row`` names the token that a decoder row predicts,
``input`` the one that it reads; ``the#2`` is the second of equal ones, ``#2`` the second of all. A
compared number is ``yes`` or ``no``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from typing import Literal, cast, get_args

import numpy as np

from model.arrays import FloatArray
from model.lessons.by_hand import Computed, HandRecord
from model.lessons.embedding import EmbeddingRecord
from model.lessons.positions import Alteration, AlteredRecord
from model.messages import UserError
from model.special_tokens import SPECIAL_TOKENS
from model.traces.head_measures import HEAD_NUMBERS, MEASURES, HeadNumber, Measure, Moment
from model.traces.head_measures import head_measure as measured_heads
from model.traces.interventions import Site
from model.traces.trace import KINDS, Kind, Trace
from model.values import Number, ShortText


class QuestionError(UserError):
    """A question that cannot be read, or has no answer here."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Evidence:
    """What answers are computed from.

    Attributes:
        trace: the translation on screen.
        step: from 0.
        before: the original, if the translation is a branch.
        embedding, altered: what the tabs *Embedding* and *Positions* have computed, if they have.
        moments: of the run that is shown, oldest first.
        hand: the head by hand.
    """

    trace: Trace | None = None
    step: int = 0
    before: Trace | None = None
    embedding: EmbeddingRecord | None = None
    altered: AlteredRecord | None = None
    moments: tuple[Moment, ...] = ()
    hand: HandRecord | None = None

    @property
    def shown(self) -> Trace:
        """The translation; raises QuestionError without one."""
        if self.trace is None:
            raise _absent("translation")
        return self.trace


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as text, its number if it is one, and the row and column if it is a key."""

    text: str
    number: float | None = None
    cell: tuple[int, int] | None = None


# ------------------------------------------------------------------------------------ expressions

_PART = {
    "kind": "|".join(KINDS),
    "layer": "[1-9][0-9]{0,3}",
    "head": "[1-9][0-9]{0,3}",
    "by": "row|input",
    "measure": "|".join(MEASURES),
    "number": "|".join(HEAD_NUMBERS),
    "how": "|".join(get_args(Alteration)),
    "side": "source|target",
    "matrix": "|".join(get_args(Computed)),
    "place": "[1-3]",
    "column": "[1-4]",
}
_COMPARED = re.compile(r"(.+) ([<=>]) (-?[0-9]{1,9}(?:\.[0-9]{1,9})?)")


@dataclass(frozen=True, kw_only=True)
class Expression:
    """What is computed: the pattern that it matches, the parts of that, perhaps a comparison."""

    pattern: str
    parts: Mapping[str, str]
    sign: str = ""
    limit: float = 0.0

    @cached_property
    def kind(self) -> Kind:
        return cast("Kind", self.parts["kind"])

    @cached_property
    def head(self) -> tuple[int, int]:
        """Layer and head, from 0."""
        return int(self.parts["layer"]) - 1, int(self.parts["head"]) - 1

    @property
    def site(self) -> Site | None:
        """The head that it is about, to be checked against a model."""
        return Site("z", self.kind, *self.head) if "head" in self.parts else None

    @property
    def gives_number(self) -> bool:
        return self.compute not in _GIVE_TOKENS and (not self.sign or self.compute is _update)

    @property
    def compute(self) -> _Compute:
        return _COMPUTE[self.pattern]

    def holds(self, found: FloatArray | float) -> bool:
        """Whether any of these is less than, equal to, or greater than the limit."""
        off = np.asarray(found, dtype=np.float64) - self.limit
        holds = {"<": off < 0, "=": abs(off) < 1e-9, ">": off > 0}[self.sign]
        return bool(holds.any())


_Compute = Callable[[Expression, Evidence], Answer | float]


def parsed(text: str) -> Expression:
    """Raises QuestionError if it is none of the known expressions."""
    words = " ".join(text.split())
    compared = _COMPARED.fullmatch(words)
    name, sign, limit = compared.groups() if compared else (words, "", "0")
    for pattern in _COMPUTE:
        match = re.fullmatch(re.sub(r"\{(\w+)\}", _group, pattern), name)
        if match is not None and (sign or "update" not in pattern):
            parts = match.groupdict()
            return Expression(pattern=pattern, parts=parts, sign=sign, limit=float(limit))
    known = ", ".join(re.sub(r"[{}]", "", pattern) for pattern in _COMPUTE)
    raise QuestionError("{text!r} cannot be computed; known: {known}.", text=text, known=known)


def _group(part: re.Match[str]) -> str:
    return f"(?P<{part[1]}>{_PART.get(part[1], '[^ ]+')})"


def computed(asked: Expression, evidence: Evidence) -> Answer:
    """Raises QuestionError if the evidence does not have what is needed."""
    found = asked.compute(asked, evidence)
    if isinstance(found, Answer):
        return found
    if asked.sign and not asked.gives_number:
        return Answer("yes" if asked.holds(found) else "no")
    return Answer(f"{found:.4g}", found)


# -------------------------------------------------------------------------------------- computing


def _absent(what: str) -> QuestionError:
    return QuestionError("This cannot be computed here: {what} is missing.", what=what)


def _find(meant: str, tokens: Sequence[str]) -> int:
    """The place of ``the``; of ``the#2``, the second one; or of ``#2``, the second of all."""
    token, mark, number = meant.rpartition("#")
    counted = bool(mark) and number.isdecimal() and number != "0" and meant not in tokens
    token, skipped = (token, int(number) - 1) if counted else (meant, 0)
    every = counted and not token
    places = [place for place, known in enumerate(tokens) if every or known == token]
    if skipped >= len(places):
        known = " ".join(tokens)
        raise QuestionError("There is no token {token!r} in: {known}.", token=meant, known=known)
    return places[skipped]


def _row(asked: Expression, trace: Trace) -> int:
    predicted = asked.parts["by"] == "row" and asked.kind != "encoder"
    tokens = trace.predicted_tokens if predicted else trace.query_tokens(asked.kind)
    return _find(asked.parts["row"], tokens)


def _weights(asked: Expression, trace: Trace) -> FloatArray:
    """``[layers, heads, query, key]`` of a kind that has the head."""
    weights, (layer, head) = trace.weights(asked.kind), asked.head
    if asked.kind not in trace.kinds or layer >= len(weights) or head >= weights.shape[1]:
        raise _absent(str(asked.site))
    return weights


def _argmax(asked: Expression, evidence: Evidence) -> Answer:
    row = _row(asked, evidence.shown)
    key = int(_weights(asked, evidence.shown)[asked.head][row].argmax())
    return Answer(evidence.shown.key_tokens(asked.kind)[key], cell=(row, key))


def _weight(asked: Expression, evidence: Evidence) -> float:
    key = _find(asked.parts["key"], evidence.shown.key_tokens(asked.kind))
    row = _row(asked, evidence.shown)
    return float(_weights(asked, evidence.shown)[asked.head][row, key])


def _keys(asked: Expression, evidence: Evidence) -> float:
    return float(evidence.shown.mask(asked.kind)[_row(asked, evidence.shown)].sum())


def _measure(asked: Expression, evidence: Evidence) -> float:
    values = measured_heads(
        _weights(asked, evidence.shown),
        evidence.shown.mask(asked.kind),
        measure=cast("Measure", asked.parts["measure"]),
        kind=asked.kind,
        special_keys=np.isin(evidence.shown.key_tokens(asked.kind), SPECIAL_TOKENS),
    )
    return float(values[asked.head])


def _next(asked: Expression, evidence: Evidence) -> Answer:
    del asked
    steps = evidence.shown.steps
    if evidence.step >= len(steps):
        raise _absent(f"step {evidence.step + 1}")
    return Answer(steps[evidence.step].token)


def _probability(asked: Expression, evidence: Evidence) -> float:
    _next(asked, evidence)
    step, token = evidence.shown.steps[evidence.step], asked.parts["token"]
    found = {each.token: each.probability for each in step.candidates}
    found[step.token] = step.probability
    if token not in found:
        raise _absent(token)
    return found[token]


def _tokens(asked: Expression, evidence: Evidence) -> float:
    source = asked.parts["side"] == "source"
    return float(len(evidence.shown.source_tokens if source else evidence.shown.steps))


def _changed(asked: Expression, evidence: Evidence) -> float:
    del asked
    if evidence.before is None:
        raise _absent("second translation")
    if not evidence.shown.finished:
        raise _absent("rest of the translation")
    return _differing(evidence.before.predicted_tokens, evidence.shown.predicted_tokens)


def _altered(asked: Expression, evidence: Evidence) -> float:
    if evidence.altered is None:
        raise _absent("translation without positions")
    tokens = {each.how: each.tokens for each in evidence.altered.translations}
    return _differing(tokens[None], tokens[cast("Alteration", asked.parts["how"])])


def _differing(one: Sequence[str], other: Sequence[str]) -> float:
    codes = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    return float(sum(max(b - a, d - c) for kind, a, b, c, d in codes if kind != "equal"))


def _nearest(asked: Expression, evidence: Evidence) -> Answer:
    token, record = asked.parts["token"], evidence.embedding
    for side in (record.source, record.target) if record else ():
        if side is not None and token in side.tokens:
            return Answer(side.near[side.tokens.index(token)][0].token)
    raise _absent(token)


def _update(asked: Expression, evidence: Evidence) -> float:
    number = cast("HeadNumber", asked.parts["number"])
    for moment in evidence.moments:
        if asked.holds(moment.numbers[asked.kind, number]):
            return float(moment.update)
    raise _absent("moment of training")


def _hand(asked: Expression, evidence: Evidence) -> float:
    part, row, column = asked.parts["matrix"], int(asked.parts["place"]), int(asked.parts["column"])
    found = None if evidence.hand is None else getattr(evidence.hand, part)
    if found is None or column > found.shape[1]:
        raise _absent(part)
    return float(found[row - 1, column - 1])


_COMPUTE: Mapping[str, _Compute] = {
    "argmax {kind} {layer} {head} {by} {row}": _argmax,
    "weight {kind} {layer} {head} {by} {row} key {key}": _weight,
    "keys {kind} {by} {row}": _keys,
    "{measure} {kind} {layer} {head}": _measure,
    "next word": _next,
    "probability {token}": _probability,
    "tokens {side}": _tokens,
    "changed": _changed,
    "altered {how}": _altered,
    "nearest {token}": _nearest,
    "update {number} {kind}": _update,
    "hand {matrix} {place} {column}": _hand,
}
_GIVE_TOKENS = {_argmax, _next, _nearest}


# -------------------------------------------------------------------------------------- questions

AnswerKind = Literal["cell", "token", "number", "choice"]


MOST_OFFERED = 4
"""Candidates to choose from, in the order of the alphabet: the first is not the best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question with a computed answer.

    Attributes:
        kind: what is given: a cell of the picture, a token, a number, or one of the choices.
        answer: the expression.
        right, wrong: the explanation in either case.
        choices: texts by name. Right is the one whose name is the answer, or a range of it, such
            as ``50..500``. Names of tokens are the tokens.
        of: tokens to choose from instead: of the source, or the most probable ones of the step.
        within: largest error of a number that is right.

    Raises:
        QuestionError: the answer cannot be computed, or the parts do not fit together.
    """

    ask: ShortText
    kind: AnswerKind
    answer: ShortText
    right: ShortText
    wrong: ShortText
    choices: Mapping[ShortText, ShortText] = field(default_factory=dict)
    of: Literal["source", "candidates"] | None = None
    within: Number = 0.0

    def __post_init__(self) -> None:
        asked = self.expression
        fits = {
            "cell": asked.compute is _argmax,
            "token": asked.compute in _GIVE_TOKENS,
            "number": asked.gives_number,
            "choice": True,
        }
        if not fits[self.kind]:
            raise QuestionError(
                "{answer!r} is not the answer to a question of kind {kind!r}.",
                answer=self.answer,
                kind=self.kind,
            )
        chosen = self.kind == "choice" or (self.kind == "token" and self.of is None)
        if chosen and len(self.choices) < 2:
            raise QuestionError("A question of kind {kind!r} needs choices.", kind=self.kind)

    @property
    def expression(self) -> Expression:
        return parsed(self.answer)


def offered(question: Question, evidence: Evidence) -> Mapping[str, str]:
    """The texts to choose from by name; empty for cells and numbers."""
    if question.kind != "token" or question.of is None:
        return question.choices
    if question.of == "source":
        tokens = [each for each in evidence.shown.source_tokens if each not in SPECIAL_TOKENS]
    else:
        _next(question.expression, evidence)
        best = evidence.shown.steps[evidence.step].candidates[:MOST_OFFERED]
        tokens = sorted((each.token for each in best), key=str.lower)
    return dict(zip(tokens, tokens, strict=True))


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a prediction was right; the right answer and the given one as texts."""

    right: bool
    expected: str
    shown: str


def judged(question: Question, given: str | tuple[int, int], evidence: Evidence) -> Judgement:
    """Judge a row and column, or on the name or number that was given.

    Raises:
        QuestionError: the answer cannot be computed.
    """
    answer = computed(question.expression, evidence)
    if isinstance(given, tuple):
        keys = evidence.shown.key_tokens(question.expression.kind)
        return Judgement(given == answer.cell, answer.text, keys[given[1]])
    if question.kind == "number":
        off = abs(float(given) - (answer.number or 0.0))
        return Judgement(off <= question.within + 1e-9, answer.text, given)
    texts = offered(question, evidence)
    right = next((name for name in texts if _names(name, answer)), answer.text)
    return Judgement(given == right, texts.get(right, right), texts.get(given, given))


def _names(name: str, answer: Answer) -> bool:
    low, dots, high = name.partition("..")
    if not dots or answer.number is None:
        return name == answer.text
    try:
        return float(low or "-inf") <= answer.number < float(high or "inf")
    except ValueError:
        return False
