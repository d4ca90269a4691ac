"""Text sizes, spacing, the colours of :mod:`.colours`; and how Qt gets them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from string import Template
from typing import Any, Literal

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from viz_app.design.colours import DARK, LIGHT, Colours
from viz_app.design.fonts import chinese_families, families
from viz_app.design.icon_files import ICONS
from viz_app.design.style_sheet import STYLE_SHEET, rules_in_frame
from viz_app.storage.settings import Settings, Size

Weight = Literal["normal", "bold"]

PRESENTATION_SCALE = 1.5
"""How much larger everything is on a projector."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme(Colours):
    """Every colour (``#RRGGBB``) and size (px at 100 %) of the window.

    Attributes:
        small, body, large: text sizes; tokens are largest.
        unit: the step of all spacing.
        radius, small_radius: corners of panels, and of what stands on them.
    """

    small: int = 12
    body: int = 14
    large: int = 18
    unit: int = 4
    radius: int = 8
    small_radius: int = 6

    @property
    def scale(self) -> float:
        """1 at normal size."""
        return self.unit / 4

    def font(self, size: int, weight: Weight = "normal") -> QFont:
        """A font of ``size`` px that has Latin and Chinese characters."""
        font = QFont(list(families()))
        font.setPixelSize(max(1, size))
        font.setBold(weight == "bold")
        return font


_LIGHT = Theme(**dataclasses.asdict(LIGHT))
_DARK = Theme(**dataclasses.asdict(DARK))


def light_theme(size: Size = "normal") -> Theme:
    """Dark text on white panels."""
    return _sized(_LIGHT, size)


def dark_theme(size: Size = "normal") -> Theme:
    """Light text on dark panels."""
    return _sized(_DARK, size)


def frame_theme(theme: Theme) -> Theme:
    """The same colours with the sizes of what stands around the pictures: those at 100 %."""
    return _DARK if theme.is_dark else _LIGHT


def for_print(theme: Theme) -> Theme:
    """The sizes of a theme in light colours."""
    return _sized(_LIGHT, "normal" if theme.scale == 1 else "presentation")


def resolve_theme(settings: Settings, *, system_is_dark: bool) -> Theme:
    """The theme that the settings ask for."""
    dark = system_is_dark if settings.theme == "system" else settings.theme == "dark"
    return dark_theme(settings.size) if dark else light_theme(settings.size)


STYLE = "fusion"
"""The style of Qt that looks the same everywhere.

The application is made with it: to ask Qt for a style, or to set one, costs 5 ms of the start, in
which its type gets all its enumerations.
"""

_DRESSED = Qt.WidgetAttribute.WA_WState_Polished
"""Which widgets Qt dresses anew in another style: those that were dressed before."""

_LEFT_OUT = Qt.WidgetAttribute.WA_SetStyle
"""Which widgets are told nothing of another style, as if they had one of their own: to tell a
thousand takes five times as long as to dress those that are seen."""


def apply_theme(app: QApplication, theme: Theme, *, later: Iterable[QWidget] = ()) -> None:
    """Give the whole application the theme's colours, font and style sheet.

    The sheet before is taken off first: to put one over another takes Qt six times as long.

    Args:
        app: the application.
        theme: for all of it.
        later: widgets that are not dressed now, but by :func:`catch_up`.
    """
    for widget in later:
        widget.setAttribute(_DRESSED, False)
        widget.setAttribute(_LEFT_OUT)
    app.setStyleSheet("")
    app.setPalette(palette(theme))
    app.setFont(theme.font(theme.body))
    app.setStyleSheet(style_sheet(theme))


def is_dressed(widget: QWidget) -> bool:
    """Whether it has the theme on; a widget that was never shown has none yet."""
    return widget.testAttribute(_DRESSED)


def is_left_out(widget: QWidget) -> bool:
    """Whether it has to catch up; one that is deleted has not."""
    return isValid(widget) and widget.testAttribute(_LEFT_OUT)


def catch_up(widgets: Iterable[QWidget]) -> None:
    """Dress widgets that were left out when the theme changed; no others."""
    for widget in filter(is_left_out, widgets):
        widget.setAttribute(_LEFT_OUT, False)
        widget.setAttribute(_DRESSED)
        widget.style().polish(widget)
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))


