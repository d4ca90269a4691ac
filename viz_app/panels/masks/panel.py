"""What the Masks tab declares of itself."""

from __future__ import annotations

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.room import MapPlace, Panel, PanelParts


def _parts() -> PanelParts:
    from viz_app.panels.masks.jobs import questions
    from viz_app.panels.masks.room import MasksState, resolve_masks
    from viz_app.panels.masks.view.panel import MasksTab

    return PanelParts(MasksState(), MasksTab, resolve_masks, questions=questions)


MASKS = Panel(
    name="masks",
    title=QT_TRANSLATE_NOOP("panels", "Masks"),
    tip=QT_TRANSLATE_NOOP("panels", "Who may attend to whom"),
    entry=QT_TRANSLATE_NOOP("panels", "&Masks"),
    entry_tip=QT_TRANSLATE_NOOP("panels", "See who may attend to whom, and change it"),
    place="understand",
    needs_model=True,
    on_map=MapPlace(
        (QT_TRANSLATE_NOOP("panels", "Attention"),), ("self_attention", "cross_attention")
    ),
    parts=_parts,
)
