"""The task ``passive``: English sentences and the same in the passive voice.

    The small dog chased my two black cats in the garden.
    My two black cats were chased by the small dog in the garden.

Subject and object change places and case, the verb agrees with its new subject; what stands before
the subject or after the object keeps its place. The words are in
``resources/grammar/passive.toml``.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple

from model.messages import Message
from model.text.corpora import Pair
from model.text.english import (
    Agreement,
    Verb,
    article,
    capitalised,
    invented_word,
    listed,
    sibilant_s,
    verb,
)
from model.text.words import join_words, normalise, split_words

GRAMMAR = Path(__file__).resolve().parents[2] / "resources" / "grammar" / "passive.toml"

# ------------------------------------------------------------------------------------------- words


class _Frame(NamedTuple):
    """A tense: auxiliary verbs and form of the verb in the active, auxiliary verbs in the passive.

    A first ``be``, ``have`` or ``do`` agrees with its subject; ``weight`` is how often it is drawn.
    """

    active: str
    form: str
    passive: str
    weight: int


_FRAMES = (
    _Frame("", "past", "was", 30),
    _Frame("", "present", "be", 16),
    _Frame("will", "base", "will be", 10),
    _Frame("have", "participle", "have been", 9),
    _Frame("be", "progressive", "be being", 9),
    _Frame("was", "progressive", "was being", 6),
    _Frame("had", "participle", "had been", 4),
    *(_Frame(modal, "base", f"{modal} be", 4) for modal in ("can", "must", "should")),
    *(_Frame(modal, "base", f"{modal} be", 2) for modal in ("could", "may", "might", "would")),
    _Frame("be going to", "base", "be going to be", 3),
    _Frame("have to", "base", "have to be", 2),
    _Frame("will have", "participle", "will have been", 1),
)
_AGREEING: Mapping[str, Mapping[Agreement, str]] = {
    "be": {"am": "am", "is": "is", "are": "are"},
    "was": {"am": "was", "is": "was", "are": "were"},
    "have": {"am": "have", "is": "has", "are": "have"},
    "do": {"am": "do", "is": "does", "are": "do"},
}
_CONTRACTED = {
    **{word: f"{word}n't" for word in listed("is are was were has have had do does did")},
    **{word: f"{word}n't" for word in listed("must should could would")},
    "will": "won't",
    "can": "can't",
}
_SHORT = {"am": "'m", "are": "'re", "is": "'s", "has": "'s", "have": "'ve", "will": "'ll"}
_VERB_ENDINGS = listed("k d t n l r p ate ise ge ve")
"""Of invented verbs."""
_QUESTION_WORDS = frozenset(listed("who whom whose what which when where why how"))

_PRONOUNS: Mapping[str, tuple[str, Agreement]] = {
    "I": ("me", "am"),
    "he": ("him", "is"),
    "she": ("her", "is"),
    "it": ("it", "is"),
    "we": ("us", "are"),
    "you": ("you", "are"),
    "they": ("them", "are"),
}
_SINGULAR = listed("the the the the a a a this that my your his her our their every each another")
_PLURAL = listed(
    "the the the the these those my your his her our their some many several two three four five "
    "ten few all/the both most/of/the a/lot/of more six all/my some/of/the"
)
_MASS = listed("the the the some my your his her our their this that much a/lot/of all/the")


class _Lexicon(NamedTuple):
    nouns: Mapping[str, Sequence[tuple[str, str]]]
    """Singular and plural by class; of what cannot be counted both are the same."""
    verbs: Mapping[str, Sequence[Verb]]
    adjectives: Mapping[str, Sequence[str]]
    names: Mapping[str, Sequence[str]]
    adverbs: Mapping[str, Sequence[str]]
    times: Mapping[str, Sequence[Sequence[str]]]
    places: Sequence[Sequence[str]]
    prepositions: Sequence[Sequence[str]]
    stems: Sequence[str]
    """Nouns and adjectives, that new words are made of."""
    uninflected: frozenset[str]
    """Nouns whose plural is like their singular."""
    intransitive: frozenset[str]
    """Forms of verbs without an object."""


@cache
def _lexicon() -> _Lexicon:
    read = tomllib.loads(GRAMMAR.read_text(encoding="utf-8"))
    lists = {
        part: {name: text.split() for name, text in classes.items()}
        for part, classes in read.items()
    }
    nouns = {name: [_noun(word) for word in words] for name, words in lists["nouns"].items()}
    uninflected = frozenset(one for pairs in nouns.values() for one, more in pairs if one == more)
    for uncountable in ("mass", "town"):
        nouns[uncountable] = [(one, one) for one, _ in nouns[uncountable]]
    adjectives = lists["adjectives"]
    stems = [one for name in nouns if name != "town" for one, _ in nouns[name]]
    return _Lexicon(
        nouns=nouns,
        verbs={
            name: [verb(*word.split(":")) for word in words]
            for name, words in lists["verbs"].items()
        },
        adjectives=adjectives,
        names=lists["names"],
        adverbs=lists["adverbs"],
        times={name: _phrases(words) for name, words in lists["times"].items()},
        places=_phrases(lists["places"]["fixed"]),
        prepositions=_phrases(lists["places"]["prepositions"]),
        stems=[*stems, *(word for words in adjectives.values() for word in words)],
        uninflected=uninflected,
        intransitive=_forms(verb(*word.split(":")) for word in lists["intransitive"]["verbs"]),
    )


def _noun(word: str) -> tuple[str, str]:
    singular, _, plural = word.partition(":")
    return singular, plural or sibilant_s(singular)


def _phrases(written: Sequence[str]) -> list[list[str]]:
    return [phrase.split("/") for phrase in written]


# ------------------------------------------------------------------------------- what can be read


@cache
def known_words() -> frozenset[str]:
    words, verbs = _lexicon(), _verb_forms()
    nouns = (form for forms in words.nouns.values() for pair in forms for form in pair)
    lists = (*words.adjectives.values(), *words.names.values(), *words.adverbs.values())
    phrases = (*chain(*words.times.values()), *words.places, *words.prepositions)
    plain = listed(
        "not very and by a an n't o'clock cannot first seven been being going to did had"
    )
    parts = [*plain, *_HELPERS, *_CONTRACTED.values(), *_PRONOUNS]
    parts += [other for other, _ in _PRONOUNS.values()]
    parts += [part for one in (*_SINGULAR, *_PLURAL, *_MASS) for part in one.split("/")]
    texts = [*nouns, *chain(*lists, *phrases), *parts, *verbs]
    return frozenset(word.lower() for text in texts for word in split_words(text))


def unknown_words(text: str) -> tuple[str, ...]:
    """Words of a sentence that are not in the grammar, as typed, each once."""
    words = [word for word in split_words(normalise(text)) if word[0].isalpha()]
    stems = {word: _END.sub("", word.lower()) for word in words}
    return tuple(
        word for word in dict.fromkeys(words) if not {word.lower(), stems[word]} & known_words()
    )


def fault_of(text: str) -> Message | None:
    """Why the model has not learned the passive of a sentence; None if it seems to have.

    The sentence is not parsed: a verb of the grammar, or a word in *-ed*, must come after a subject
    and before an object.
    """
    words = split_words(normalise(text))
    low = [word.lower() for word in words]
    while low and low[-1] in ".!":
        low.pop()
    if not low:
        return None
    if low[-1] == "?" or low[0] in _QUESTION_WORDS or low[0] in _HELPERS:
        return Message("The model reads statements, not questions or requests.")
    place, form = _verb_place(low)
    without = (n for n, word in enumerate(low) if n and word in _lexicon().intransitive)
    alone = 0 if place else next(without, 0)
    if form == "be":
        return Message("“{verb}” has no passive here.", {"verb": words[place]})
    if not place and not alone:
        no_verb = Message("The model finds no verb with an object in this sentence.")
        return None if unknown_words(text) else no_verb
    rest = low[place + 1 :]
    if alone or not rest or rest[0] in _NO_OBJECT or _starts_phrase(rest):
        return Message(
            "“{verb}” has no object here, and only a verb with an object has a passive.",
            {"verb": words[place or alone]},
        )
    return None


_END = re.compile("(?:n't|'(?:s|m|re|ve|ll))$")
_HELPERS = (
    frozenset(
        listed(
            "am is are was were be have has had do does did will can could must should may might "
            "would"
        )
    )
    | frozenset(_CONTRACTED.values())
    | {"cannot"}
)
_AUXILIARIES = frozenset(listed("am is are was were have has had"))
_NO_OBJECT = frozenset(listed(". , and to here there then now too well home away"))


@cache
def _verb_forms() -> frozenset[str]:
    return _forms(chain(*_lexicon().verbs.values()))


def _forms(verbs: Iterable[Verb]) -> frozenset[str]:
    return frozenset(
        form
        for one in verbs
        for form in (one.base, one.past, one.participle, one.present, one.progressive)
    )


def _verb_place(low: Sequence[str]) -> tuple[int, Literal["", "be"]]:
    """Index of the main verb, 0 without one; ``be`` if it is *be* or *have*."""
    nouns = {form for forms in _lexicon().nouns.values() for pair in forms for form in pair}
    begun = next(
        (n for n, word in enumerate(low) if word in _HELPERS and n and low[n - 1] != "in"), 0
    )
    if begun or _END.search(low[0]):
        for place in range(begun + 1, len(low)):
            if low[place] in ("the", "a", "an"):
                break
            if low[place] == "going":
                continue
            if low[place] in _verb_forms() or re.search("(?:ed|ing|en)$", low[place]):
                return place, ""
        return begun, "be" if low[begun] in _AUXILIARIES else ""
    after_determiner = {"a", "an", *_SINGULAR, *_PLURAL, *chain(*_lexicon().prepositions)}
    for place in range(1, len(low)):
        word, before = low[place], low[place - 1]
        if before in after_determiner or before.endswith("'s"):
            continue
        if word in _verb_forms() and (word not in nouns or place + 1 < len(low)):
            return place, ""
        if word.endswith("ed"):
            return place, ""
    return 0, ""


def _starts_phrase(words: Sequence[str]) -> bool:
    lexicon = _lexicon()
    phrases = [*chain(*lexicon.times.values()), *lexicon.places, *lexicon.prepositions]
    phrases += [[word] for words in lexicon.adverbs.values() for word in words]
    return any([*words[: len(phrase)]] == phrase for phrase in phrases)


# --------------------------------------------------------------------------------------- sentences


class AlignedPair(NamedTuple):
    """A sentence, its passive, and which of their words belong together.

    ``links`` are indices of words as :func:`~model.text.words.split_words` cuts them, source and
    target, in order. *By* has no link; all auxiliary verbs of the passive belong to those of the
    source, or to its verb where it has none.
    """

    pair: Pair
    links: tuple[tuple[int, int], ...]


class _Nominal(NamedTuple):
    """A noun phrase as a subject, its words after *by* or a verb, and what it agrees with."""

    subject: tuple[str, ...]
    other: tuple[str, ...]
    agreement: Agreement


class _Word(NamedTuple):
    text: str
    keys: frozenset[str]
    """Words of source and target that share a key are linked."""


def aligned_pairs(seed: int) -> Iterator[AlignedPair]:
    """Endless random pairs; the same seed gives the same ones."""
    maker = _Maker(random.Random(seed))
    while True:
        yield maker.pair()


class _Maker:
    """Draws sentences. Most objects, not all, are of the class of nouns that suits the verb."""

    def __init__(self, source: random.Random) -> None:
        self.draw = source
        self.words = _lexicon()

    def chance(self, share: float) -> bool:
        return self.draw.random() < share

    def pair(self) -> AlignedPair:
        draw = self.draw
        kind = draw.choices(
            ("person", "living", "thing", "food", "text", "event"), (14, 20, 34, 12, 16, 4)
        )[0]
        subject = self.nominal("event" if kind == "event" else self.actor(), subject=True)
        patient = {"living": draw.choice(("animal", "person")), "event": "thing"}.get(kind, kind)
        patient = draw.choice(("thing", "animal", "person")) if self.chance(0.12) else patient
        thing = self.nominal(patient, subject=False)
        while thing.subject == subject.subject or (
            thing.agreement == subject.agreement == "am"  # I saw me
        ):
            thing = self.nominal(patient, subject=False)
        frame = draw.choices(_FRAMES, [frame.weight for frame in _FRAMES])[0]
        active, passive = self.verb_groups(frame, self.verb(kind), subject, thing)
        front, comma = self.front(frame)
        ends = [self.phrase(frame) for _ in range(draw.choices((0, 1, 2), (42, 50, 8))[0])]
        end = _keyed([word for words in ends for word in words], "end")
        front_words = _keyed([*front, *comma], "front")
        subject_words = _keyed(subject.subject, "subject")
        if len(subject.subject) == 1 and subject.subject[0] in _PRONOUNS and self.chance(0.25):
            subject_words, active = _shortened(subject_words, active)
        mark = draw.choices((".", "!", ""), (90, 2, 8))[0]
        marks = _keyed([mark] if mark else [], "mark")
        source = [*front_words, *subject_words, *active, *_keyed(thing.other, "object"), *end]
        target = [
            *front_words,
            *_keyed(thing.subject, "object"),
            *passive,
            _Word("by", frozenset()),
        ]
        target += [*_keyed(subject.other, "subject"), *end]
        capital = bool(mark) or self.chance(0.5)
        return _aligned([*source, *marks], [*target, *marks], capital=capital)

    def actor(self) -> str:
        return self.draw.choices(("person", "animal", "thing"), (70, 22, 8))[0]

    def invented(self) -> str:
        return invented_word(self.draw, self.words.stems)

    def verb(self, kind: str) -> Verb:
        if self.chance(0.04):
            return verb(self.invented().rstrip("eyi") + self.draw.choice(_VERB_ENDINGS))
        kind = self.draw.choice(("living", "thing", kind)) if self.chance(0.1) else kind
        return self.draw.choice(self.words.verbs[kind])

    # noun phrases

    def nominal(self, kind: str, *, subject: bool) -> _Nominal:
        draw, living = self.draw, kind in ("person", "animal")
        if self.chance(0.3 if living and subject else 0.12):
            one = draw.choice([*_PRONOUNS])
            other, agreement = _PRONOUNS[one]
            return _Nominal((one,), (other,), agreement)
        if self.chance(0.08):
            first = self.phrase_of(kind)
            if living and self.chance(0.25):
                return _Nominal((*first[0], "and", "I"), (*first[0], "and", "me"), "are")
            second = self.phrase_of(kind)
            return _Nominal(*(2 * ((*first[0], "and", *second[0]),)), "are")
        words, agreement = self.phrase_of(kind)
        return _Nominal(words, words, agreement)

    def phrase_of(self, kind: str) -> tuple[tuple[str, ...], Agreement]:
        if kind == "person" and self.chance(0.4):
            return tuple(self.name()), "is"
        if kind in ("food", "thing") and self.chance(0.12):
            kind = "mass"
        if kind == "mass":
            return self.of_something() if self.chance(0.3) else self.determined(_MASS, kind, 0)
        plural = int(self.chance(0.38))
        return self.determined(_PLURAL if plural else _SINGULAR, kind, plural)

    def determined(
        self, determiners: Sequence[str], kind: str, plural: int
    ) -> tuple[tuple[str, ...], Agreement]:
        draw = self.draw
        noun = self.noun(kind, plural)
        if kind != "mass" and self.chance(0.08):
            noun = [self.noun(draw.choice(("thing", "animal", "person", "food")), 0)[0], *noun]
        rest = [*self.adjectives(), *noun]
        agreement: Agreement = "are" if plural else "is"
        is_clear = not plural or noun[-1] not in self.words.uninflected
        if plural and self.chance(0.1) and is_clear:
            return tuple(rest), agreement
        if self.chance(0.1) and is_clear:
            return (*self.owner(), *rest), agreement
        chosen = draw.choice(determiners).split("/")
        if not is_clear:
            chosen = ["three"]  # the sheep: one or several
        if chosen[-1] in ("the", "my", "these", "our", "her") and plural and self.chance(0.15):
            chosen.append(draw.choice(("two", "three", "four", "five", "six", "seven", "first")))
        first = [article(rest[0]) if word == "a" and len(chosen) == 1 else word for word in chosen]
        return (*first, *rest), agreement

    def of_something(self) -> tuple[tuple[str, ...], Agreement]:
        part = self.draw.choice(self.words.nouns["part"])
        whole = self.draw.choice(self.words.nouns["mass"])[0]
        first = self.draw.choice(("a", "the", "this", "my", "two", "three"))
        if first in ("two", "three"):
            return (first, part[1], "of", whole), "are"
        return (first, part[0], "of", whole), "is"

    def owner(self) -> list[str]:
        *words, last = (
            self.name()
            if self.chance(0.5)
            else [self.draw.choice(("the", "my", "her", "our")), *self.noun("person", 0)]
        )
        return [*words, last if last.endswith("s") else f"{last}'s"]

    def noun(self, kind: str, plural: int) -> list[str]:
        if kind != "mass" and self.chance(0.11):
            word = self.invented()
            return [sibilant_s(word) if plural else word]
        return [self.draw.choice(self.words.nouns[kind])[plural]]

    def adjectives(self) -> list[str]:
        kinds = [*self.words.adjectives]
        count = self.draw.choices((0, 1, 2), (58, 34, 8))[0]
        chosen = sorted(self.draw.sample(range(len(kinds)), count))
        words = [self.draw.choice(self.words.adjectives[kinds[index]]) for index in chosen]
        if words and self.chance(0.04):
            words[0] = self.invented()
        return ["very", *words] if words and self.chance(0.04) else words

    def name(self) -> list[str]:
        draw, names = self.draw, self.words.names
        new = capitalised(self.invented())
        given = new if self.chance(0.35) else draw.choice(names["given"])
        family = new if self.chance(0.35) else draw.choice(names["family"])
        kind = draw.random()
        if kind < 0.2:
            return [*split_words(draw.choice(names["title"])), family]
        return [given, family] if kind < 0.27 else [given]

    # phrases around the clause

    def time(self, frame: _Frame) -> list[str]:
        tense = {"was": "past", "will": "future", "must": "future", "can": "future"}
        kind = tense.get(frame.passive.split()[0], "any") if self.chance(0.4) else "any"
        return [*self.draw.choice(self.words.times[kind])]

    def front(self, frame: _Frame) -> tuple[list[str], list[str]]:
        if not self.chance(0.14):
            return [], []
        words = self.time(frame) if self.chance(0.65) else self.place()
        return [*words], [","] if self.chance(0.5) else []

    def phrase(self, frame: _Frame) -> list[str]:
        kind = self.draw.choices(("time", "place", "manner"), (40, 54, 6))[0]
        if kind == "place":
            return self.place()
        if kind == "manner":
            return [self.draw.choice(self.words.adverbs["manner"])]
        return self.time(frame)

    def place(self) -> list[str]:
        draw = self.draw
        if self.chance(0.15):
            return [*draw.choice(self.words.places)]
        if self.chance(0.12):
            town = draw.choice(self.words.nouns["town"])[0]
            return ["in", capitalised(self.invented()) if self.chance(0.3) else town]
        kind = draw.choices(("thing", "person", "animal", "text"), (80, 10, 5, 5))[0]
        return [*draw.choice(self.words.prepositions), *self.phrase_of(kind)[0]]

    # verbs

    def verb_groups(
        self, frame: _Frame, chosen: Verb, subject: _Nominal, thing: _Nominal
    ) -> tuple[list[_Word], list[_Word]]:
        if chosen.base == chosen.past and frame.form == "present" and subject.agreement != "is":
            frame = _FRAMES[0]  # they cut: only the past is meant
        form = frame.form
        if form == "present" and subject.agreement != "is":
            form = "base"
        negated = self.chance(0.16)
        helpers = frame.active.split()
        if negated and helpers in ([], ["have", "to"]):
            helpers = ["did" if form == "past" else "do", *helpers]
            form = "base"
        active = _agreeing(helpers, subject.agreement)
        passive = _agreeing(frame.passive.split(), thing.agreement)
        if negated and helpers[1:] == ["have", "to"]:
            passive = _agreeing(["do", "have", "to", "be"], thing.agreement)
        short = self.chance(0.6)
        denials = [_denied(words, short) if negated else words for words in (active, passive)]
        source, target = (_named(words, "auxiliary") for words in denials)
        if not active:
            target = _named(denials[1], "verb")
        if self.chance(0.07):
            source, target = self.with_adverb(source, target)
        source += _named([getattr(chosen, form)], "verb")
        target += _named([chosen.participle], "verb")
        return source, target

    def with_adverb(
        self, source: list[_Word], target: list[_Word]
    ) -> tuple[list[_Word], list[_Word]]:
        is_manner = self.chance(0.3)
        adverb = self.draw.choice(self.words.adverbs["manner" if is_manner else "frequent"])
        groups = []
        for group in (source, target):
            first = 2 if [word.text for word in group[1:2]] == ["not"] else 1
            place = len(group) if is_manner else first
            groups.append([*group[:place], *_named([adverb], "adverb"), *group[place:]])
        return groups[0], groups[1]


def _keyed(words: Sequence[str], name: str) -> list[_Word]:
    return [_Word(word, frozenset((f"{name} {index}",))) for index, word in enumerate(words)]


def _named(words: Sequence[str], key: str) -> list[_Word]:
    return [_Word(word, frozenset((key,))) for word in words]


def _agreeing(words: Sequence[str], agreement: Agreement) -> list[str]:
    return [
        _AGREEING[word][agreement] if word in _AGREEING and not index else word
        for index, word in enumerate(words)
    ]


def _denied(words: Sequence[str], short: bool) -> list[str]:
    first, *rest = words
    if short and first in _CONTRACTED:
        return [_CONTRACTED[first], *rest]
    return ["cannot", *rest] if first == "can" else [first, "not", *rest]


def _shortened(subject: list[_Word], group: list[_Word]) -> tuple[list[_Word], list[_Word]]:
    first = group[0]
    short = _SHORT.get(first.text)
    if short is None or "auxiliary" not in first.keys or group[1].text in ("to", "not"):
        return subject, group
    return [_Word(subject[0].text + short, subject[0].keys | first.keys)], group[1:]


def _aligned(source: Sequence[_Word], target: Sequence[_Word], *, capital: bool) -> AlignedPair:
    links = sorted(
        (left, right)
        for right, word in enumerate(target)
        for left, other in enumerate(source)
        if word.keys & other.keys
    )
    texts = [join_words([word.text for word in words]) for words in (source, target)]
    if capital or texts[0][0].isupper():  # a name shows nothing of the rest: both begin so
        texts = [capitalised(text) for text in texts]
    return AlignedPair(Pair(*texts), tuple(links))
