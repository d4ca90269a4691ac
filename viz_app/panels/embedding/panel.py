"""Declaration of the Embedding tab."""

from __future__ import annotations

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.room import MapPlace, Panel, PanelParts


def _parts() -> PanelParts:
    from viz_app.panels.embedding.jobs import questions
    from viz_app.panels.embedding.room import EmbeddingState, resolve_embedding
    from viz_app.panels.embedding.view import EmbeddingPanel

    return PanelParts(EmbeddingState(), EmbeddingPanel, resolve_embedding, questions=questions)


EMBEDDING = Panel(
    name="embedding",
    title=QT_TRANSLATE_NOOP("panels", "Embedding"),
    tip=QT_TRANSLATE_NOOP("panels", "From tokens to vectors and back"),
    entry=QT_TRANSLATE_NOOP("panels", "&Embedding"),
    entry_tip=QT_TRANSLATE_NOOP("panels", "See how tokens become vectors, and vectors tokens"),
    place="understand",
    needs_model=True,
    on_map=MapPlace((QT_TRANSLATE_NOOP("panels", "Input and output"),), ("embedding", "output")),
    parts=_parts,
)
