"""Interventions in words: of a run in a few, and of one head what is in place of its own."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.messages import Message
from model.traces.interventions import Intervention, Interventions, affected_heads
from model.traces.trace import Kind, Trace
from viz_app.texts.labels import message_text
from viz_app.texts.visible_token import safe
from viz_app.workbench.snapshots.attention import FocusSnapshot, HeadsPicture
from viz_app.workbench.snapshots.interventions import name_of

translate = QCoreApplication.translate


def interventions_text(interventions: Interventions, trace: Trace) -> str:
    """``without cross 2·7, 2·8; “学校” hidden``; empty without any.

    ``trace``: of a run under them, or of the same source and model.
    """
    return message_text(name_of(interventions, trace)) if interventions else ""


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
    hides = (each for each in focus.interventions if each.how == "hide")
    hidden = tuple(each for each in hides if each.site.kind == focus.kind)
    return (*said, interventions_text(hidden, focus.trace)) if hidden else tuple(said)


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
