"""Commands that translate: ``translate``, ``export``, ``evaluate``, ``report``."""

from __future__ import annotations

import codecs
import json
import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from model.config import STACKS
from model.files import write_atomically
from model.messages import CorpusError, Message, UserError
from model.text.corpora import read_lines
from model.traces.interventions import Site, parsed_site
from model.traces.trace import KINDS, Trace
from viz_app.cli import arguments as given
from viz_app.cli.arguments import (
    CommandOptions,
    PageLanguage,
    Translating,
    argument,
    device,
    option,
    output,
    switch,
)
from viz_app.cli.loading import (
    PICTURES,
    SENTENCES,
    check_writable,
    intervened,
    load_model,
    model_named,
    open_bar,
    translated,
)
from viz_app.cli.terminal import DONE, FAILED, complain, show, visible
from viz_app.html.report import ReportedTrace, TranslationReport, report_steps
from viz_app.html.templates import words_in
from viz_app.storage.files import npz_bytes
from viz_app.storage.library import Library
from viz_app.storage.settings import ThemeName
from viz_app.storage.traces import TRACE_SUFFIXES, translation_values, write_trace

if TYPE_CHECKING:
    from model.decoding.batches import TranslatedText
    from model.decoding.trained import TrainedModel

# ------------------------------------------------------------------------------------- stdin lines
# Answering stdin line by line: one line in, one line out, at once.


class LineError(UserError):
    """A line of stdin that is not text."""


def ask_lines(answer: Callable[[str], str], *, failed: Callable[[str], str]) -> int:
    """Exit status 1 if a line had no answer; raises LineError if stdin is closed.

    ``answer`` may raise UserError; ``failed`` makes of it the line to print instead.
    """
    if sys.stdin is None:
        raise LineError("Nothing to read: stdin is closed.")
    status = DONE
    for number, line in enumerate(_followed(sys.stdin.buffer), start=1):
        try:
            show(answer(_text(line)))
        except UserError as error:
            show(failed(str(error)))
            complain(Message("Line {line}: {error}", {"line": number, "error": error}))
            status = FAILED
    return status


def _text(line: bytes) -> str:
    try:
        return line.removeprefix(codecs.BOM_UTF8).decode().rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise LineError("Not UTF-8 text (byte {byte}).", byte=error.start) from error


def _followed(lines: BinaryIO) -> Iterator[bytes]:
    # A progress bar only if stdin is no terminal, and results do not go to one.
    is_shown = [stream is not None and stream.isatty() for stream in (sys.stdout, sys.stderr)]
    if lines.isatty() or is_shown != [False, True]:
        yield from lines
        return
    status = os.fstat(lines.fileno())
    size = status.st_size if stat.S_ISREG(status.st_mode) else None  # not known of a pipe
    with open_bar(sys.stderr, total=size, desc="Translating", unit="B", unit_scale=True) as bar:
        for line in lines:
            yield line
            bar.update(len(line))


# --------------------------------------------------------------------------------------- translate
# ``headlight translate`` and ``export``: a sentence, or each line of stdin; or into a file.


STDIN = "-"


@dataclass(frozen=True, kw_only=True)
class TranslateOptions(Translating):
    """Options of ``headlight translate``."""

    run = "translate.translate_sentence"
    sentence: str = argument(
        "SENTENCE", "sentence, or - to read one per line from stdin; put -- before a leading dash"
    )
    json: bool = switch(
        "print tokens, log-probabilities and top candidates of each step as JSON lines"
    )


@dataclass(frozen=True, kw_only=True)
class ExportOptions(Translating):
    """Options of ``headlight export``."""

    run = "translate.export_sentence"
    sentence: str = argument("SENTENCE")
    output: Path = output(
        "FILE",
        "output file (.npz, .json or .csv); an existing file is overwritten",
        partial(given.path_ending_on, TRACE_SUFFIXES),
    )
    sites: Sequence[str] = option(
        "write the activations at a site to a .npz file instead: SITE:KIND[:LAYER[:HEAD]], such as "
        "z:cross:2:8; may be repeated",
        "SITE",
        flags=("--site",),
        action="append",
        default=(),
    )
    safe_csv: bool = switch(
        "in CSV, put an apostrophe before tokens that begin with =, @, + or -: spreadsheets "
        "evaluate such cells"
    )

    def wrong(self) -> str | None:
        if self.safe_csv and self.output.suffix.lower() != ".csv":
            return f"--safe-csv applies to .csv files only, not to {self.output}"
        if self.sites and self.output.suffix.lower() != ".npz":
            return f"--site applies to .npz files only, not to {self.output}"
        return None


def translate_sentence(options: TranslateOptions) -> int:
    """Without ``--model``, each line has the model that reads it; raises UserError."""
    answer = answer_as_json if options.json else answer_as_text
    if options.sentence != STDIN:
        show(answer(load_model(options, options.sentence), options.sentence))
        return DONE
    library, loaded = (
        Library(),
        cache(lambda name: intervened(model_named(name, options.device), options)),
    )
    loaded(options.model or library.first_model("zh_CN"))  # a missing one ends it at once
    return ask_lines(
        lambda line: answer(loaded(options.model or library.model_for(line)), line),
        failed=lambda reason: _as_json({"error": reason}) if options.json else "",
    )


def export_sentence(options: ExportOptions) -> int:
    """Raises UserError if the model, sentence or file cannot be used."""
    check_writable(options.output)
    sites = [parsed_site(text) for text in options.sites]
    model = load_model(options, options.sentence)
    for site in sites:
        site.check(model.config)
    trace = translated(model, options.sentence)
    if sites:
        _write_activations(options.output, model, trace, sites)
    else:
        write_trace(options.output, trace, model=model.name, safe_csv=options.safe_csv)
    show(str(options.output))
    return DONE


