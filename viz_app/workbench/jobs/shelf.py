"""The models that the worker thread holds. No other thread touches it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from model.messages import UserError

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel
    from model.training.run import TrainingRun


class Shelf:
    """Models by key. A key is what the state knows of a model.

    A job puts a new model here before the state has accepted it; jobs for the model on screen go
    on with their own key. A model stays until the state says which it still leads to: keys grow,
    so what is newer than those that it has heard of is on its way to it.
    """

    def __init__(self) -> None:
        """Empty until a model is loaded or trained."""
        self._models: dict[int, TrainedModel] = {}
        self._loaded: WeakValueDictionary[tuple[str, str], TrainedModel] = WeakValueDictionary()
        self._next_key = 1
        self._training: dict[str, TrainingRun] = {}

    def put(self, model: TrainedModel) -> int:
        """Keep a model; its key."""
        key = self._next_key
        self._next_key += 1
        self._models[key] = model
        return key

    def put_loaded(self, model: TrainedModel, checksum: str) -> int:
        """Keep what was read from a file; weights of this checksum are in memory only once.

        Nobody changes the weights of a model that lies here: who trains one on has a copy.
        """
        known = self._loaded.get((checksum, str(model.device)))
        if known is None:
            self._loaded[checksum, str(model.device)] = model
            return self.put(model)
        return self.put(known.named(model.name))

    def take(self, key: int | None) -> TrainedModel:
        """The model of a key.

        Raises:
            UserError: there is none, because no model was accepted yet.
        """
        if key is None or key not in self._models:
            raise UserError("No model is loaded yet: open or train one first.")
        return self._models[key]

    def keep(self, keys: frozenset[int], *, heard: int) -> bool:
        """Keep these alone of those up to the newest that the state has ``heard`` of.

        Returns:
            Whether any was let go.
        """
        before = len(self._models)
        self._models = {
            key: model for key, model in self._models.items() if key in keys or key > heard
        }
        return len(self._models) < before

    def begin_training(self, run_id: str, run: TrainingRun) -> None:
        """A model is being trained: its weights change from turn to turn."""
        self._training[run_id] = run

    def end_training(self, run_id: str) -> None:
        """It is not trained any more."""
        self._training.pop(run_id, None)

    def in_training(self, run_id: str) -> TrainingRun:
        """The run under way; who keeps its model must copy it.

        Raises:
            UserError: no such run is under way, or its model is one of an experiment.
        """
        if run_id not in self._training:
            raise UserError("The run {run!r} has no model to use now.", run=run_id)
        return self._training[run_id]
