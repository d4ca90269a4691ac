"""Animations: their frames, how each frame is painted, and how they are saved."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from model.runs.progress import CurveColumns, CurvePoint
from viz_app.design.theme import Theme
from viz_app.panels.attention.pictures.captions import HeadPicture
from viz_app.panels.attention.pictures.figures import head_picture
from viz_app.panels.attention.pictures.heatmap import HeatmapPicture
from viz_app.panels.attention.room import AttentionSnapshot, resolve_attention
from viz_app.panels.timeline.pictures import ChipLayout, ChipState, chip_layout, paint_chip
from viz_app.panels.timeline.room import TimelineSnapshot, resolve_timeline
from viz_app.panels.training.replay.pictures.strip import loss_strip
from viz_app.panels.training.replay.room import (
    WORKBENCH,
    ReplaySnapshot,
    cursor,
    looked_at,
    moments_on_show,
    resolve_replay,
)
from viz_app.panels.training.state import TrainingRoom
from viz_app.pictures.labels import text_width
from viz_app.pictures.mosaic import Mosaic
from viz_app.pictures.typeset import flowed, paint_line
from viz_app.storage.animation_files import AnimationError, AnimationFile, Canvas, encoding_steps
from viz_app.storage.files import FileProgress
from viz_app.texts.labels import short_loss
from viz_app.texts.sentences import heads_phrase, kind_name, layer_name
from viz_app.texts.visible_token import isolated
from viz_app.workbench.snapshots.attention import FocusSnapshot, MosaicSnapshot
from viz_app.workbench.state import Workbench, with_step


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameSnapshot:
    """One frame of an animation.

    Attributes:
        model: name of the model, or of the run.
        source: the sentence.
        steps: the target with the current step.
        replay: position in the training; None for a decoding.
    """

    model: str
    source: str
    attention: AttentionSnapshot
    steps: TimelineSnapshot
    replay: ReplaySnapshot | None = None

    @property
    def validated(self) -> CurvePoint | None:
        """The last validation at or before this moment, if any."""
        if self.replay is None:
            return None
        now = self.replay.updates[self.replay.index]
        points = (point for point in reversed(self.replay.curve) if point.update <= now)
        return next((point for point in points if point.validation_loss is not None), None)


@dataclass(frozen=True, slots=True)
class Film:
    """``frame(0)`` to ``frame(count - 1)``, each computed on request."""

    count: int
    frame: Callable[[int], FrameSnapshot]


def decoding_film(bench: Workbench) -> Film:
    """One frame per step (encoder alone: per token); raises AnimationError if there is none."""
    trace = bench.trace
    if trace is None or not trace.n_places:
        raise AnimationError("There are no steps to animate: type a sentence first.")

    def frame(step: int) -> FrameSnapshot:
        selection = with_step(bench.selection, step, trace)
        return _frame(dataclasses.replace(bench, selection=selection, whole=False))

    return Film(trace.n_places, frame)


def training_film(room: TrainingRoom) -> Film:
    """One frame per recorded moment; raises AnimationError if there is none."""
    count = len(moments_on_show(room.own))
    if not count:
        raise AnimationError("There are no moments to animate: this run has no recorded attention.")
    replay = dataclasses.replace(cursor(room.own), in_workbench=True, follows=False)
    bench = dataclasses.replace(room.bench, tab=WORKBENCH)
    room = dataclasses.replace(room, bench=bench)

    def frame(index: int) -> FrameSnapshot:
        there = room.changed(replay=dataclasses.replace(replay, index=index))
        return _frame(looked_at(there), resolve_replay(there))

    return Film(count, frame)


def _frame(bench: Workbench, replay: ReplaySnapshot | None = None) -> FrameSnapshot:
    attention = resolve_attention(bench)
    if attention is None or bench.trace is None or (replay is not None and not bench.recorded):
        raise AnimationError(
            "This sentence cannot be animated: it was not recorded at every moment."
        )
    model = bench.model.name if bench.model else ""
    return FrameSnapshot(
        model=replay.run if replay is not None else model,
        source=bench.trace.source_text,
        attention=attention,
        steps=resolve_timeline(bench),
        replay=replay,
    )


translate = QCoreApplication.translate

_Picture = MosaicSnapshot | FocusSnapshot

NATURAL = (1280, 720)
"""Frame size at which text is as large as in the window at 100 %; text scales with the frame."""

ROOMY, WIDE = 480, 900
"""In px at 100 %: a lower frame has one line of tokens, a narrower one the grid or the head."""

STRIP, LOW_STRIP = 68, 56
"""Height of the curve, in px at 100 %."""

WIDEST_LOG = -99.99
"""Stands for the widest log-probability in the layout."""

TOLD = 2
"""Lines reserved for the sentence under a matrix, so that following pictures do not jump."""

SHARES = {"grid": 4 / 7, "other": 1 / 4}
"""Share of the width for all heads beside the one in view, as in the window."""


def frame_pixels(frame: FrameSnapshot, theme: Theme, *, width: int, height: int) -> Canvas:
    """Render a frame, also outside the GUI thread. ``[height, width, 3]``."""
    ratio = max(1.0, min(width / NATURAL[0], height / NATURAL[1]))
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    with QPainter(image) as painter:
        paint_frame(painter, QRectF(0, 0, width / ratio, height / ratio), frame, theme)
    packed = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(height, width, 4)
    return np.ascontiguousarray(packed[..., 2::-1])


def paint_frame(painter: QPainter, rect: QRectF, frame: FrameSnapshot, theme: Theme) -> None:
    painter.fillRect(rect, QColor(theme.background))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    unit = float(theme.unit)
    inner = rect.adjusted(4 * unit, 2 * unit, -4 * unit, -2 * unit)
    roomy, parts = rect.height() >= ROOMY, _FramePainter(painter, frame, theme)
    under = parts.sentence(inner)
    under = parts.steps(inner, under + unit, lines=2 if roomy else 1)
    over = parts.foot(inner, roomy=roomy)
    parts.pictures(QRectF(inner.left(), under + 2 * unit, inner.width(), over - under - 4 * unit))


def frame_caption(frame: FrameSnapshot) -> str:
    view = frame.attention.options.view
    focus = head_picture(frame.attention.focus, view).focus
    heads = heads_phrase(focus, each=view == "links")
    parts = [kind_name(focus.kind), layer_name(focus.layer), heads]
    if frame.replay is None:
        step = translate("animation", "step {step} of {steps}")
        parts.append(step.format(step=frame.steps.step + 1, steps=frame.steps.n_steps))
    elif frame.validated is not None:
        said = translate("animation", "validation {loss}, update {update}")
        loss = short_loss(frame.validated.validation_loss or 0.0)
        parts.append(said.format(loss=loss, update=f"{frame.validated.update:,}"))
    return " · ".join(parts)


@dataclass(frozen=True, slots=True)
class _FramePainter:
    painter: QPainter
    frame: FrameSnapshot
    theme: Theme

    def sentence(self, inner: QRectF) -> float:
        """Paint source and model name; returns the lower edge in px."""
        painter, theme = self.painter, self.theme
        line = QRectF(inner.left(), inner.top(), inner.width(), 1.6 * theme.large)
        name = isolated(self.frame.model)
        width = min(text_width(theme, name, size=theme.small), 0.3 * line.width())
        at_right = line.adjusted(line.width() - width, 0, 0, 0)
        paint_line(painter, at_right, name, theme, side="right")
        source, size = line.adjusted(0, 0, -width - 4 * theme.unit, 0), theme.large
        paint_line(
            painter, source, self.frame.source, theme, size=size, colour=theme.text, weight="bold"
        )
        return line.bottom()

    def steps(self, inner: QRectF, top: float, *, lines: int) -> float:
        """Paint the target; returns the lower edge in px, the same for all frames."""
        theme, current = self.theme, self.frame.steps.step
        chips = chip_layout((self.frame.steps.line,), None, theme=theme, compact=False)
        pitch = chips.height + theme.unit
        line = QRectF(inner.left(), top, inner.width(), chips.height)
        steady = self._steady(chips)
        widths = [steady.place(step).width() + 2 for step in range(len(steady.columns))]
        places = flowed(widths, line, gap=steady.gap, step=pitch)
        if not places:
            return top
        lines = min(lines, 1 + round((places[-1].top() - top) / pitch))
        window = QRectF(inner.left(), top, inner.width(), lines * pitch)
        scrolled = max(0.0, places[current].top() + pitch - window.bottom())
        for step, place in enumerate(places):
            place.translate(0, -scrolled)
            if window.top() - 1 < place.top() < window.bottom() - 1:
                here = step == current
                state = ChipState(
                    current=here, later=step > current, tint=theme.accent if here else None
                )
                shown = place.adjusted(1, 1, -1, -1)
                paint_chip(self.painter, shown, chips.lines[0][step], state, theme)
        return window.bottom()

    def _steady(self, chips: ChipLayout) -> ChipLayout:
        """Chips with widths that do not depend on the numbers, so that they stay the same."""
        if self.frame.replay is None:
            return chips
        numbers = (WIDEST_LOG,) * len(chips.columns)
        line = dataclasses.replace(self.frame.steps.line, log_probabilities=numbers)
        return chip_layout((line,), None, theme=self.theme, compact=False)

    def foot(self, inner: QRectF, *, roomy: bool) -> float:
        """Paint the caption and the training curve; returns the upper edge in px."""
        painter, replay, theme = self.painter, self.frame.replay, self.theme
        height = theme.small * 1.6
        top = inner.bottom() - height
        if replay is not None:
            curves = tuple(
                CurveColumns(curve)
                for curve in (replay.curve, replay.compared_curve)
                if curve or curve is replay.curve
            )
            place = QRectF(inner.left(), 0, inner.width(), STRIP if roomy else LOW_STRIP)
            place.moveBottom(inner.bottom())
            top = place.top() - height
            strip = loss_strip(place, replay, curves, theme)
            strip.paint_backdrop(painter)
            strip.paint_cursor(painter, replay)
        line = QRectF(inner.left(), top, inner.width(), height)
        paint_line(painter, line, frame_caption(self.frame), theme, colour=theme.text)
        return top

    def pictures(self, room: QRectF) -> None:
        shown, view = self.frame.attention, self.frame.attention.options.view
        if shown.options.side_by_side:
            columns: Sequence[_Picture] = shown.mosaics if view == "grid" else shown.focuses
            gap = 3.0 * self.theme.unit
            width = (room.width() - (len(columns) - 1) * gap) / len(columns)
            for index, picture in enumerate(columns):
                left = room.left() + index * (width + gap)
                self._picture(QRectF(left, room.top(), width, room.height()), picture)
        elif room.width() < WIDE:
            self._picture(room, shown.mosaic if view == "grid" else shown.focus)
        else:
            gap = 2.0 * self.theme.unit
            width = (room.width() - gap) * SHARES["grid" if view == "grid" else "other"]
            self._picture(QRectF(room.left(), room.top(), width, room.height()), shown.mosaic)
            self._picture(room.adjusted(width + gap, 0, 0, 0), shown.focus)

    def _picture(self, place: QRectF, picture: _Picture) -> None:
        painter, theme, options = self.painter, self.theme, self.frame.attention.options
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.panel))
        painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), theme.radius, theme.radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inside = 3 * theme.unit
        inner = place.adjusted(inside, inside, -inside, -inside)
        if isinstance(picture, MosaicSnapshot):
            mosaic = Mosaic(snapshot=picture, titled=options.side_by_side)
            mosaic.paint(painter, inner, theme)
        else:
            self._head(inner, head_picture(picture, options.view))

    def _head(self, rect: QRectF, head: HeadPicture) -> None:
        """Scrolled to the row in view; the sentence has room for any step's, so nothing moves."""
        if isinstance(head, HeatmapPicture):
            head = dataclasses.replace(head, told=TOLD)
        offsets = head.offsets_to_row(rect, self.theme)
        head.paint_scrolled(self.painter, rect, self.theme, offsets)


AnimationSubject = Literal["decoding", "training"]
"""The translation step by step, or the run on show moment by moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimationRequest:
    """An animation to be saved, with its file and format."""

    subject: AnimationSubject
    file: AnimationFile
    theme: Theme


def saving_steps(
    film: Film, theme: Theme, file: AnimationFile
) -> Generator[FileProgress, None, None]:
    """Paint and encode all frames; if closed early, an existing file stays unchanged.

    Runs outside the GUI thread: frames are painted on images of their own.

    Raises:
        AnimationError: the format or a size is not supported, or there is nothing to show.
        WriteError: the folder is missing or read-only, or the disk is full.
    """

    def picture(index: int) -> Canvas:
        # Painted when it is encoded: there are never two canvases in memory.
        return frame_pixels(film.frame(index), theme, width=file.width, height=file.height)

    for done in encoding_steps(file, count=film.count, picture=picture):
        yield FileProgress(done, film.count)
