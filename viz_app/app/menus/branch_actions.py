"""Every action on branches as a menu entry: its text, its tip and its keys."""

from __future__ import annotations

from collections.abc import Mapping

from viz_app.app.menus.actions import ActionSpec
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP

MAKING: Mapping[str, ActionSpec] = {
    "next_candidate": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Branch on the next candidate"),
        QT_TRANSLATE_NOOP("menus", "Decode on from this step with the next best token"),
        ("Ctrl+B",),
    ),
    "type_token": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Type a token…"),
        QT_TRANSLATE_NOOP("menus", "Decode on from this step with a token of your own"),
        ("Ctrl+Shift+B",),
    ),
    "own_target": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Own target…"),
        QT_TRANSLATE_NOOP("menus", "Teacher forcing: see what the model thinks of your target"),
        ("Ctrl+G",),
    ),
}

WALKING: Mapping[str, ActionSpec] = {
    "next_branch": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Next branch"),
        QT_TRANSLATE_NOOP("menus", "Show the branch below this one in the list"),
        ("Ctrl+Down",),
    ),
    "previous_branch": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Previous branch"),
        QT_TRANSLATE_NOOP("menus", "Show the branch above this one in the list"),
        ("Ctrl+Up",),
    ),
    "list": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Go to the &list"),
        QT_TRANSLATE_NOOP("menus", "Choose among the branches with the arrow keys"),
        ("Ctrl+L",),
    ),
}

CHANGING: Mapping[str, ActionSpec] = {
    "rename": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Rename branch…"),
        QT_TRANSLATE_NOOP("menus", "Give this branch a name"),
        ("F2",),
    ),
    "delete": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Delete branch"),
        QT_TRANSLATE_NOOP("menus", "Take this branch away, with those that left it"),
        ("Ctrl+Del",),
    ),
}

COMPARING: Mapping[str, ActionSpec] = {
    "compare_parent": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Compare with the parent branch"),
        QT_TRANSLATE_NOOP("menus", "Show both texts, and how their attention differs"),
        ("Ctrl+D",),
    ),
    "stop_comparing": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Stop comparing"),
        QT_TRANSLATE_NOOP("menus", "Show this branch alone"),
        ("Ctrl+Shift+D",),
    ),
}

GROUPS = (MAKING, WALKING, CHANGING, COMPARING)
"""As they stand in the menu, with a line between them."""
