"""The lines above a heatmap: title, legend, what rows and columns are, what the numbers mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from viz_app.design.theme import Theme
from viz_app.panels.attention.texts.picture_titles import BETWEEN, focus_title, picture_notes
from viz_app.pictures.axis_labels import elided, text_width
from viz_app.pictures.legend import legend_width
from viz_app.pictures.text_line import paint_heading, paint_line
from viz_app.texts.sentences import axes_sentence, legend_entries, short_axes_sentence
from viz_app.workbench.snapshots.pictures import FocusSnapshot

if TYPE_CHECKING:
    from viz_app.pictures.formulas import Formula

EXPLAINED = 120
"""A picture lower than this, in px at 100 %, has nothing but a title above its labels."""

ROOMY = 260
"""A picture lower than this, in px at 100 %, has its notes and its axes in one line."""

TERSE = 400
"""A picture with large text that is lower than this, in px at 100 %, has one line of words above
its cells and one under them: each line costs as much as a row of cells."""

MORE = "…"
"""There are words that have no room: they are in the title's tool tip."""

MOST_LINES = 2
"""Of notes."""

LINE = 1.4
"""Height of a line under the title, in heights of its text."""

TIGHT_LINE = 1.2
"""The same where a line is missed by the cells."""

LEGIBLE = 0.6
SHORTEST = 200
"""Of what stands beside the title there is only an ellipsis where it has less than this share of
the room that it needs, and less than these px at 100 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Titles:
    """Places in the painter's px with what stands there.

    Attributes:
        formula: right of the title; of no width where there is none, or no room for it.
        part: between these and the legend, for what is in view; may be empty.
        aside: what stands there too, because it has no line of its own.
        subtitle, notes: of no height where there is no room, or nothing to say.
        legend: left top of the legend in the title's line, or None.
    """

    title: QRectF
    title_text: str
    formula: QRectF
    part: QRectF
    aside: str
    subtitle: QRectF
    subtitle_text: str
    notes: QRectF
    notes_lines: tuple[str, ...]
    legend: QPointF | None

    @property
    def bottom(self) -> float:
        """Where all of it ends."""
        return self.notes.bottom()

    def contains(self, point: QPointF) -> bool:
        """Whether a point is on one of the lines."""
        lines = (self.title, self.part, self.subtitle, self.notes)
        return any(rect.contains(point) for rect in lines)


def is_terse(rect: QRectF, theme: Theme) -> bool:
    """Whether lines of words give their room to the cells; what they say is one hover away."""
    return theme.scale > 1 and rect.height() < TERSE * theme.scale


def layout_titles(rect: QRectF, focus: FocusSnapshot, theme: Theme) -> Titles:
    """Lines at the top of ``rect``."""
    line = QRectF(rect.left(), rect.top(), rect.width(), theme.body * 1.4)
    legend = _legend(line, focus, theme)
    end = line.right() if legend is None else legend.x() - 6 * theme.unit
    title, title_text = _title(line, focus, theme, end=end)
    typeset = _formula_place(title, focus, theme, end=end)
    part = QRectF(typeset.right() + 3 * theme.unit, line.top(), 0.0, line.height())
    part.setRight(max(end, part.left()))
    under, notes, aside = _words(rect, focus, theme, beside=part.width())
    height = theme.small * (TIGHT_LINE if is_terse(rect, theme) else LINE)
    subtitle = QRectF(rect.left(), line.bottom(), rect.width(), height if under else 0.0)
    return Titles(
        title=title,
        title_text=title_text,
        formula=typeset,
        part=part,
        aside=aside,
        subtitle=subtitle,
        subtitle_text=under,
        notes=QRectF(rect.left(), subtitle.bottom(), rect.width(), len(notes) * height),
        notes_lines=notes,
        legend=legend,
    )


def paint_titles(
    painter: QPainter, titles: Titles, focus: FocusSnapshot, theme: Theme, *, part: str
) -> None:
    """Paint the lines, the legend apart; ``part`` says what is in view when not all is."""
    top = Qt.AlignmentFlag.AlignTop
    paint_heading(painter, titles.title, titles.title_text, theme, at_top=True)
    if titles.formula.width():
        _formula(focus, theme).paint(painter, titles.formula)
    paint_line(painter, titles.subtitle, titles.subtitle_text, theme, high=top, whole=True)
    for number, text in enumerate(titles.notes_lines):
        place = titles.notes.adjusted(0, number * theme.small * LINE, 0, 0)
        paint_line(painter, place, text, theme, high=top, whole=True)
    beside = BETWEEN.join(text for text in (titles.aside, part) if text)
    needed = text_width(theme, titles.aside or part, size=theme.small)
    if titles.part.width() < min(LEGIBLE * needed, SHORTEST * theme.scale):
        beside = MORE if titles.part.width() >= text_width(theme, MORE, size=theme.small) else ""
    # on the title's baseline
    place = titles.part.adjusted(0, theme.body - theme.small, 0, 0)
    paint_line(painter, place, beside, theme, high=top)


def _title(line: QRectF, focus: FocusSnapshot, theme: Theme, *, end: float) -> tuple[QRectF, str]:
    text = elided(
        theme, focus_title(focus), size=theme.body, width=end - line.left(), weight="bold"
    )
    width = math.ceil(text_width(theme, text, size=theme.body, weight="bold")) + 1.0
    return QRectF(line.left(), line.top(), min(width, line.width()), line.height()), text


def _formula_place(title: QRectF, focus: FocusSnapshot, theme: Theme, *, end: float) -> QRectF:
    """Right of the whole title, a little smaller than elsewhere, as high as the title's line."""
    place = QRectF(title.topRight(), title.bottomRight())
    if focus.combination != "rollout":
        return place
    size = _formula(focus, theme).size
    width, left = size.width() * title.height() / size.height(), title.right() + 4 * theme.unit
    return QRectF(left, title.top(), width, title.height()) if left + width <= end else place


