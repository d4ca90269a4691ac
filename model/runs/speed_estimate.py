"""How long a run will take on this machine, from a short probe. No torch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedEstimate:
    """What a probe of a second or two has measured.

    Attributes:
        updates_per_epoch: weight updates in an epoch.
        seconds_per_update: of training.
        seconds_per_epoch: beside the updates: validation, scores, samples, attention of probes.
        tokens_per_second: source and target tokens, without padding, while updating.
        pairs: that are learned from.
        src_vocabulary, tgt_vocabulary: tokens of the two tokenizers.
        too_long: pairs that the model has not enough positions for; of a large corpus, about.
    """

    updates_per_epoch: int
    seconds_per_update: float
    seconds_per_epoch: float
    tokens_per_second: float
    pairs: int
    src_vocabulary: int
    tgt_vocabulary: int
    too_long: int = 0

    def seconds(self, epochs: int) -> float:
        """That so many epochs will take."""
        return epochs * self._epoch

    def epochs_within(self, seconds: float) -> int:
        """How many whole epochs there is time for; at least 1."""
        return max(1, int(seconds / self._epoch)) if self._epoch > 0 else 1

    @property
    def _epoch(self) -> float:
        return self.updates_per_epoch * self.seconds_per_update + self.seconds_per_epoch
