"""Interventions in words: of a run in a few, and of one head what is in place of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    interventions: Interventions, kind: Kind, layer: int, head: int, *, sample: Message | None
) -> str:
    """``switched off: mean of its output over 50 pairs of passive``; empty for another head.

    ``layer`` and ``head`` count from 0; ``sample``: what a mean is over that does not say so.
    """
    at = kind, layer, head
    own = (each for each in interventions if at in affected_heads([each], n_heads=head + 1))
    return translate("interventions", "; ").join(_replaced(each, sample) for each in own)


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
    return _words((each for each in interventions if each.how == "hide"), trace)


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
    return text.replace("{words}", _literal(_words([intervention], trace)))


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


def _words(interventions: Iterable[Intervention], trace: Trace) -> str:
    """Tokens at the columns of interventions, each column once."""
    tokens = {
        column: token
        for each in interventions
        for column, token in enumerate(trace.key_tokens(each.site.kind))
        if column in each.columns
    }
    return translate("attention", ", ").join(
        quoted_name(tokens[column]) for column in sorted(tokens)
    )


def _literal(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
