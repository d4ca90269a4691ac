"""Declaration of the four tabs of training, which share one page."""

from __future__ import annotations

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.workbench.room import Panel, PanelParts


def _parts() -> PanelParts:
    from viz_app.panels.training.jobs import questions
    from viz_app.panels.training.snapshot import resolve_training
    from viz_app.panels.training.state import TrainingHandle, TrainingState
    from viz_app.panels.training.view.panel import TrainingPanel

    return PanelParts(
        TrainingState(),
        TrainingPanel,
        resolve_training,
        questions=questions,
        handle=TrainingHandle,
    )


TRAINING = Panel(
    name="training",
    title=QT_TRANSLATE_NOOP("panels", "Train"),
    tip=QT_TRANSLATE_NOOP("panels", "Train a model"),
    entry=QT_TRANSLATE_NOOP("panels", "T&rain…"),
    entry_tip=QT_TRANSLATE_NOOP("panels", "Choose what to train"),
    place="train",
    keys="Ctrl+T",
    waits=True,
    parts=_parts,
)

RUNS = Panel(
    name="runs",
    title=QT_TRANSLATE_NOOP("panels", "Runs"),
    tip=QT_TRANSLATE_NOOP("panels", "All training runs"),
    entry=QT_TRANSLATE_NOOP("panels", "R&uns"),
    entry_tip=QT_TRANSLATE_NOOP("panels", "List all training runs"),
    place="train",
    keys="Ctrl+R",
    page=TRAINING.name,
    parts=_parts,
)

TIME_LAPSE = Panel(
    name="time_lapse",
    title=QT_TRANSLATE_NOOP("panels", "Time-lapse"),
    tip=QT_TRANSLATE_NOOP("panels", "How a run's attention developed during training"),
    entry=QT_TRANSLATE_NOOP("panels", "Ti&me-lapse"),
    entry_tip=QT_TRANSLATE_NOOP("panels", "See how a run's attention developed during training"),
    place="train",
    keys="Ctrl+Shift+L",
    page=TRAINING.name,
    parts=_parts,
)

EXPERIMENTS = Panel(
    name="experiments",
    title=QT_TRANSLATE_NOOP("panels", "Experiments"),
    tip=QT_TRANSLATE_NOOP("panels", "Predict what a change does, then train with and without it"),
    entry=QT_TRANSLATE_NOOP("panels", "&Experiments"),
    entry_tip=QT_TRANSLATE_NOOP(
        "panels", "Predict what a change does, then train with and without it"
    ),
    place="train",
    keys="Ctrl+Shift+E",
    page=TRAINING.name,
    parts=_parts,
)
