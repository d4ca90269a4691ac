"""What is asked about a foreign model, in words: the questions and the answers to choose from."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from model.checkpoint.import_reading import FIELDS, ImportQuestion
from viz_app.panels.training.runs.texts.configuration import choice_text, field_texts
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP

translate = QCoreApplication.translate

_QUESTIONS: Mapping[str, tuple[str, str]] = {
    "encoder-norms": (
        QT_TRANSLATE_NOOP("import", "norms of an encoder layer"),
        QT_TRANSLATE_NOOP("import", "In order: the norm of its attention, of its feed-forward"),
    ),
    "decoder-norms": (
        QT_TRANSLATE_NOOP("import", "norms of a decoder layer"),
        QT_TRANSLATE_NOOP(
            "import", "In order: the norm of its attention, of cross-attention, of feed-forward"
        ),
    ),
    "cross-attention": (
        QT_TRANSLATE_NOOP("import", "cross-attention"),
        QT_TRANSLATE_NOOP("import", "Which attention of a decoder layer looks at the source"),
    ),
    "stack-norms": (
        QT_TRANSLATE_NOOP("import", "norms of the stacks"),
        QT_TRANSLATE_NOOP("import", "After the last layer of each stack, or before the first"),
    ),
    "scores": (
        QT_TRANSLATE_NOOP("import", "scores are divided by"),
        QT_TRANSLATE_NOOP("import", "What QKᵀ is divided by before the softmax; usually √d_k"),
    ),
    "deviation": (
        QT_TRANSLATE_NOOP("import", "variance of a norm"),
        QT_TRANSLATE_NOOP(
            "import",
            "The sum of squares is divided by n, as LayerNorm does, or by n − 1, as a sample",
        ),
    ),
    "src-table": (
        QT_TRANSLATE_NOOP("import", "source embedding"),
        QT_TRANSLATE_NOOP("import", "The tensor with a row for every source token"),
    ),
    "tgt-table": (
        QT_TRANSLATE_NOOP("import", "target embedding"),
        QT_TRANSLATE_NOOP("import", "The tensor with a row for every target token"),
    ),
    "output-table": (
        QT_TRANSLATE_NOOP("import", "output projection"),
        QT_TRANSLATE_NOOP("import", "The tensor that makes a score for every target token"),
    ),
    "src-positions": (
        QT_TRANSLATE_NOOP("import", "source positions"),
        QT_TRANSLATE_NOOP("import", "The tensor with a row for every place of the source"),
    ),
    "tgt-positions": (
        QT_TRANSLATE_NOOP("import", "target positions"),
        QT_TRANSLATE_NOOP("import", "The tensor with a row for every place of the target"),
    ),
    "src-vocab": (
        QT_TRANSLATE_NOOP("import", "source vocabulary"),
        QT_TRANSLATE_NOOP("import", "A file with the source tokens in the order of their ids"),
    ),
    "tgt-vocab": (
        QT_TRANSLATE_NOOP("import", "target vocabulary"),
        QT_TRANSLATE_NOOP("import", "A file with the target tokens in the order of their ids"),
    ),
    "src-pieces": (
        QT_TRANSLATE_NOOP("import", "pieces of the source"),
        QT_TRANSLATE_NOOP("import", "The file by which a source sentence is cut into tokens"),
    ),
    "tgt-pieces": (
        QT_TRANSLATE_NOOP("import", "pieces of the target"),
        QT_TRANSLATE_NOOP("import", "The file by which a target sentence is cut into tokens"),
    ),
    "src-tokens": (
        QT_TRANSLATE_NOOP("import", "source tokens are"),
        QT_TRANSLATE_NOOP("import", "How a source sentence is cut into tokens"),
    ),
    "tgt-tokens": (
        QT_TRANSLATE_NOOP("import", "target tokens are"),
        QT_TRANSLATE_NOOP("import", "How a target sentence is cut into tokens"),
    ),
    "tokenizer": (
        QT_TRANSLATE_NOOP("import", "tokens are"),
        QT_TRANSLATE_NOOP("import", "How a sentence is cut into tokens"),
    ),
    "source-ends": (
        QT_TRANSLATE_NOOP("import", "around a source"),
        QT_TRANSLATE_NOOP("import", "Which tokens stand around a source sentence"),
    ),
    "start-token": (
        QT_TRANSLATE_NOOP("import", "start token"),
        QT_TRANSLATE_NOOP("import", "What the decoder is fed first"),
    ),
    "src-lang": (
        QT_TRANSLATE_NOOP("import", "source language"),
        QT_TRANSLATE_NOOP("import", "The code of the language that is read"),
    ),
    "tgt-lang": (
        QT_TRANSLATE_NOOP("import", "target language"),
        QT_TRANSLATE_NOOP("import", "The code of the language that is written"),
    ),
    "src-code": (
        QT_TRANSLATE_NOOP("import", "language code"),
        QT_TRANSLATE_NOOP("import", "Where in a source the code of its language stands"),
    ),
    "pad": (
        QT_TRANSLATE_NOOP("import", "padding"),
        QT_TRANSLATE_NOOP("import", "The id of the token that fills up a batch"),
    ),
    "start": (
        QT_TRANSLATE_NOOP("import", "start"),
        QT_TRANSLATE_NOOP("import", "The id of the token that a sentence begins with"),
    ),
    "end": (
        QT_TRANSLATE_NOOP("import", "end"),
        QT_TRANSLATE_NOOP("import", "The id of the token that a sentence ends with"),
    ),
    "unknown": (
        QT_TRANSLATE_NOOP("import", "unknown token"),
        QT_TRANSLATE_NOOP("import", "The id of the token that stands for unknown ones"),
    ),
}


def question_texts(name: str) -> tuple[str, str]:
    """Caption and tool tip; of a question that nobody has words for, the name of its option."""
    if name in FIELDS:
        return field_texts()[FIELDS[name]]
    side, _, role = name.partition("-")
    if side == "src" and name not in _QUESTIONS and role in _QUESTIONS:
        caption, tip = question_texts(role)
        return translate("import", "{what} of the source").format(what=caption), tip
    caption, tip = _QUESTIONS.get(name, (name, ""))
    return translate("import", caption), translate("import", tip) if tip else ""


def answer_text(question: ImportQuestion, answer: str) -> str:
    """A choice as it is read; names of tensors and tokens stay as they are."""
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
        "characters and blanks": translate("import", "characters and blanks"),
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
