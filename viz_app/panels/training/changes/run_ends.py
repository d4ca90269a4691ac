"""What a run leaves behind: a model, which may become the current one, and a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.messages import Message
from viz_app.panels.training.state.training import TrainingRoom
from viz_app.workbench.changes.models import model_arrived
from viz_app.workbench.changes.notices import also_told, failed

if TYPE_CHECKING:
    from model.runs.card import RunCard
    from model.traces.summary import ModelSummary


def left(
    room: TrainingRoom,
    card: RunCard,
    *,
    key: int | None,
    summary: ModelSummary | None,
    error: Message | None,
) -> TrainingRoom:
    """The room after a run's end.

    Args:
        room: with the models that there are now.
        card: of the run.
        key: of its model on the shelf, or None without one.
        summary: of that model.
        error: what went wrong, or None.
    """
    current = False
    if key is not None and summary is not None and takes_over(room, card):
        models = room.bench.models
        current, room = True, room.on_bench(model_arrived, key, summary, models=models)
    if error is not None:
        return room.on_bench(failed, error)
    if card.experiment:  # its page shows what came of it
        return room
    return room.on_bench(also_told, end_sentence(card, current=current))


def takes_over(room: TrainingRoom, card: RunCard) -> bool:
    """Whether the model of a run that has ended becomes the current one.

    It does where the user watches the training; who explores another model, or the past of this
    one, is not disturbed.
    """
    replays = room.own.replay.in_workbench
    return room.bench.tab == "training" and not replays and not card.experiment


def end_sentence(card: RunCard, *, current: bool) -> Message:
    """What became of a run; ``current``: its model is the current one."""
    name = {"name": card.name}
    if card.status == "stopped":
        return Message("{name} was stopped; its model is kept, and it can go on later.", name)
    if current:
        return Message("{name} is trained and is the current model.", name)
    if card.has_model:
        return Message("{name} is trained; it is in the list of models.", name)
    return Message("{name} is trained.", name)