def _formula(focus: FocusSnapshot, theme: Theme) -> Formula:
    """Of the rollout; loaded now, so that no window starts with what draws SVG."""
    from viz_app.pictures.formulas import Formula

    return Formula(f"rollout_{focus.kind}", theme)


def _legend(line: QRectF, focus: FocusSnapshot, theme: Theme) -> QPointF | None:
    """At the right end of the title's line, where the whole title leaves room for it."""
    entries = legend_entries(focus)
    if not entries:
        return None
    left = line.right() - legend_width(entries, theme)
    words = text_width(theme, focus_title(focus), size=theme.body, weight="bold")
    if left < line.left() + words + 6 * theme.unit:
        return None
    return QPointF(left, line.center().y() - theme.small * 0.6)


def _lines(rect: QRectF, focus: FocusSnapshot, theme: Theme) -> tuple[str, tuple[str, ...]]:
    """What rows and columns are, and the notes: in one line, or in several where there is room."""
    if rect.height() < EXPLAINED * theme.scale:
        return "", ()
    axes, short = axes_sentence(focus.kind, focus.row_labels), short_axes_sentence()
    notes, width = picture_notes(focus), rect.width()
    said = BETWEEN.join((axes, *notes))
    roomy = rect.height() >= ROOMY * theme.scale
    if not notes or (roomy and text_width(theme, said, size=theme.small) > width):
        lines = tuple(_broken(notes, theme, width=width))
        return _first_that_fits((axes, short), theme, width=width), lines
    shorter = BETWEEN.join(notes)
    return _first_that_fits((said, shorter + BETWEEN + short, shorter), theme, width=width), ()


def _words(
    rect: QRectF, focus: FocusSnapshot, theme: Theme, *, beside: float
) -> tuple[str, tuple[str, ...], str]:
    """What stands under the title, the lines of notes, and what stands beside the title."""
    if not is_terse(rect, theme):
        under, notes = _lines(rect, focus, theme)
        return under, notes, "" if under else BETWEEN.join(picture_notes(focus))
    forms = _terse_forms(focus)
    fitting = (text for text in forms if text_width(theme, text, size=theme.small) <= beside)
    aside = next(fitting, "")
    if aside or rect.height() < EXPLAINED * theme.scale:
        return "", (), aside or MORE
    return _first_that_fits(forms, theme, width=rect.width()), (), ""


def _terse_forms(focus: FocusSnapshot) -> tuple[str, ...]:
    """What rows and columns are, and the notes, in one line, the longest first."""
    notes, short = picture_notes(focus), short_axes_sentence()
    said = (axes_sentence(focus.kind, focus.row_labels), *notes)
    return BETWEEN.join(said), BETWEEN.join((short, *notes))


def _broken(notes: Sequence[str], theme: Theme, *, width: float) -> list[str]:
    """Notes in a few lines: broken between them as far as they fit, else elided."""
    lines: list[str] = []
    for note in notes:
        longer = BETWEEN.join([*lines[-1:], note])
        if lines and (
            len(lines) == MOST_LINES or text_width(theme, longer, size=theme.small) <= width
        ):
            lines[-1] = longer
        else:
            lines.append(note)
    return [elided(theme, line, size=theme.small, width=width) for line in lines]


def _first_that_fits(texts: tuple[str, ...], theme: Theme, *, width: float) -> str:
    for text in texts:
        if text_width(theme, text, size=theme.small) <= width:
            return text
    return elided(theme, texts[-1], size=theme.small, width=width)
