"""The models that the worker thread holds. No other thread touches it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.messages import UserError

if TYPE_CHECKING:
    from model.trained import TrainedModel


class Shelf:
    """The current model."""

    def __init__(self) -> None:
        """Empty until a model is loaded or trained."""
        self._current: TrainedModel | None = None

    @property
    def current(self) -> TrainedModel:
        """The model to use.

        Raises:
            UserError: none is loaded yet.
        """
        if self._current is None:
            raise UserError("No model is loaded yet: open or train one first.")
        return self._current

    def put(self, model: TrainedModel) -> None:
        """Make a model the current one."""
        self._current = model
