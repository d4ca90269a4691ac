"""Declaration of the Map tab."""

from __future__ import annotations

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.room import Panel, PanelParts


def _parts() -> PanelParts:
    from viz_app.panels.architecture.controller import MeasuringController
    from viz_app.panels.architecture.jobs import questions
    from viz_app.panels.architecture.room import ArchitectureState, resolve_architecture
    from viz_app.panels.architecture.view.panel import ArchitecturePanel

    return PanelParts(
        ArchitectureState(),
        ArchitecturePanel,
        resolve_architecture,
        MeasuringController,
        questions,
    )


ARCHITECTURE = Panel(
    name="architecture",
    title=QT_TRANSLATE_NOOP("panels", "Map"),
    tip=QT_TRANSLATE_NOOP("panels", "The blocks of the model, and the tab that explains each"),
    entry=QT_TRANSLATE_NOOP("panels", "M&ap"),
    entry_tip=QT_TRANSLATE_NOOP(
        "panels", "Show the blocks of the model, their shapes and their cost"
    ),
    waits=True,
    place="understand",
    needs_model=True,
    parts=_parts,
)
