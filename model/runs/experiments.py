"""The prepared experiments: pairs of runs that differ in one setting. No torch."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from model.config import ModelConfig
from model.messages import ConfigError
from model.runs.presets import TrainingConfig
from model.runs.progress import CurvePoint
from model.text.corpora import Corpus, Pair
from model.text.splitting import with_validation
from model.text.tasks import MIRROR, TOY_LENGTHS, Score, generated, load_task, score_of

ExperimentName = Literal["positions", "causal", "heads", "norm", "scaling", "layernorm"]
Variant = Literal["no-positions", "peeking", "unscaled", "untrained-norms"]
"""What a network lacks: see :mod:`model.training.new_model`."""

Outcome = Literal["same", "slower", "worse", "nothing", "cheats", "better"]
"""How the changed arm does beside the usual one: see :mod:`model.runs.experiments`."""


HELDOUT = 100
"""Pairs that no arm learns from; all of them are translated after each epoch."""

MIRROR_SYMBOLS = "abcdef"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """One of the two runs.

    Attributes:
        variant: what its network lacks, where no configuration can say it.
    """

    name: str
    model: ModelConfig
    training: TrainingConfig
    variant: Variant | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A prediction that the user can choose; it is right if one of the outcomes is measured."""

    name: str
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """One question, and two runs that answer it.

    Attributes:
        pairs: how many pairs of it they learn from, at most.
        arms: the usual one, then the changed one.
        options: predictions of how the changed one does.
        seconds: about how long both arms take together, on one core of a laptop.
    """

    name: ExperimentName
    task: str
    pairs: int
    arms: tuple[Arm, Arm]
    options: tuple[Option, ...]
    seconds: int

    @property
    def score(self) -> Score:
        return score_of(self.task)

    def arm(self, name: str) -> Arm:
        """An arm by its name; raises ConfigError for an unknown name."""
        for arm in self.arms:
            if arm.name == name:
                return arm
        raise ConfigError(
            "The experiment {experiment} has no arm {name!r}.", experiment=self.name, name=name
        )


_NETWORK = ModelConfig(n_layers=2, n_heads=4, d_model=64, d_ff=128, dropout=0.0, max_len=64)
_DROPPING = dataclasses.replace(_NETWORK, dropout=0.1)
_ONE_LAYER = dataclasses.replace(_NETWORK, n_layers=1)
_ONE_HEAD = dataclasses.replace(_NETWORK, n_heads=1)
_POST = dataclasses.replace(_NETWORK, norm="post")
_DEEP = dataclasses.replace(_NETWORK, n_layers=6)
_TRAINING = TrainingConfig(
    epochs=10,
    batch_tokens=2048,
    learning_rate=3e-3,
    warmup=100,
    scored_every=1,
    precision="float32",  # on every machine: what is compared is the arms
)
_NO_WARMUP = dataclasses.replace(_TRAINING, batch_tokens=1024, warmup=0)
_LONGER = dataclasses.replace(_TRAINING, epochs=14)
_TRANSLATING = dataclasses.replace(_TRAINING, epochs=20, batch_tokens=1024)


def _arms(
    usual: str, changed: str, *, model: ModelConfig, training: TrainingConfig, variant: Variant
) -> tuple[Arm, Arm]:
    arm = Arm(name=usual, model=model, training=training)
    return arm, dataclasses.replace(arm, name=changed, variant=variant)


def _options(*predictions: tuple[Outcome, ...]) -> tuple[Option, ...]:
    return tuple(Option(outcomes[0], outcomes) for outcomes in predictions)


EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment(
        name="positions",
        task="reverse",
        pairs=6000,
        arms=_arms("with", "without", model=_NETWORK, training=_TRAINING, variant="no-positions"),
        options=_options(("same", "better"), ("slower",), ("worse",), ("nothing",)),
        seconds=40,
    ),
    Experiment(
        name="causal",
        task="zh-en",
        pairs=2000,
        arms=_arms("with", "without", model=_DROPPING, training=_TRANSLATING, variant="peeking"),
        options=_options(("better",), ("same",), ("cheats",), ("worse", "nothing", "slower")),
        seconds=40,
    ),
    Experiment(
        name="heads",
        task=MIRROR,
        pairs=5000,
        arms=(
            Arm(name="four", model=_ONE_LAYER, training=_LONGER),
            Arm(name="one", model=dataclasses.replace(_ONE_LAYER, n_heads=1), training=_LONGER),
        ),
        options=_options(("same",), ("worse", "slower", "nothing"), ("better",)),
        seconds=30,
    ),
    Experiment(
        name="norm",
        task="reverse",
        pairs=3000,
        arms=(
            Arm(name="pre", model=_DEEP, training=_NO_WARMUP),
            Arm(name="post", model=dataclasses.replace(_DEEP, norm="post"), training=_NO_WARMUP),
        ),
        options=_options(("same",), ("worse", "slower"), ("nothing",), ("better",)),
        seconds=70,
    ),
    Experiment(
        name="scaling",
        task="reverse",
        pairs=6000,
        arms=_arms("with", "without", model=_ONE_HEAD, training=_TRAINING, variant="unscaled"),
        options=_options(("same", "better"), ("worse", "slower"), ("nothing",)),
        seconds=35,
    ),
    Experiment(
        name="layernorm",
        task="reverse",
        pairs=6000,
        arms=_arms(
            "trained", "untrained", model=_POST, training=_TRAINING, variant="untrained-norms"
        ),
        options=_options(("same", "better"), ("worse", "slower"), ("nothing",)),
        seconds=40,
    ),
)


def experiment_named(name: str) -> Experiment:
    """An experiment by its name; raises ConfigError for an unknown name."""
    for experiment in EXPERIMENTS:
        if experiment.name == name:
            return experiment
    names = ", ".join(experiment.name for experiment in EXPERIMENTS)
    raise ConfigError(
        "Unknown experiment {name!r}. Experiments: {experiments}.", name=name, experiments=names
    )


def experiment_corpus(experiment: Experiment) -> Corpus:
    """The corpus of both arms, the same at each call; raises CorpusError if it is unreadable."""
    if experiment.task == MIRROR:
        return mirror_corpus(pairs=experiment.pairs, heldout=HELDOUT)
    if experiment.task == "reverse":
        return generated("reverse", pairs=experiment.pairs, heldout=HELDOUT)
    corpus = with_validation(load_task(experiment.task), most=HELDOUT, seed=0)
    return dataclasses.replace(corpus, pairs=corpus.pairs[: experiment.pairs])


def mirror_corpus(*, pairs: int, heldout: int, seed: int = 0) -> Corpus:
    """Strings with each letter joined to the one at its mirror place: ``a b c`` → ``ac bb ca``.

    Each output depends on two positions and their order. No string of ``heldout`` is in ``pairs``.
    """
    source = random.Random(seed)
    strings: dict[tuple[str, ...], None] = {}
    while len(strings) < pairs + heldout:
        length = source.choice(TOY_LENGTHS[1:])
        strings[tuple(source.choices(MIRROR_SYMBOLS, k=length))] = None
    made = tuple(Pair(" ".join(line), " ".join(mirrored(line))) for line in strings)
    return Corpus(MIRROR, made[heldout:], heldout=made[:heldout])


def mirrored(symbols: tuple[str, ...]) -> tuple[str, ...]:
    """Each symbol joined with the one as far from the other end.

    >>> mirrored(("a", "b", "c"))
    ('ac', 'bb', 'ca')
    """
    return tuple(left + right for left, right in zip(symbols, symbols[::-1], strict=True))


