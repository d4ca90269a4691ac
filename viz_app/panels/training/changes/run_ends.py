"""What a run leaves behind: a model, which may become the current one, and a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.messages import Message
from viz_app.app.app_state import AppState, also_told, failed, model_arrived

if TYPE_CHECKING:
    from model.runs.card import RunCard
    from model.traces.summary import ModelSummary


def left(
    state: AppState,
    card: RunCard,
    *,
    key: int | None,
    summary: ModelSummary | None,
    error: Message | None,
) -> AppState:
    """The state after a run's end.

    Args:
        state: with the models that there are now.
        card: of the run.
        key: of its model on the shelf, or None without one.
        summary: of that model.
        error: what went wrong, or None.
    """
    current = False
    if key is not None and summary is not None and takes_over(state, card):
        current, state = True, model_arrived(state, key, summary, models=state.models)
    if error is not None:
        return failed(state, error)
    if card.experiment:  # its page shows what came of it
        return state
    return also_told(state, end_sentence(card, current=current))


def takes_over(state: AppState, card: RunCard) -> bool:
    """Whether the model of a run that has ended becomes the current one.

    It does where the user watches the training; who explores another model, or the past of this
    one, is not disturbed.
    """
    replaying = state.replay is not None and state.replay.in_workbench
    return state.tab == "training" and not replaying and not card.experiment


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
