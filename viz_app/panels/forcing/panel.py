"""Declaration of the Teacher forcing tab."""

from __future__ import annotations

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.room import MapPlace, Panel, PanelParts


def _parts() -> PanelParts:
    from viz_app.panels.forcing.jobs import questions
    from viz_app.panels.forcing.room import KEPT, ForcingState, resolve_forcing
    from viz_app.panels.forcing.view import ForcingPanel

    return PanelParts(ForcingState(), ForcingPanel, resolve_forcing, questions=questions, kept=KEPT)


FORCING = Panel(
    name="forcing",
    title=QT_TRANSLATE_NOOP("panels", "Teacher forcing"),
    tip=QT_TRANSLATE_NOOP("panels", "Inputs, expected tokens and losses in training"),
    entry=QT_TRANSLATE_NOOP("panels", "Teacher &forcing"),
    entry_tip=QT_TRANSLATE_NOOP("panels", "See what training feeds in, expects and compares"),
    place="train",
    needs_model=True,
    on_map=MapPlace((QT_TRANSLATE_NOOP("panels", "Output"),), ("output",)),
    parts=_parts,
)
