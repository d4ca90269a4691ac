"""Progress of a run: reports, curve, clock, card, and when moments are recorded. No torch."""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from model import values
from model.config import ModelConfig
from model.messages import ConfigError, Message
from model.runs.presets import TrainingConfig
from model.text.tasks import Score, score_of
from model.traces.head_measures import Probe
from model.values import (
    LARGEST_NUMBER,
    LARGEST_WHOLE,
    Count,
    Few,
    FileName,
    LargeCount,
    Number,
    ShortText,
    Text,
    described,
)

Clock = Callable[[], float]
"""The time in seconds."""

LONG_SECONDS = 30.0
LONG_TIMES = 20.0
"""Factor over the slowest update before it that indicates a suspended machine or process.

The update must also take longer than :data:`LONG_SECONDS`."""


@dataclass(slots=True)
class TrainingClock:
    """Counts updates, tokens and seconds; time while paused, or before a resume, does not count.

    Nor does an update during which the machine slept; neither its time nor its tokens count.

    Attributes:
        updates: planned.
        update: done.
        tokens, seconds: of the updates that count.
        slept_seconds: how long the machine was away in the middle of updates; 0 = never.
        now: the time in seconds.
    """

    updates: int
    update: int = 0
    tokens: int = 0
    seconds: float = 0.0
    slept_seconds: float = 0.0
    now: Clock = time.perf_counter
    _started: float = field(init=False)
    _slowest: float = 0.0

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start an update; the time since the last one counts as a pause."""
        self._started = self.now()

    def tick(self, tokens: int) -> None:
        passed = self.now() - self._started
        # A resumed run knows only the mean of its updates; before the first update nothing.
        usual = max(self._slowest, self._mean)
        if usual > 0 and passed > LONG_SECONDS and passed > LONG_TIMES * usual:
            self.slept_seconds += passed
        else:
            self.seconds += passed
            self.tokens += tokens
            self._slowest = max(self._slowest, passed)
        self.update += 1

    @property
    def tokens_per_second(self) -> float:
        return self.tokens / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float:
        return self._mean * (self.updates - self.update)

    @property
    def _mean(self) -> float:
        return self.seconds / max(1, self.update)


MOST_MOMENTS = 100

_RATIOS = (math.sqrt(2.0), 2.0, 4.0, 16.0)
_EARLY_SHARE = 3
"""At most every third moment comes before the epochs' ends are dense enough."""


