"""What the text view says: whose look it shows, and how it is used."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.panels.attention.painting.link_sentences import heads_of_layer
from viz_app.panels.attention.texts.picture_titles import BETWEEN, picture_notes
from viz_app.texts.label_text import quoted_name
from viz_app.texts.sentences import kind_explanation, kind_name
from viz_app.workbench.snapshots.pictures import FocusSnapshot

translate = QCoreApplication.translate


def text_caption(focus: FocusSnapshot) -> str:
    """``Where head 3 of layer 2 looks to predict “cat” after “a”``; without rows the kind."""
    row = focus.query_row
    if row is None:
        return kind_name(focus.kind)
    label = focus.rows[row]
    holes = {
        "fed": quoted_name(label.fed),
        "token": quoted_name(label.predicted or label.fed),
        "heads": heads_of_layer(focus),
    }
    if focus.single_head is not None:
        return _head(focus).format(**holes)
    return BETWEEN.join((_several(focus), "{heads}")).format(**holes)


def text_notes(focus: FocusSnapshot) -> tuple[str, ...]:
    """What attends to what, and what to know of the numbers."""
    return (kind_explanation(focus.kind, looks_ahead=focus.looks_ahead), *picture_notes(focus))


def text_hint(focus: FocusSnapshot) -> str:
    """How the picture is used without a mouse."""
    if focus.kind == "cross":
        return translate(
            "attention",
            "Up and Down, or Control with Left and Right, choose the target token; Left and Right"
            " go along the source tokens and say their weights; Escape lets go.",
        )
    return translate(
        "attention",
        "Up and Down, or Control with Left and Right, choose the token that looks; Left and Right"
        " go along the tokens and say their weights; Escape lets go.",
    )


def _reading(focus: FocusSnapshot) -> str:
    """How the row is named: only sentences of a prediction say what is predicted."""
    return "fed" if focus.kind == "encoder" else focus.row_labels


def _looks_back(focus: FocusSnapshot) -> bool:
    return focus.kind == "decoder" and not focus.looks_ahead


def _head(focus: FocusSnapshot) -> str:
    if _looks_back(focus):
        return {
            "both": translate(
                "attention", "Where {heads} looks back to predict {token} after {fed}"
            ),
            "fed": translate("attention", "Where {heads} looks back from {fed}"),
            "predicted": translate("attention", "Where {heads} looks back to predict {token}"),
        }[_reading(focus)]
    return {
        "both": translate("attention", "Where {heads} looks to predict {token} after {fed}"),
        "fed": translate("attention", "Where {heads} looks from {fed}"),
        "predicted": translate("attention", "Where {heads} looks to predict {token}"),
    }[_reading(focus)]


def _several(focus: FocusSnapshot) -> str:
    """What several heads do together, before it is said how they are combined."""
    if focus.combination == "rollout":
        return {
            "both": translate(
                "attention", "Where the prediction of {token} after {fed} comes from"
            ),
            "fed": translate("attention", "Where what is known at {fed} comes from"),
            "predicted": translate("attention", "Where the prediction of {token} comes from"),
        }[_reading(focus)]
    if _looks_back(focus):
        return {
            "both": translate(
                "attention", "Where the model looks back to predict {token} after {fed}"
            ),
            "fed": translate("attention", "Where the model looks back from {fed}"),
            "predicted": translate("attention", "Where the model looks back to predict {token}"),
        }[_reading(focus)]
    return {
        "both": translate("attention", "Where the model looks to predict {token} after {fed}"),
        "fed": translate("attention", "Where the model looks from {fed}"),
        "predicted": translate("attention", "Where the model looks to predict {token}"),
    }[_reading(focus)]
