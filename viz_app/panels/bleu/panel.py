"""Declaration of the BLEU tab."""

from __future__ import annotations

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.room import MapPlace, Panel, PanelParts


def _parts() -> PanelParts:
    from viz_app.panels.bleu.jobs import questions
    from viz_app.panels.bleu.room import KEPT, BleuState, resolve_bleu
    from viz_app.panels.bleu.view import BleuPanel

    return PanelParts(BleuState(), BleuPanel, resolve_bleu, questions=questions, kept=KEPT)


BLEU = Panel(
    name="bleu",
    title=QT_TRANSLATE_NOOP("panels", "BLEU"),
    tip=QT_TRANSLATE_NOOP("panels", "How close a text is to a reference"),
    entry=QT_TRANSLATE_NOOP("panels", "&BLEU"),
    entry_tip=QT_TRANSLATE_NOOP("panels", "See how close a text is to a reference"),
    place="understand",
    on_map=MapPlace((QT_TRANSLATE_NOOP("panels", "Output"),), ("output",)),
    parts=_parts,
)
