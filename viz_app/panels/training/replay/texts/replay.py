"""What the time-lapse of a training says: where one is in it, and what a head was like there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from viz_app.panels.training.replay.head_history import HeadHistorySnapshot
from viz_app.panels.training.replay.snapshot import MomentMosaicSnapshot, ReplaySnapshot
from viz_app.storage.value_tables import ValueTable
from viz_app.texts.isolates import isolated
from viz_app.texts.measure_names import (
    measure_explanation,
    measure_name,
    measure_number,
    measured_text,
    with_unit,
)
from viz_app.texts.numbers import short_loss
from viz_app.texts.sentences import head_title, kind_name, titled

translate = QCoreApplication.translate


def replay_sentence(snapshot: ReplaySnapshot) -> str:
    """``reverse-1 · update 400 of 2,400, epoch 2 · loss 0.310``, and what is beside it."""
    place = _place_parts(snapshot, snapshot.index)
    return " · ".join((isolated(snapshot.run), *place, *_live(snapshot), *_beside(snapshot)))


def replay_sentences(snapshot: ReplaySnapshot) -> tuple[str, ...]:
    """The same, then ever shorter: without what the legend says too, at last the moment alone."""
    place, live = _place_parts(snapshot, snapshot.index), _live(snapshot)
    moment = moment_name(snapshot.updates[snapshot.index], snapshot.epochs[snapshot.index])
    shorter = (
        (isolated(snapshot.run), *place, *live),
        (*place, *live),
        (moment, *place[1:], *live),
        (moment,),
    )
    return (replay_sentence(snapshot), *(" · ".join(parts) for parts in shorter))


def moment_sentence(snapshot: ReplaySnapshot, index: int) -> str:
    """The same of any moment, without names."""
    return " · ".join(_place_parts(snapshot, index))


def spacing_note() -> str:
    """What the axis of the moments is."""
    return translate("replay", "moments evenly spaced")


def strip_hint() -> str:
    """What the slider is for."""
    return translate(
        "replay",
        "Drag, click or press the arrow keys to go through the training. Moments are drawn "
        "evenly spaced, though the early ones lie closer together.",
    )


def epoch_word(epochs: Sequence[int]) -> str:
    """Before the numbers under the moments."""
    return translate("replay", "epoch") if any(epochs) else translate("replay", "update")


def curve_names(snapshot: ReplaySnapshot) -> tuple[str, ...]:
    """The line, the dots, and the compared run's line: then both lines have the runs' names."""
    dots = translate("replay", "validation")
    if snapshot.compared_curve:
        return snapshot.run, dots, snapshot.compared
    return translate("replay", "training"), dots


def no_moments() -> str:
    """Instead of a time-lapse."""
    return translate("replay", "No attention is recorded yet.")


def moment_name(update: int, epoch: int) -> str:
    """``update 400, epoch 2``; of a training whose epochs nobody counted, the update alone."""
    if update == 0:
        return translate("replay", "before the first update")
    if epoch == 0:
        return translate("replay", "update {update}").format(update=f"{update:,}")
    template = translate("replay", "update {update}, epoch {epoch}")
    return template.format(update=f"{update:,}", epoch=epoch)


def mosaic_title(snapshot: MomentMosaicSnapshot) -> str:
    """Which moment the small mosaic shows, and whether its decoder looks ahead."""
    name = moment_name(snapshot.update, snapshot.epoch)
    if not snapshot.mosaic.looks_ahead:
        return name
    return translate("replay", "{moment} · no causal mask").format(moment=name)


def history_table(shown: HeadHistorySnapshot) -> ValueTable:
    """A row for each head, a column for each moment, by its update."""
    layers, heads, moments = shown.values.shape
    return ValueTable(
        name=measure_name(shown.number),
        rows=tuple(
            head_title(shown.kind, layer=layer, head=head)
            for layer in range(layers)
            for head in range(heads)
        ),
        columns=tuple(str(update) for update in shown.updates),
        values=shown.values.reshape(-1, moments),
    )


def losses_title() -> str:
    """Of the strip's curves as a table."""
    return translate("replay", "loss, by update")


