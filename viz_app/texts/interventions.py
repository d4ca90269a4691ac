"""Interventions in words: of a run in a few, and of one head what is in place of its own."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from model.messages import Message
from model.traces.interventions import Intervention, Interventions, Site, affected_heads
from model.traces.trace import KINDS, Kind, Trace
from viz_app.texts.labels import message_text, quoted_name
from viz_app.texts.visible_token import safe
from viz_app.workbench.snapshots.attention import FocusSnapshot, HeadsPicture

translate = QCoreApplication.translate


def interventions_text(interventions: Interventions, trace: Trace) -> str:
    """``without cross 2·7, 2·8; “学校” hidden``; empty without any.

    ``trace``: of a run under them, or of the same source and model.
    """
    groups: dict[str, list[Site]] = {}
    for each in interventions:
        groups.setdefault(_template(each, trace), []).append(each.site)
    said = (text.format(heads=_places(sites, trace)) for text, sites in groups.items())
    return translate("interventions", "; ").join(said)


def replaced_text(
    interventions: Interventions,
    trace: Trace,
    place: tuple[Kind, int, int],
    sample: Message | None = None,
) -> str:
    """``switched off: mean of its output over 50 pairs of passive``; empty for another head.

    ``place``: kind, layer and head, from 0; ``sample``: what a mean is over that does not say so.
    """
    heads = trace.n_heads
    own = (each for each in interventions if place in affected_heads([each], n_heads=heads))
    return translate("interventions", "; ").join(_replaced(each, trace, sample) for each in own)


def left_out_sentence() -> str:
    return translate("interventions", "Computed without the interventions of this branch.")


def head_note(picture: HeadsPicture, *, layer: int, head: int) -> str:
    """The same of a head in a picture, in a difference on either side."""
    place = picture.kind, layer, head
    own, other = (
        replaced_text(interventions, picture.trace, place, picture.sample)
        for interventions in (picture.interventions, picture.compared_interventions)
    )
    if other and other != own:
        other = translate("interventions", "in the comparison {text}").format(text=other)
    return translate("interventions", "; ").join(dict.fromkeys(filter(None, (own, other))))


def focus_notes(focus: FocusSnapshot) -> tuple[str, ...]:
    """Of the heads in a picture, with their numbers if they differ; and hidden words."""
    notes = [(h, head_note(focus, layer=focus.layer, head=h)) for h in focus.shown_heads]
    text = translate("interventions", "head {number} {note}")
    said = [text.format(number=head + 1, note=note) for head, note in notes if note]
    if len({note for _, note in notes}) == 1:
        said = [note for _, note in notes[:1] if note]
    hidden = tuple(each for each in focus.interventions if each.how == "hide")
    if hidden and focus.kind != "decoder":
        said.append(interventions_text(hidden, focus.trace))
    return tuple(said)


def _template(intervention: Intervention, trace: Trace) -> str:
    """A text in which only ``{heads}`` is open."""
    if intervention.site.name not in {"z", "weights", "scores"}:
        return _literal(str(intervention))  # as in a file
    text = {
        "uniform": translate("interventions", "uniform attention in {heads}"),
        "first": translate("interventions", "attention to the first token in {heads}"),
        "previous": translate("interventions", "attention to the previous token in {heads}"),
        "diagonal": translate("interventions", "attention to the token itself in {heads}"),
        "scale": f"{{heads}} × {intervention.factor:g}",
        "array": translate("interventions", "given values in {heads}"),
        "take": translate("interventions", "{heads} from another run"),
        "freeze": translate("interventions", "{heads} frozen"),
        "hide": translate("interventions", "{words} hidden"),
    }.get(intervention.how, translate("interventions", "without {heads}"))
    keys = enumerate(trace.key_tokens(intervention.site.kind))
    hidden = (quoted_name(token) for key, token in keys if key in intervention.columns)
    return text.replace("{words}", _literal(translate("attention", ", ").join(hidden)))


def _replaced(intervention: Intervention, trace: Trace, sample: Message | None) -> str:
    text = interventions_text((intervention,), trace)
    if (intervention.site.name, intervention.how) == ("z", "zero"):
        text = translate("interventions", "switched off: zeros in place of its output")
    if (intervention.site.name, intervention.how) == ("z", "mean"):
        origin = safe(intervention.origin)
        if sample is not None and intervention.origin in {"", str(sample)}:
            origin = message_text(sample)
        over = translate("interventions", " over {sample}").format(sample=origin) if origin else ""
        text = translate("interventions", "switched off: mean of its output{over}")
        text = text.format(over=over)
    if intervention.rows is not None:
        rows = ", ".join(str(row + 1) for row in intervention.rows)
        text = translate("interventions", "{text} in rows {rows}").format(text=text, rows=rows)
    return text


def _places(sites: Sequence[Site], trace: Trace) -> str:
    """``cross 2·7, 2·8, encoder layer 1``; numbers from 1."""
    names = {
        "encoder": translate("interventions", "encoder"),
        "decoder": translate("interventions", "decoder"),
        "cross": translate("interventions", "cross"),
    }
    parts = []
    for kind in KINDS:
        own = [site for site in sites if site.kind == kind and site.layer is not None]
        layers = {site.layer or 0 for site in own if site.head is None}
        heads = [site for site in own if site.head is not None]
        name = names[kind]
        if layers and len(layers) == trace.depth(kind):
            parts.append(translate("interventions", "all {kind} heads").format(kind=name))
            continue
        text = translate("interventions", "{kind} layer {number}")
        parts += [text.format(kind=name, number=layer + 1) for layer in sorted(layers)]
        numbers = [f"{(site.layer or 0) + 1}·{(site.head or 0) + 1}" for site in heads]
        if numbers:
            parts.append(f"{name} {', '.join(numbers)}")
    return translate("attention", ", ").join(parts)


def _literal(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
