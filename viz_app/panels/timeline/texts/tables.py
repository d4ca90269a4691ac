"""The decoding as tables of numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from viz_app.panels.timeline.snapshot import TimelineSnapshot
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.visible_token import visible

translate = QCoreApplication.translate


def timeline_tables(shown: TimelineSnapshot) -> Tables:
    """Tokens decoded so far, and the candidates of the step in view."""
    line, best = shown.line, shown.candidates
    step = translate("timeline", "candidates of step {number}").format(number=shown.step + 1)
    tokens = translate("timeline", "decoded tokens")
    if line.as_places:
        step = translate("timeline", "candidates of token {number}").format(number=shown.step + 1)
        tokens = translate("timeline", "tokens of the sentence")
    return (
        _table(tokens, line.tokens, line.log_probabilities),
        _table(
            step,
            [candidate.token for candidate in best],
            [candidate.log_probability for candidate in best],
        ),
    )


def _table(name: str, tokens: Sequence[str], log_probabilities: Sequence[float]) -> ValueTable:
    logs = np.array(log_probabilities, np.float64)
    return ValueTable(
        name=name,
        rows=tuple(map(visible, tokens)),
        columns=(translate("timeline", "probability"), translate("timeline", "log probability")),
        values=np.stack([np.exp(logs), logs], axis=1),
    )
