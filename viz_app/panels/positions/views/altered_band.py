"""One translation with altered positions: the source with what it was told, and what came of it."""

from __future__ import annotations

import html
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from model.lessons.positions.altered_record import AlteredTranslation
from model.special_tokens import SPECIAL_TOKENS
from viz_app.design.theme import Theme, mixed
from viz_app.panels.positions.texts.pages import altered_note, altered_tables, altered_title
from viz_app.storage.value_tables import Tables
from viz_app.texts.visible_token import visible
from viz_app.widgets.labels import text_label
from viz_app.widgets.pictured import Pictured
from viz_app.widgets.themed import Themed

NO_POSITION = "–"
"""Stands below a token to which no position was added."""

NO_BREAK, BLANK, THIN = "&#8288;", "&nbsp;", "&#8201;"
"""No line ends inside of a token or before its position; thin blanks pad one that stands out.

A narrow blank, U+202F, would not keep Qt from breaking a line after a Chinese character.
"""

TINT = 0.22
"""Share of the warning colour in the ground of a token that has changed."""


class AlteredBand(Pictured, Themed, QWidget):
    """Title and note above; source tokens with their positions, an arrow, target tokens."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.title, self.note = text_label("title", wraps=True), text_label("small", wraps=True)
        self.source, self.target = text_label(), text_label()
        self._arrow = text_label("soft")
        self._arrow.setText("→")
        self._tables: Tables = ()
        self._grid = QGridLayout(self)
        self._arrange()
        self.set_theme(theme)

    def show_translation(
        self, translation: AlteredTranslation, source: Sequence[str], changed: Sequence[bool]
    ) -> None:
        """Show one; ``changed`` says which target tokens stand out."""
        theme = self.theme
        self.title.setText(altered_title(translation))
        self.setAccessibleName(self.title.text())
        self._tables = altered_tables(translation, source, changed)
        self.note.setText(altered_note(translation, sum(changed)))
        places = [NO_POSITION if row is None else str(row) for row in translation.source_rows]
        self.source.setText(
            _line([_placed(*pair, theme) for pair in zip(source, places, strict=True)])
        )
        self.target.setText(
            _line(
                [
                    _token(token, theme, marked=mark)
                    for token, mark in zip(translation.tokens, changed, strict=True)
                ]
            )
        )
        self.source.setAccessibleName(
            ", ".join(f"{token} {place}" for token, place in zip(source, places, strict=True))
        )
        self.target.setAccessibleName(translation.text)

    def shown_values(self) -> Tables:
        """The positions of the source tokens, the target tokens, and how sure the model is."""
        return self._tables

    def _dress(self) -> None:
        """What is shown gets its colours when it is shown again."""
        margin = 4 * self.theme.unit
        self._grid.setContentsMargins(margin, margin, margin, margin)
        self._grid.setHorizontalSpacing(margin)
        self._grid.setVerticalSpacing(2 * self.theme.unit)

    def _arrange(self) -> None:
        for line in (self.source, self.target):
            line.setWordWrap(True)
            line.setTextFormat(Qt.TextFormat.RichText)
            line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._grid.addWidget(self.title, 0, 0, 1, 2)
        self._grid.addWidget(self.note, 0, 2)
        for column, widget in enumerate((self.source, self._arrow, self.target)):
            self._grid.addWidget(widget, 1, column)
        for column in (0, 2):
            self._grid.setColumnStretch(column, 1)


def _line(tokens: Sequence[str]) -> str:
    """The blank that a line may end with is the last of three, so that no line begins with one."""
    return f"{BLANK}{BLANK} ".join(tokens)


def _placed(token: str, place: str, theme: Theme) -> str:
    """A token with its position, small, after it."""
    style = f"font-size:{theme.small}px; color:{theme.soft_text}"
    return f'{_token(token, theme, marked=False)}<span style="{style}">{BLANK}{place}</span>'


def _token(token: str, theme: Theme, *, marked: bool) -> str:
    special = token in SPECIAL_TOKENS
    size, colour = (theme.small, theme.soft_text) if special else (theme.large, theme.text)
    style = f"font-size:{size}px; color:{colour};"
    if marked:
        style += f" background-color:{mixed(theme.panel, theme.warning, share=TINT)};"
    text = NO_BREAK.join(html.escape(char) for char in visible(token))
    padded = f"{THIN}{text}{THIN}" if marked else text
    return f'<span style="{style}">{padded}</span>'
