"""``headlight translate`` and ``export``: a sentence, or each line of stdin; or into a file."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from viz_app.cli.destination import check_writable
from viz_app.cli.loading import load_model, translated
from viz_app.cli.stdin_lines import ask_lines
from viz_app.cli.terminal import DONE, show, visible
from viz_app.storage.trace_files import write_trace
from viz_app.storage.trace_values import translation_values

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel

STDIN = "-"


def translate_sentence(options: Namespace) -> int:
    """Print the translation.

    Raises:
        UserError: the model cannot be loaded, or the sentence not be translated.
    """
    model = load_model(options)
    answer = answer_as_json if options.json else answer_as_text
    if options.sentence == STDIN:
        return ask_lines(lambda line: answer(model, line), failed=_failed_line(options))
    show(answer(model, options.sentence))
    return DONE


def export_sentence(options: Namespace) -> int:
    """Translate, write, print the path.

    Raises:
        UserError: the file cannot be written, the model not be loaded, or the sentence not be
            translated.
    """
    check_writable(options.output)
    model = load_model(options)
    trace = translated(model, options.sentence)
    write_trace(options.output, trace, model=model.name)
    show(str(options.output))
    return DONE


def answer_as_text(model: TrainedModel, text: str) -> str:
    """The translation; control characters that a model might know are spelled out."""
    return visible(translated(model, text).translation)


def answer_as_json(model: TrainedModel, text: str) -> str:
    """The translation with every step, as one line of JSON."""
    values = {"model": model.name, **translation_values(translated(model, text))}
    return json.dumps(values, ensure_ascii=False, allow_nan=False)


def _failed_line(options: Namespace) -> Callable[[str], str]:
    """What stands in the place of a line that cannot be translated."""
    if not options.json:
        return lambda _: ""
    return lambda reason: json.dumps({"error": reason}, ensure_ascii=False)
