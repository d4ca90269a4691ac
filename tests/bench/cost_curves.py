"""What decoding, an update and an epoch cost, in CPU time and memory, as one size grows.

Every size is measured in a process of its own, so that no other's memory is counted.
"""

import ctypes
import dataclasses
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from string import ascii_lowercase

import torch

from model.config import ModelConfig
from model.decoding.batches import IdPair
from model.decoding.greedy import translate_steps
from model.decoding.trained import TrainedModel
from model.network.transformer import Transformer
from model.runs.presets import TrainingConfig
from model.special_tokens import BOS_ID, EOS_ID
from model.text.corpora import Corpus, Pair
from model.text.word_tokenizer import WordTokenizer
from model.training.replicas import Replicas
from model.training.run import TrainingRun
from model.training.updating import Updater
from tests.bench.growth import exponent

WORDS = ["".join(letters) for letters in product(ascii_lowercase[:10], repeat=2)]
FIRST_WORD = 4
MMAP_THRESHOLD = -3
"""Its number for ``mallopt``, in glibc's ``malloc.h``."""

SECONDS, RUNS = 0.4, (2, 15)
"""A time is the shortest of at least and at most so many runs, none begun after so long."""


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """What is measured at: the model's numbers, tokens of source and target, pairs."""

    tokens: int = 64
    layers: int = 2
    heads: int = 4
    d_model: int = 64
    pairs: int = 4


Work = Callable[[Sizes], Callable[[], object]]
"""Makes ready what is not counted; what it returns is."""


def model_of(sizes: Sizes) -> TrainedModel:
    """Random weights, feed-forward layers of 4 d_model; ``</s>`` is never the best candidate."""
    tokenizer = WordTokenizer.trained([" ".join(WORDS)], level="word")
    config = ModelConfig(
        n_layers=sizes.layers,
        n_heads=sizes.heads,
        d_model=sizes.d_model,
        d_ff=4 * sizes.d_model,
        max_len=1024,
    )
    torch.manual_seed(0)
    network = Transformer(config, src_vocab=len(tokenizer), tgt_vocab=len(tokenizer)).eval()
    with torch.no_grad():
        network.output.weight[EOS_ID] = 0
    return TrainedModel(
        name="created",
        task="none",
        network=network,
        src_tokenizer=tokenizer,
        tgt_tokenizer=tokenizer,
    )


def decoding(sizes: Sizes) -> Callable[[], object]:
    """As many target as source tokens, the weights of all heads recorded."""
    model, noise = model_of(sizes), random.Random(0)
    text = " ".join(noise.choices(WORDS, k=sizes.tokens - 1))

    def run() -> None:
        *_, trace = translate_steps(model, text, max_steps=sizes.tokens)
        assert len(trace.source_ids) == len(trace.steps) == sizes.tokens

    return run


def update(sizes: Sizes) -> Callable[[], object]:
    """Loss, gradients and AdamW on some pairs of as many source as target tokens."""
    updater = Updater(model_of(sizes), TrainingConfig(), Replicas())
    noise, numbers = random.Random(0), iter(range(1, 1000))
    words = range(FIRST_WORD, FIRST_WORD + len(WORDS))

    def ids() -> tuple[int, ...]:
        return (*noise.choices(words, k=sizes.tokens - 1), EOS_ID)

    group = [IdPair(ids(), (BOS_ID, *ids())) for _ in range(sizes.pairs)]
    return lambda: updater.update(group, number=next(numbers), rate=1e-3)


def epoch(sizes: Sizes) -> Callable[[], object]:
    """A corpus of short sentences: made, encoded, trained on once."""
    training = TrainingConfig(epochs=1, batch_tokens=512)

    def pairs() -> Iterator[Pair]:
        noise = random.Random(0)
        for _ in range(sizes.pairs):
            text = " ".join(noise.choices(WORDS, k=noise.randint(5, 15)))
            yield Pair(text, text)

    def run() -> None:
        corpus = Corpus(name="created", pairs=tuple(pairs()))
        assert list(TrainingRun(corpus, model_of(sizes), training).reports())

    return run


