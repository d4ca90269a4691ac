"""Commands on what heads do: ``why``, ``sweep``, ``align``."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from model.files import write_atomically
from model.lessons.alignment import (
    AlignedTrace,
    Links,
    RowChoice,
    aligned_trace,
    head_scores,
    pharaoh,
)
from model.lessons.why import Term, WhyRecord
from model.messages import CorpusError, UserError
from model.steps import run_through
from model.text.corpora import read_lines
from model.traces.head_measures import aligned_head
from model.traces.interventions import Effect, Site, every_head
from model.traces.trace import KINDS, Kind, Trace, kinds_of
from viz_app.cli import arguments as given
from viz_app.cli.arguments import Translating, argument, counted, number, option, output
from viz_app.cli.loading import (
    Counting,
    check_head,
    check_writable,
    load_model,
    translated,
)
from viz_app.cli.models import aligned
from viz_app.cli.terminal import DONE, complain, show, visible
from viz_app.storage.value_tables import ValueTable, write_tables

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel

TABLES = (".npz", ".json", ".csv")
HEADS = Counting("Measuring", "measured", "heads")
_table = partial(
    output,
    "FILE",
    "write the numbers to a file (.npz, .json or .csv); an existing file is overwritten",
    partial(given.path_ending_on, TABLES),
    None,
)

# --------------------------------------------------------------------------------------------- why


@dataclass(frozen=True, kw_only=True)
class WhyOptions(Translating):
    """Options of ``headlight why``."""

    run = "effects.why_this_token"
    sentence: str = argument("SENTENCE")
    step: int = counted("step, from 1 (default: 1)", default=1)
    token: str | None = option("the token to explain (default: the one that was chosen)", "TOKEN")
    other: str | None = option("the token to compare with (default: the next candidate)", "TOKEN")
    output: Path | None = _table()


def why_this_token(options: WhyOptions) -> int:
    """Raises UserError if the model, sentence, step, tokens or file cannot be used."""
    if options.output is not None:
        check_writable(options.output)
    model = load_model(options, options.sentence)
    trace = translated(model, options.sentence)
    if options.step > len(trace.steps):
        raise UserError(
            "There is no step {step}: the translation has {count}.",
            step=options.step,
            count=len(trace.steps),
        )
    from model.lessons.with_torch.why import target_id, why_steps

    step = trace.steps[options.step - 1]
    token = target_id(model, options.token) if options.token else step.token_id
    others = [each.token_id for each in step.candidates if each.token_id != token]
    other = target_id(model, options.other) if options.other else others[0]
    records = why_steps(
        model, trace.source_ids, trace.fed_ids, step=step.index, token=token, other=other
    )
    *_, record = HEADS.steps(records, total=len(every_head(model.config)) + 1)
    for line in _why_lines(record):
        show(line)
    if options.output is not None:
        write_tables(options.output, (why_table(record),), caption=_difference(record))
        show(str(options.output))
    return DONE


def _difference(record: WhyRecord) -> str:
    return f"logit({record.token}) - logit({record.other}) at step {record.step + 1}"


def _why_lines(record: WhyRecord) -> Iterator[str]:
    yield visible(f"{_difference(record)} = {record.difference:.4f}")
    yield f"sum of the terms: {record.total:.4f} (error {record.error:.1e})"
    rows: list[Sequence[str]] = [("part", "adds", "without it")]
    for term in sorted(record.ordered, key=lambda term: -abs(term.value)):
        effect = "" if term.effect is None else f"{-term.effect:+.4f}"
        rows.append((name_of_term(term), f"{term.value:+.4f}", effect))
    yield from aligned(rows)
    for row in record.lens:
        best = ", ".join(f"{each.token} {each.probability:.2f}" for each in row.normed[:3])
        yield visible(f"after layer {row.layer + 1}: {best}")


def name_of_term(term: Term) -> str:
    """Such as ``head cross 2 8``, numbered from 1."""
    places = [str(place + 1) for place in (term.layer, term.head) if place is not None]
    return " ".join((term.part, *((term.kind,) if term.kind else ()), *places))


def why_table(record: WhyRecord) -> ValueTable:
    """The terms in order, and how much less the difference is without each head."""
    terms = record.ordered
    values = [(term.value, math.nan if term.effect is None else term.effect) for term in terms]
    return ValueTable(
        name=_difference(record),
        rows=tuple(map(name_of_term, terms)),
        columns=("direct contribution", "effect (zero, recomputed)"),
        values=np.array(values),
    )


# ------------------------------------------------------------------------------------------- sweep


@dataclass(frozen=True, kw_only=True)
class SweepOptions(Translating):
    """Options of ``headlight sweep``."""

    run = "effects.sweep_heads"
    pairs: Path | None = option(
        "tab-separated pairs (default: pairs of the model’s own task)", "FILE.tsv", Path
    )
    count: int = number(
        "number of pairs (default: 50)", largest=10_000, flags=("--pairs-used",), default=50
    )
    kind: Kind | None = option("heads of one kind only")
    output: Path | None = _table()


def sweep_heads(options: SweepOptions) -> int:
    """Raises UserError if the model, pairs or file cannot be used."""
    if options.output is not None:
        check_writable(options.output)
    model = load_model(options, "")
    if options.kind is not None:
        Site("z", options.kind, 0).check(model.config)
    from model.decoding.sweep import encoded_pairs, sample_steps, sweep_steps
    from model.text.corpora import read_tsv

    if options.pairs is None:
        sample = run_through(sample_steps(model, options.count))
        pairs, described = sample.pairs, str(sample.described)
    else:
        pairs = read_tsv(options.pairs).pairs[: options.count]
        described = f"{len(pairs)} pairs of {options.pairs.name}"
    kinds = KINDS if options.kind is None else (options.kind,)
    groups = [[site] for site in every_head(model.config, kinds)]
    steps = sweep_steps(model, encoded_pairs(model, pairs), groups, how=options.off)
    effects = sorted(HEADS.steps(steps, total=len(groups)), key=lambda effect: -effect.loss)
    caption = f"loss per token, each head at its {options.off}: {described}"
    show(visible(caption))
    rows: list[Sequence[str]] = [("head", "loss", "standard error", "clear")]
    for effect in effects:
        name = _name_of_group(effect)
        error = "" if effect.n == 1 else f"{effect.standard_error:.4f}"
        rows.append((name, f"{effect.loss:+.4f}", error, "yes" if effect.clear else ""))
    for line in aligned(rows):
        show(line)
    if options.output is not None:
        write_tables(options.output, (sweep_table(effects, caption),), caption=caption)
        show(str(options.output))
    return DONE


def _name_of_group(effect: Effect) -> str:
    return ", ".join(str(site).removeprefix("z ") for site in effect.sites)


def sweep_table(effects: Sequence[Effect], caption: str) -> ValueTable:
    """Effects with their standard errors, in nats a token."""
    return ValueTable(
        name=caption,
        rows=tuple(map(_name_of_group, effects)),
        columns=("loss", "standard error", "n"),
        values=np.array([(each.loss, each.standard_error, each.n) for each in effects]),
    )


# ------------------------------------------------------------------------------------------- align


@dataclass(frozen=True, kw_only=True)
class AlignOptions(Translating):
    """Options of ``headlight align``."""

    run = "effects.align_words"
    source: str = argument("SOURCE", "sentence, or file with one sentence per line")
    target: str = argument("TARGET", "its translation, or file with one per line")
    layer: int | None = counted("layer, from 1 (default: that of the best-aligned head)")
    head: int | None = counted("head, from 1 (default: with a layer, the mean of its heads)")
    row: RowChoice = option(
        "which row of a target token: the one that predicts it, or the one it is fed to "
        "(default: predicted)",
        default="predicted",
    )
    gold: Path | None = option(
        "alignments to compare with, in Pharaoh format: prints AER, precision and recall per head",
        "FILE",
        Path,
    )
    output: Path | None = output("FILE", "write the alignment to a file", default=None)

    def wrong(self) -> str | None:
        if self.head is not None and self.layer is None:
            return "--head needs --layer"
        return None


def align_words(options: AlignOptions) -> int:
    """Raises UserError if a file, sentence, head or alignment cannot be used."""
    if options.output is not None:
        check_writable(options.output)
    sources, targets = _sentences(options.source), _sentences(options.target)
    if len(sources) != len(targets):
        raise CorpusError(
            "{source} has {left} lines, but {target} has {right}: line by line, one must be the "
            "translation of the other.",
            source=options.source,
            left=len(sources),
            target=options.target,
            right=len(targets),
        )
    model = load_model(options, sources[0])
    if "cross" not in kinds_of(model.config):
        raise UserError("{model} has no cross-attention to align with.", model=model.name)
    traces = [_read(model, *pair) for pair in zip(sources, targets, strict=True)]
    aligned_traces = [aligned_trace(trace, options.row) for trace in traces]
    lines = [
        pharaoh(_links(each, trace, options, model=model.name))
        for each, trace in zip(aligned_traces, traces, strict=True)
    ]
    scores = [] if options.gold is None else list(_score_lines(aligned_traces, options.gold))
    if options.output is not None:
        write_atomically(options.output, "".join(f"{line}\n" for line in lines).encode())
        lines = [str(options.output)]
    for line in (*lines, *scores):
        show(line)
    return DONE


def _sentences(text: str) -> list[str]:
    try:
        is_file = Path(text).is_file()
    except (OSError, ValueError):
        is_file = False
    lines = list(read_lines(Path(text))) if is_file else [text]
    if not lines:
        raise CorpusError("{path} is empty.", path=text)
    return lines


def _read(model: TrainedModel, source: str, target: str) -> Trace:
    """The trace of a given target."""
    from model.decoding.greedy import reading_steps

    *_, trace = reading_steps(model, source, target)
    for notice in trace.notices:
        complain(notice)
    return trace


def _links(aligned: AlignedTrace, trace: Trace, options: AlignOptions, *, model: str) -> Links:
    if options.layer is None:
        return aligned.links(*aligned_head(trace))
    check_head(trace, (options.layer - 1, (options.head or 1) - 1), model=model)
    return aligned.links(options.layer - 1, None if options.head is None else options.head - 1)


def _score_lines(traces: Sequence[AlignedTrace], path: Path) -> Iterator[str]:
    """A table of all heads and of each layer's mean, the best first."""
    lines = list(read_lines(path))
    if len(lines) != len(traces):
        raise CorpusError(
            "{path} has {count} lines for {sentences} sentences.",
            path=path,
            count=len(lines),
            sentences=len(traces),
        )
    gold = [
        trace.read_gold(line, path=path, number=number)
        for number, (line, trace) in enumerate(zip(lines, traces, strict=True), 1)
    ]
    rows: list[Sequence[str]] = [("layer, head", "AER", "precision", "recall")]
    for layer, head, scores in head_scores([trace.every_links() for trace in traces], gold):
        name = f"{layer + 1} {'mean' if head is None else head + 1}"
        rows.append((name, *(f"{value:.4f}" for value in astuple(scores))))
    yield from aligned(rows)
