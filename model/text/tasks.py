"""Training tasks: generated toy tasks, shipped phrases, or the user's own files."""

from __future__ import annotations

import dataclasses
import random
import re
import unicodedata
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from model.files import shown_name
from model.messages import CorpusError
from model.steps import PIECE, run_through
from model.text.corpora import Pair, read_lines
from model.text.words import join_words, normalise, split_words

if TYPE_CHECKING:
    from model.text.corpora import Corpus
    from model.text.passive import AlignedPair


_CHINESE = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Scores:
    """BLEU (Papineni et al. 2002) and chrF (Popović 2015) of a whole corpus, 0 … 100.

    A signature says how its score was computed: only scores of the same signature compare.
    ``exact`` is :func:`exact_share`, 0 … 1.
    """

    bleu: float
    chrf: float
    bleu_signature: str
    chrf_signature: str
    exact: float


def corpus_scores(
    hypotheses: Sequence[str], references: Sequence[Sequence[str]], *, lowercase: bool = False
) -> Scores:
    """Scores of translations, as computed by sacrebleu.

    BLEU uses its ``13a`` tokenizer, or ``zh`` if the references are mostly Chinese. ``references``
    are one or more lists, each with a reference for every hypothesis. Raises ValueError if there is
    no sentence or no reference, or the lists differ in length.
    """
    _check(hypotheses, references)
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    letters = [char for texts in references for text in texts for char in text if char.isalpha()]
    chinese = sum(bool(_CHINESE.match(char)) for char in letters)
    tokenizer = "zh" if 2 * chinese > len(letters) else "13a"
    # force: no advice on stderr to detokenize what the model itself joins
    bleu = BLEU(lowercase=lowercase, tokenize=tokenizer, force=True)
    chrf = CHRF(lowercase=lowercase)
    return Scores(
        bleu=bleu.corpus_score(hypotheses, references).score,
        chrf=chrf.corpus_score(hypotheses, references).score,
        bleu_signature=str(bleu.get_signature()),
        chrf_signature=str(chrf.get_signature()),
        exact=exact_share(hypotheses, references, lowercase=lowercase),
    )


def exact_share(
    hypotheses: Sequence[str], references: Sequence[Sequence[str]], *, lowercase: bool = False
) -> float:
    """Share of translations equal to one of their references, word by word (0 … 1).

    Spaces are ignored: ``a cat .`` is ``a cat.`` Raises ValueError as :func:`corpus_scores`.
    """
    _check(hypotheses, references)
    hits = sum(
        _joined(hypothesis, lowercase) in {_joined(text, lowercase) for text in texts}
        for hypothesis, *texts in zip(hypotheses, *references, strict=True)
    )
    return hits / len(hypotheses)


