"""Signals of the views that are not handed the room of training yet."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class TrainingIntents(QObject):
    """What such views ask for; :func:`viz_app.panels.training.view.run.intents_of` does it.

    Runs are identified by id, experiments by name; moments, sentences, layers and heads count
    from 0.
    """

    run_picked = Signal(str)
    compare_picked = Signal(object)  # a run to compare with the one on show, or None
    go_on_requested = Signal(str)
    use_requested = Signal(str)
    rename_requested = Signal(str, str)
    export_requested = Signal(str, object)
    delete_requested = Signal(str)
    undo_requested = Signal()

    experiment_picked = Signal(str)  # "" for the list of all
    predicted = Signal(str, str)  # and the option that the user has chosen
    experiment_requested = Signal(str)

    replay_closed = Signal()
    animation_requested = Signal()
    moment_picked = Signal(int)
    probe_picked = Signal(int)
    play_toggled = Signal()
    number_picked = Signal(str)  # of the heads over time, one of HEAD_NUMBERS
    kind_picked = Signal(str)
    head_picked = Signal(object, int, int)  # kind, layer and head
