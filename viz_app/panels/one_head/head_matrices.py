"""Which matrices of a head a stage of the walk shows, and where their colours end."""

from __future__ import annotations

import math
from collections.abc import Mapping

from model.lessons.one_head.anatomy_record import HeadAnatomy
from model.lessons.one_head.matrices import Matrix
from viz_app.panels.one_head.state import OneHeadState, Projection, Share, Stage

_PROJECTED: Mapping[Projection, tuple[Matrix, ...]] = {
    "q": ("x_query", "w_q", "q"),
    "k": ("x_key", "w_k", "k"),
    "v": ("x_key", "w_v", "v"),
}
_SHARED: Mapping[Share, tuple[Matrix, ...]] = {
    "head": ("context", "w_o", "contribution"),
    "heads": ("contributions", "output"),
}
_STAGES: Mapping[Stage, tuple[Matrix, ...]] = {
    "product": ("q", "k_transposed", "products"),
    "scale": ("products", "scores"),
    "mask": ("scores", "mask", "masked_scores"),
    "softmax": ("masked_scores", "weights"),
    "values": ("weights", "v", "context"),
    "concatenate": ("context", "concatenation"),
    "add": ("before", "output", "added"),
}


def stage_matrices(state: OneHeadState, anatomy: HeadAnatomy) -> tuple[Matrix, ...]:
    """What goes into the stage in view, and last what comes out."""
    if state.stage == "project":
        return _PROJECTED[state.projection]
    if state.stage == "output":
        return _SHARED[state.share]
    after: tuple[Matrix, ...] = ("after",)
    normalised = state.stage == "add" and anatomy.norm == "post"
    if state.stage == "scale" and anatomy.position_bias is not None:
        return "products", "position_bias", "scores"
    return _STAGES[state.stage] + (after if normalised else ())


def matrix_level(anatomy: HeadAnatomy, matrix: Matrix) -> float:
    """Where the colours end, at −level and +level: the same for all heads and sentences.

    The numbers of a trained model seldom lie outside. Weights are not signed: 0 … 1.
    """
    post = anatomy.norm == "post"
    if matrix in {"mask", "weights"}:
        return 1.0
    if matrix in {"w_q", "w_k", "w_v", "w_o"}:
        return 4.0 / math.sqrt(anatomy.d_model)
    if matrix == "products":
        return float(round(8.0 * math.sqrt(anatomy.d_k))) if anatomy.scaled else 8.0
    if matrix in {"position_bias", "scores", "masked_scores", "output"}:
        return 8.0
    if matrix in {"before", "added", "after"}:
        return 4.0 if post else 16.0
    return 4.0