def _check(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> None:
    if not hypotheses or not references:
        raise ValueError("no pair to evaluate on")
    lengths = {len(hypotheses), *map(len, references)}
    if len(lengths) > 1:
        raise ValueError(f"not of one length: {sorted(lengths)}")


def _joined(text: str, lowercase: bool) -> str:
    joined = join_words(split_words(normalise(text)))
    return joined.lower() if lowercase else joined


TOY_SYMBOLS = "abcdefghijklmnopqrst"
TOY_LENGTHS = range(3, 11)
TOY_PAIRS = 12_000
TOY_HELDOUT = 200

CORPORA = Path(__file__).resolve().parents[2] / "resources" / "corpora"
SHIPPED = ("zh-en", "zh-en-large", "report")
TOYS: dict[str, Callable[[list[str]], list[str]]] = {
    "copy": lambda symbols: symbols,
    "reverse": lambda symbols: symbols[::-1],
}
PASSIVE = "passive"
PASSIVE_PAIRS = 200_000
PASSIVE_HELDOUT = 500
KNOWN_PASSIVES = 1000
"""Pairs that a typed sentence is looked up among."""
GENERATED = (*TOYS, PASSIVE)
TASKS = (*GENERATED, *SHIPPED)

_LENGTHS = {"e1990dc6204fde8d": range(1, 17)}
"""Of the strings of other corpora, by fingerprint: those of ``.ci/random-letters``."""

MIRROR = "mirror"
"""A generated task of one experiment; the form does not offer it."""

Score = Literal["exact", "bleu"]


def load_task(name: str, *, seed: int = 0) -> Corpus:
    return run_through(load_task_steps(name, seed=seed))


def load_task_steps(name: str, *, seed: int = 0) -> Generator[None, None, Corpus]:
    """The corpus of a task: a name of :data:`TASKS`, a ``.tsv`` file, or ``SOURCE,TARGET`` files.

    Pairs from files are cleaned. Raises CorpusError if the task or file does not exist, or contains
    no usable pair.
    """
    # late, like all that makes corpora: who lists the models needs the tasks' names alone
    from model.text.corpora import read_steps
    from model.text.splitting import cleaned_steps

    if name in GENERATED:
        return (yield from generated_steps(name, seed=seed))
    corpus = yield from read_steps(*task_files(name))
    if name in SHIPPED:
        corpus = dataclasses.replace(corpus, name=name)
    return (yield from cleaned_steps(corpus))


def score_of(task: str) -> Score:
    """Exact matches for generated tasks, which have one right answer; BLEU for text."""
    return "exact" if task in GENERATED or task == MIRROR else "bleu"


def learned_lengths(record: Mapping[str, Any]) -> range | None:
    """Letters of the strings in the training record; None for other tasks."""
    corpus = record.get("corpus")
    if not isinstance(corpus, Mapping):
        return None
    known = _LENGTHS.get(str(corpus.get("fingerprint")))
    return known or (TOY_LENGTHS if corpus.get("name") in TOYS else None)


def task_files(name: str) -> tuple[Path, ...]:
    """The files of a task, none if it is generated; raises CorpusError if they do not exist."""
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
        raise CorpusError("File not found: {name!r}.", name=missing[0])
    raise CorpusError(
        "Unknown task or file {name!r}. Tasks: {tasks}; or a .tsv file, or SOURCE,TARGET.",
        name=name,
        tasks=", ".join(TASKS),
    )


def task_name(name: str) -> str:
    files = ",".join(Path(part).name for part in name.split(","))
    return name if name in TASKS else shown_name(files)


def generated(
    name: str, *, seed: int = 0, pairs: int | None = None, heldout: int | None = None
) -> Corpus:
    return run_through(generated_steps(name, seed=seed, pairs=pairs, heldout=heldout))


def generated_steps(
    name: str, *, seed: int = 0, pairs: int | None = None, heldout: int | None = None
) -> Generator[None, None, Corpus]:
    """Pairs of a generated task (default: its own number); held-out sources are not trained on.

    The same seed gives the same corpus.
    """
    from model.text.corpora import Corpus

    is_toy = name in TOYS
    pairs = (TOY_PAIRS if is_toy else PASSIVE_PAIRS) if pairs is None else pairs
    heldout = (TOY_HELDOUT if is_toy else PASSIVE_HELDOUT) if heldout is None else heldout
    made: dict[str, Pair] = {}
    for pair in _endless_pairs(name, seed):
        if len(made) == pairs + heldout:
            break
        made[pair.source] = pair
        if not len(made) % PIECE:
            yield
    drawn = tuple(made.values())
    return Corpus(name, drawn[heldout:], heldout=drawn[:heldout])


def _endless_pairs(name: str, seed: int) -> Iterator[Pair]:
    return (made.pair for made in aligned_pairs(name, seed=seed))


def aligned_pairs(name: str, *, seed: int) -> Iterator[AlignedPair]:
    """Endless pairs of a generated task, with the links of their words; some come twice."""
    from model.text import passive

    if name == PASSIVE:
        yield from passive.aligned_pairs(seed)
    source = random.Random(seed)
    while True:
        line = source.choices(TOY_SYMBOLS, k=source.choice(TOY_LENGTHS))
        yield _aligned_letters(name, line)


def _aligned_letters(task: str, letters: list[str]) -> AlignedPair:
    from model.text.passive import AlignedPair

    places = TOYS[task]([str(place) for place in range(len(letters))])
    links = tuple((int(source), target) for target, source in enumerate(places))
    return AlignedPair(Pair(" ".join(letters), " ".join(TOYS[task](letters))), links)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


_EXAMPLES: Mapping[str, str] = {
    "我每天早上七点起床。": "I get up at seven every morning.",
    "你喜欢吃苹果吗?": "Do you like to eat apples?",
    "昨天他没有来学校。": "He didn't come to school yesterday.",
    "请给我一杯水。": "Please give me a glass of water.",
    "今天的天气很好。": "The weather is nice today.",
    "她会说三种语言。": "She can speak three languages.",
    "这本书比那本书有意思。": "This book is more interesting than that one.",
    "如果下雨,我就不去。": "If it rains, I won't go.",
    "老师问了学生一个问题。": "The teacher asked the student a question.",
}
"""Normalised sentences of the list of examples that no corpus has: not for training."""


def known_reference(task: str, text: str) -> str:
    """The right translation of a known sentence, else empty; raises CorpusError."""
    sentence = normalise(text)
    if task in TOYS:
        return " ".join(TOYS[task](sentence.split()))
    if task in SHIPPED and sentence in _EXAMPLES:
        return _EXAMPLES[sentence]
    return next((pair.target for pair in _own_pairs(task) if pair.source == sentence), "")


def known_links(task: str, source: str, target: str) -> tuple[tuple[int, int], ...] | None:
    """Exact links of the words of a generated task's pair; None for any other."""
    made: Iterator[AlignedPair] = iter(())
    if task in TOYS:
        made = iter([_aligned_letters(task, normalise(source).split())])
    elif task == PASSIVE:
        made = islice(aligned_pairs(PASSIVE, seed=0), KNOWN_PASSIVES)
    sides = normalise(source), _joined(target, lowercase=False)
    return next((each.links for each in made if each.pair == sides), None)


def task_pairs(task: str, count: int, *, seed: int) -> tuple[Pair, ...]:
    """Random pairs of a generated task, or a task's first phrases; raises CorpusError."""
    if task in GENERATED:
        return generated(task, seed=seed, pairs=count, heldout=0).pairs
    return tuple(islice(_own_pairs(task), count))


def shorter_pair(task: str, source: str, target: str) -> Pair | None:
    """A task's pair with fewer words on both sides, or half of one; raises CorpusError."""
    if task in TOYS:
        half = source.split()[: len(source.split()) // 2]
        return Pair(" ".join(half), " ".join(TOYS[task](half))) if half else None
    most = [len(split_words(normalise(text))) for text in (source, target)]
    for pair in _own_pairs(task):
        sizes = [len(split_words(text)) for text in pair]
        if all(0 < size < longest for size, longest in zip(sizes, most, strict=True)):
            return pair
    return None


def _own_pairs(task: str) -> Iterator[Pair]:
    """The phrases of a shipped task, or the first thousand pairs of ``passive``; else empty."""
    if task == PASSIVE:
        yield from islice(_endless_pairs(PASSIVE, 0), KNOWN_PASSIVES)
    if task not in SHIPPED:
        return
    (path,) = task_files(task)
    for line in read_lines(path):
        source, _, rest = line.partition("\t")
        target, _, _ = rest.partition("\t")
        yield Pair(_folded(source), _folded(target))


def _folded(text: str) -> str:
    # Control characters are not searched for: that takes ten times as long.
    return " ".join(unicodedata.normalize("NFKC", text).split())
