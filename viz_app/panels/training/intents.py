"""Intents of the training panel."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class TrainingIntents(QObject):
    """Intents of the form, the shown run, its time-lapse, the list of runs, and the experiments.

    Runs are identified by id, experiments by name; moments, sentences, layers and heads count
    from 0.
    """

    request_changed = Signal(object)  # a TrainingRequest: the form asks for something else
    training_requested = Signal(object)  # a TrainingRequest, to be trained now

    pause_requested = Signal()
    resume_requested = Signal()
    stop_requested = Signal()

    run_picked = Signal(str)
    compare_picked = Signal(object)  # a run to compare with the one on show, or None
    go_on_requested = Signal(str)  # take up again what has ended
    use_requested = Signal(str)  # translate with it
    rename_requested = Signal(str, str)  # and its new name
    export_requested = Signal(str, object)  # and the Path of the .zip
    delete_requested = Signal(str)
    undo_requested = Signal()  # bring back the run that was deleted last

    experiment_picked = Signal(str)  # "" for the list of all
    predicted = Signal(str, str)  # and the option that the user has chosen
    experiment_requested = Signal(str)  # run it now

    log_toggled = Signal(bool)  # the loss on a logarithmic scale, or not

    replay_requested = Signal()  # watch the time-lapse in the workbench
    replay_closed = Signal()  # the user's own picture is wanted back
    animation_requested = Signal()  # the time-lapse as a file
    moment_picked = Signal(int)
    probe_picked = Signal(int)
    play_toggled = Signal()
    number_picked = Signal(str)  # of the heads over time, one of HEAD_NUMBERS
    kind_picked = Signal(str)
    head_picked = Signal(object, int, int)  # kind, layer and head
