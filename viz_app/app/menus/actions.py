"""Every action of the menu bar: its text, its tip and its keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence

from viz_app.app.panels import PANELS, tab_key
from viz_app.texts.token_text import tool_tip
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.widgets.step_keys import STEP_KEYS
from viz_app.workbench.panel import Panel


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One menu entry, in English; ``keys`` in Qt's portable spelling.

    ``context`` is that of the translations.
    """

    text: str
    tip: str
    keys: tuple[str, ...] = ()
    context: str = "menus"


FILE: Mapping[str, ActionSpec] = {
    "open_model": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Open model…"),
        QT_TRANSLATE_NOOP("menus", "Open a model from a file"),
        ("Ctrl+O",),
    ),
    "save_model": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Save model as…"),
        QT_TRANSLATE_NOOP("menus", "Save the current model to a file"),
        ("Ctrl+S",),
    ),
    "quit": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Quit"),
        QT_TRANSLATE_NOOP("menus", "Stop all work and close Headlight"),
        ("Ctrl+Q",),
    ),
}


def panel_entries(
    panels: Sequence[Panel[Any]] = PANELS, *, explaining: bool
) -> Mapping[str, ActionSpec]:
    """The entries of the tabs that explain, or of the others; their places give them their keys."""
    return {
        panel.name: ActionSpec(panel.entry, panel.entry_tip, (tab_key(place),), "panels")
        for place, panel in enumerate(panels)
        if panel.explains is explaining
    }


STAGES: Mapping[str, ActionSpec] = {
    "stage_back": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Stage bac&k"),
        QT_TRANSLATE_NOOP("menus", "One head: go to the stage before"),
        ("Alt+Left",),
    ),
    "stage_forward": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Stage &forward"),
        QT_TRANSLATE_NOOP("menus", "One head: go to the next stage"),
        ("Alt+Right",),
    ),
}

KINDS: Mapping[str, ActionSpec] = {
    "encoder": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Encoder self-attention"),
        QT_TRANSLATE_NOOP("menus", "Source tokens attend to source tokens"),
        ("Alt+1",),
    ),
    "decoder": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Decoder self-attention"),
        QT_TRANSLATE_NOOP("menus", "Target tokens attend to the target tokens before them"),
        ("Alt+2",),
    ),
    "cross": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Cross-attention"),
        QT_TRANSLATE_NOOP("menus", "Target tokens attend to source tokens"),
        ("Alt+3",),
    ),
}

ROW_LABELS: Mapping[str, ActionSpec] = {
    "both": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Fed in → predicted"),
        QT_TRANSLATE_NOOP("menus", "Name rows by the token fed in and the one it predicted"),
    ),
    "fed": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Token fed &in"),
        QT_TRANSLATE_NOOP("menus", "Name rows by the token fed in"),
    ),
    "predicted": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Token &predicted"),
        QT_TRANSLATE_NOOP("menus", "Name rows by the token that was predicted from them"),
    ),
}

THEMES: Mapping[str, ActionSpec] = {
    "system": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&System"),
        QT_TRANSLATE_NOOP("menus", "Light or dark, as the desktop is"),
    ),
    "light": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Light"), QT_TRANSLATE_NOOP("menus", "Dark text on light")
    ),
    "dark": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Dark"), QT_TRANSLATE_NOOP("menus", "Light text on dark")
    ),
}

LANGUAGES: Mapping[str, ActionSpec] = {
    "system": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&System"),
        QT_TRANSLATE_NOOP("menus", "The language of the desktop"),
    ),
    "en": ActionSpec("English", "English"),
    "zh_CN": ActionSpec("简体中文", "简体中文"),
}

SIZE: Mapping[str, ActionSpec] = {
    "presentation": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Presentation &size"),
        QT_TRANSLATE_NOOP("menus", "Larger text and marks, for a projector"),
        ("Ctrl+Shift+P",),
    ),
}

MODEL: Mapping[str, ActionSpec] = {
    "translate": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Translate"),
        QT_TRANSLATE_NOOP("menus", "Translate the source sentence"),
        ("Ctrl+Return", "Ctrl+Enter"),
    ),
    "stop": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Stop translating"),
        QT_TRANSLATE_NOOP("menus", "Stop; the steps so far stay"),
        ("Ctrl+.",),
    ),
    "copy_translation": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Copy the translation"),
        QT_TRANSLATE_NOOP("menus", "Copy the target as text"),
        ("Ctrl+Shift+C",),
    ),
}

STEPS: Mapping[str, ActionSpec] = {
    "first_step": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&First step"),
        QT_TRANSLATE_NOOP("menus", "Go to the first token"),
        STEP_KEYS["first_step"],
    ),
    "step_back": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Step &back"),
        QT_TRANSLATE_NOOP("menus", "Go to the token before"),
        STEP_KEYS["step_back"],
    ),
    "step_forward": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Step f&orward"),
        QT_TRANSLATE_NOOP("menus", "Go to the next token"),
        STEP_KEYS["step_forward"],
    ),
    "last_step": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Last step"),
        QT_TRANSLATE_NOOP("menus", "Go to the last token"),
        STEP_KEYS["last_step"],
    ),
    "play": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Play or pause"),
        QT_TRANSLATE_NOOP("menus", "Let the steps advance by themselves, or hold them"),
        STEP_KEYS["play"],
    ),
}

HELP: Mapping[str, ActionSpec] = {
    "shortcuts": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Keyboard shortcuts"),
        QT_TRANSLATE_NOOP("menus", "List the keys of every action"),
        ("F1",),
    ),
    "about": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&About Headlight"),
        QT_TRANSLATE_NOOP("menus", "Version and licence"),
    ),
}


def show_texts(action: QAction, spec: ActionSpec) -> None:
    """Give an action its texts in the current language."""
    tip = QCoreApplication.translate(spec.context, spec.tip)
    action.setText(QCoreApplication.translate(spec.context, spec.text))
    action.setToolTip(tool_tip(tip))
    action.setStatusTip(tip)


def keys_of(spec: ActionSpec) -> Sequence[QKeySequence]:
    """The keys of an action."""
    return [QKeySequence(keys) for keys in spec.keys]
