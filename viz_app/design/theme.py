"""Theme: text sizes, spacing, fonts, and the style sheet of the colours of :mod:`.colours`."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Any, Literal

from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QImageReader, QPalette
from PySide6.QtWidgets import QApplication

from viz_app.design.colours import DARK, LIGHT, Colours
from viz_app.storage.settings import Settings

# ------------------------------------------------------------------------------------------- fonts
# The families that text is painted in, of those that this machine has.


LATIN_FONTS = ("Noto Sans", "Segoe UI", ".AppleSystemUIFont", "DejaVu Sans")
"""In order of preference; the first that exists is used."""

CHINESE_FONTS = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Micro Hei",
)
"""In order of preference; they fill the gaps of the Latin ones."""


@cache
def chinese_families() -> tuple[str, ...]:
    """Chinese font families, those with a regular face on this machine first.

    Qt takes the first family that exists, and paints all text bold if only its bold face is
    installed. If none of ours has a regular face, other installed families come before them. Needs
    a ``QGuiApplication``; cached, as fonts do not change while it runs.
    """
    regular = tuple(family for family in CHINESE_FONTS if _has_regular(family))
    rest = tuple(family for family in CHINESE_FONTS if family not in regular)
    return (*regular, *(() if regular else _other_regular()), *rest)


def families() -> tuple[str, ...]:
    """All families in order; those after the first that exists fill its gaps."""
    return (*LATIN_FONTS, *chinese_families())


def _other_regular() -> tuple[str, ...]:
    """Regular families with simplified characters, proportional and simplified ones first."""
    simplified = QFontDatabase.WritingSystem.SimplifiedChinese
    found = (name for name in QFontDatabase.families(simplified) if _has_regular(name))
    return tuple(sorted(found, key=lambda name: ("Mono" in name, _script_rank(name), name)))


def _script_rank(family: str) -> int:
    # Families for other regions draw some characters differently.
    place = family.rsplit(" ", 1)[-1]
    return {"SC": 0, "CN": 0, "TC": 2, "HK": 2, "TW": 2, "JP": 3, "KR": 3}.get(place, 1)


def _has_regular(family: str) -> bool:
    regular = QFont.Weight.Normal.value, QFont.Weight.Medium.value
    return any(
        regular[0] <= QFontDatabase.weight(family, style) <= regular[1]
        for style in QFontDatabase.styles(family)
    )


# -------------------------------------------------------------------------------------- icon files
# The icons that the style sheet draws.


ICONS = Path(__file__).resolve().parents[2] / "resources" / "icons"


def open_icon_plugins() -> None:
    """Load plugins for SVG icons before the first paint; needs a ``QGuiApplication``."""
    name = str(ICONS / "chevron-down.svg")
    QImageReader(name).size()
    QIcon(name).pixmap(1, 1)


# ------------------------------------------------------------------------------------- style sheet
# The application's style sheet, with ``$holes`` for the theme's values.


Rules = list[tuple[str, Mapping[str, str]]]
"""Selectors and their declarations, in the order of a sheet."""

STYLE_SHEET = """
QMainWindow, QDialog { background: $background; }
QMessageBox { messagebox-information-icon: url("$icons/information-$shade.svg");
    messagebox-question-icon: url("$icons/question-$shade.svg");
    messagebox-warning-icon: url("$icons/warning-$shade.svg");
    messagebox-critical-icon: url("$icons/error-$shade.svg"); }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QFileDialog { filedialog-parent-directory-icon: url("$icons/chevron-up.svg"); }
QToolTip { background: $panel; color: $text; border: 1px solid $line; padding: ${u1}px; }

QMenuBar { background: $panel; border-bottom: 1px solid $line; padding: ${u1}px ${u2}px; }
QMenuBar::item { padding: ${u1}px ${u3}px; border-radius: ${small_radius}px;
    background: transparent; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $panel; border: 1px solid $line; padding: ${u1}px; }
