"""What the Attention panel declares of itself."""

from __future__ import annotations

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.room import Panel, PanelParts


def _parts() -> PanelParts:
    from viz_app.panels.attention.room import resolve_attention
    from viz_app.panels.attention.view.panel import AttentionPanel

    return PanelParts(None, AttentionPanel, lambda room: resolve_attention(room.bench))


ATTENTION = Panel(
    name="attention",
    title=QT_TRANSLATE_NOOP("panels", "Attention"),
    tip=QT_TRANSLATE_NOOP("panels", "What every head attends to"),
    entry=QT_TRANSLATE_NOOP("panels", "&Attention"),
    entry_tip=QT_TRANSLATE_NOOP("panels", "Show what every head attends to"),
    place="look",
    parts=_parts,
)
