"""The dialog that saves or copies a picture, with a preview."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QImage, QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from viz_app.design.theme import Theme, frame_theme
from viz_app.texts.labels import tool_tip
from viz_app.widgets.choosers import CalmCombo, Segments
from viz_app.widgets.layout import filled, framed, name_parts, room_on_screen, text_label

# ----------------------------------------------------------------------------------------- options
# Options of a saved picture: format, size, colours, caption.


Suffix = Literal[".png", ".svg", ".pdf"]
PrintColours = Literal["screen", "light"]
Taking = Literal["picture", "whole"]

SCALES = (1, 2, 3, 4)
"""Pixels of a PNG for one px that can be chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureOptions:
    """The selected options; kept while the window is open.

    Attributes:
        scale: pixels of a PNG for one px.
        colours: those on the screen, or light ones for print.
        tokens: whether a grid of heads has its tokens on the axes; the screen has no room for
            them.
        extent: one picture, or all pictures of the tab.
        picture: index of the picture, from 0; not kept.
    """

    suffix: Suffix = ".png"
    scale: int = 2
    colours: PrintColours = "screen"
    caption: bool = True
    tokens: bool = True
    extent: Taking = "picture"
    picture: int = 0


# ---------------------------------------------------------------------------------- picture dialog


PREVIEW, LOWEST = (520, 300), 120
"""Size of the preview in px; its height on a small screen."""

FEWEST_LINES, MOST_LINES, FILLED = 3, 6, 0.9
"""Of the caption beneath the choices, and how much of a line words take."""

Draw = Callable[[FigureOptions, float], str]
"""Begins a preview with these options and a maximal width in px; returns the caption."""

translate = QCoreApplication.translate


