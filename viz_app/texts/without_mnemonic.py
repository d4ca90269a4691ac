"""Texts of buttons and menus, and the letters that Alt reaches them by: ``&`` marks one."""

from __future__ import annotations

import re

from viz_app.texts.isolates import safe

_ADDED = re.compile(r"\s*\(&\w\)")
"""How languages without letters of their own do it: ``打开(&O)…``."""


def without_mnemonic(text: str) -> str:
    """The text as it reads: ``"&Open…"`` → ``"Open…"``, ``"打开(&O)…"`` → ``"打开…"``."""
    return re.sub(r"&(.)", r"\1", _ADDED.sub("", text))


def verbatim(name: str) -> str:
    """A name for a button or a menu that shows it as it is, in a line: ``"a&b"`` → ``"a&&b"``."""
    return safe(name).replace("&", "&&")
