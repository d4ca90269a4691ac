"""The attention panel's options in words: views, scales, colours, what is hidden, combinations."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.workbench.state.attention_options import Combination, View

translate = QCoreApplication.translate


def view_name(view: View) -> str:
    """As on the buttons."""
    return {
        "grid": translate("attention", "Grid"),
        "focus": translate("attention", "Focus"),
        "links": translate("attention", "Links"),
        "text": translate("attention", "Text"),
    }[view]


def view_explanation(view: View) -> str:
    """What a view shows."""
    return {
        "grid": translate("attention", "All heads of all layers at once"),
        "focus": translate("attention", "One head, large, with its tokens"),
        "links": translate(
            "attention", "Lines between the tokens, wider where the weight is larger"
        ),
        "text": translate("attention", "The sentence, coloured by where one token looks"),
    }[view]


def combination_name(combination: Combination) -> str:
    """What of a layer's heads is shown."""
    return {
        "head": translate("attention", "Each head by itself"),
        "mean": translate("attention", "Mean over heads"),
        "max": translate("attention", "Maximum over heads"),
        "rollout": translate("attention", "Attention rollout"),
    }[combination]


def combination_explanation(combination: Combination) -> str:
    """The same in a sentence."""
    return {
        "head": translate("attention", "The weights of the head in view"),
        "mean": translate("attention", "The mean of the chosen heads of this layer"),
        "max": translate("attention", "The largest weight among the chosen heads of this layer"),
        "rollout": translate(
            "attention", "Attention followed from this layer down to the tokens (Abnar & Zuidema)"
        ),
    }[combination]
