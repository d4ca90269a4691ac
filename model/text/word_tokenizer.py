"""Word-level and BPE tokenizers over :mod:`model.text.words`, on the ``tokenizers`` library."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import tokenizers
from tokenizers import models, pre_tokenizers, trainers

from model.messages import ConfigError
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID, SPECIAL_TOKENS, UNK, UNK_ID, Level
from model.steps import each_made, run_through
from model.text.cut import guarded
from model.text.tokenizer import EncodedText, Tokenizer
from model.text.words import JOINER, join_words, normalise, split_words
from model.values import Many, Text, read

_DIGITS = tuple(f"{JOINER}{digit}" for digit in range(10))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    level: Level
    vocabulary: Many[Text]
    merges: Many[tuple[Text, Text]]
    lowercase: bool = False


class WordTokenizer(Tokenizer):
    """Text ↔ ids for one side of a corpus.

    Chinese is split character by character, punctuation and digits stand alone. ``word`` keeps
    each remaining word whole; ``bpe`` splits it into learned pieces (Sennrich et al. 2016).
    """

    def __init__(
        self,
        *,
        level: Level,
        vocabulary: Sequence[str],
        merges: Sequence[tuple[str, str]] = (),
        lowercase: bool = False,
    ) -> None:
        """From a vocabulary in the order of ids, special tokens first.

        ``lowercase``: texts are read in lower case. Raises ConfigError if the level is unknown, or
        the vocabulary is not valid.
        """
        _check(level, vocabulary)
        _check_merges(vocabulary, merges)
        self.level: Level = level
        self.lowercase = lowercase
        self.vocabulary = tuple(vocabulary)
        self.merges = tuple((left, right) for left, right in merges)
        ids = {token: index for index, token in enumerate(self.vocabulary)}
        with guarded(_failed):
            self._backend = tokenizers.Tokenizer(_backend_model(level, ids, self.merges))
            self._backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
            if level == "bpe":
                self._backend.add_tokens([token for token in _DIGITS if token in ids])

    @classmethod
    def trained(
        cls,
        texts: Iterable[str],
        *,
        level: Level = "word",
        size: int = 8000,
        min_count: int = 1,
        lowercase: bool = False,
    ) -> WordTokenizer:
        steps = cls.trained_steps(
            texts, level=level, size=size, min_count=min_count, lowercase=lowercase
        )
        return run_through(steps)

    @classmethod
    def trained_steps(
        cls, texts: Iterable[str], *, level: Level, size: int, min_count: int, lowercase: bool
    ) -> Generator[None, None, WordTokenizer]:
        """Learn a vocabulary of at most ``size`` tokens; deterministic.

        Words seen less than ``min_count`` times are ``<unk>``; for ``bpe``, characters. ``bpe``
        keeps the other characters even if they are more than ``size``. Raises ConfigError if the
        level is unknown.
        """
        lines = yield from each_made(lambda text: split_words(_read(text, lowercase)), texts)
        if level == "bpe":
            return cls._trained_bpe(lines, size=size, min_count=min_count, lowercase=lowercase)
        counts = Counter(word for line in lines for word in line)
        ranked = sorted(counts, key=lambda word: (-counts[word], word))
        kept = [word for word in ranked if counts[word] >= min_count]
        room = max(0, size - len(SPECIAL_TOKENS))
        vocabulary = [*SPECIAL_TOKENS, *kept[:room]]
        return cls(level=level, vocabulary=vocabulary, lowercase=lowercase)

    @classmethod
    def _trained_bpe(
        cls, lines: Sequence[list[str]], *, size: int, min_count: int, lowercase: bool
    ) -> WordTokenizer:
        counts = Counter(char for line in lines for word in line for char in word)
        rare = {char for char, count in counts.items() if count < min_count}
        plain = [
            [word for word in line if word not in _DIGITS and rare.isdisjoint(word)]
            for line in lines
        ]
        # The library numbers characters inside words differently in every run, and breaks ties
        # between merges by these numbers; a given order makes the merges deterministic.
        inside = {JOINER + char for line in plain for word in line for char in word[1:]}
        with guarded(_failed):
            model = models.BPE(unk_token=UNK, continuing_subword_prefix=JOINER)
            backend = tokenizers.Tokenizer(model)
            backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
            trainer = trainers.BpeTrainer(
                vocab_size=size,
                min_frequency=max(2, min_count),
                special_tokens=[*SPECIAL_TOKENS, *_DIGITS, *sorted(inside)],
                continuing_subword_prefix=JOINER,
                show_progress=False,
            )
            backend.train_from_iterator((" ".join(line) for line in plain), trainer)
            ids = backend.get_vocab(with_added_tokens=True)
            merges = json.loads(backend.to_str())["model"]["merges"]
        return cls(
            level="bpe",
            vocabulary=sorted(ids, key=lambda token: ids[token]),
            merges=[tuple(one if isinstance(one, list) else one.split(" ")) for one in merges],
            lowercase=lowercase,
        )

    def encode(self, text: str) -> EncodedText:
        line = " ".join(split_words(_read(text, self.lowercase)))
        with guarded(_failed):
            encoding = self._backend.encode(line, add_special_tokens=False)
        unknown = dict.fromkeys(
            line[start:end].removeprefix(JOINER)
            for token_id, (start, end) in zip(encoding.ids, encoding.offsets, strict=True)
            if token_id == UNK_ID
        )
        return EncodedText(tuple(encoding.ids), self.tokens(encoding.ids), tuple(unknown))

    def decode(self, ids: Iterable[int]) -> str:
        hidden = {PAD_ID, BOS_ID, EOS_ID}
        return join_words(self.vocabulary[token_id] for token_id in ids if token_id not in hidden)

    def to_json(self, *, beside: Tokenizer | None = None) -> dict[str, Any]:
        merges = [list(pair) for pair in self.merges]
        return {
            "level": self.level,
            "lowercase": self.lowercase,
            "vocabulary": list(self.vocabulary),
            "merges": merges,
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> WordTokenizer:
        """Inverse of :meth:`to_json`; raises ConfigError for other values."""
        stored = read(_Stored, told, "tokenizer")
        return cls(
            level=stored.level,
            vocabulary=stored.vocabulary,
            merges=stored.merges,
            lowercase=stored.lowercase,
        )


def _failed(error: Exception) -> ConfigError:
    return ConfigError("The tokenizers library failed: {error}.", error=error)


def _read(text: str, lowercase: bool) -> str:
    text = normalise(text)
    return text.lower() if lowercase else text


def _check(level: object, vocabulary: Sequence[str]) -> None:
    if level not in get_args(Level):
        raise ConfigError("The tokenizer level {level!r} must be word or bpe.", level=level)
    if tuple(vocabulary[: len(SPECIAL_TOKENS)]) != SPECIAL_TOKENS:
        raise ConfigError(
            "A vocabulary must begin with {expected}, not {found!r}.",
            expected=" ".join(SPECIAL_TOKENS),
            found=list(vocabulary[: len(SPECIAL_TOKENS)]),
        )
    if len(set(vocabulary)) != len(vocabulary):
        raise ConfigError("The vocabulary contains a token twice.")


def _check_merges(vocabulary: Sequence[str], merges: Iterable[tuple[str, str]]) -> None:
    known = set(vocabulary)
    for left, right in merges:
        # what does not begin with the joiner ends the process: the library cuts that much away
        joined = left + right.removeprefix(JOINER)
        if not right.startswith(JOINER) or not {left, right, joined} <= known:
            raise ConfigError(
                "The merge of {left!r} and {right!r} is not in the vocabulary.",
                left=left,
                right=right,
            )


def _backend_model(
    level: Level, ids: dict[str, int], merges: Sequence[tuple[str, str]]
) -> models.Model:
    if level == "word":
        return models.WordLevel(vocab=ids, unk_token=UNK)
    return models.BPE(
        vocab=ids,
        merges=list(merges),
        unk_token=UNK,
        continuing_subword_prefix=JOINER,
        cache_capacity=0,  # a thread would keep the words of every model that it has ever read for
    )