WORKS: Mapping[str, Work] = {"decoding": decoding, "update": update, "epoch": epoch}


@dataclass(frozen=True, kw_only=True)
class Sweep:
    """One work over one of its sizes; ``time`` and ``memory`` are the theory's exponents."""

    work: str
    over: str
    at: tuple[int, ...]
    time: int
    memory: int
    base: Sizes = Sizes()


TOKENS = (8, 16, 32, 64, 128, 256, 512, 1024)
DEPTHS, HEADS, WIDTHS = (1, 2, 4, 8, 16), (1, 2, 4, 8, 16), (64, 128, 256, 512, 1024)
CORPORA = (200, 400, 800, 1600, 3200)
LONG, WIDE = Sizes(tokens=128), Sizes(tokens=32, d_model=256)
ONE, NARROW = Sizes(pairs=1), Sizes(layers=1, d_model=32)
SWEEPS = (
    Sweep(work="decoding", over="tokens", at=TOKENS, time=2, memory=2),
    Sweep(work="decoding", over="layers", at=DEPTHS, time=1, memory=1, base=LONG),
    Sweep(work="decoding", over="heads", at=HEADS, time=0, memory=1, base=WIDE),
    Sweep(work="decoding", over="d_model", at=WIDTHS, time=2, memory=1, base=LONG),
    Sweep(work="update", over="tokens", at=TOKENS, time=2, memory=2, base=ONE),
    Sweep(work="update", over="layers", at=DEPTHS, time=1, memory=1),
    Sweep(work="update", over="heads", at=HEADS, time=0, memory=1, base=WIDE),
    Sweep(work="update", over="d_model", at=WIDTHS, time=2, memory=2),
    Sweep(work="epoch", over="pairs", at=CORPORA, time=1, memory=1, base=NARROW),
)


@dataclass(frozen=True)
class Cost:
    """CPU seconds of a run, and bytes of memory that it took at most beyond what was there."""

    seconds: float
    bytes: int


def seconds_of(work: str, sizes: Sizes) -> float:
    """CPU time of one work, in this process."""
    run = ready(work, sizes)
    run()  # finds no memory yet
    seconds = [timed(run)]
    while len(seconds) < RUNS[0] or (sum(seconds) < SECONDS and len(seconds) < RUNS[1]):
        seconds.append(timed(run))
    return min(seconds)


def bytes_of(work: str, sizes: Sizes) -> int:
    """Memory that one work takes at most beyond what was there, in this process.

    Large arrays go back to the system as soon as they are freed, here alone: else it would be
    chance how many of them are kept for the next, and whether those from before are.
    """
    ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, 2**17)
    run = ready(work, sizes)
    before = resident("VmRSS")
    run()
    return resident("VmHWM") - before


def ready(work: str, sizes: Sizes) -> Callable[[], object]:
    """A work that is begun; a short one has gone before, for what is only done once."""
    torch.set_num_threads(1)
    WORKS[work](dataclasses.replace(sizes, tokens=8, pairs=4))()
    run = WORKS[work](sizes)
    ctypes.CDLL(None).malloc_trim(0)  # what was used before would be used again and not be seen
    return run


def timed(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def resident(field: str) -> int:
    """Bytes, as Linux counts them for this process."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return 1024 * int(re.findall(rf"{field}:\s+(\d+) kB", status)[0])


def costs_of(sweep: Sweep) -> list[Cost]:
    """At each of its sizes, each in a fresh process that has torch already."""
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    with ProcessPoolExecutor(1, mp_context=context, max_tasks_per_child=1) as pool:
        asked = [
            [pool.submit(find, sweep.work, sizes) for find in (seconds_of, bytes_of)]
            for size in sweep.at
            for sizes in [dataclasses.replace(sweep.base, **{sweep.over: size})]
        ]
        return [Cost(seconds.result(), memory.result()) for seconds, memory in asked]


def exponents(sweep: Sweep, costs: Iterable[Cost]) -> tuple[float, float]:
    """Of time and of memory."""
    seconds, most = zip(*map(dataclasses.astuple, costs), strict=True)
    return exponent(sweep.at, seconds), exponent(sweep.at, most)