class PictureDialog(QDialog):
    """A preview, and a row for each option.

    Signals:
        save_requested, copy_requested: with the selected options.
    """

    save_requested = Signal(object)
    copy_requested = Signal(object)

    def __init__(
        self,
        parent: QWidget,
        theme: Theme,
        *,
        options: FigureOptions,
        draw: Draw,
        pictures: Sequence[str],
        grids: Sequence[bool],
    ) -> None:
        """``grids``: which of the ``pictures`` are grids of heads; only these offer tokens."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._window, self._draw = parent, draw
        self.preview = text_label()
        self._frame = framed(self.preview)
        self.picture, self._grids = CalmCombo(characters=24), grids
        self.picture.setProperty("compact", True)
        self.picture.show_entries(pictures, options.picture)
        self.extent = Segments(theme, names=("picture", "whole"), texts=_extent_texts)
        self.suffix = Segments(theme, names=(".png", ".svg", ".pdf"), texts=_suffix_texts)
        self.scale = Segments(theme, names=[str(scale) for scale in SCALES], texts=_scale_texts)
        self.colours = Segments(theme, names=("screen", "light"), texts=_colour_texts)
        self.with_caption, self.caption = QCheckBox(), text_label("small", wraps=True)
        self.tokens = QCheckBox()
        self._names = {row: text_label() for row in self._choices()}
        box = QDialogButtonBox
        self.buttons = box(box.StandardButton.Save | box.StandardButton.Cancel)
        self.buttons.button(box.StandardButton.Save).setProperty("primary", True)
        self.copy_button = self.buttons.addButton("", box.ButtonRole.ActionRole)
        self._form, self._rows = QFormLayout(), QVBoxLayout(self)
        name_parts(self, "picture-dialog")
        self._arrange(frame_theme(theme).unit)
        self._choose(options)
        self._connect()
        self._name()
        self._show()

    def options(self) -> FigureOptions:
        return FigureOptions(
            suffix=cast("Suffix", self.suffix.current()),
            scale=int(self.scale.current()),
            colours=cast("PrintColours", self.colours.current()),
            caption=self.with_caption.isChecked(),
            tokens=self.tokens.isChecked(),
            extent=cast("Taking", self.extent.current()),
            picture=self.picture.currentIndex(),
        )

    def showEvent(self, event: QShowEvent) -> None:
        # Everything inside has its style by now.
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        others = self.minimumSizeHint().height() - self._frame.height()
        room = room_on_screen(self._window).height() - others
        self._frame.setFixedHeight(max(LOWEST, min(PREVIEW[1], room)))
        self._rows.activate()
        self.adjustSize()

    def _choices(self) -> dict[str, Segments]:
        return {
            "extent": self.extent,
            "suffix": self.suffix,
            "scale": self.scale,
            "colours": self.colours,
        }

    def _choose(self, options: FigureOptions) -> None:
        for name, choice in self._choices().items():
            choice.set_current(str(getattr(options, name)))
        self.with_caption.setChecked(options.caption)
        self.tokens.setChecked(options.tokens)

    def _connect(self) -> None:
        for choice in self._choices().values():
            choice.picked.connect(self._show)
        self.picture.currentIndexChanged.connect(self._show)
        for box in (self.with_caption, self.tokens):
            box.toggled.connect(self._show)
        self.buttons.rejected.connect(self.reject)
        self.buttons.accepted.connect(lambda: self._end(self.save_requested))
        self.copy_button.clicked.connect(lambda: self._end(self.copy_requested))

    def _end(self, signal: object) -> None:
        options = self.options()
        self.accept()
        signal.emit(options)  # type: ignore[attr-defined]

    def _show(self) -> None:
        # Only pixels have a scale, not vector graphics or text.
        options = self.options()
        self.scale.setEnabled(options.suffix == ".png")
        self.picture.setEnabled(options.extent == "picture")
        self.tokens.setEnabled(options.extent == "picture")
        self._form.setRowVisible(self.tokens, self._grids[options.picture])
        caption = self._draw(options, self.devicePixelRatioF() * PREVIEW[0])
        self._show_caption(caption if options.caption else "")

    def show_preview(self, image: QImage) -> None:
        ratio = self.devicePixelRatioF()
        shown = QPixmap.fromImage(image)
        shown.setDevicePixelRatio(1.0)
        keep, smooth = (
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        shown = shown.scaled(self.preview.size() * ratio, keep, smooth)
        shown.setDevicePixelRatio(ratio)
        self.preview.setPixmap(shown)

    def _show_caption(self, caption: str) -> None:
        # Some lines at least: the dialog keeps its size.
        metrics, label = self.caption.fontMetrics(), self.caption
        most = MOST_LINES * FILLED * PREVIEW[0]
        label.setText(metrics.elidedText(caption, Qt.TextElideMode.ElideRight, round(most)))
        needed = label.heightForWidth(PREVIEW[0])
        label.setMinimumHeight(max(FEWEST_LINES * metrics.lineSpacing(), needed))
        if self.isVisible():
            self._fit()

    def _arrange(self, unit: int) -> None:
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.preview.setFixedWidth(PREVIEW[0])
        self._frame.setFixedHeight(PREVIEW[1])
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for name, choice in self._choices().items():
            named = filled(QHBoxLayout(), choice, (self.picture, 1)) if name == "extent" else choice
            self._form.addRow(self._names[name], named)
        self._form.addRow(self.tokens)
        self._form.addRow(self.with_caption)
        self._form.addRow(self.caption)
        self._form.setSpacing(2 * unit)
        margins = (5 * unit, 5 * unit, 5 * unit, 4 * unit)
        filled(self._rows, self._frame, self._form, self.buttons, spacing=4 * unit, margins=margins)
        self.caption.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _name(self) -> None:
        self.setWindowTitle(self.tr("Save picture"))
        self.preview.setAccessibleName(self.tr("What will be saved"))
        self.picture.setAccessibleName(self.tr("Picture"))
        self.picture.setToolTip(tool_tip(self.tr("Pictures of the current tab and of the steps")))
        for name, text in {
            "extent": self.tr("Item"),
            "suffix": self.tr("File"),
            "scale": self.tr("Pixels"),
            "colours": self.tr("Colours"),
        }.items():
            self._names[name].setText(text)
        self.with_caption.setText(self.tr("Caption below the picture"))
        self.with_caption.setToolTip(tool_tip(self.tr("Model, sentence, heads and colours")))
        self.tokens.setText(self.tr("Tokens on the axes"))
        self.tokens.setToolTip(
            tool_tip(
                self.tr(
                    "Label rows and columns with their tokens and enlarge the picture to "
                    "fit them. The window and the whole view have no room for them."
                )
            )
        )
        self.copy_button.setText(self.tr("&Copy"))
        self.copy_button.setToolTip(self.tr("Copy to the clipboard as a bitmap"))
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setText(self.tr("&Save as…"))
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(self.tr("Cancel"))


def _extent_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "picture": (
            translate("PictureDialog", "One picture"),
            translate("PictureDialog", "The picture chosen in the list"),
        ),
        "whole": (
            translate("PictureDialog", "Whole view"),
            translate("PictureDialog", "All pictures of the tab, arranged as on screen"),
        ),
    }


def _suffix_texts() -> Mapping[str, tuple[str, str]]:
    return {
        ".png": ("PNG", translate("PictureDialog", "Bitmap, for slides and web pages")),
        ".svg": ("SVG", translate("PictureDialog", "Vector graphics, for drawing programs")),
        ".pdf": ("PDF", translate("PictureDialog", "Vector graphics, for papers")),
    }


def _scale_texts() -> Mapping[str, tuple[str, str]]:
    tip = translate("PictureDialog", "File pixels per screen pixel")
    return {str(scale): (f"{scale}×", tip) for scale in SCALES}


def _colour_texts() -> Mapping[str, tuple[str, str]]:
    return {
        "screen": (
            translate("PictureDialog", "As on the screen"),
            translate("PictureDialog", "The window's current colours"),
        ),
        "light": (
            translate("PictureDialog", "Light, for print"),
            translate("PictureDialog", "Dark text on white"),
        ),
    }
