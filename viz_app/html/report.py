"""A report: one page with a sentence, its translation, all attention, and the model."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path
from platform import python_version
from typing import Any, TypeGuard

from model.checkpoint.header import origin_of
from model.files import write_atomically
from model.text.words import scripts_of
from model.traces.head_measures import aligned_head
from model.traces.interventions import Interventions
from model.traces.summary import ModelSummary
from model.traces.trace import Kind, Trace
from viz_app.html.attention import kind_part, page_colours, trace_pictures
from viz_app.html.templates import ALL_WORDS, PageTheme, PageWords, file_text, policy, render
from viz_app.storage.files import FileProgress

# ---------------------------------------------------------------------------------- learning curve


WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 56, 12, 12, 28
"""Margins for the tick labels, in the picture's own units."""

MOST_POINTS = 1000
"""Points of a curve that are drawn: a record may be from anybody."""

Points = Sequence[tuple[float, float]]


def learning_curve(record: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Losses by update of a training record, for the template; None if they cannot be drawn.

    ``training`` and ``validation`` are points of a line of an SVG; ``dots`` are places of the
    latter; ticks are places with texts; ``last`` has name, last update and last loss of each line.
    """
    curve, validation = record.get("curve"), record.get("validation")
    lines = {
        "training_loss": _finite(curve if isinstance(curve, list | tuple) else ()),
        "validation_loss": _finite(
            (point.get("update"), point.get("loss"))
            for point in (validation if isinstance(validation, list | tuple) else ())
            if isinstance(point, Mapping)
        ),
    }
    if len(lines["training_loss"]) < 2:
        return None
    known = [point for points in lines.values() for point in points]
    latest, highest = (max(numbers) for numbers in zip(*known, strict=True))
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    training, validated = (
        [
            (
                round(LEFT + width * update / (latest or 1.0), 1),
                round(HEIGHT - BOTTOM - height * loss / (highest or 1.0), 1),
            )
            for update, loss in points
        ]
        for points in lines.values()
    )
    return {
        "training": " ".join(f"{x:g},{y:g}" for x, y in training),
        "validation": " ".join(f"{x:g},{y:g}" for x, y in validated),
        "dots": validated,
        "x_ticks": [(LEFT, "0"), (WIDTH - RIGHT, f"{latest:,.0f}")],
        "y_ticks": [(HEIGHT - BOTTOM, "0"), (TOP, f"{highest:.3g}")],
        "last": [
            (name, f"{points[-1][0]:,.0f}", f"{points[-1][1]:.4g}")
            for name, points in lines.items()
            if points
        ],
    }


def _finite(points: Iterable[object]) -> Points:
    """Finite points in the order of updates, thinned to what can be drawn."""
    # The record may be from anybody: a point need not be an update and a loss.
    pairs = (point for point in points if isinstance(point, list | tuple) and len(point) == 2)
    known = sorted({(float(x), float(y)) for x, y in pairs if _is_number(x) and _is_number(y)})
    stride = max(1, -(-len(known) // MOST_POINTS))
    return list(dict.fromkeys([*known[::stride], *known[-1:]]))


def _is_number(value: Any) -> TypeGuard[float]:
    is_plain = isinstance(value, int | float) and not isinstance(value, bool)
    return is_plain and 0 <= value < 1e15 and math.isfinite(value)


# ------------------------------------------------------------------------------------------ report


LIBRARIES = ("headlight", "torch", "tokenizers", "safetensors", "numpy")
"""Packages whose versions a report lists."""

MOST_IN_TABLES = 20_000
"""Weights of a page that are also written as tables; more would make it slow for all."""

LONGEST_VALUE, MOST_VALUES = 300, 100
"""Limits of a training record, which may be from anybody: characters of a value, values."""

_LANGUAGES = re.compile(r"([a-z]{2})-([a-z]{2})")


@dataclass(frozen=True, slots=True)
class ReportedTrace:
    """A translation or branch; the first has no name. ``under``: its interventions in words."""

    name: str
    trace: Trace
    interventions: Interventions = ()
    under: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationReport:
    """The content of a report.

    Attributes:
        traces: the translation and its branches, of one source; at least one.
        model: that of the traces; None if unknown.
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
    """Raises WriteError; the file appears at the end, complete."""
    source, target = _languages(report)
    pictures = [
        trace_pictures(reported.trace, reported.interventions, source=source, target=target)
        for reported in report.traces
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
            {
                "name": reported.name,
                "trace": reported.trace,
                "under": reported.under,
                "pictures": made,
            }
            for reported, made in zip(report.traces, parts, strict=True)
        ],
        kind=report.kind,
        model=model,
        origin=None if model is None else origin_of(model.task, model.record),
        curve=None if model is None else learning_curve(model.record),
        configuration=_configuration(report),
        **_record({} if model is None else model.record, report.words),
        versions=[*_versions(), ("Python", python_version())],
    )


def _words(report: TranslationReport) -> PageWords:
    # A model with one stack continues a text, or fills one in.
    words, kinds = report.words, report.traces[0].trace.kinds
    if "cross" in kinds:
        return words
    return {**words, "translation": words["filled" if "encoder" in kinds else "text"]}


def _languages(report: TranslationReport) -> tuple[str, str]:
    """Of source and target, for screen readers; empty if unknown."""
    named = _LANGUAGES.fullmatch("" if report.model is None else report.model.task)
    trace = report.traces[0].trace
    known = named.groups() if named else ("", "")
    source, target = (
        "zh" if scripts_of(tokens)[:1] == ("CJK",) else name
        for tokens, name in zip((trace.source_tokens, trace.predicted_tokens), known, strict=True)
    )
    return source, target


def _configuration(report: TranslationReport) -> list[tuple[str, str]]:
    config, words = {} if report.model is None else report.model.config.to_json(), report.words
    return [
        (words[f"configuration.{name}"], _value(value, words, "configuration"))
        for name, value in config.items()
    ]


def _record(record: Mapping[str, Any], words: PageWords) -> dict[str, list[tuple[str, str]]]:
    own = {name: value for name, value in record.items() if name != "base"}
    before = {name: value for name, value in record.items() if name == "base"}
    return {
        name: list(islice(_plain(part, words), MOST_VALUES))
        for name, part in (("record", own), ("before", before))
    }


def _plain(
    record: Mapping[str, Any], words: PageWords, start: str = "", context: str = "record"
) -> Iterator[tuple[str, str]]:
    """Names and values, flat; of a list its length and last entry. Unknown keys stay."""
    for key, value in record.items():
        name = start + words.get(f"{context}.{key}", str(key))
        if isinstance(value, list | tuple):
            yield name, words["many"].format(count=len(value))
            if value and isinstance(value[-1], Mapping):
                last = words["last"].format(name=name)
                yield from _plain(value[-1], words, f"{last} · ")
        elif isinstance(value, Mapping):
            inner = "configuration" if key == "training" else "record"
            yield from _plain(value, words, f"{name} · ", inner)
        else:
            text = _value(value, words, context)
            yield name, text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def _value(value: object, words: PageWords, context: str) -> str:
    # What a record names, such as a corpus, is not translated.
    if isinstance(value, bool):
        return words["choice.yes" if value else "choice.no"]
    if isinstance(value, float):
        return f"{value:g}"
    if value is None:
        return "–"
    return words.get(f"choice.{value}", str(value)) if context == "configuration" else str(value)


def _versions() -> Iterator[tuple[str, str]]:
    for name in LIBRARIES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            continue