def moments_table(snapshot: ReplaySnapshot) -> ValueTable:
    """A row for each moment: its epoch, the loss by then, and a 1 at the one on show."""
    points = (snapshot.loss_at(index) for index in range(len(snapshot.updates)))
    losses = [np.nan if point is None else point.loss for point in points]
    shown = np.arange(len(losses)) == snapshot.index
    return ValueTable(
        name=translate("replay", "moments, by update"),
        rows=tuple(map(str, snapshot.updates)),
        columns=(
            translate("replay", "epoch"),
            translate("replay", "loss"),
            translate("replay", "on show"),
        ),
        values=np.stack([snapshot.epochs, losses, shown], axis=1).astype(np.float64),
    )


def history_title() -> str:
    """What the picture of all heads over time shows; kind and number are chosen beside."""
    return translate("replay", "Every head over the training")


def history_name(snapshot: HeadHistorySnapshot) -> str:
    """The same with kind and number, for who hears it."""
    kind = titled(history_title(), kind_name(snapshot.kind))
    return titled(kind, measure_name(snapshot.number))


def history_sentence(snapshot: HeadHistorySnapshot) -> str:
    """The head in view at the moment on show, and what the number says."""
    here = head_sentence(snapshot, layer=snapshot.layer, head=snapshot.head, index=snapshot.index)
    return f"{here} {measure_explanation(snapshot.number)}"


def head_sentence(snapshot: HeadHistorySnapshot, *, layer: int, head: int, index: int) -> str:
    """``Cross · layer 2 · head 3: Diagonality 0.93 at update 400, epoch 2.``."""
    value = float(snapshot.values[layer, head, index])
    template = translate("replay", "{measured} at {moment}.")
    said = template.format(
        measured=measured_text(snapshot.number, value),
        moment=moment_name(snapshot.updates[index], snapshot.epochs[index]),
    )
    return titled(head_title(snapshot.kind, layer=layer, head=head), said)


def line_title(snapshot: HeadHistorySnapshot) -> str:
    """Over the line of the head in view: ``layer 2 · head 3: Diagonality 0.93``."""
    value = float(snapshot.values[snapshot.layer, snapshot.head, snapshot.index])
    template = translate("replay", "layer {layer} · head {head}: {measured}")
    return template.format(
        layer=snapshot.layer + 1,
        head=snapshot.head + 1,
        measured=measured_text(snapshot.number, value),
    )


def compared_title(snapshot: HeadHistorySnapshot) -> str:
    """The compared run's name and its number, where its training had come as far."""
    if snapshot.compared_values is None:
        return ""
    update = snapshot.updates[snapshot.index]
    nearest = min(
        range(len(snapshot.compared_updates)),
        key=lambda index: abs(snapshot.compared_updates[index] - update),
    )
    number = measure_number(float(snapshot.compared_values[nearest]))
    return translate("replay", "dashed: {run} {number}").format(
        run=isolated(snapshot.compared), number=with_unit(snapshot.number, number)
    )


def _live(snapshot: ReplaySnapshot) -> list[str]:
    return [translate("replay", "live")] if snapshot.live and snapshot.follows else []


def _beside(snapshot: ReplaySnapshot) -> list[str]:
    if snapshot.compared_update is not None:
        beside = translate("replay", "beside {run} at update {update}")
        name = isolated(snapshot.compared)
        return [beside.format(run=name, update=f"{snapshot.compared_update:,}")]
    if snapshot.compared:
        alone = translate("replay", "{run} has no attention to compare with")
        return [alone.format(run=isolated(snapshot.compared))]
    return []


def _place_parts(snapshot: ReplaySnapshot, index: int) -> list[str]:
    update, epoch = snapshot.updates[index], snapshot.epochs[index]
    place = moment_name(update, epoch)
    if update and snapshot.planned >= update:
        template = (
            translate("replay", "update {update} of {planned}, epoch {epoch}")
            if epoch
            else translate("replay", "update {update} of {planned}")
        )
        place = template.format(update=f"{update:,}", planned=f"{snapshot.planned:,}", epoch=epoch)
    point = snapshot.loss_at(index)
    if point is None:
        return [place]
    return [place, translate("replay", "loss {loss}").format(loss=short_loss(point.loss))]
