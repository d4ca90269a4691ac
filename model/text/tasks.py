"""What a model is trained to do: generated toy tasks, shipped phrases, or the user's own files."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from model.foreign_files import shown_name
from model.messages import CorpusError
from model.steps import PIECE, each_made, run_through

if TYPE_CHECKING:
    from model.text.corpora import Corpus

TOY_SYMBOLS = "abcdefghijklmnopqrst"
TOY_LENGTHS = range(3, 11)
TOY_PAIRS = 12_000
TOY_HELDOUT = 200

CORPORA = Path(__file__).resolve().parents[2] / "resources" / "corpora"
SHIPPED = ("zh-en", "zh-en-large", "report")
GENERATED: dict[str, Callable[[list[str]], list[str]]] = {
    "copy": lambda symbols: symbols,
    "reverse": lambda symbols: symbols[::-1],
}
TASKS = (*GENERATED, *SHIPPED)

_LENGTHS = {"e1990dc6204fde8d": range(1, 17)}
"""Of the strings of other corpora, by fingerprint: those of ``.ci/random-letters``."""

MIRROR = "mirror"
"""A generated task of one experiment; the form does not offer it."""

Score = Literal["exact", "bleu"]


def load_task(name: str, *, seed: int = 0) -> Corpus:
    """:func:`load_task_steps` without a stop."""
    return run_through(load_task_steps(name, seed=seed))


def load_task_steps(name: str, *, seed: int = 0) -> Generator[None, None, Corpus]:
    """The corpus of a task: a name of :data:`TASKS`, a ``.tsv`` file, or ``SOURCE,TARGET`` files.

    What comes from files is cleaned.

    Raises:
        CorpusError: there is no such task or file, or it holds no pair to learn from.
    """
    # late, like all that makes corpora: who lists the models needs the tasks' names alone
    from model.text.cleaning import cleaned_steps
    from model.text.corpora import read_steps

    if name in GENERATED:
        return (yield from generated_steps(name, seed=seed))
    corpus = yield from read_steps(*task_files(name))
    if name in SHIPPED:
        corpus = dataclasses.replace(corpus, name=name)
    return (yield from cleaned_steps(corpus))


def score_of(task: str) -> Score:
    """How good a translation is told: generated tasks have one right answer, text has many."""
    return "exact" if task in GENERATED or task == MIRROR else "bleu"


def learned_lengths(record: Mapping[str, Any]) -> range | None:
    """How many letters the strings have that a model has learned from, by its training record.

    None where it has learned something else: a sentence is no string of a certain length.
    """
    corpus = record.get("corpus")
    if not isinstance(corpus, Mapping):
        return None
    known = _LENGTHS.get(str(corpus.get("fingerprint")))
    return known or (TOY_LENGTHS if corpus.get("name") in GENERATED else None)


def task_files(name: str) -> tuple[Path, ...]:
    """The files that a task is read from: none when it is generated, one, or source and target.

    Raises:
        CorpusError: there is no such task or file.
    """
    if name in GENERATED:
        return ()
    if name in SHIPPED:
        return (CORPORA / f"{name}.tsv",)
    if _is_file(name):
        return (Path(name),)
    source, comma, target = name.partition(",")
    missing = [part for part in (source, target) if not _is_file(part)]
    if comma and not missing:
        return Path(source), Path(target)
    if comma and len(missing) == 1:
        raise CorpusError("There is no file {name!r}.", name=missing[0])
    raise CorpusError(
        "There is no task or file {name!r}. Tasks: {tasks}; or a .tsv file, or SOURCE,TARGET.",
        name=name,
        tasks=", ".join(TASKS),
    )


def task_name(name: str) -> str:
    """The short name that a checkpoint keeps: no folders of this machine in it."""
    files = ",".join(Path(part).name for part in name.split(","))
    return name if name in TASKS else shown_name(files)


def generated(
    name: str, *, seed: int = 0, pairs: int = TOY_PAIRS, heldout: int = TOY_HELDOUT
) -> Corpus:
    """:func:`generated_steps` without a stop."""
    return run_through(generated_steps(name, seed=seed, pairs=pairs, heldout=heldout))


def generated_steps(
    name: str, *, seed: int = 0, pairs: int = TOY_PAIRS, heldout: int = TOY_HELDOUT
) -> Generator[None, None, Corpus]:
    """Strings of random symbols with their target; no string of ``heldout`` is in ``pairs``.

    The same seed gives the same corpus.
    """
    from model.text.corpora import Corpus, Pair

    turn = GENERATED[name]
    source = random.Random(seed)
    strings: dict[tuple[str, ...], None] = {}
    while len(strings) < pairs + heldout:
        length = source.choice(TOY_LENGTHS)
        strings[tuple(source.choices(TOY_SYMBOLS, k=length))] = None
        if not len(strings) % PIECE:
            yield
    made = yield from each_made(
        lambda line: Pair(" ".join(line), " ".join(turn(list(line)))), strings
    )
    return Corpus(name, tuple(made[heldout:]), heldout=tuple(made[:heldout]))


def _is_file(name: str) -> bool:
    """Whether there is such a file; a name that no file can have is not one."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False
