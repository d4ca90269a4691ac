"""The numbers of the BLEU tab as tables."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.lessons.bleu.explained import BleuExplained, OrderCounts
from viz_app.storage.value_tables import ValueTable

translate = QCoreApplication.translate


def match_table(order: OrderCounts) -> ValueTable:
    """How often n-grams of an order are in both sentences, and how often they count."""
    counts = [
        (len(match.translation), len(match.reference), match.counted) for match in order.matches
    ]
    return ValueTable(
        name=translate("bleu", "matches of {n} words").format(n=order.n),
        rows=tuple(" ".join(match.ngram) for match in order.matches),
        columns=(
            translate("bleu", "in the translation"),
            translate("bleu", "in the reference"),
            translate("bleu", "counted"),
        ),
        values=np.array(counts, np.int64).reshape(-1, 3),
    )


def order_table(bleu: BleuExplained, *, name: str) -> ValueTable:
    """Matches, n-grams and precision of every order."""
    return ValueTable(
        name=name,
        rows=tuple(f"n = {order.n}" for order in bleu.orders),
        columns=(
            translate("bleu", "matches"),
            translate("bleu", "n-grams"),
            translate("bleu", "precision in %"),
        ),
        values=np.array([(o.matched, o.total, o.precision) for o in bleu.orders], np.float64),
    )
