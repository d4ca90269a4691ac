"""Where the user is in the walk through one head, and the worker's last answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from model import values
from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.lessons.one_head.matrices import Matrix
from viz_app.workbench.kept import KeptField, Plan
from viz_app.workbench.room import Answered, Room
from viz_app.workbench.snapshots.chosen_head import HeadQuestion

Stage = Literal[
    "project", "product", "scale", "mask", "softmax", "values", "concatenate", "output", "add"
]
STAGES: tuple[Stage, ...] = get_args(Stage)
"""What a head does, in its order."""

Projection = Literal["q", "k", "v"]
"""Which of the three projections the first stage shows."""

Share = Literal["head", "heads"]
"""Whether the stage of W^O shows what this head adds, or what all heads add together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneHeadState:
    """The user's choices in the walk; kind, layer, head, query and key are the selection's.

    Attributes:
        stage: where the walk is.
        projection: of the first stage.
        share: of the stage of W^O.
        zoomed: the matrix of which one cell is taken apart, or None.
        dimension: the column of that cell in a matrix as wide as d_k.
        feature: the same in a matrix as wide as d_model, or as all heads.
        answer: the worker's last one.
    """

    stage: Stage = "project"
    projection: Projection = "q"
    share: Share = "head"
    zoomed: Matrix | None = None
    dimension: int = 0
    feature: int = 0
    answer: Answered[HeadQuestion, HeadAnatomy] | None = None


OneHeadRoom = Room[OneHeadState]


KEPT: Plan = {
    "stage": KeptField(values.choice(STAGES)),
    "projection": KeptField(values.choice(get_args(Projection))),
    "share": KeptField(values.choice(get_args(Share))),
    "zoomed": KeptField(values.maybe(values.choice(get_args(Matrix)))),
    "dimension": KeptField(values.whole()),
    "feature": KeptField(values.whole()),
}
