"""The application's style sheet, with ``$holes`` for the theme's values.

What a widget can ask for, by a dynamic property (``widget.setProperty("role", "soft")``):

==================  =============================================================================
``QFrame``          ``panel=true``: a sheet with a hairline and round corners; ``floating=true``:
                    one that lies over others; ``band=true``: a row with a hairline below
``QLineEdit``       ``role="source"``: the sentence to translate
``QLabel``          ``role="soft" | "small" | "title" | "token" | "danger" | "warning"``
``QPushButton``     ``primary=true``: the one thing to do here; ``flat_icon=true``: square, for an
                    icon; ``pill="encoder" | "decoder" | "cross"``: checkable, one kind;
                    ``segment=true``: checkable, one of a row; ``link=true``: leads on, words only
``QComboBox`` …     ``compact=true``: lower, for tool rows inside panels; ``band=true``: a little
                    lower, for the rows around the pictures
==================  =============================================================================

Whatever is in a widget with ``in_frame=true``, and it itself, is as large at presentation size as
at normal size.

A property that changes later needs ``widget.style().polish(widget)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

Rules = list[tuple[str, Mapping[str, str]]]
"""Selectors, and what is declared for them, in the order of a sheet."""

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
    min-height: ${u7}px; }
QPushButton[flat_icon="true"][band="true"] { min-width: ${u7}px; }

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
QAbstractSpinBox QLineEdit { border: none; padding: 0; min-height: 0;
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
    """What of the frame's sheet has to be said again beside that of all around it.

    Every declaration of something that differs between the two anywhere: of two rules for one
    widget the narrower one holds, also where it alone says the same in both.
    """
    rules, usual = _rules(frame), set(_declarations(_rules(around)))
    differ = {said[1] for said in _declarations(rules) if said not in usual}
    kept = [(kinds, {name: told[name] for name in told if name in differ}) for kinds, told in rules]
    return "".join(f"{_within(kinds)} {{ {_written(told)} }}\n" for kinds, told in kept if told)


def _within(selectors: str) -> str:
    """Each selector inside what is marked, and as what is marked itself."""
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