def palette(theme: Theme) -> QPalette:
    """The theme as Qt's colour roles, for what the style sheet does not name."""
    role = QPalette.ColorRole
    colours = QPalette()
    for names, colour in (
        ((role.Window, role.AlternateBase, role.Midlight), theme.background),
        ((role.Base, role.Button, role.ToolTipBase, role.Light), theme.panel),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText), theme.text),
        ((role.PlaceholderText,), theme.soft_text),
        ((role.Highlight, role.Link, role.Accent), theme.accent),
        ((role.HighlightedText,), theme.on_accent),
        ((role.Mid, role.Dark, role.Shadow), theme.line),
    ):
        for name in names:
            colours.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        colours.setColor(QPalette.ColorGroup.Disabled, name, QColor(faded(theme)))
    return colours


def style_sheet(theme: Theme) -> str:
    """The theme as a style sheet; :mod:`.style_sheet` lists what widgets can ask for.

    What is ``in_frame`` has the sizes of :func:`frame_theme`, by rules of this one sheet: one that
    such a widget had for itself would be read again with each change of the application's.
    """
    frame, sheet = frame_theme(theme), _filled(theme)
    if frame == theme:
        return sheet
    font = f"QWidget {{ font-size: {frame.body}px; }}"
    return sheet + rules_in_frame(font + _filled(frame), sheet)


def _filled(theme: Theme) -> str:
    values: dict[str, Any] = {
        field.name: getattr(theme, field.name) for field in dataclasses.fields(theme)
    }
    for kind in ("encoder", "decoder", "cross"):
        colour = values[kind]
        values[f"{kind}_tint"] = mixed(theme.panel, str(colour), share=0.1)
        values[f"{kind}_edge"] = mixed(theme.panel, str(colour), share=0.4)
    values |= {f"u{n}": theme.unit * n for n in range(1, 13)}
    values |= {
        "accent": theme.accent,
        "accent_hover": mixed(theme.accent, theme.text, share=0.12),
        "on_accent": theme.on_accent,
        "hover": mixed(theme.panel, theme.text, share=0.05),
        "faded": faded(theme),
        "icons": ICONS,
        "shade": "dark" if theme.is_dark else "light",
        "sentence_fonts": ", ".join(f'"{name}"' for name in (*chinese_families(), *families())),
        "field": round(34 * theme.scale),
        "compact": round(26 * theme.scale),
        "icon_button": round(32 * theme.scale),
        "pill_radius": (round(26 * theme.scale) + 2) // 2,
        "box": round(14 * theme.scale),
        "box_radius": (round(14 * theme.scale) + 2) // 2,
        "box_edge": mixed(theme.panel, theme.soft_text, share=0.9),
        "box_ground": mixed(theme.panel, theme.accent, share=0.25),
        "handle_radius": theme.unit * 2 + 2,
    }
    # the line around what has the focus is 1 px wider: all sides together stay as they are
    values |= {f"{name}_focus": values[name] - 1 for name in ("u2", "u3")}
    values |= {f"{name}_focus": values[name] - 2 for name in ("field", "compact")}
    values["band_focus"] = values["u7"] - 2
    return Template(STYLE_SHEET).substitute(values)


def faded(theme: Theme) -> str:
    """Text of what is disabled or not there yet."""
    return mixed(theme.panel, theme.soft_text, share=0.6)


def mixed(first: str, second: str, *, share: float) -> str:
    """``share`` (0 … 1) of the second colour in the first, as ``#RRGGBB``."""
    one, two = QColor(first), QColor(second)
    return QColor.fromRgbF(
        one.redF() + (two.redF() - one.redF()) * share,
        one.greenF() + (two.greenF() - one.greenF()) * share,
        one.blueF() + (two.blueF() - one.blueF()) * share,
    ).name()


def _sized(theme: Theme, size: Size) -> Theme:
    if size == "normal":
        return theme
    larger = {
        name: round(getattr(theme, name) * PRESENTATION_SCALE)
        for name in ("small", "body", "large", "unit", "radius", "small_radius")
    }
    return dataclasses.replace(theme, **larger)
