"""Interventions in words: of a run in a few, and of one head what is in place of its own."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from model.messages import Message
from model.traces.interventions import Intervention, Interventions, affected_heads, hidden_columns
from model.traces.trace import Kind, Trace
from viz_app.texts.labels import message_text
from viz_app.texts.visible_token import safe
from viz_app.workbench.snapshots.attention import FocusSnapshot, HeadsPicture
from viz_app.workbench.snapshots.interventions import name_of, words_at

translate = QCoreApplication.translate


def interventions_text(interventions: Interventions, trace: Trace) -> str:
    """``without cross 2·7, 2·8; “学校” hidden``; empty without any.

    ``trace``: of a run under them, or of the same source and model.
    """
    return message_text(name_of(interventions, trace)) if interventions else ""


def replaced_text(
    interventions: Interventions, kind: Kind, layer: int, head: int, *, sample: Message | None
) -> str:
    """``switched off: mean of its output over 50 pairs of passive``; empty for another head.

    ``layer`` and ``head`` count from 0; ``sample``: what a mean is over that does not say so.
    """
    at = kind, layer, head
    own = (each for each in interventions if at in affected_heads([each], n_heads=head + 1))
    return translate("interventions", "; ").join(_replaced(each, sample) for each in own)


def left_out_sentence() -> str:
    return translate("interventions", "Computed without the interventions of this branch.")


def head_note(picture: HeadsPicture, *, layer: int, head: int) -> str:
    """The same of a head in a picture, in a difference on either side."""
    sides = [
        replaced_text(interventions, picture.kind, layer, head, sample=picture.sample)
        for interventions in (picture.interventions, picture.compared_interventions)
    ]
    if sides[1] and sides[1] != sides[0]:
        sides[1] = translate("interventions", "in the comparison {text}").format(text=sides[1])
    return translate("interventions", "; ").join(dict.fromkeys(filter(None, sides)))


def focus_notes(focus: FocusSnapshot) -> tuple[str, ...]:
    """Of the heads in a picture, with their numbers if there are several; and hidden words."""
    groups: dict[str, list[str]] = {}
    for head in focus.shown_heads:
        groups.setdefault(head_note(focus, layer=focus.layer, head=head), []).append(str(head + 1))
    groups.pop("", None)
    notes = list(groups)
    if len(focus.shown_heads) > 1:
        notes = [f"{_heads(numbers)} {note}" for note, numbers in groups.items()]
    words = hidden_words(focus.interventions, focus.trace)
    if words and focus.kind != "decoder":
        notes.append(translate("interventions", "{words} hidden").format(words=words))
    return tuple(notes)


def hidden_words(interventions: Interventions, trace: Trace) -> str:
    """``“学校”, “猫”``: keys that attention cannot see; empty without any."""
    columns = hidden_columns(interventions)
    return message_text(words_at(columns, trace)) if columns else ""


def _replaced(intervention: Intervention, sample: Message | None) -> str:
    of_output = intervention.site.name in {"z", "out"}
    given = translate("interventions", "given attention{origin}")
    scaled = translate("interventions", "its scores × {factor}")
    if of_output:
        given = translate("interventions", "given values in place of its output{origin}")
        scaled = translate("interventions", "its output × {factor}")
    text = {
        "zero": translate("interventions", "switched off: zeros in place of its output"),
        "mean": translate("interventions", "switched off: mean of its output{origin}"),
        "uniform": translate("interventions", "uniform attention to all tokens that it may see"),
        "first": translate("interventions", "all attention on the first token"),
        "previous": translate("interventions", "all attention on the previous token"),
        "diagonal": translate("interventions", "all attention on the token itself"),
        "scale": scaled,
    }.get(intervention.how, given)
    origin = safe(intervention.origin)
    if sample is not None and intervention.origin in {"", str(sample)}:
        origin = message_text(sample) if intervention.how == "mean" else ""
    over = translate("interventions", " (from {origin})")
    if intervention.how == "mean":
        over = translate("interventions", " over {origin}")
    text = text.format(
        origin=over.format(origin=origin) if origin else "", factor=f"{intervention.factor:g}"
    )
    if intervention.site.name == "out":
        text = translate("interventions", "all heads of the layer {text}").format(text=text)
    if intervention.rows is not None:
        rows = ", ".join(str(row + 1) for row in intervention.rows)
        text = translate("interventions", "{text} in rows {rows}").format(text=text, rows=rows)
    return text


def _heads(numbers: Sequence[str]) -> str:
    if len(numbers) == 1:
        return translate("attention", "head {number}").format(number=numbers[0])
    joined = translate("attention", ", ").join(numbers)
    return translate("attention", "heads {numbers}").format(numbers=joined)
