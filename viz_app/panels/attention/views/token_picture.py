"""A picture of a head's tokens with one of them chosen: kept in view, and said."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent

from viz_app.design.theme import Theme
from viz_app.panels.attention.intents import AttentionIntents
from viz_app.storage.value_tables import Tables
from viz_app.texts.heads_values import every_head_values
from viz_app.texts.picture_caption import heads_shown
from viz_app.widgets.scrolled_picture import ScrolledPicture
from viz_app.widgets.status_line import tell
from viz_app.workbench.snapshots.pictures import FocusSnapshot
from viz_app.workbench.state.selection import Cell


class TokenPicture(ScrolledPicture):
    """Base of the links and the text.

    Subclasses implement :meth:`picture_of`, :meth:`sentence`, :meth:`description` and
    :meth:`reveal_chosen`, and what :class:`ScrolledPicture` asks for.
    """

    natural, smallest = (540, 430), (300, 140)

    def __init__(self, theme: Theme, intents: AttentionIntents, *, panes: int = 1) -> None:
        super().__init__(theme, panes=panes)
        self.intents = intents
        self._snapshot: FocusSnapshot | None = None

    def set_snapshot(self, snapshot: FocusSnapshot | None) -> None:
        """Show a head. The same snapshot again costs nothing."""
        shown = None if snapshot is None else self.picture_of(snapshot)
        if shown == self._snapshot:
            return
        before, cell, row = self.resting_sentence(), self._cell(), self._row()
        self.take(shown)
        self.describe(self.description())
        self.arrange()
        self.redraw()
        if self._cell() != cell or self._row() != row:
            self.reveal_chosen()
        if self._cell() != cell or shown is None:
            self.rest()
        elif self.resting_sentence() != before and not self.hovering:
            tell(self, self.resting_sentence())

    def picture_of(self, snapshot: FocusSnapshot) -> FocusSnapshot:
        """What is shown of a layer whose heads were chosen."""
        raise NotImplementedError

    def take(self, shown: FocusSnapshot | None) -> None:
        """Something else is shown; forget what followed from the one before."""
        self._snapshot = shown

    def sentence(self) -> str:
        """What is chosen in words, else the row in view; empty without rows."""
        raise NotImplementedError

    def description(self) -> str:
        """What a screen reader says of the picture."""
        raise NotImplementedError

    def caption_parts(self) -> tuple[str, ...]:
        """Kind, layer and heads, and how weights became colours."""
        return heads_shown(self._snapshot, each=True) if self._snapshot else ()

    def shown_values(self) -> Tables:
        """The weights."""
        return every_head_values(self._snapshot) if self._snapshot else ()

    def reveal_chosen(self) -> None:
        """Scroll to what is chosen, else to the row in view."""
        raise NotImplementedError

    def resting_sentence(self) -> str:
        """The same as :meth:`sentence` while something is chosen."""
        return self.sentence() if self._cell() else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is chosen stays in view."""
        super().resizeEvent(event)
        self.reveal_chosen()

    def _pick(self, cell: Cell | None) -> None:
        if self._snapshot is not None:
            self.intents.cell_picked.emit(self._snapshot.kind, cell)

    def _cell(self) -> Cell | None:
        return self._snapshot.cell if self._snapshot else None

    def _row(self) -> int | None:
        return self._snapshot.query_row if self._snapshot else None
