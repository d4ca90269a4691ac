"""The shipped model on everyday sentences that it has never seen.

Each list was written before the model was trained: a sentence, and all translations of it that a
teacher would accept, in a compact notation: ``(a|one|)`` stands for any of these, `` || `` stands
between wholly different wordings. ``numbers.tsv`` is of sentences with digits, ``turns.tsv`` of
negations and idioms.
"""

import random
import re
from pathlib import Path

import pytest

from model.text.corpora import read_lines, read_tsv
from model.text.splitting import sentence_key
from model.text.words import normalise

ROOT = Path(__file__).resolve().parent.parent
TATOEBA = ROOT.parent / "shared" / "corpora" / "tatoeba-zh-en.tsv.gz"
ZH_EN = ROOT / "resources" / "checkpoints" / "zh-en.safetensors"

COUNTS = {"everyday": 60, "numbers": 30, "turns": 20}
"""Of each list, how many sentences it has."""

ENOUGH = {"everyday": 56, "numbers": 25, "turns": 14}
"""Of each list, how many must be right."""

FRAMES = (
    "他的学号是{}。",
    "我们在{}年搬到这里。",
    "请把{}号的钥匙给我。",
    "我在第{}页看到了你的名字。",
    "航班号是{}吗？",
    "{}年发生了什么事？",
)
"""Sentences that are not among the phrases, with a place for a number."""

MOST_WRONG = 6
"""Of 120 numbers."""


def sentences_of(name: str) -> list[tuple[str, str]]:
    lines = read_lines(ROOT / "tests" / f"{name}.tsv")
    return [(source, accepted) for source, accepted in (line.split("\t") for line in lines)]


SENTENCES = [source for name in COUNTS for source, _ in sentences_of(name)]


def plain(text: str) -> str:
    """Without case, and without the signs that close or part sentences."""
    return re.sub(r"[.,!?]", "", text.lower().replace("’", "'"))


def accepts(compact: str, translation: str) -> bool:
    wordings = (plain(wording.strip()) for wording in compact.split(" || "))
    return any(re.fullmatch(wording, plain(translation)) for wording in wordings)


@pytest.mark.parametrize(
    ("translation", "right"),
    [
        ("I bought a new book.", True),
        ("yesterday, i bought one new book", True),
        ("I bought new book.", False),
        ("I bought a new book today.", False),
    ],
)
def test_the_notation_stands_for_every_combination(translation: str, right: bool):
    compact = "I bought (a|one) new book. || Yesterday(,|) I bought (a|one) new book."
    assert accepts(compact, translation) is right


@pytest.mark.parametrize("name", COUNTS)
def test_no_sentence_stands_twice_in_a_list(name: str):
    assert len({source for source, _ in sentences_of(name)}) == COUNTS[name]


def test_none_is_in_the_phrases():
    trained = {
        sentence_key(normalise(pair.source))
        for pair in read_tsv(ROOT / "resources" / "corpora" / "zh-en-large.tsv").pairs
    }
    assert not [s for s in SENTENCES if sentence_key(normalise(s)) in trained]


@pytest.mark.skipif(not TATOEBA.exists(), reason="needs ../shared/corpora")
def test_none_is_in_tatoeba():
    trained = {sentence_key(pair.source) for pair in read_tsv(TATOEBA).pairs}
    assert not [s for s in SENTENCES if sentence_key(normalise(s)) in trained]


@pytest.fixture(scope="module")
def zh_en(one_torch_thread):
    from model.checkpoint.file import load_checkpoint

    return load_checkpoint(ZH_EN)


@pytest.mark.parametrize("name", ENOUGH)
def test_the_shipped_model_translates_them(zh_en, name: str):
    from tests.model.decoding.together import translate_all

    sentences = sentences_of(name)
    translations = translate_all(zh_en, [source for source, _ in sentences])
    missed = [
        f"{source} → {translation}"
        for (source, accepted), translation in zip(sentences, translations, strict=True)
        if not accepts(accepted, translation)
    ]
    assert len(sentences) - len(missed) >= ENOUGH[name], "\n".join(missed)


def test_the_shipped_model_copies_numbers(zh_en):
    from tests.model.decoding.together import translate_all

    draw = random.Random("numbers")
    numbers = [str(draw.randrange(1000, 2100)) for _ in range(120)]
    sources = [FRAMES[index % len(FRAMES)].format(number) for index, number in enumerate(numbers)]
    written = [text.replace(",", "") for text in translate_all(zh_en, sources)]
    wrong = [
        f"{source} → {text}"
        for source, number, text in zip(sources, numbers, written, strict=True)
        if re.findall(r"\d+", text) != [number]
    ]
    assert len(wrong) <= MOST_WRONG, "\n".join(wrong)
