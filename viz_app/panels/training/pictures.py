"""Texts of the training panel: the form, a run, its curves; and its cross-attention."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QPainter

from model.runs.presets import budget_seconds
from model.runs.progress import CurvePoint, RunCard
from viz_app.design.colour_map import lut_for
from viz_app.design.theme import Theme
from viz_app.panels.training.changes import time_name
from viz_app.panels.training.experiments.pictures import NO_BREAK, recorded_experiment_sentence
from viz_app.panels.training.replay.pictures.heads import moment_name
from viz_app.panels.training.replay.room import MomentCrossSnapshot
from viz_app.panels.training.runs.pictures import corpus_text
from viz_app.panels.training.snapshot import FormSnapshot, RunViewSnapshot
from viz_app.panels.training.state import LiveRun
from viz_app.pictures.cell_image import cell_codes, colour_table, ticks
from viz_app.pictures.legend import bar_width, paint_bar_beside
from viz_app.pictures.matrix import (
    ColouredCells,
    MatrixLayout,
    layout_matrix,
    paint_ground,
    paint_labels,
)
from viz_app.pictures.mosaic_layout import key_names, row_names
from viz_app.pictures.picture import Picture
from viz_app.pictures.typeset import paint_plot_titles
from viz_app.storage.value_tables import Tables
from viz_app.texts.labels import short_loss, spoken_time, system_reason
from viz_app.texts.picture_caption import focus_values, heads_shown, trace_sentences
from viz_app.texts.sentences import (
    cell_sentence,
    focus_sentence,
    kind_name,
    layer_name,
    short_axes_sentence,
)
from viz_app.workbench.state import Cell

translate = QCoreApplication.translate

# ------------------------------------------------------------------------------------------ curves


def short_number(value: float) -> str:
    """Three digits: ``0.000874``, ``1.31``."""
    return f"{value:.3g}"


def percent(share: float) -> str:
    """A share (0 … 1) in percent: ``87.5 %``."""
    return f"{100 * share:.1f} %"


def point_sentence(point: CurvePoint) -> str:
    text = translate(
        "curves",
        "Update {update}, epoch {epoch}: loss {loss} nats per token, learning rate {rate}, "
        "gradient norm {norm}",
    ).format(
        update=point.update,
        epoch=point.epoch,
        loss=short_loss(point.loss),
        rate=short_number(point.learning_rate),
        norm=short_number(point.gradient_norm),
    )
    parts = [text]
    if point.validation_loss is not None:
        text = translate("curves", "validation loss {loss}")
        parts.append(text.format(loss=short_loss(point.validation_loss)))
    if point.exact is not None:
        text = translate("curves", "exact match {share}")
        parts.append(text.format(share=percent(point.exact)))
    if point.bleu is not None:
        parts.append(f"BLEU {point.bleu:.1f}")
    return "; ".join(parts)


def chart_sentence() -> str:
    return translate("curves", "Values by update; a click shows that moment of the training")


# -------------------------------------------------------------------------------------------- form


MUCH_LONGER = 1.2
"""Factor of the requested time above which a run is called longer."""


def estimate_sentence(snapshot: FormSnapshot) -> str:
    """How long a run will take, where that is longer than asked, and a shortened warm-up."""
    estimate, training = snapshot.estimate, snapshot.request.training
    epochs = training.epochs
    if estimate is None:
        if snapshot.active:
            return translate("TrainingForm", "Not measured while a model is being trained.")
        return translate("TrainingForm", "Measuring this machine…")
    total, each = estimate.seconds(epochs), estimate.seconds(1)
    several = translate(
        "TrainingForm", "About {time} here: {epochs} epochs of {each}, measured just now."
    )
    one = translate("TrainingForm", "About {time} here: one epoch, measured just now.")
    text = (several if epochs > 1 else one).format(
        time=spoken_time(total), epochs=f"{epochs:,}", each=spoken_time(each)
    )
    name = time_name(snapshot.request.preset)
    if name is not None and total > MUCH_LONGER * budget_seconds(name):
        longer = translate(
            "TrainingForm", "This is longer than requested, but a run takes at least one epoch."
        )
        text = f"{text} {longer}"
    updates = estimate.updates_per_epoch * epochs
    cut = training.warmup_of(updates)
    if cut == training.warmup:
        return text
    shortened = translate(
        "TrainingForm",
        "Warm-up shortened from {asked} to {cut} updates, half of the run's {updates}.",
    ).format(asked=f"{training.warmup:,}", cut=f"{cut:,}", updates=f"{updates:,}")
    return f"{text} {shortened}"


def parameters_text(count: int | None) -> str:
    """``412,160 parameters``; an ellipsis while unknown."""
    number = "…" if count is None else f"{count:,}"
    return translate("TrainingForm", "{number} parameters").format(number=number)


# --------------------------------------------------------------------------------------------- run


LONGEST = 36
"""Characters of a corpus's name beside that of the run."""


