"""The prepared experiments: pairs of runs that differ in one thing. No torch."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from typing import Literal

from model.config import ModelConfig
from model.messages import ConfigError
from model.runs.presets import TrainingConfig
from model.text.corpora import Corpus, Pair
from model.text.splitting import with_validation
from model.text.tasks import MIRROR, TOY_LENGTHS, Score, generated, load_task, score_of

ExperimentName = Literal["positions", "causal", "heads", "norm", "scaling", "layernorm"]
Variant = Literal["no-positions", "peeking", "unscaled", "untrained-norms"]
"""What a network lacks: see :mod:`model.training.variants`."""

Outcome = Literal["same", "slower", "worse", "nothing", "cheats", "better"]
"""How the changed arm does beside the usual one: see :mod:`model.runs.experiment_result`."""


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
        task: what both arms learn.
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
        """What tells whether an arm has learned its task."""
        return score_of(self.task)

    def arm(self, name: str) -> Arm:
        """The arm of a name.

        Raises:
            ConfigError: there is no such arm.
        """
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
    """The same network twice; the second lacks something."""
    arm = Arm(name=usual, model=model, training=training)
    return arm, dataclasses.replace(arm, name=changed, variant=variant)


def _options(*predictions: tuple[Outcome, ...]) -> tuple[Option, ...]:
    """Each has the name of the first outcome that makes it right."""
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
    """The experiment of a name.

    Raises:
        ConfigError: there is no such experiment.
    """
    for experiment in EXPERIMENTS:
        if experiment.name == name:
            return experiment
    names = ", ".join(experiment.name for experiment in EXPERIMENTS)
    raise ConfigError(
        "There is no experiment {name!r}. Experiments: {experiments}.",
        name=name,
        experiments=names,
    )


def experiment_corpus(experiment: Experiment) -> Corpus:
    """What both arms learn from; the same at each call.

    Raises:
        CorpusError: the shipped corpus cannot be read.
    """
    if experiment.task == MIRROR:
        return mirror_corpus(pairs=experiment.pairs, heldout=HELDOUT)
    if experiment.task == "reverse":
        return generated("reverse", pairs=experiment.pairs, heldout=HELDOUT)
    corpus = with_validation(load_task(experiment.task), most=HELDOUT, seed=0)
    return dataclasses.replace(corpus, pairs=corpus.pairs[: experiment.pairs])


def mirror_corpus(*, pairs: int, heldout: int, seed: int = 0) -> Corpus:
    """Strings, and each letter joined with the one at its mirror place: ``a b c`` → ``ac bb ca``.

    To write a word, two places must be looked at, and which is which counts. No string of
    ``heldout`` is in ``pairs``.
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
