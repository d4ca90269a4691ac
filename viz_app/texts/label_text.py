"""Names of rows and columns as they can be shown: some are made of several tokens."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication

from viz_app.texts.isolates import isolated, safe
from viz_app.texts.visible_token import visible
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state.selection import RowLabels

translate = QCoreApplication.translate

_JOINTS = re.compile(r"( / |… | …)")
"""Between the tokens of two branches, and for pieces that are not named."""


def shown_name(name: str) -> str:
    """The name with what is invisible in its tokens made visible: ``cat / a␣dog``."""
    tokens_and_joints = _JOINTS.split(name)
    if len(tokens_and_joints) == 1:
        return visible(name)
    tokens_and_joints[::2] = [
        safe(visible(token)) if token else "" for token in tokens_and_joints[::2]
    ]
    return "".join(tokens_and_joints)


def quoted_name(name: str) -> str:
    """The name in the language's quotation marks, for the middle of a sentence."""
    return translate("tokens", "“{token}”").format(token=isolated(shown_name(name)))


def glossed_name(name: str, gloss: str) -> str:
    """The same with what it means, where that is known: ``“猫” (cat)``."""
    return _glossed(quoted_name(name), gloss)


def listed_name(name: str, gloss: str) -> str:
    """The same without quotation marks, for names that stand alone: ``猫 (cat)``."""
    return _glossed(shown_name(name), gloss)


def listed_row(label: RowLabel, labels: RowLabels) -> str:
    """A row: ``a → cat`` as the switch says, a source token with what it means: ``猫 (cat)``."""
    return label.text(labels, lambda token: safe(listed_name(token, label.gloss)))


def lined_row(label: RowLabel, labels: RowLabels) -> str:
    """The same without what it means: its tokens stand in their order whatever their letters."""
    return label.text(labels, lambda token: safe(shown_name(token)))


def _glossed(name: str, gloss: str) -> str:
    text = translate("tokens", "{token} ({gloss})")
    return text.format(token=safe(name), gloss=gloss) if gloss else name
