"""Keeps a run in bfloat16 from diverging: it goes back to weights that were well, in float32."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from model.messages import Message
from model.training.averaging import Weights, copied_weights, put_weights
from model.training.loss_watch import DivergenceWatch
from model.training.updating import Updated, Updater

KEPT_EVERY = 100
"""Updates from one state that is kept to the next."""

_State = tuple[int, Weights, dict[str, Any]]
"""After how many updates; the weights, and the optimizer's moments."""


class PrecisionGuard:
    """Looks at every update in bfloat16; float32 is left alone.

    The batches since the state that was kept are not learned from again: the run goes on with the
    next one, and its curve has a point for each update.
    """

    def __init__(self, updater: Updater) -> None:
        """Nothing is kept before the first update."""
        self._updater = updater
        self._watch = DivergenceWatch()
        self._kept: _State | None = None

    def updated(self, update: Callable[[], Updated], *, number: int) -> Updated:
        """The update, made by ``update``: once more in float32, if the run has diverged.

        ``number`` is how many were made before it.
        """
        if self._updater.precision == "float32":
            return update()
        kept = self._keep(number)
        done = update()
        if done.finite and not self._watch.diverged(done.loss):
            return done
        back = self._go_back(kept)
        again = update()
        notice = Message(
            "In bfloat16 the loss became {value:.4g} at update {update}: going on in float32, with "
            "the weights of update {back}.",
            {"value": done.loss, "update": number + 1, "back": back},
        )
        return again._replace(notice=notice)

    def _keep(self, number: int) -> _State:
        """The state to go back to: that before an update, if it is time to and the loss is well."""
        if self._kept and (self._watch.alarmed or number < self._kept[0] + KEPT_EVERY):
            return self._kept
        moments = copy.deepcopy(self._updater.optimizer.state_dict())
        self._kept = number, copied_weights(self._updater.model.network), moments
        return self._kept

    def _go_back(self, kept: _State) -> int:
        """To what was kept, and to float32; the update after which that was."""
        number, weights, moments = kept
        put_weights(self._updater.model.network, weights)
        self._updater.optimizer.load_state_dict(moments)
        self._updater.precision = "float32"
        self._kept = None
        return number
