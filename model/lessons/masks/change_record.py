"""One head under the masks that a model uses and under edited ones. Numpy only."""

from __future__ import annotations

from dataclasses import dataclass

from model.lessons.one_head.anatomy_record import HeadAnatomy


@dataclass(frozen=True, eq=False, kw_only=True)
class MaskChange:
    """The same head reading the same tokens twice.

    Attributes:
        before: under the model's own masks.
        after: under the edited ones; the same object where nothing is edited.
    """

    before: HeadAnatomy
    after: HeadAnatomy
