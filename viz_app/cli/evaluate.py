"""``headlight evaluate``: how well a model translates a file, as BLEU and chrF."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from model.config import STACKS
from model.messages import CorpusError, Message, UserError
from model.text.lines import read_lines
from viz_app.cli.loading import device_of, model_named
from viz_app.cli.progress import follow_sentences
from viz_app.cli.terminal import DONE, complain, show

if TYPE_CHECKING:
    from model.decoding.batches import TranslatedText
    from model.decoding.trained import TrainedModel

MOST_COMPLAINTS = 5
"""So many lines that cannot be translated are named one by one."""


def evaluate_model(options: Namespace) -> int:
    """Translate the source and print how near that is to the references.

    A line that cannot be translated is said and counts as an empty translation.

    Raises:
        UserError: a file cannot be read, the files are not of one length, the model cannot be
            loaded or translates nothing, or no line can be translated.
    """
    source = _lines(options.source)
    references = [_lines(path) for path in options.references]
    for path, lines in zip(options.references, references, strict=True):
        _check_aligned(options.source, source, reference=path, right=lines)
    model = model_named(options.evaluated, lambda: device_of(options))
    if model.config.stacks != STACKS:
        raise UserError(
            "{model} translates nothing, as it has an encoder or a decoder alone: BLEU and chrF "
            "compare translations with references.",
            model=model.name,
        )
    translations = _translations(model, source, path=options.source)
    for line in _score_lines(translations, references, lowercase=options.lowercase):
        show(line)
    return DONE


def _lines(path: Path) -> list[str]:
    lines = list(read_lines(path))
    if not lines:
        raise CorpusError("{path} is empty.", path=path)
    return lines


def _check_aligned(
    source: Path, left: Sequence[str], *, reference: Path, right: Sequence[str]
) -> None:
    if len(left) != len(right):
        raise CorpusError(
            "{source} has {left} lines, but {reference} has {right}: line by line, one must be "
            "the translation of the other.",
            source=source,
            left=len(left),
            reference=reference,
            right=len(right),
        )


def _translations(model: TrainedModel, texts: Sequence[str], *, path: Path) -> list[str]:
    """The translation of each text; says which have none.

    Raises:
        CorpusError: all have none.
    """
    from model.decoding.batches import translate_all_steps

    translated: list[TranslatedText] = []
    steps = translate_all_steps(model, texts)
    for finished in follow_sentences(steps, total=len(texts), stream=sys.stderr):
        translated += finished
    translated.sort(key=lambda one: one.index)
    failed = [one for one in translated if one.error is not None]
    if len(failed) == len(texts):
        raise CorpusError(
            "No line of {path} could be translated. Line 1: {error}",
            path=path,
            error=failed[0].error,
        )
    for one in failed[:MOST_COMPLAINTS]:
        complain(Message("Line {line}: {error}", {"line": one.index + 1, "error": one.error}))
    if failed:
        complain(
            f"{len(failed):,} of {len(texts):,} lines could not be translated; they count as "
            "empty translations."
        )
    return [one.translation for one in translated]


def _score_lines(
    translations: Sequence[str], references: Sequence[Sequence[str]], *, lowercase: bool
) -> list[str]:
    from model.text.scores import corpus_scores, exact_share

    scores = corpus_scores(translations, references, lowercase=lowercase)
    share = exact_share(translations, references, lowercase=lowercase)
    return [
        f"BLEU {scores.bleu:.2f}  {scores.bleu_signature}",
        f"chrF {scores.chrf:.2f}  {scores.chrf_signature}",
        f"exact match {100 * share:.1f} %",
    ]
