"""A label's text with its formulas typeset."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from viz_app.design.theme import Theme
from viz_app.pictures.typeset import has_formula, typeset


def show_typeset(label: QLabel, text: str, theme: Theme, *, size: int = 0, ink: str = "") -> None:
    """Show a text of ours; who listens hears its formulas spoken.

    Args:
        label: where it is shown.
        text: with formulas as they are spoken.
        theme: for the formulas.
        size: of the text, in px, if not the body's.
        ink: of the formulas, if not the colour of texts.
    """
    is_rich = has_formula(text)
    label.setTextFormat(Qt.TextFormat.RichText if is_rich else Qt.TextFormat.PlainText)
    label.setText(typeset(text, theme, size=size, ink=ink) if is_rich else text)
    label.setAccessibleName(text)


def show_small_typeset(label: QLabel, text: str, theme: Theme) -> None:
    """The same in a small, soft label."""
    show_typeset(label, text, theme, size=theme.small, ink=theme.soft_text)