def moment_updates(*, per_epoch: int, epochs: int, most: int = MOST_MOMENTS) -> frozenset[int]:
    """The updates after which a moment is recorded; 0 is before the first.

    The first and the last are always included. A model changes most at first, so the moments begin
    as a geometric series (1, 2, 3, 4, 6, 8, 11 …) while it is denser than the epochs. Then each
    epoch's end is one; if there are too many, evenly spaced ones, at most ``most`` in all. Raises
    ValueError for less than one epoch or update in it, or less than two moments.
    """
    if per_epoch < 1 or epochs < 1 or most < 2:
        raise ValueError(f"no moments for {per_epoch} updates, {epochs} epochs, {most} moments")
    last = per_epoch * epochs
    series = (frozenset(_series(ratio, per_epoch=per_epoch, last=last)) for ratio in _RATIOS)
    room = (most - 2) // _EARLY_SHARE
    early = next((updates for updates in series if len(updates) <= room), frozenset())
    count = min(epochs, most - 1 - len(early))  # of epochs, evenly spaced, with the last
    ends = (-(-epochs * number // count) for number in range(1, count + 1))
    return early | {0} | {per_epoch * epoch for epoch in ends}


def _series(ratio: float, *, per_epoch: int, last: int) -> Iterator[int]:
    """1, ratio, ratio² … rounded, while adjacent ones are less than an epoch apart."""
    power = 1.0
    while power < last and power * (ratio - 1.0) < per_epoch:
        yield round(power)
        power *= ratio


RunStatus = Literal["running", "stopped", "finished", "failed"]
"""``running``: being trained, or ended without a word (a crash); the lock on its folder tells."""

HIGHEST_SCORE = 100.001
"""Of BLEU and chrF; a perfect one is a little above 100 once it is computed."""
_Percent = Annotated[float, Meta(ge=0, le=HIGHEST_SCORE)]

LONGEST_PATHS = 20_000
"""Characters: two of the longest that a system knows, and a sentence about them."""
_Paths = Annotated[str, Meta(max_length=LONGEST_PATHS, pattern=values.OF_A_FILE)]

LONGEST_RUN, LAST_YEAR = 3e9, 9000
"""Seconds, a hundred years; and a year from which on so many can be counted."""


WATCHED_SIZES = frozenset({"n_layers", "n_heads", "d_model"})
"""What is known of a network that was watched."""

RECORDED = "recorded/"
"""Before the id of a run that is shipped with Headlight: no folder has a slash in its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCard:
    """One run in the list of runs.

    Attributes:
        run_id: its folder's name; never changes.
        name: what the user calls it, and the name of its model.
        task: as the user asked: a task's name or files.
        begun: in UTC, as ISO 8601.
        seconds: of training, without pauses.
        updates: how many there will be.
        loss, validation_loss, bleu, chrf, exact: as last measured; None = not measured.
        reason: why it failed, in English as it was said; else empty.
        experiment, arm: when it is part of a prepared experiment; else empty.
        has_model: whether there is a checkpoint in its folder.
        module: the class of a network that is not Headlight's own, and was watched while somebody
            trained it; else empty. Of its numbers only :data:`WATCHED_SIZES` mean something.
    """

    CLOSED: ClassVar[bool] = True

    run_id: FileName
    name: FileName
    task: _Paths
    model: ModelConfig
    training: TrainingConfig
    device: ShortText = "auto"
    status: RunStatus = "running"
    begun: Text = ""
    seconds: Annotated[float, Meta(ge=0, le=LONGEST_RUN)] = 0.0
    epoch: Count = 0
    update: Count = 0
    updates: Count = 0
    n_parameters: LargeCount = 0
    loss: Number | None = None
    validation_loss: Number | None = None
    bleu: _Percent | None = None
    chrf: _Percent | None = None
    exact: _Percent | None = None
    reason: _Paths = ""
    experiment: ShortText = ""
    arm: ShortText = ""
    probes: Few[Probe] = ()
    has_model: bool = False
    module: ShortText = ""

    @property
    def recorded(self) -> bool:
        return self.run_id.startswith(RECORDED)

    @property
    def score(self) -> Score:
        return score_of(self.task)

    def to_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> RunCard:
        """Inverse of :meth:`to_json`; raises ConfigError for missing or invalid fields."""
        card = values.read(cls, told)
        try:
            if card.begun and datetime.fromisoformat(card.begun).year >= LAST_YEAR:
                raise ValueError(card.begun)
        except ValueError as error:
            raise ConfigError(
                "{name} ({value!r}) must be a time.", name="begun", value=card.begun
            ) from error
        return card


SMALLEST = 1e-6
"""A loss below this is drawn here: a logarithm needs something above zero."""

MEASURED = ("validation_loss", "bleu", "chrf", "exact")
"""Numbers of held-out pairs, measured at the ends of epochs: so named in reports, points, cards."""

Numbers = npt.NDArray[np.float64]

_Rate = Annotated[float, Meta(ge=0, le=1)]
_FromOne = Annotated[int, Meta(ge=1, le=LARGEST_WHOLE)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """One update; validation loss and scores are None but at the end of epochs.

    Attributes:
        update, epoch: both from 1.
        loss: mean cross-entropy of this update's target tokens, in nats, without smoothing.
        validation_loss: the same on held-out pairs.
        learning_rate: of this update.
        gradient_norm: before clipping.
        bleu, chrf: sacrebleu's scores (0 … 100) of the held-out pairs' greedy translations; None
            but at the end of the epochs that the run scores.
        exact: likewise the share of those translations that are the target, 0 … 1.
    """

    update: _FromOne
    epoch: _FromOne
    loss: float
    learning_rate: _Rate
    gradient_norm: float
    validation_loss: float | None = None
    bleu: _Percent | None = None
    chrf: _Percent | None = None
    exact: _Rate | None = None

    @property
    def measured(self) -> bool:
        return bool(measured_numbers(self))


COLUMNS = tuple(field.name for field in fields(CurvePoint))
"""All numbers of a point, in order."""


def measured_numbers(point: CurvePoint) -> dict[str, Any]:
    """The existing numbers of :data:`MEASURED`; none except at the ends of epochs."""
    numbers = ((name, getattr(point, name)) for name in MEASURED)
    return {name: number for name, number in numbers if number is not None}


def last_measured(curve: Iterable[CurvePoint]) -> dict[str, Any]:
    return {name: number for point in curve for name, number in measured_numbers(point).items()}


_Point = TypeVar("_Point", bound=CurvePoint)


def table_of(points: Iterable[CurvePoint], columns: Sequence[str] = COLUMNS) -> Numbers:
    """``[point, column]``; NaN for what was not measured."""
    rows = [*map(attrgetter(*columns), points)]
    return np.array(rows, dtype=np.float64).reshape(-1, len(columns))  # None becomes NaN


def points_of(
    table: Iterable[Sequence[float]], kind: type[_Point], columns: Sequence[str] = COLUMNS
) -> Iterator[_Point]:
    kinds = {name: field.kind for name, field in described(TrainingProgress).items()}
    for row in table:
        point: dict[str, Any] = {}
        for name, number in zip(columns, row, strict=True):
            is_none = name in MEASURED and not math.isfinite(number)
            point[name] = None if is_none else kinds[name](number)
        yield kind(**point)


def check_table(table: Numbers, columns: Sequence[str] = COLUMNS) -> None:
    """Check a table ``[point, column]`` from a file; raises ValueError for its first error."""
    if table.ndim != 2 or table.shape[1] != len(columns):
        raise ValueError(table.shape)
    for name, column in zip(columns, table.T, strict=True):
        field = described(TrainingProgress)[name]
        largest = 1 if field.kind is bool else LARGEST_NUMBER
        smallest = 0 if field.kind is bool else -LARGEST_NUMBER
        limits = {"ge": smallest, "le": largest, **field.limits}
        fits = (limits["ge"] <= column) & (column <= limits["le"])
        if name in MEASURED:
            fits |= ~np.isfinite(column)
        if field.kind is not float:
            fits &= column == np.floor(column)
        if not fits.all():
            raise ValueError(name)


class CurveColumns:
    """The points of a curve as columns.

    Points are converted once: a live curve only grows at its end.
    """

    def __init__(self, curve: tuple[CurvePoint, ...] = ()) -> None:
        self.curve = curve
        self._table = table_of(curve)

    def take(self, curve: tuple[CurvePoint, ...]) -> bool:
        known = len(self.curve)
        if curve == self.curve:
            return False
        if curve[:known] == self.curve:
            self._table = np.concatenate((self._table, table_of(curve[known:])))
        else:
            self._table = table_of(curve)
        self.curve = curve
        return True

    def column(self, name: str) -> Numbers:
        """One number of every point ``[point]``; NaN if it was not measured."""
        return self._table[:, COLUMNS.index(name)]

    def measured(self, name: str) -> tuple[Numbers, Numbers]:
        column = self.column(name)
        seen = np.isfinite(column)
        return self.column("update")[seen], column[seen]

    def positive(self, name: str) -> tuple[Numbers, Numbers]:
        """As :meth:`measured`, without values too small for a logarithm."""
        updates, values = self.measured(name)
        return updates, np.maximum(values, SMALLEST)


MOST_POINTS = 2000
"""A curve longer than this is halved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingProgress(CurvePoint):
    """A point of the curve as the run comes to it, and where the run is.

    Attributes:
        epochs, updates: how many there are to be.
        tokens_per_second: source and target tokens, without padding, since the start.
        seconds_left: estimated from the speed so far.
        stopped_early: whether this was the last update, though more were planned.
        notice: something that the user should know, for instance that a batch had to be halved.
    """

    epochs: _FromOne
    updates: _FromOne
    tokens_per_second: float
    seconds_left: float
    stopped_early: bool = False
    notice: Message | None = None

    @property
    def done(self) -> bool:
        return self.stopped_early or self.update == self.updates


class RunCurve(list[TrainingProgress]):
    """All reports of a run, oldest first; it only grows.

    The saved run and the checkpoint's record contain all of it; the run's folder, its card and the
    window a thinned curve.
    """

    def __init__(self, reports: Iterable[TrainingProgress] = ()) -> None:
        super().__init__(reports)
        self._seen = 0
        self._thinned: tuple[TrainingProgress, ...] = ()

    def thinned(self) -> tuple[TrainingProgress, ...]:
        """At most about :data:`MOST_POINTS` points, with all that have validation results.

        The result does not depend on earlier calls: the curve is halved whenever it grows too long.
        """
        while self._seen < len(self):
            room = max(1, MOST_POINTS + 1 - len(self._thinned))
            new = self[self._seen : self._seen + room]
            self._seen += len(new)
            self._thinned = _halved((*self._thinned, *new))
        return self._thinned


def _halved(curve: tuple[TrainingProgress, ...]) -> tuple[TrainingProgress, ...]:
    if len(curve) <= MOST_POINTS:
        return curve
    *before, last = curve
    return (*(point for n, point in enumerate(before) if n % 2 == 0 or point.measured), last)