def status_sentence(snapshot: RunViewSnapshot) -> str:
    """``reverse · training, epoch 3 of 12``; a long corpus name is elided in the middle."""
    card, live = snapshot.card, snapshot.live
    if card is None:
        return ""
    if card.recorded:
        return _recorded(card, snapshot.compared.card if snapshot.compared else None)
    status = _live_status(live, card) if live is not None else _ended_status(card, snapshot)
    name, half = corpus_text(card.task), LONGEST // 2
    short = name if len(name) <= LONGEST else f"{name[:half]}…{name[-half:]}"
    return f"{short} · {status}"


def _recorded(card: RunCard, other: RunCard | None) -> str:
    """States that a run, or both arms of an experiment, are shipped and not the user's."""
    if card.experiment:
        return recorded_experiment_sentence(card.seconds + (other.seconds if other else 0.0))
    text = translate(
        "RunView",
        "Recorded run of {task}, shipped with Headlight ({epochs} epochs in {time}). Press Start "
        "in Train: your own run takes its place.",
    )
    time = spoken_time(card.seconds).replace(" ", NO_BREAK)
    return text.format(task=corpus_text(card.task), epochs=card.epoch, time=time)


def starting_sentence(live: LiveRun) -> str:
    text = translate("RunView", "Reading the corpus of {task}…")
    return text.format(task=corpus_text(live.request.task))


def elsewhere_sentence(card: RunCard, *, paused: bool) -> str:
    trained = translate("RunView", "{name} is being trained")
    text = translate("RunView", "{name} is paused") if paused else trained
    return text.format(name=card.name)


def use_explanation(snapshot: RunViewSnapshot) -> str:
    card = snapshot.card
    if snapshot.can_be_used or card is None:
        return translate(
            "RunHeader",
            "Translate with this model; during training, with its current weights",
        )
    if card.recorded:
        return translate("RunHeader", "Shipped with Headlight without its model: train your own")
    if card.experiment and snapshot.live:
        return translate("RunHeader", "A running experiment can only be watched")
    if card.experiment:
        return translate(
            "RunHeader", "Its network was altered for the experiment, so no model was saved"
        )
    if snapshot.live:
        return translate("RunHeader", "It can translate after its first update")
    return translate("RunHeader", "This run has no saved model")


def replay_explanation(snapshot: RunViewSnapshot) -> str:
    if snapshot.replay is None:
        return translate("RunHeader", "No attention was recorded for this run")
    return translate(
        "RunHeader",
        "Show in every Look view what its heads attended to during training",
    )


def empty_sentence() -> str:
    """Text before the first run, valid in every tab that shows the run."""
    return translate(
        "RunView",
        "No run is shown yet. In Train, choose a task and a time and press Start: loss and "
        "translations appear here during training. Earlier runs are listed in Runs; click "
        "one to show it here.",
    )


def watched_sentence() -> str:
    return translate(
        "RunView",
        "No translations: Headlight only watched this network train and cannot translate with it.",
    )


def unscored_sentence() -> str:
    return translate("RunView", "No score: a watched network does not translate.")


def no_moments_sentence() -> str:
    return translate(
        "RunView",
        "No run is shown yet. In Train, choose a task and a time and press Start, or pick "
        "an earlier run in Runs. You then see here, moment by moment, how the attention of "
        "its heads forms.",
    )


