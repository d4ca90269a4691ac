"""Declaration of the Why tab."""

from __future__ import annotations

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.room import MapPlace, Panel, PanelParts


def _parts() -> PanelParts:
    from viz_app.panels.why.jobs import questions
    from viz_app.panels.why.room import WhyState, resolve_why
    from viz_app.panels.why.view import WhyPanel

    return PanelParts(WhyState(), WhyPanel, resolve_why, questions=questions)


WHY = Panel(
    name="why",
    title=QT_TRANSLATE_NOOP("panels", "Why"),
    tip=QT_TRANSLATE_NOOP("panels", "Which parts of the model prefer one token to another"),
    entry=QT_TRANSLATE_NOOP("panels", "&Why"),
    entry_tip=QT_TRANSLATE_NOOP("panels", "See which parts prefer one token to another"),
    place="understand",
    needs_model=True,
    on_map=MapPlace((QT_TRANSLATE_NOOP("panels", "Output"),), ("output",)),
    parts=_parts,
)
