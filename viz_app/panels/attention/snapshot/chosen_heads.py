"""The chosen heads as one picture, for views that can show only one of them at a time."""

from __future__ import annotations

import dataclasses

from model.arrays import frozen
from viz_app.workbench.snapshots.pictures import FocusSnapshot, head_weights
from viz_app.workbench.state.attention_options import View


def as_viewed(focus: FocusSnapshot, view: View) -> FocusSnapshot:
    """What a view shows of the layer whose heads were chosen."""
    if view == "links":
        return chosen_alone(focus)
    return averaged(focus) if view == "text" else focus


def chosen_alone(focus: FocusSnapshot) -> FocusSnapshot:
    """The one head that was chosen, where the head in view is another; else the same snapshot."""
    if focus.combination != "head" or focus.compared is not None or len(focus.heads) != 1:
        return focus
    if focus.heads[0] == focus.head:
        return focus
    return dataclasses.replace(focus, head=focus.heads[0], weights=head_weights(focus)[0])


def averaged(focus: FocusSnapshot) -> FocusSnapshot:
    """Several chosen heads become their mean; what is one picture already stays as it is."""
    if focus.combination != "head" or focus.compared is not None or len(focus.heads) < 2:
        return chosen_alone(focus)
    mean = frozen(head_weights(focus).mean(axis=0))
    return dataclasses.replace(focus, combination="mean", weights=mean)
