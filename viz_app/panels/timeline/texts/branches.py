"""What branches are called, and their numbers as people read them."""

from __future__ import annotations

import math

from PySide6.QtCore import QCoreApplication

from viz_app.texts.isolates import isolated
from viz_app.texts.numbers import log_number, with_log_p, with_p
from viz_app.workbench.snapshots.branch_rows import BranchRow

translate = QCoreApplication.translate


def branch_title(row: BranchRow) -> str:
    """The user's name for it, or what it is."""
    if row.name:
        return isolated(row.name)
    if row.parent is None:
        return translate("branches", "Original")
    return translate("branches", "Own target") if row.given else _from_there(row)


def branch_label(row: BranchRow) -> str:
    """Its title and its target, as far as the title does not say it."""
    title, text = branch_title(row), _from_there(row)
    if title == text:
        return title
    return translate("branches", "{title} · {text}").format(title=title, text=text)


def branch_sentence(row: BranchRow) -> str:
    """The same with its log-probability, for a screen reader and a tool tip."""
    return translate("branches", "{label}, log-probability {number} nats").format(
        label=branch_label(row), number=log_number(row.log_probability)
    )


def token_number(log_probability: float, *, as_log: bool) -> str:
    """What stands under a token: its probability, or the logarithm of that."""
    return with_log_p(log_probability) if as_log else with_p(math.exp(log_probability))


def _from_there(row: BranchRow) -> str:
    whole = row.parent is None or row.given
    return isolated(row.text) if whole else f"… {isolated(row.text)}"
