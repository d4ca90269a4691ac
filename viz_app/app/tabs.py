"""The tabs of the window, first to last."""

from __future__ import annotations

from typing import Literal, get_args

Tab = Literal[
    "attention",
    "one_head",
    "scaling",
    "masks",
    "positions",
    "embedding",
    "architecture",
    "bleu",
    "training",
]
TABS: tuple[Tab, ...] = get_args(Tab)
