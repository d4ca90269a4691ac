"""Declaration of the Positions tab."""

from __future__ import annotations

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.room import MapPlace, Panel, PanelParts


def _parts() -> PanelParts:
    from viz_app.panels.positions.jobs import questions
    from viz_app.panels.positions.room import PositionsState, resolve_positions
    from viz_app.panels.positions.view import PositionsPanel

    return PanelParts(PositionsState(), PositionsPanel, resolve_positions, questions=questions)


POSITIONS = Panel(
    name="positions",
    title=QT_TRANSLATE_NOOP("panels", "Positions"),
    tip=QT_TRANSLATE_NOOP("panels", "How the model tells positions apart"),
    entry=QT_TRANSLATE_NOOP("panels", "&Positions"),
    entry_tip=QT_TRANSLATE_NOOP("panels", "See how the model tells positions apart"),
    place="understand",
    on_map=MapPlace((QT_TRANSLATE_NOOP("panels", "Input"),), ("positions",)),
    parts=_parts,
)
