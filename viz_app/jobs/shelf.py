"""The models that the worker thread holds. No other thread touches it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.messages import UserError

if TYPE_CHECKING:
    from model.trained import TrainedModel


class Shelf:
    """Models by key. A key is what the state knows of a model.

    A job puts a new model here before the state has accepted it; jobs for the model on screen go
    on with their own key. Keys grow, so what is older than a key in use is not needed any more.
    """

    def __init__(self) -> None:
        """Empty until a model is loaded or trained."""
        self._models: dict[int, TrainedModel] = {}
        self._next_key = 1

    def put(self, model: TrainedModel) -> int:
        """Keep a model; its key."""
        key = self._next_key
        self._next_key += 1
        self._models[key] = model
        return key

    def take(self, key: int | None) -> TrainedModel:
        """The model of a key; older ones are let go.

        Raises:
            UserError: there is none, because no model was accepted yet.
        """
        if key is None or key not in self._models:
            raise UserError("No model is loaded yet: open or train one first.")
        for older in [other for other in self._models if other < key]:
            del self._models[older]
        return self._models[key]
