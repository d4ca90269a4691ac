"""Every action on training runs as a menu entry: its text, its tip and its keys."""

from __future__ import annotations

from collections.abc import Mapping

from viz_app.app.menus.actions import ActionSpec
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP

GOING: Mapping[str, ActionSpec] = {
    "new": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "T&rain…"),
        QT_TRANSLATE_NOOP("menus", "Choose what to train"),
        ("Ctrl+T",),
    ),
    "runs": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "R&uns"),
        QT_TRANSLATE_NOOP("menus", "List everything that was trained here"),
        ("Ctrl+R",),
    ),
    "experiments": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Experiments"),
        QT_TRANSLATE_NOOP("menus", "Predict what a change does, then train with and without it"),
        ("Ctrl+Shift+E",),
    ),
}

DRIVING: Mapping[str, ActionSpec] = {
    "pause": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Pause or resume training"),
        QT_TRANSLATE_NOOP("menus", "Let the run wait, or go on exactly where it paused"),
        ("Ctrl+P",),
    ),
    "stop": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Stop training"),
        QT_TRANSLATE_NOOP("menus", "End the run; what it has learned is kept"),
        ("Ctrl+Shift+S",),
    ),
    "use": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Translate with this run"),
        QT_TRANSLATE_NOOP("menus", "Use the model of the run on show, with its weights of now"),
        ("Ctrl+Shift+M",),
    ),
}

WATCHING: Mapping[str, ActionSpec] = {
    "watch": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Watch its attention"),
        QT_TRANSLATE_NOOP("menus", "Show what the run attended to while it learned, or leave that"),
        ("F9",),
    ),
    "earlier": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "E&arlier moment"),
        QT_TRANSLATE_NOOP("menus", "Go back in training time"),
        ("Alt+PgUp",),
    ),
    "later": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Later moment"),
        QT_TRANSLATE_NOOP("menus", "Go forward in training time"),
        ("Alt+PgDown",),
    ),
    "play": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Play or &hold training time"),
        QT_TRANSLATE_NOOP("menus", "Let the moments advance by themselves, or hold them"),
        ("Shift+F8",),
    ),
}

GROUPS = (GOING, DRIVING, WATCHING)
"""As they stand in the menu, with a line between them."""