def _write_activations(
    path: Path, model: TrainedModel, trace: Trace, sites: Sequence[Site]
) -> None:
    """One array for each site, named like ``z cross 2 8``, beside the tokens of its rows."""
    from model.decoding.sweep import activations

    arrays: dict[str, Any] = {
        "model": np.array(model.name),
        "source_tokens": np.array(trace.source_tokens, dtype=np.str_),
        "fed_tokens": np.array(trace.fed_tokens, dtype=np.str_),
    }
    found = activations(model, trace.source_ids, trace.fed_ids, sites)
    write_atomically(path, npz_bytes(arrays | {str(site): found[site] for site in sites}))


def answer_as_text(model: TrainedModel, text: str) -> str:
    # Control characters in the vocabulary are escaped.
    return visible(translated(model, text).translation)


def answer_as_json(model: TrainedModel, text: str) -> str:
    """The translation with every step, as one line of JSON."""
    return _as_json({"model": model.name, **translation_values(translated(model, text))})


def _as_json(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, allow_nan=False)


# ---------------------------------------------------------------------------------------- evaluate
# ``headlight evaluate``: how well a model translates a file, as BLEU and chrF.


@dataclass(frozen=True, kw_only=True)
class EvaluateOptions(CommandOptions):
    """Options of ``headlight evaluate``."""

    run = "translate.evaluate_model"
    evaluated: str = argument("NAME|FILE", "model name from `headlight models`, or checkpoint file")
    source: Path = option("one sentence per line", "FILE", Path, default=MISSING)
    references: Sequence[Path] = option(
        "reference translations, one per line; may be repeated",
        "FILE",
        Path,
        flags=("--reference",),
        action="append",
        default=MISSING,
    )
    lowercase: bool = switch("ignore case")
    device: str | None = device()


MOST_COMPLAINTS = 5
"""Lines that cannot be translated are reported one by one up to this number."""


def evaluate_model(options: EvaluateOptions) -> int:
    """A line that cannot be translated is reported and counts as empty.

    Raises:
        UserError: a file cannot be read, the files differ in length, the model cannot be loaded or
            does not translate, or no line can be translated.
    """
    source = _lines(options.source)
    references = [_lines(path) for path in options.references]
    for path, lines in zip(options.references, references, strict=True):
        if len(lines) != len(source):
            raise CorpusError(
                "{source} has {left} lines, but {reference} has {right}: line by line, one must "
                "be the translation of the other.",
                source=options.source,
                left=len(source),
                reference=path,
                right=len(lines),
            )
    model = model_named(options.evaluated, options.device)
    if model.config.stacks != STACKS:
        raise UserError(
            "{model} does not translate, because it has only an encoder or only a decoder: "
            "BLEU and chrF compare translations with references.",
            model=model.name,
        )
    translations = _translations(model, source, path=options.source)
    from model.text.tasks import corpus_scores, exact_share

    scores = corpus_scores(translations, references, lowercase=options.lowercase)
    share = exact_share(translations, references, lowercase=options.lowercase)
    show(f"BLEU {scores.bleu:.2f}  {scores.bleu_signature}")
    show(f"chrF {scores.chrf:.2f}  {scores.chrf_signature}")
    show(f"exact match {100 * share:.1f} %")
    return DONE


def _lines(path: Path) -> list[str]:
    lines = list(read_lines(path))
    if not lines:
        raise CorpusError("{path} is empty.", path=path)
    return lines


def _translations(model: TrainedModel, texts: Sequence[str], *, path: Path) -> list[str]:
    """Reports texts without a translation; raises CorpusError if there are only such."""
    from model.decoding.batches import translate_all_steps

    translated: list[TranslatedText] = []
    steps = translate_all_steps(model, texts)
    for finished in SENTENCES.steps(steps, len, total=len(texts)):
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
            f"{len(failed):,} of {len(texts):,} lines could not be translated and are scored as "
            "empty translations."
        )
    return [one.translation for one in translated]


# ------------------------------------------------------------------------------------------ report
# ``headlight report``: a sentence's page.


@dataclass(frozen=True, kw_only=True)
class ReportOptions(Translating):
    """Options of ``headlight report``."""

    run = "translate.report_sentence"
    sentence: str = argument("SENTENCE")
    output: Path = output(
        "FILE.html",
        "output file (.html); an existing file is overwritten",
        partial(given.path_ending_on, (".html", ".htm")),
    )
    language: PageLanguage = option(
        "language of the page (default: en)", flags=("--lang",), default="en"
    )
    theme: ThemeName = option(
        "colour theme of the page (default: the reader's system; print is always light)",
        default="system",
    )


def report_sentence(options: ReportOptions) -> int:
    """Raises UserError if the model, sentence or file cannot be used."""
    check_writable(options.output)
    model = load_model(options, options.sentence)
    trace = translated(model, options.sentence)
    from model.decoding.samples import summary_of

    under = model.interventions
    report = TranslationReport(
        traces=(ReportedTrace("", trace, under, "; ".join(map(str, under))),),
        model=summary_of(model),
        language=options.language,
        words=words_in(options.language),
        theme=options.theme,
    )
    pictures = (step.done for step in report_steps(report, options.output))
    PICTURES.follow(pictures, total=len(KINDS))
    show(str(options.output))
    return DONE
