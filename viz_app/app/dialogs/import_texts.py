"""Questions about a foreign model, and the answers to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from model.checkpoint.import_reading import FIELDS, ImportQuestion, ImportReading, PlaceStatus
from viz_app.app.dialogs.import_state import ImportSnapshot
from viz_app.panels.training.runs.pictures import choice_text, field_texts, value_text
from viz_app.texts.labels import message_text, short_count
from viz_app.texts.visible_token import isolated

translate = QCoreApplication.translate


class QuestionWords(NamedTuple):
    """Caption and tool tip of a question, in English."""

    caption: str
    tip: str


_QUESTIONS: Mapping[str, QuestionWords] = {
    "encoder-norms": QuestionWords(
        "norms of an encoder layer", "In order: the norms of attention and feed-forward"
    ),
    "decoder-norms": QuestionWords(
        "norms of a decoder layer",
        "In order: the norms of self-attention, cross-attention and feed-forward",
    ),
    "cross-attention": QuestionWords(
        "cross-attention", "Which attention of a decoder layer attends to the source"
    ),
    "stack-norms": QuestionWords(
        "norms of the stacks", "After the last layer of each stack, or before the first"
    ),
    "scores": QuestionWords(
        "scores are divided by", "What QKᵀ is divided by before the softmax; usually √d_k"
    ),
    "deviation": QuestionWords(
        "variance of a norm",
        "The sum of squares is divided by n, as in LayerNorm, or by n − 1 (sample variance)",
    ),
    "src-table": QuestionWords("source embedding", "The tensor with a row for every source token"),
    "tgt-table": QuestionWords("target embedding", "The tensor with a row for every target token"),
    "output-table": QuestionWords(
        "output projection", "The tensor that gives a score for every target token"
    ),
    "src-positions": QuestionWords(
        "source positions", "The tensor with a row for every source position"
    ),
    "tgt-positions": QuestionWords(
        "target positions", "The tensor with a row for every target position"
    ),
    "src-vocab": QuestionWords(
        "source vocabulary", "A file with the source tokens in the order of their ids"
    ),
    "tgt-vocab": QuestionWords(
        "target vocabulary", "A file with the target tokens in the order of their ids"
    ),
    "src-pieces": QuestionWords(
        "source tokenizer", "The file that defines how a source sentence is tokenised"
    ),
    "tgt-pieces": QuestionWords(
        "target tokenizer", "The file that defines how a target sentence is tokenised"
    ),
    "src-tokens": QuestionWords("source tokens are", "How a source sentence is tokenised"),
    "tgt-tokens": QuestionWords("target tokens are", "How a target sentence is tokenised"),
    "tokenizer": QuestionWords("tokens are", "How a sentence is tokenised"),
    "source-ends": QuestionWords(
        "around a source", "Which special tokens surround a source sentence"
    ),
    "start-token": QuestionWords("start token", "First input token of the decoder"),
    "src-lang": QuestionWords("source language", "Code of the source language"),
    "tgt-lang": QuestionWords("target language", "Code of the target language"),
    "src-code": QuestionWords("language code", "Where the language code is placed in a source"),
    "pad": QuestionWords("padding", "Id of the padding token"),
    "start": QuestionWords("start", "Id of the token that starts a sentence"),
    "end": QuestionWords("end", "Id of the token that ends a sentence"),
    "unknown": QuestionWords("unknown token", "Id of the token for unknown words"),
}


def question_texts(name: str) -> tuple[str, str]:
    """Caption and tool tip; of a question without texts, the name of its option."""
    if name in FIELDS:
        return field_texts()[FIELDS[name]]
    side, _, role = name.partition("-")
    if side == "src" and name not in _QUESTIONS and role in _QUESTIONS:
        caption, tip = question_texts(role)
        return translate("import", "{what} of the source").format(what=caption), tip
    caption, tip = _QUESTIONS.get(name, (name, ""))
    return translate("import", caption), translate("import", tip) if tip else ""


def answer_text(question: ImportQuestion, answer: str) -> str:
    """The text of a choice; names of tensors and tokens are not translated."""
    if question.name in {"norm", "norm-type", "activation", "positions"}:
        return choice_text(answer)
    formulas = {"d_k": "√d_k", "d_model": "√d_model", "all": "n", "sample": "n − 1"}
    if question.name in {"scores", "deviation"} and answer in formulas:
        return formulas[answer]
    texts = {
        "yes": translate("import", "yes"),
        "no": translate("import", "no"),
        "words": translate("import", "words"),
        "characters": translate("import", "characters"),
        "characters and spaces": translate("import", "characters and spaces"),
        "both": translate("import", "start and end"),
        "end": translate("import", "the end"),
        "none": translate("import", "none"),
        "nothing": translate("import", "nothing"),
        "before": translate("import", "before it"),
        "after": translate("import", "after it"),
        "last": translate("import", "after the layers"),
        "first": translate("import", "before the layers"),
    }
    names = {"scaled", "source-ends", "src-code", "tokenizer", "unknown", "src-unknown"}
    names |= {"scores", "stack-norms"}
    is_word = question.name in names or question.name.endswith("-tokens")
    return texts.get(answer, answer) if is_word else answer


MOST_NAMED = 6
"""Number of open questions that are listed by name."""


class Fact(NamedTuple):
    """A line about the model."""

    caption: str
    value: str
    tip: str = ""


def can_be_imported() -> Iterator[str]:
    yield translate(
        "import",
        "A folder from the Hugging Face hub, with config.json, weights and tokenizer: Marian, "
        "BART, mBART, M2M100 and NLLB, T5, GPT-2, BERT.",
    )
    yield translate(
        "import",
        "A state dict saved by PyTorch (.pt, .pth or .safetensors): torch.nn.Transformer, "
        "the Annotated Transformer, or your own loop with its vocabularies.",
    )
    yield translate("import", "A model of CTranslate2, OpenNMT-py, JoeyNMT or fairseq.")
    yield translate(
        "import",
        "The original is not changed: a copy is added to your models and can be used in every tab.",
    )


def family_text(reading: ImportReading) -> str:
    """``T5 · 12.3 M numbers of 16 bits``."""
    template = (
        translate("import", "{family} · {count} parameters (16-bit)")
        if reading.half
        else translate("import", "{family} · {count} parameters")
    )
    return template.format(family=reading.family, count=short_count(reading.n_numbers))


def facts(reading: ImportReading) -> Iterator[Fact]:
    texts, config = field_texts(), reading.config
    for name, value in config.to_json().items():
        if name != "dropout":  # it is of no use here: nothing was trained
            caption, tip = texts.get(name, (name.replace("_", " "), ""))
            unsaid = name in reading.unsaid
            yield Fact(caption, translate("import", "not stated") if unsaid else _value(value), tip)
    if len(config.stacks) == 2:
        yield _vocabulary(translate("import", "source vocabulary"), reading.source_tokens)
        yield _vocabulary(translate("import", "target vocabulary"), reading.target_tokens)
    else:
        count = reading.target_tokens if config.depth("decoder") else reading.source_tokens
        yield _vocabulary(translate("import", "vocabulary"), count)
    captions = {
        "source": translate("import", "added to a source"),
        "target": translate("import", "added to a target"),
    }
    for side, tokens in reading.added.items():
        tip = translate("import", "Special tokens that are added; … is the text")
        yield Fact(captions[side], tokens, tip)


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value[:4])) + (" …" if len(value) > 4 else "")
    return value_text(value)


def _vocabulary(caption: str, count: int) -> Fact:
    tip = translate(
        "import",
        "Ids differ from the original: special tokens come first, and missing ones are added.",
    )
    return Fact(caption, translate("import", "{count} tokens").format(count=f"{count:,}"), tip)


def counts_text(reading: ImportReading) -> str:
    counts = reading.counts()
    placed = translate("import", "{count} mapped").format(count=counts.get("placed", 0))
    others: tuple[tuple[str, PlaceStatus], ...] = (
        (translate("import", "{count} created"), "created"),
        (translate("import", "{count} ignored"), "ignored"),
        (translate("import", "{count} unmapped"), "unplaced"),
        (translate("import", "{count} missing"), "missing"),
    )
    told = (
        template.format(count=counts[status]) for template, status in others if status in counts
    )
    return " · ".join((placed, *told))


def _still_open(names: Sequence[str]) -> str:
    captions = _listed([question_texts(name)[0] for name in names[:MOST_NAMED]])
    more = len(names) - MOST_NAMED
    template = (
        translate("import", "Still needed: {names}, and {count} more.")
        if more > 0
        else translate("import", "Still needed: {names}.")
    )
    begin = translate("import", "The model's description is incomplete.")
    return _together(begin, template.format(names=captions, count=more))


def _ready(snapshot: ImportSnapshot) -> str:
    said = translate("import", "Ready: every tensor is mapped.")
    if snapshot.check == "replaces":
        replaced = translate(
            "import", "The model {name}, which was imported before, will be replaced."
        )
        said = _together(said, replaced.format(name=isolated(snapshot.state.name)))
    reading = snapshot.state.reading
    if reading is None or not reading.not_followed:
        return said
    settings = [f"{name} = {_value(value)}" for name, value in reading.not_followed.items()]
    more = ["…"] * (len(settings) > MOST_NAMED)
    template = translate(
        "import",
        "Headlight takes the most probable token at every step; the original may generate "
        "other text, because of {settings}.",
    )
    listed = isolated(_listed(settings[:MOST_NAMED] + more))
    return _together(said, template.format(settings=listed))


def _listed(words: Sequence[str]) -> str:
    return translate("import", ", ").join(words)


def _together(first: str, second: str) -> str:
    # A space separates sentences only in languages that use one.
    return translate("import", "{first} {second}").format(first=first, second=second)


def check_text(snapshot: ImportSnapshot) -> str:
    state = snapshot.state
    if snapshot.problem is not None:
        return message_text(snapshot.problem)
    if snapshot.check == "asks" and state.reading is not None:
        return _still_open(state.reading.open)
    if snapshot.check in {"ready", "replaces"}:
        return _ready(snapshot)
    return {
        "nothing": translate(
            "import",
            "Choose a model made by another program: its folder or its weights file. You "
            "can also drop it on the window.",
        ),
        "reading": translate("import", "Looking at the model…"),
        "importing": translate("import", "Importing…"),
    }.get(snapshot.check, "")
