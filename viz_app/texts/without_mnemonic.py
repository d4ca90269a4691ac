"""Texts of buttons and menus without the letters that Alt reaches them by."""

from __future__ import annotations

import re

_ADDED = re.compile(r"\s*\(&\w\)")
"""How languages without letters of their own do it: ``打开(&O)…``."""


def without_mnemonic(text: str) -> str:
    """The text as it reads: ``"&Open…"`` → ``"Open…"``, ``"打开(&O)…"`` → ``"打开…"``."""
    return re.sub(r"&(.)", r"\1", _ADDED.sub("", text))
