"""What the One head tab declares of itself."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.room import MapPlace, Panel, PanelParts, WorkerQuestion, sets


def _parts() -> PanelParts:
    from viz_app.panels.one_head.room import OneHeadState, one_head_question, resolve_one_head
    from viz_app.panels.one_head.view.panel import OneHeadPanel
    from viz_app.workbench.jobs import ModelCache, head_steps

    def questions(model_cache: ModelCache) -> Iterable[WorkerQuestion]:
        yield WorkerQuestion(one_head_question, partial(head_steps, model_cache), sets("answer"))

    return PanelParts(OneHeadState(), OneHeadPanel, resolve_one_head, questions=questions)


ONE_HEAD = Panel(
    name="one_head",
    title=QT_TRANSLATE_NOOP("panels", "One head"),
    tip=QT_TRANSLATE_NOOP("panels", "What one head computes, step by step"),
    entry=QT_TRANSLATE_NOOP("panels", "&One head"),
    entry_tip=QT_TRANSLATE_NOOP("panels", "Walk through what one head computes for one token"),
    place="understand",
    needs_model=True,
    on_map=MapPlace(
        (QT_TRANSLATE_NOOP("panels", "Attention"),), ("self_attention", "cross_attention")
    ),
    parts=_parts,
)