QMenu::item { padding: ${u1}px ${u6}px; border-radius: ${small_radius}px; }
QMenu::item:selected { background: $cross_tint; color: $text; }
QMenu::item:disabled { color: $faded; }
QMenu::separator { height: 1px; background: $line; margin: ${u1}px ${u2}px; }
QStatusBar { background: $background; color: $soft_text; font-size: ${small}px; }
QStatusBar::item { border: none; }

QFrame[panel="true"] { background: $panel; border: 1px solid $line; border-radius: ${radius}px; }
QLabel { background: transparent; }
QLabel[role="soft"] { color: $soft_text; }
QLabel[role="small"] { color: $soft_text; font-size: ${small}px; }
QLabel[role="title"] { font-size: ${body}px; font-weight: bold; }
QLabel[role="token"] { font-size: ${large}px; }
QLabel[role="danger"] { color: $danger; }
QLabel[role="warning"] { color: $warning; }

QPushButton { background: $panel; color: $text; border: 1px solid $line;
    border-radius: ${radius}px; padding: 0 ${u4}px; min-height: ${field}px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed, QPushButton:checked { background: $cross_tint; }
QPushButton:focus { border: 2px solid $accent; }
QPushButton:disabled { color: $faded; }
QPushButton[primary="true"] { background: $accent; color: $on_accent; border: none;
    font-weight: bold; padding: 0 ${u6}px; }
QPushButton[primary="true"]:hover { background: $accent_hover; }
QPushButton[primary="true"]:focus { border: 2px solid $text; }
QPushButton[primary="true"]:disabled { background: $line; color: $soft_text; }
QPushButton[flat_icon="true"] { padding: 0; min-width: ${icon_button}px;
    min-height: ${icon_button}px; }
QPushButton[compact="true"] { min-height: ${compact}px; padding: 0 ${u3}px; }
QPushButton[link="true"] { background: transparent; color: $accent; border: none;
    font-weight: bold; min-height: ${u5}px; padding: 0 ${u2}px; }
QPushButton[link="true"]:hover { background: $hover; }
QPushButton[link="true"]:focus { border: 2px solid $accent; padding: 0 ${u1}px; }

QPushButton[band="true"], QLineEdit[band="true"], QComboBox[band="true"] {
    min-height: ${band}px; }
QPushButton[flat_icon="true"][band="true"] { min-width: ${u7}px; }

QPushButton[chip="true"] { background: $cross_tint; border-color: $cross_edge;
    border-radius: ${small_radius}px; min-height: ${compact}px; padding: 0 ${u2}px; }

QPushButton[segment="true"] { border-radius: ${small_radius}px; color: $soft_text;
    min-height: ${compact}px; padding: 0 ${u3}px; }
QPushButton[segment="true"]:checked { background: $cross_tint; border-color: $cross_edge;
    color: $text; }
QPushButton[segment="true"]:focus { border: 2px solid $accent; }
QPushButton[segment="true"]:disabled { background: transparent; border-color: $line;
    color: $faded; }

QPushButton[pill="encoder"], QPushButton[pill="decoder"], QPushButton[pill="cross"] {
    border-radius: ${pill_radius}px; min-height: ${compact}px; padding: 0 ${u3}px; }
QPushButton[pill="encoder"]:checked { background: $encoder_tint; border-color: $encoder_edge; }
QPushButton[pill="decoder"]:checked { background: $decoder_tint; border-color: $decoder_edge; }
QPushButton[pill="cross"]:checked { background: $cross_tint; border-color: $cross_edge; }
QPushButton[pill="encoder"]:focus { border: 2px solid $encoder; }
QPushButton[pill="decoder"]:focus { border: 2px solid $decoder; }
QPushButton[pill="cross"]:focus { border: 2px solid $cross; }

QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox { background: $panel; color: $text;
    border: 1px solid $line; border-radius: ${radius}px; padding: 0 ${u3}px;
    min-height: ${field}px; selection-background-color: $accent;
    selection-color: $on_accent; }
QLineEdit[role="source"] { font-size: ${large}px; font-family: $sentence_fonts; }
QLineEdit[role="sentence"] { font-family: $sentence_fonts; }
QLineEdit[compact="true"], QComboBox[compact="true"], QSpinBox[compact="true"] {
    min-height: ${compact}px; border-radius: ${small_radius}px; padding: 0 ${u2}px; }
QLineEdit:hover, QComboBox:hover, QSpinBox:hover, QDoubleSpinBox:hover {
    border-color: $soft_text; }
QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus {
    border: 2px solid $accent; padding: 0 ${u3_focus}px; min-height: ${field_focus}px; }
QLineEdit[compact="true"]:focus, QComboBox[compact="true"]:focus, QSpinBox[compact="true"]:focus {
    padding: 0 ${u2_focus}px; min-height: ${compact_focus}px; }
QLineEdit[band="true"]:focus, QComboBox[band="true"]:focus { min-height: ${band_focus}px; }
QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled {
    color: $faded; background: $background; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit { border: none; padding: 0; min-height: 0;
    background: transparent; }
QComboBox::drop-down { border: none; width: ${u6}px; }
QComboBox::down-arrow { image: url("$icons/chevron-down.svg"); width: ${u4}px; height: ${u4}px; }
QComboBox QAbstractItemView { background: $panel; color: $text; border: 1px solid $line;
    selection-background-color: $cross_tint; selection-color: $text; outline: none; }
QSpinBox::up-button, QDoubleSpinBox::up-button { border: none; background: transparent;
    width: ${u5}px; subcontrol-position: top right; }
QSpinBox::down-button, QDoubleSpinBox::down-button { border: none; background: transparent;
    width: ${u5}px; subcontrol-position: bottom right; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url("$icons/chevron-up.svg");
    width: ${u3}px; height: ${u3}px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url("$icons/chevron-down.svg");
    width: ${u3}px; height: ${u3}px; }

QFrame[floating="true"] { border: 1px solid $soft_text; }
QFrame[band="true"] { border: none; border-bottom: 1px solid $line; }
QTabBar { background: transparent; }
QTabBar::scroller { width: ${u8}px; }
QTabBar QToolButton { background: $background; border: 1px solid $line;
    border-radius: ${small_radius}px; }
QTabBar::tab { background: transparent; color: $soft_text; border: none;
    border-bottom: 2px solid transparent; padding: ${u2}px 0; margin-right: ${u8}px; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; }
QTabBar::tab:focus { color: $accent; }

QCheckBox { spacing: ${u2}px; }
QCheckBox::indicator, QTreeView::indicator { width: ${box}px; height: ${box}px;
    border: 1px solid $box_edge; border-radius: ${u1}px; background: $panel; }
QCheckBox::indicator:hover { background: $hover; }
QCheckBox::indicator:focus { border: 1px solid $accent; }
QCheckBox::indicator:checked, QTreeView::indicator:checked { image: url("$icons/check.svg");
    background: $box_ground; }
QCheckBox::indicator:disabled { border-color: $line; }
QCheckBox:disabled { color: $faded; }
QRadioButton::indicator { width: ${box}px; height: ${box}px; border: 1px solid $box_edge;
    border-radius: ${box_radius}px; background: $panel; }
QRadioButton::indicator:hover { background: $hover; }
QRadioButton::indicator:focus { border: 1px solid $accent; }
QRadioButton::indicator:checked { background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5,
    fx: 0.5, fy: 0.5, stop: 0.55 $accent, stop: 0.65 $panel); }
QRadioButton::indicator:unchecked:disabled { background: $background; }

QSlider::groove:horizontal { height: ${u1}px; background: $line; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { background: $accent; width: ${u4}px; height: ${u4}px;
    margin: -${u2}px 0; border-radius: ${handle_radius}px; border: 2px solid $panel; }
QSlider::handle:horizontal:focus { border: 2px solid $text; }
QSlider::sub-page:horizontal:disabled, QSlider::handle:horizontal:disabled { background: $line; }

QProgressBar { background: $line; border: none; border-radius: ${u1}px; max-height: ${u2}px;
    color: transparent; }
QProgressBar::chunk { background: $accent; border-radius: ${u1}px; }

QHeaderView { background: $panel; }
QHeaderView::section { background: $panel; color: $soft_text; border: none;
    border-right: 1px solid $line; border-bottom: 1px solid $line; padding: ${u1}px; }
QTableView { background: $panel; color: $text; border: 1px solid $line; gridline-color: $line;
    selection-background-color: $cross_tint; selection-color: $text; }
QTableCornerButton::section { background: $panel; border: none; }

QScrollArea { background: transparent; border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: ${u2}px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: ${u2}px; margin: 0; }
QScrollBar::handle { background: $line; border-radius: ${u1}px; min-height: ${u6}px;
    min-width: ${u6}px; }
QScrollBar::handle:hover { background: $faded; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: transparent; }
"""


def rules_in_frame(frame: str, around: str) -> str:
    # Every declaration of a property that differs between the two anywhere: of two rules for one
    # widget the narrower one wins, also where it alone has the same value in both.
    rules, usual = _rules(frame), set(_declarations(_rules(around)))
    differ = {said[1] for said in _declarations(rules) if said not in usual}
    kept = [(kinds, {name: told[name] for name in told if name in differ}) for kinds, told in rules]
    return "".join(f"{_within(kinds)} {{ {_written(told)} }}\n" for kinds, told in kept if told)


def _within(selectors: str) -> str:
    """Each selector below a marked widget, and for the marked widget itself."""
    mark, kinds = '[in_frame="true"]', [kind.strip() for kind in selectors.split(",")]
    itself = [re.sub(r"^\w+", rf"\g<0>{mark}", kind) for kind in kinds]
    return ", ".join([f"*{mark} {kind}" for kind in kinds] + itself)


def _written(told: Mapping[str, str]) -> str:
    return " ".join(f"{name}: {value};" for name, value in told.items())


def _declarations(rules: Rules) -> Iterator[tuple[str, str, str]]:
    return ((kinds, *said) for kinds, told in rules for said in told.items())


def _rules(sheet: str) -> Rules:
    return [
        (" ".join(selectors.split()), _declared(body))
        for selectors, body in re.findall(r"([^{}]+)\{([^}]*)\}", sheet)
    ]


def _declared(body: str) -> dict[str, str]:
    pairs = (said.partition(":") for said in body.split(";") if said.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}


# ------------------------------------------------------------------------------------------- theme


Weight = Literal["normal", "bold"]

TextSize = Literal["normal", "presentation", "hall"]
"""``hall`` is the presentation size in a window that is large enough for it."""

_SIZED = ("small", "body", "large", "unit", "radius", "small_radius")

SIZES: Mapping[TextSize, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "normal": ((12, 14, 18, 4, 8, 6), (12, 14, 18)),
    "presentation": ((18, 21, 27, 6, 12, 9), (15, 18, 22)),
    "hall": ((24, 26, 32, 6, 12, 9), (24, 24, 28, 5)),
}
"""Sizes in px of the pictures, and around them; what is missing is as at normal size."""

HALL = (1600, 900)
"""Width and height in px of a window from which on its presentation size is ``hall``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme(Colours):
    """Every colour (``#RRGGBB``) and size (px at 100 %) of the window.

    Attributes:
        small, body, large: text sizes; tokens are largest.
        unit: the step of all spacing.
        radius, small_radius: corners of panels, and of what stands on them.
        size: how large all of them are.
    """

    small: int = 12
    body: int = 14
    large: int = 18
    unit: int = 4
    radius: int = 8
    small_radius: int = 6
    size: TextSize = "normal"

    @property
    def scale(self) -> float:
        """1 at normal size."""
        return self.unit / 4

    @property
    def band_height(self) -> int:
        return max(7 * self.unit, round(1.5 * self.large))

    @property
    def least(self) -> int:
        """In px: no text shrinks below it to fit its place; 0 = no limit."""
        return self.small if self.size == "hall" else 0

    def font(self, size: int, weight: Weight = "normal") -> QFont:
        """A font of ``size`` px for Latin and Chinese characters."""
        font = QFont(list(families()))
        font.setPixelSize(max(1, size))
        font.setBold(weight == "bold")
        return font


_LIGHT = Theme(**dataclasses.asdict(LIGHT))
_DARK = Theme(**dataclasses.asdict(DARK))


def light_theme(size: TextSize = "normal") -> Theme:
    return _sized(_LIGHT, size)


def dark_theme(size: TextSize = "normal") -> Theme:
    return _sized(_DARK, size)


def band_theme(theme: Theme) -> Theme:
    """Theme around the pictures: larger text at presentation size, spacing as at 100 %."""
    return _sized(frame_theme(theme), theme.size, band=True)


def frame_theme(theme: Theme) -> Theme:
    """The same colours, with all sizes as at 100 %."""
    return _DARK if theme.is_dark else _LIGHT


def for_print(theme: Theme) -> Theme:
    return light_theme(theme.size)


def resolve_theme(
    settings: Settings, *, system_is_dark: bool, room: tuple[int, int] = (0, 0)
) -> Theme:
    """``room`` is the width and height of the window in px."""
    dark = system_is_dark if settings.theme == "system" else settings.theme == "dark"
    theme = _DARK if dark else _LIGHT
    return theme if settings.size == "normal" else presented(theme, room)


def presented(theme: Theme, room: tuple[int, int]) -> Theme:
    """The theme at presentation size, for a window with a width and a height in px."""
    return _sized(theme, "hall" if room[0] >= HALL[0] and room[1] >= HALL[1] else "presentation")


STYLE = "fusion"
"""Qt's style that looks the same on all systems.

The application is made with it: to ask Qt for a style, or to set one, costs 5 ms of the start, in
which its type gets all its enumerations.
"""


def apply_theme(app: QApplication, theme: Theme) -> None:
    # The previous sheet is removed first: replacing it directly takes Qt six times as long.
    app.setStyleSheet("")
    app.setPalette(palette(theme))
    app.setFont(theme.font(theme.body))
    app.setStyleSheet(style_sheet(theme))


def palette(theme: Theme) -> QPalette:
    # Colours for what the style sheet does not cover.
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
    # Widgets marked ``in_frame`` have the sizes of :func:`band_theme` by rules of this one sheet: a
    # sheet of their own would be parsed again at each change of the application's.
    frame, sheet = band_theme(theme), _filled(theme)
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
    values["band"] = theme.band_height
    values["band_focus"] = theme.band_height - 2
    return Template(STYLE_SHEET).substitute(values)


def faded(theme: Theme) -> str:
    return mixed(theme.panel, theme.soft_text, share=0.6)


def mixed(first: str, second: str, *, share: float) -> str:
    """``share`` (0 … 1) of the second colour in the first, as ``#RRGGBB``."""
    one, two = QColor(first), QColor(second)
    return QColor.fromRgbF(
        one.redF() + (two.redF() - one.redF()) * share,
        one.greenF() + (two.greenF() - one.greenF()) * share,
        one.blueF() + (two.blueF() - one.blueF()) * share,
    ).name()


def _sized(theme: Theme, size: TextSize, *, band: bool = False) -> Theme:
    values: dict[str, Any] = dict(zip(_SIZED, SIZES[size][band], strict=False))
    return dataclasses.replace(theme, size=size, **values)
