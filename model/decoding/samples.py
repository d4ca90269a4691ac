"""Sample sentences of a model, and the summary of its translations of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import torch

from model.arrays import FloatArray
from model.config import Stack
from model.decoding.trained import TrainedModel, float_array
from model.messages import Message, SourceError
from model.network.transformer import Transformer
from model.special_tokens import SPECIAL_TOKENS
from model.text.corpora import Corpus
from model.text.examples import EXAMPLES
from model.text.tasks import learned_lengths, task_pairs
from model.text.words import is_continuation, join_words, scripts_of, split_words
from model.traces.summary import ModelSummary, bias_shape

SAMPLES: Mapping[str, tuple[str, ...]] = {
    "zh-en": ("我有一只猫。", "我每天早上七点起床。"),
    "zh-en-large": ("我有一只猫。", "我每天早上七点起床。"),
    "report": ("我 有 一 只 猫", "他 有 狗"),
    "copy": ("a b c d e f", "h e l l o o n e s"),
    "reverse": ("a b c d e f", "h e l l o o n e s"),
}
"""Of two lengths; training runs are watched with them."""

STRINGS: Mapping[str, tuple[str, ...]] = {
    "copy": ("t r e e s", "m i r r o r s"),
    "reverse": ("t r e e s", "m i r r o r s"),
}
"""More of a toy task, to choose among."""

PLAIN: Mapping[str, tuple[str, ...]] = {
    "LATIN": ("I have a cat.", "The book is on the table, and the cat sleeps."),
    "CJK": SAMPLES["zh-en"],
    "CYRILLIC": ("У меня есть кошка.",),
    "GREEK": ("Έχω μια γάτα.",),
    "ARABIC": ("عندي قطة.",),
    "HEBREW": ("יש לי חתול.",),
    "HANGUL": ("나는 고양이가 있어요.",),
    "KANA": ("うちにねこがいます。",),
    "DEVANAGARI": ("मेरे पास एक बिल्ली है।",),
    "THAI": ("ฉันมีแมว",),
}
"""For models of which nobody says what they were trained with, by the script that they read."""

RECORD_KEY = "samples"

SAMPLE = 50
"""Pairs of a sample that means and losses are taken over."""

_GOOD_LENGTHS = range(4, 13)
_INVENTED_WORDS = 5
_APART = 3
_LOOKED_AT = 500


def sample_sentences(model: TrainedModel) -> tuple[str, ...]:
    """Sentences that the model can read, the best first.

    They are the examples of its task whose words it knows, or fixed ones; else they come from the
    training record. Without one they are plain sentences in a known script, or made of the most
    frequent words of the vocabulary.
    """
    examples = (example.text for example in EXAMPLES.get(model.task, ()))
    known = [text for text in examples if not model.src_tokenizer.encode(text).unknown]
    others = (*_known(model), *STRINGS.get(model.task, ()))
    if readable := tuple(_readable(model, known)) or tuple(_readable(model, others)):
        return readable
    if plain := tuple(_plain(model)):
        return plain
    vocabulary = model.src_tokenizer.vocabulary[len(SPECIAL_TOKENS) :]
    words = [word for word in vocabulary if not is_continuation(word)]
    letters = (word for word in words if word.isalnum())  # neither <extra 22> nor a mark alone
    invented = (join_words(islice(some, _INVENTED_WORDS)) for some in (letters, words))
    return tuple(_readable(model, invented))[:1]


def _plain(model: TrainedModel) -> Iterator[str]:
    for script in scripts_of(model.src_tokenizer.vocabulary):
        for text in PLAIN.get(script, ()):
            bare = text.rstrip(".。।")
            for part in (text, bare, bare.partition(" ")[0]):
                if _length(model, part) and not model.prepared(part).unknown:
                    yield part
                    break


def companions_for(model: TrainedModel, text: str) -> tuple[str, ...]:
    """Second sentences for a batch with ``text``, those that show padding best first.

    Sample sentences of very different length, then of similar length, and the first half of
    ``text``; ``text`` itself if there is no other.
    """
    words = split_words(text)
    half = join_words(words[: len(words) // 2])
    length = _length(model, text)
    known, halves = (tuple(_readable(model, texts)) for texts in (_known(model), (half,)))
    apart = {other: abs(_length(model, other) - length) for other in (*known, *halves)}
    far = [other for other in known if apart[other] >= _APART]
    other = [other for other in (*known, *halves) if apart[other]]
    return tuple(dict.fromkeys((*far, *other))) or (text,)


def with_samples(model: TrainedModel, corpus: Corpus) -> TrainedModel:
    if model.task in SAMPLES:
        return model
    texts = list(_readable(model, (pair.source for pair in corpus.pairs[:_LOOKED_AT])))
    lengths = {text: _length(model, text) for text in texts}
    good = [text for text in texts if lengths[text] in _GOOD_LENGTHS] or texts
    chosen = good[:1]
    chosen += [text for text in good if lengths[text] != lengths[good[0]]][:1]
    return dataclasses.replace(model, record={**model.record, RECORD_KEY: chosen})


def _known(model: TrainedModel) -> tuple[str, ...]:
    recorded: Any = model.record.get(RECORD_KEY)
    texts = recorded if isinstance(recorded, list) else []
    return (*SAMPLES.get(model.task, ()), *(text for text in texts if isinstance(text, str)))


def _readable(model: TrainedModel, texts: Iterable[str]) -> Iterator[str]:
    return (text for text in texts if _length(model, text))


def _length(model: TrainedModel, text: str) -> int:
    try:
        source = model.prepared(text)
    except SourceError:
        return 0
    return len(source.ids or source.prompt)


def summary_of(model: TrainedModel) -> ModelSummary:
    with torch.no_grad():
        table = model.network.embedding(model.config.stacks[0]).positions(0, model.config.max_len)
    return ModelSummary(
        name=model.name,
        task=model.task,
        config=model.config,
        n_parameters=model.n_parameters,
        device=model.device.type,
        src_vocabulary=len(model.src_tokenizer),
        tgt_vocabulary=len(model.tgt_tokenizer),
        samples=sample_sentences(model),
        positions=float_array(table),
        record=dict(model.record),
        scripts=scripts_of(model.src_tokenizer.vocabulary),
        lengths=learned_lengths(model.record),
        sample=_described_sample(model),
        biases=_biases(model.network),
    )


def _described_sample(model: TrainedModel) -> Message:
    """What means are taken over, as ``sample_steps`` of ``sweep`` says it."""
    both = len(model.config.stacks) == 2
    pairs = len(task_pairs(model.task, SAMPLE, seed=0)) if both else 0
    if pairs:
        return Message("{count} pairs of {task}", {"count": pairs, "task": model.task})
    count = len(sample_sentences(model)[:SAMPLE])
    return Message("{count} sentences with the model’s own output", {"count": count})


def _biases(network: Transformer) -> dict[Stack, FloatArray]:
    found: dict[Stack, FloatArray] = {}
    for stack in network.config.stacks:
        positions = network.encoder_bias if stack == "encoder" else network.decoder_bias
        if positions is None:
            continue
        _, distances = bias_shape(network.config, stack)
        query = distances // 2 if stack == "encoder" else distances - 1
        with torch.no_grad():
            found[stack] = float_array(positions(query, 1, distances)[0, :, 0])
    return found