def _live_status(live: LiveRun, card: RunCard) -> str:
    progress = live.progress
    values = {
        "epoch": progress.epoch if progress else card.epoch,
        "epochs": progress.epochs if progress else card.training.epochs,
    }
    if live.ending:
        return translate("RunView", "being saved…")
    if progress is None:
        return translate("RunView", "about to begin…")
    if live.status == "paused":
        return translate("RunView", "paused in epoch {epoch} of {epochs}").format(**values)
    return translate("RunView", "training, epoch {epoch} of {epochs}").format(**values)


def _ended_status(card: RunCard, snapshot: RunViewSnapshot) -> str:
    values = {
        "epoch": card.epoch,
        "epochs": card.training.epochs,
        "update": f"{card.update:,}",
        "time": spoken_time(card.seconds).replace(" ", NO_BREAK),
        "reason": system_reason(card.reason),
    }
    sentences = {
        "finished": translate("RunView", "finished: one epoch in {time}")
        if card.epoch == 1
        else translate("RunView", "finished: {epoch} epochs in {time}"),
        "stopped": translate("RunView", "stopped in epoch {epoch} of {epochs} after {time}"),
        "failed": translate("RunView", "failed in epoch {epoch}: {reason}"),
        "running": translate("RunView", "interrupted in epoch {epoch} of {epochs}"),
    }
    if card.module:
        sentences = {
            "finished": translate("RunView", "watched for {update} updates in {time}"),
            "stopped": translate("RunView", "stopped after {update} updates in {time}"),
            "failed": translate("RunView", "failed after update {update}: {reason}"),
            "running": translate("RunView", "being watched, or interrupted"),
        }
    text = sentences[card.status].format(**values)
    more = ""
    if snapshot.can_go_on and card.status != "failed":
        more = translate("RunView", "it can be continued")
    elif card.module and snapshot.history is not None and not snapshot.curve:
        more = translate("RunView", "no losses: record them with watch.step(loss=…)")
    return f"{text}; {more}" if more else text


# ----------------------------------------------------------------------------------------- picture


LARGEST_CELL = 44
"""Side of a cell in px at 100 %."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CrossAttention(Picture):
    """The last layer's cross-attention to one sentence, the mean over its heads.

    Attributes:
        heading: title and subtitle above the cells.
    """

    shown: MomentCrossSnapshot
    heading: tuple[str, str]

    natural = (320, 320)
    smallest = (240, 160)

    def say(self, spot: Cell) -> str:
        return cell_sentence(self.shown.focus, spot)

    def tables(self) -> Tables:
        return focus_values(self.shown.focus)

    def caption(self) -> tuple[str, ...]:
        focus, moment = self.shown.focus, moment_name(self.shown.update, self.shown.epoch)
        return moment, trace_sentences(focus.trace), *heads_shown(focus)

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> MatrixLayout:
        focus, marks = self.shown.focus, ticks(self.shown.focus.scale)
        painter.save()
        top = paint_plot_titles(painter, rect, *self.heading, theme) + 2 * theme.unit
        space = QRectF(rect.left(), top, rect.width(), max(rect.bottom() - top, 1.0))
        layout = layout_matrix(
            space,
            row_names(focus),
            key_names(focus),
            theme,
            largest=LARGEST_CELL,
            right=bar_width(theme, marks) + 4 * theme.unit,
            stretch=1.6,
            row_share=0.3,
        )
        lut = lut_for(theme, focus.kind, focus.colour_map)
        codes = cell_codes(
            focus.weights, focus.mask, decoded_rows=focus.decoded_rows, scale=focus.scale
        )
        cells = ColouredCells(codes=codes, table=colour_table(lut, theme))
        paint_ground(painter, layout.grid, cells, theme)
        paint_labels(painter, layout, theme)
        paint_bar_beside(painter, layout.grid, lut, theme, ticks=marks)
        painter.restore()
        return layout


def cross_picture(shown: MomentCrossSnapshot) -> CrossAttention:
    layer = translate("CrossView", "{layer}, head mean").format(layer=layer_name(shown.focus.layer))
    title = f"{kind_name('cross')} · {moment_name(shown.update, shown.epoch)}"
    subtitle = f"{short_axes_sentence()} · {layer}"
    return CrossAttention(
        title=translate("CrossView", "Cross-attention during training"),
        note=f"{title}. {subtitle}. {focus_sentence(shown.focus)}",
        shown=shown,
        heading=(title, subtitle),
    )