LEARNED = 0.2
"""Score (0 … 1) that the usual arm must reach for a conclusion."""
CLEAR = 0.15
"""Scores at least this far apart differ."""
ALIKE = 0.05
"""Scores at most this far apart are equal."""
GOOD = 0.9
"""An arm has solved its task from this score on."""
MUCH_LONGER = 1.5
"""An arm is slower if it needs so many times the epochs to be good."""
HARDLY = 0.4
"""A loss that has come at most this share of the way of the usual arm's has hardly fallen."""
MUCH_LOWER = 0.8
"""A loss is lower than another if it is at most this share of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmResult:
    """Results of an arm at the end of its last complete epoch.

    Attributes:
        first_loss: of the first update, in nats.
        loss: of the last epoch, the mean over its updates, in nats.
        validation_loss: in nats, or None.
        exact: share of held-out pairs whose greedy translation is the target, or None.
        bleu: of these translations, 0 … 100, or None.
        good_after: the first epoch whose score was good, or None.
    """

    epoch: int
    first_loss: float
    loss: float
    validation_loss: float | None
    exact: float | None
    bleu: float | None
    good_after: int | None

    def score(self, score: Score) -> float | None:
        """The score that decides whether the task is learned, 0 … 1."""
        return _score(self, score)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentResult:
    """Both arms, and what follows.

    Attributes:
        outcome: how the changed arm did beside the usual one; None = the numbers do not tell.
        right: name of the option that this outcome makes right, or None.
    """

    arms: tuple[ArmResult, ArmResult]
    outcome: Outcome | None
    right: str | None


def arm_result(curve: Sequence[CurvePoint], score: Score) -> ArmResult | None:
    """Results of a curve, oldest point first; None before the end of the first epoch."""
    measured = [point for point in curve if point.measured]
    if not measured:
        return None
    last = measured[-1]
    losses = [point.loss for point in curve if point.epoch == last.epoch]
    good = (point.epoch for point in measured if (_score(point, score) or 0.0) >= GOOD)
    return ArmResult(
        epoch=last.epoch,
        first_loss=curve[0].loss,
        loss=sum(losses) / len(losses),
        validation_loss=last.validation_loss,
        exact=last.exact,
        bleu=last.bleu,
        good_after=next(good, None),
    )


def experiment_result(
    experiment: Experiment, arms: tuple[ArmResult, ArmResult]
) -> ExperimentResult:
    outcome = measured_outcome(*arms, score=experiment.score)
    right = (option.name for option in experiment.options if outcome in option.outcomes)
    return ExperimentResult(arms=arms, outcome=outcome, right=next(right, None))


def measured_outcome(usual: ArmResult, changed: ArmResult, *, score: Score) -> Outcome | None:
    """Outcome of the changed arm; None if the measurements do not decide."""
    with_it, without = usual.score(score), changed.score(score)
    if with_it is None or without is None or with_it < LEARNED:
        return None
    lead = with_it - without
    if lead >= CLEAR:
        return _kind_of_failure(usual, changed, solves=without > ALIKE)
    if lead <= -CLEAR:
        return "better"
    return _by_speed(usual, changed) if abs(lead) <= ALIKE else None


def _kind_of_failure(usual: ArmResult, changed: ArmResult, *, solves: bool) -> Outcome:
    if changed.loss <= MUCH_LOWER * usual.loss:
        return "cheats"
    way = usual.first_loss - usual.loss
    fallen = changed.first_loss - changed.loss
    return "nothing" if not solves and fallen <= HARDLY * way else "worse"


def _by_speed(usual: ArmResult, changed: ArmResult) -> Outcome:
    if usual.good_after is None or changed.good_after is None:
        return "same"
    if changed.good_after >= MUCH_LONGER * usual.good_after:
        return "slower"
    return "better" if usual.good_after >= MUCH_LONGER * changed.good_after else "same"


def _score(point: CurvePoint | ArmResult, score: Score) -> float | None:
    if score == "exact":
        return point.exact
    return None if point.bleu is None else point.bleu / 100
