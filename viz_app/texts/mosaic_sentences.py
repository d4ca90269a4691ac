"""What a mosaic of heads says of itself: of one head, of its measure, of all of it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.traces.head_measures import Measure, has_measure, measure_range
from viz_app.texts.measure_names import measure_explanation, measure_name, measured_text, range_text
from viz_app.texts.sentences import head_title, kind_explanation, kind_name, titled
from viz_app.workbench.snapshots.pictures import HeadsPicture, MosaicSnapshot

translate = QCoreApplication.translate


def measure_ends(snapshot: MosaicSnapshot, measure: Measure) -> tuple[float, float]:
    """Least and greatest value that a measure can have with this sentence's rows and keys."""
    return measure_range(measure, snapshot.trace.mask(snapshot.kind), kind=snapshot.kind)


def missing_text(measure: Measure) -> str:
    """Why no head of a kind has the measure."""
    template = translate("measures", "{measure}: not for this kind of attention")
    return template.format(measure=measure_name(measure))


def kind_title(snapshot: MosaicSnapshot) -> str:
    """The kind; of a decoder that looks ahead why it can."""
    name = kind_name(snapshot.kind)
    if not snapshot.looks_ahead:
        return name
    return translate("attention", "{kind} · no causal mask").format(kind=name)


def unlike_note(picture: HeadsPicture) -> str:
    """Why no difference is shown while two are compared; empty where there is no such reason."""
    if picture.unlike is None:
        return ""
    if picture.kind not in picture.unlike.kinds:
        return translate(
            "attention", "no difference shown: the compared one has no attention of this kind"
        )
    layers, heads = picture.unlike.weights(picture.kind).shape[:2]
    note = translate(
        "attention", "no difference shown: the compared one has {layers} × {heads} heads"
    )
    return note.format(layers=layers, heads=heads)


def head_sentence(snapshot: MosaicSnapshot, *, layer: int, head: int) -> str:
    """A head's name, with its measure if there is one."""
    title = head_title(snapshot.kind, layer=layer, head=head)
    if snapshot.measure is None or snapshot.measures is None:
        return title
    return titled(title, measured_text(snapshot.measure, float(snapshot.measures[layer, head])))


def header_sentence(snapshot: MosaicSnapshot) -> str:
    """What the line above the tiles is about: the measure, else the kind."""
    measure = snapshot.measure
    if measure is None:
        said = titled(kind_title(snapshot), _explanation(snapshot))
    elif not has_measure(snapshot.kind, measure, looks_ahead=snapshot.looks_ahead):
        said = missing_text(measure)
    else:
        said = titled(measure_name(measure), measure_explanation(measure))
    return _noted(said, snapshot)


def mosaic_sentence(snapshot: MosaicSnapshot) -> str:
    """The head in focus and its measure, for who hears the mosaic."""
    title = head_title(snapshot.kind, layer=snapshot.layer, head=snapshot.head)
    measure = snapshot.measure
    if measure is None or snapshot.measures is None:
        return _noted(titled(title, _explanation(snapshot)), snapshot)
    if not has_measure(snapshot.kind, measure, looks_ahead=snapshot.looks_ahead):
        return _noted(titled(title, missing_text(measure)), snapshot)
    value = float(snapshot.measures[snapshot.layer, snapshot.head])
    said = translate("measures", "{measured}, on a scale from {range}").format(
        measured=measured_text(measure, value),
        range=range_text(measure, measure_ends(snapshot, measure)),
    )
    said = _with_place(said, snapshot, value) if snapshot.is_sorted else said
    return _noted(titled(title, said), snapshot)


def _noted(said: str, snapshot: MosaicSnapshot) -> str:
    return " · ".join(filter(None, (said, unlike_note(snapshot))))


def _explanation(snapshot: MosaicSnapshot) -> str:
    if snapshot.compared is not None:
        return translate("attention", "how much more, or less, than in the compared one")
    return kind_explanation(snapshot.kind, looks_ahead=snapshot.looks_ahead)


def _with_place(said: str, snapshot: MosaicSnapshot, value: float) -> str:
    """The sentence with the place of a head among all: one more than heads with more."""
    values = snapshot.measures
    if values is None or np.isnan(value):
        return said
    place = 1 + int((values > value).sum())
    template = translate("measures", "{measured}; {place} of {count}, largest first")
    return template.format(measured=said, place=place, count=values.size)
