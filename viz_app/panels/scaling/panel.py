"""What the Scaling tab declares of itself."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.room import MapPlace, Panel, PanelParts, WorkerQuestion

if TYPE_CHECKING:
    from viz_app.workbench.jobs import ModelCache


def _parts() -> PanelParts:
    from viz_app.panels.scaling.room import ScalingState, resolve_scaling
    from viz_app.panels.scaling.view import ScalingPanel

    return PanelParts(ScalingState(), ScalingPanel, resolve_scaling, questions=_questions)


def _questions(model_cache: ModelCache) -> Iterable[WorkerQuestion]:
    from viz_app.panels.scaling.room import anatomy_arrived, scaling_question
    from viz_app.workbench.jobs import head_steps

    yield WorkerQuestion(scaling_question, partial(head_steps, model_cache), anatomy_arrived)


SCALING = Panel(
    name="scaling",
    title=QT_TRANSLATE_NOOP("panels", "Scaling"),
    tip=QT_TRANSLATE_NOOP("panels", "Why attention scores are scaled"),
    entry=QT_TRANSLATE_NOOP("panels", "&Scaling"),
    entry_tip=QT_TRANSLATE_NOOP("panels", "See why attention scores are scaled"),
    place="understand",
    on_map=MapPlace(
        (QT_TRANSLATE_NOOP("panels", "Attention"),), ("self_attention", "cross_attention")
    ),
    parts=_parts,
)
