"""A report: one page with a sentence, its translation, all attention, and what the model is."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path
from platform import python_version
from typing import Any

from model.atomic import write_atomically
from model.checkpoint.header import origin_of
from model.text.scripts import scripts_of
from model.traces.first_look import aligned_head
from model.traces.summary import ModelSummary
from model.traces.trace import Kind, Trace
from viz_app.html.attention import kind_part, page_colours, trace_pictures
from viz_app.html.learning_curve import learning_curve
from viz_app.html.templates import PageTheme, file_text, policy, render
from viz_app.html.texts import ALL_WORDS, PageWords
from viz_app.storage.file_progress import FileProgress

LIBRARIES = ("headlight", "torch", "tokenizers", "safetensors", "numpy")
"""Whose versions a report names."""

MOST_IN_TABLES = 20_000
"""Weights of a page that are also written as tables; more would make it slow for all."""

LONGEST_VALUE, MOST_VALUES = 300, 100
"""Of a training record, which anybody may have written: characters of a value, and how many."""

_LANGUAGES = re.compile(r"([a-z]{2})-([a-z]{2})")


@dataclass(frozen=True, slots=True)
class ReportedTrace:
    """A way in which the sentence was decoded; the first has no name."""

    name: str
    trace: Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationReport:
    """What a report is made of.

    Attributes:
        traces: the translation, and the branches that left it, of one source; at least one.
        model: which made them; None when it is not known.
        chosen, kind: layer and head that are large at first, and the kind that is in front.
        language, words, theme: of the page.
    """

    traces: Sequence[ReportedTrace]
    model: ModelSummary | None
    chosen: tuple[int, int] | None = None
    kind: Kind = "cross"
    language: str = "en"
    words: PageWords = dataclasses.field(default_factory=lambda: ALL_WORDS)
    theme: PageTheme = "system"


def report_steps(report: TranslationReport, path: Path) -> Iterator[FileProgress]:
    """Write a report; the file is there at the end, at once.

    Raises:
        WriteError: the file cannot be written there.
    """
    source, target = _languages(report)
    pictures = [
        trace_pictures(reported.trace, source=source, target=target) for reported in report.traces
    ]
    total = sum(map(len, pictures))
    few = sum(one.weights.size for many in pictures for one in many) <= MOST_IN_TABLES
    layer, head = report.chosen or aligned_head(report.traces[0].trace)
    parts: list[list[Mapping[str, Any]]] = []
    for many in pictures:
        parts.append([])
        for one in many:
            yield FileProgress(sum(map(len, parts)), total)
            parts[-1].append(kind_part(one, layer=layer, head=head, tables=few))
    yield FileProgress(total, total)
    write_atomically(path, _page(report, parts).encode("utf-8"))


def _page(report: TranslationReport, parts: Sequence[Sequence[Mapping[str, Any]]]) -> str:
    first, model = report.traces[0].trace, report.model
    source, target = _languages(report)
    return render(
        "report.html",
        **page_colours(report.theme),
        words=_words(report),
        language=report.language.replace("_", "-"),
        policy=policy(file_text("attention.js")),
        source=first.source_text,
        source_language=source,
        target_language=target,
        unknown=first.unknown,
        decodings=[
            {"name": reported.name, "trace": reported.trace, "pictures": made}
            for reported, made in zip(report.traces, parts, strict=True)
        ],
        kind=report.kind,
        model=model,
        origin=None if model is None else origin_of(model.task, model.record),
        curve=None if model is None else learning_curve(model.record),
        configuration={} if model is None else model.config.to_json(),
        **_record({} if model is None else model.record, report.words["many"]),
        versions=[*_versions(), ("Python", python_version())],
    )


def _words(report: TranslationReport) -> PageWords:
    """Those of a model with one stack, too: it goes on with a text, or fills one in."""
    words, kinds = report.words, report.traces[0].trace.kinds
    if "cross" in kinds:
        return words
    return {**words, "translation": words["filled" if "encoder" in kinds else "text"]}


def _languages(report: TranslationReport) -> tuple[str, str]:
    """Of source and target, for who hears them; empty where nobody knows."""
    named = _LANGUAGES.fullmatch("" if report.model is None else report.model.task)
    trace = report.traces[0].trace
    known = named.groups() if named else ("", "")
    source, target = (
        "zh" if scripts_of(tokens)[:1] == ("CJK",) else name
        for tokens, name in zip((trace.source_tokens, trace.predicted_tokens), known, strict=True)
    )
    return source, target


def _record(record: Mapping[str, Any], many: str) -> dict[str, list[tuple[str, str]]]:
    """How the model was trained, and before that the one that it went on from."""
    own = {name: value for name, value in record.items() if name != "base"}
    before = {name: value for name, value in record.items() if name == "base"}
    return {
        name: list(islice(_plain(part, many), MOST_VALUES))
        for name, part in (("record", own), ("before", before))
    }


def _plain(record: Mapping[str, Any], many: str, start: str = "") -> Iterator[tuple[str, str]]:
    """Names and values of a training record, flat; of a list how long it is, and its last entry."""
    for key, value in record.items():
        name = f"{start}{key}"
        if isinstance(value, list | tuple):
            yield name, many.format(count=len(value))
            if value and isinstance(value[-1], Mapping):
                yield from _plain(value[-1], many, f"{name}[-1].")
        elif isinstance(value, Mapping):
            yield from _plain(value, many, f"{name}.")
        else:
            text = f"{value:g}" if isinstance(value, float) else str(value)
            yield name, text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def _versions() -> Iterator[tuple[str, str]]:
    for name in LIBRARIES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            continue
