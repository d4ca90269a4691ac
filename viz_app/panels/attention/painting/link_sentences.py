"""What the pictures of links say: titles of both sides, how many links, a token's links."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.traces.trace import Kind
from viz_app.panels.attention.painting.link_set import LinkEnd, LinkSet, token_weights
from viz_app.panels.attention.texts.picture_titles import focus_title
from viz_app.texts.key_sentences import same_so_far, signed
from viz_app.texts.sentences import (
    head_name,
    heads_phrase,
    key_name,
    kind_name,
    row_text,
)
from viz_app.workbench.snapshots.pictures import FocusSnapshot
from viz_app.workbench.state.selection import RowLabels

translate = QCoreApplication.translate

MOST_NAMED = 3
"""Tokens at the other end that a sentence names."""

LEAST_NAMED = 0.005
"""A weight that two decimals would say to be 0 is named only when there is no other."""


def links_title(focus: FocusSnapshot) -> str:
    """``Cross · layer 2 · heads 1, 3 and 5``; links show several heads each by itself."""
    return focus_title(focus, each=True)


def heads_of_layer(focus: FocusSnapshot) -> str:
    """``head 3 of layer 2``, ``heads 1 and 3 of layer 2``, ``rollout up to layer 2``."""
    if focus.combination == "rollout":
        return translate("attention", "rollout up to layer {layer}").format(layer=focus.layer + 1)
    text = translate("attention", "{heads} of layer {layer}")
    return text.format(heads=heads_phrase(focus, each=True), layer=focus.layer + 1)


def side_titles(kind: Kind, labels: RowLabels) -> tuple[str, str]:
    """What stands above the queries and above the keys."""
    if kind == "encoder":
        return translate("attention", "source"), translate("attention", "source")
    queries = {
        "both": translate("attention", "target (fed in → predicted)"),
        "fed": translate("attention", "target (fed in)"),
        "predicted": translate("attention", "target (predicted)"),
    }[labels]
    if kind == "decoder":
        return queries, translate("attention", "target (fed in)")
    return queries, translate("attention", "source")


def between_titles() -> str:
    """What stands between the titles of both sides."""
    return translate("attention", "attends to")


def mass_text(focus: FocusSnapshot, links: LinkSet) -> str:
    """Which links there are, and how many are left out."""
    if not links.n_left_out:
        return translate("attention", "all links")
    text = translate("attention", "strongest {share} of each row; {count} weaker links hidden")
    return text.format(share=f"{focus.mass:.0%}", count=f"{links.n_left_out:,}")


def most_text(count: int) -> str:
    """What is said when there are more links in view than can be told apart."""
    return translate("attention", "the {count} heaviest in view are drawn").format(
        count=f"{count:,}"
    )


def layer_names(focus: FocusSnapshot, *, short: bool = False) -> tuple[str, ...]:
    """What stands in the legend beside each stroke, short a number; nothing for one head."""
    if focus.compared is not None:
        return (
            translate("attention", "less than the compared one"),
            translate("attention", "more than the compared one"),
        )
    if not focus.has_several:
        return ()
    return tuple(str(head + 1) if short else head_name(head) for head in focus.heads)


def link_value(weight: float, focus: FocusSnapshot) -> str:
    """A weight at the end of its line, of a difference with its sign."""
    return signed(weight, digits=2) if focus.compared is not None else f"{weight:.2f}"


def end_sentence(focus: FocusSnapshot, end: LinkEnd) -> str:
    """``Head 3 of layer 2, cross: “cat” attends 0.91 to “猫”, 0.04 to “只”``.

    The heaviest of all weights of a token, drawn or not; for a key who attends to it.
    """
    name = _name(focus, end)
    if _is_missing(focus, end):
        return translate("attention", "{row} is not decoded yet").format(row=name)
    said = translate("attention", ", ").join(_items(focus, token_weights(focus, end), end))
    if not said and end.side == "query" and (why := same_so_far(focus, end.index)):
        return why
    template = _template(focus, end) if said else _nothing(focus, end)
    place = translate("attention", "{heads}, {kind}").format(
        heads=heads_of_layer(focus), kind=kind_name(focus.kind).lower()
    )
    sentence = template.format(place=place, token=name, items=said)
    return sentence[:1].upper() + sentence[1:]


def links_hint() -> str:
    """How the picture is used without a mouse."""
    return translate(
        "attention",
        "Up and Down go from token to token, Left and Right to the other side;"
        " Escape shows all links again.",
    )


def _template(focus: FocusSnapshot, end: LinkEnd) -> str:
    if focus.compared is not None:
        return translate("attention", "{place}, difference to the compared one: {token}, {items}")
    if end.side == "query":
        return translate("attention", "{place}: {token} attends {items}")
    return translate("attention", "{place}: {token} gets {items}")


def _nothing(focus: FocusSnapshot, end: LinkEnd) -> str:
    if focus.compared is not None:
        return translate("attention", "{place}: of {token} all is as in the compared one")
    if end.side == "query":
        return translate("attention", "{place}: {token} attends to nothing")
    return translate("attention", "{place}: nothing attends to {token}")


def _items(focus: FocusSnapshot, values: np.ndarray, end: LinkEnd) -> list[str]:
    """``0.91 to “猫”`` …, from ``[head, token]``; with several heads each says whose it is."""
    order = np.argsort(-values, axis=None, kind="stable")[:MOST_NAMED]
    several = focus.has_several
    items: list[str] = []
    for layer, other in (np.unravel_index(place, values.shape) for place in order):
        weight = float(values[layer, other])
        if weight <= 0 or (items and weight < LEAST_NAMED):
            break
        sign = -1 if focus.compared is not None and layer == 0 else 1
        text = _item(end, several=several).format(
            weight=link_value(sign * weight, focus),
            token=_name(focus, _other(end, int(other))),
            head=head_name(focus.heads[layer]) if several else "",
        )
        items.append(text)
    return items


def _item(end: LinkEnd, *, several: bool) -> str:
    if end.side == "query":
        if several:
            return translate("attention", "{weight} to {token} ({head})")
        return translate("attention", "{weight} to {token}")
    if several:
        return translate("attention", "{weight} from {token} ({head})")
    return translate("attention", "{weight} from {token}")


def _other(end: LinkEnd, index: int) -> LinkEnd:
    return LinkEnd("key" if end.side == "query" else "query", index)


def _name(focus: FocusSnapshot, end: LinkEnd) -> str:
    if end.side == "key":
        return key_name(focus, end.index)
    return row_text(focus.rows[end.index], focus.row_labels)


def _is_missing(focus: FocusSnapshot, end: LinkEnd) -> bool:
    if end.side == "query":
        return end.index >= focus.decoded_rows
    return focus.decoded_columns is not None and end.index >= focus.decoded_columns
