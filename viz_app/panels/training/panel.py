"""What the Training tab declares of itself."""

from __future__ import annotations

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.panel import Panel, PanelParts


def _parts() -> PanelParts:
    from viz_app.panels.training.snapshot.panel import resolve_training
    from viz_app.panels.training.state.training import TrainingState
    from viz_app.panels.training.views.panel import TrainingPanel

    return PanelParts(TrainingState(), TrainingPanel, resolve_training)


TRAINING = Panel(
    name="training",
    title=QT_TRANSLATE_NOOP("panels", "Training"),
    tip=QT_TRANSLATE_NOOP("panels", "Train a model"),
    entry=QT_TRANSLATE_NOOP("panels", "&Training"),
    entry_tip=QT_TRANSLATE_NOOP("panels", "Train a model and watch its loss"),
    explains=False,
    waits=True,
    parts=_parts,
)
