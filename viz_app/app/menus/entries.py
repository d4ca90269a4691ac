"""Every entry of the menu bar: its text, its tip and its keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from viz_app.app.panels import PANELS, tab_key
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.widgets.step_keys import STEP_KEYS
from viz_app.workbench.panel import Panel


@dataclass(frozen=True, slots=True)
class Entry:
    """One action, in English; ``.ci/update-translations`` finds the texts where one is made.

    Attributes:
        keys: in Qt's portable spelling, with ``"; "`` between them.
        context: of the translations.
    """

    text: str
    tip: str
    keys: str = ""
    context: str = "menus"
    checkable: bool = False


Entries = Mapping[str, Entry]
"""By the names of the actions."""


def named(name: str) -> Entry:
    """What is called the same in every language."""
    return Entry(name, name)


def panel_entries(panels: Sequence[Panel] = PANELS, *, explaining: bool) -> Entries:
    """The entries of the tabs that explain, or of the others; their places give them their keys."""
    return {
        panel.name: Entry(panel.entry, panel.entry_tip, tab_key(place), "panels")
        for place, panel in enumerate(panels)
        if panel.explains is explaining
    }


TITLES: Mapping[str, str] = {
    "file": QT_TRANSLATE_NOOP("menus", "&File"),
    "view": QT_TRANSLATE_NOOP("menus", "&View"),
    "row_labels": QT_TRANSLATE_NOOP("menus", "&Row labels"),
    "attention": QT_TRANSLATE_NOOP("menus", "Attention &options"),
    "option_view": QT_TRANSLATE_NOOP("menus", "&View"),
    "option_combination": QT_TRANSLATE_NOOP("menus", "&Heads together"),
    "option_special": QT_TRANSLATE_NOOP("menus", "&Special tokens"),
    "option_scale": QT_TRANSLATE_NOOP("menus", "S&cale"),
    "option_colour_map": QT_TRANSLATE_NOOP("menus", "Co&lours"),
    "option_tint": QT_TRANSLATE_NOOP("menus", "&Mark heads by"),
    "theme": QT_TRANSLATE_NOOP("menus", "T&heme"),
    "language": QT_TRANSLATE_NOOP("menus", "&Language"),
    "model": QT_TRANSLATE_NOOP("menus", "&Model"),
    "branches": QT_TRANSLATE_NOOP("menus", "Bra&nches"),
    "models": QT_TRANSLATE_NOOP("menus", "Load &model"),
    "training": QT_TRANSLATE_NOOP("menus", "Trai&ning"),
    "learn": QT_TRANSLATE_NOOP("menus", "&Learn"),
    "help": QT_TRANSLATE_NOOP("menus", "&Help"),
}
"""Of the menus, by their names."""

FILE: Entries = {
    "open_model": Entry("&Open model…", "Open a model from a file", "Ctrl+O"),
    "save_model": Entry("&Save model as…", "Save the current model to a file", "Ctrl+S"),
    "quit": Entry("&Quit", "Stop all work and close Headlight", "Ctrl+Q"),
}

STAGES: Entries = {
    "stage_back": Entry("Stage bac&k", "One head: go to the stage before", "Alt+Left"),
    "stage_forward": Entry("Stage &forward", "One head: go to the next stage", "Alt+Right"),
}

KINDS: Entries = {
    "encoder": Entry("&Encoder self-attention", "Source tokens attend to source tokens", "Alt+1"),
    "decoder": Entry(
        "&Decoder self-attention", "Target tokens attend to the target tokens before them", "Alt+2"
    ),
    "cross": Entry("&Cross-attention", "Target tokens attend to source tokens", "Alt+3"),
}

ROW_LABELS: Entries = {
    "both": Entry("&Fed in → predicted", "Name rows by the token fed in and the one it predicted"),
    "fed": Entry("Token fed &in", "Name rows by the token fed in"),
    "predicted": Entry("Token &predicted", "Name rows by the token that was predicted from them"),
}

THEMES: Entries = {
    "system": Entry("&System", "Light or dark, as the desktop is"),
    "light": Entry("&Light", "Dark text on light"),
    "dark": Entry("&Dark", "Light text on dark"),
}

LANGUAGES: Entries = {
    "system": Entry("&System", "The language of the desktop"),
    "en": named("English"),
    "zh_CN": named("简体中文"),
}

SIZE: Entries = {
    "timeline": Entry(
        "&Whole timeline",
        "Show the translation, all candidates and the branches under the steps",
        "F7",
        checkable=True,
    ),
    "presentation": Entry(
        "Presentation &size",
        "Larger text and marks, for a projector",
        "Ctrl+Shift+P",
        checkable=True,
    ),
}

MODEL: Entries = {
    "translate": Entry("&Translate", "Translate the source sentence", "Ctrl+Return; Ctrl+Enter"),
    "stop": Entry("&Stop translating", "Stop; the steps so far stay", "Ctrl+."),
    "copy_translation": Entry("&Copy the translation", "Copy the target as text", "Ctrl+Shift+C"),
}

STEPS: Entries = {
    "first_step": Entry("&First step", "Go to the first token", STEP_KEYS["first_step"]),
    "step_back": Entry("Step &back", "Go to the token before", STEP_KEYS["step_back"]),
    "step_forward": Entry("Step f&orward", "Go to the next token", STEP_KEYS["step_forward"]),
    "last_step": Entry("&Last step", "Go to the last token", STEP_KEYS["last_step"]),
    "play": Entry(
        "&Play or pause",
        "Let the steps advance by themselves, or hold them",
        STEP_KEYS["play"],
    ),
}

HELP: Entries = {
    "shortcuts": Entry("&Keyboard shortcuts", "List the keys of every action", "F1"),
    "about": Entry("&About Headlight", "Version and licence"),
}

BRANCH_GROUPS: tuple[Entries, ...] = (
    {
        "next_candidate": Entry(
            "&Branch on the next candidate",
            "Decode on from this step with the next best token",
            "Ctrl+B",
        ),
        "type_token": Entry(
            "&Type a token…", "Decode on from this step with a token of your own", "Ctrl+Shift+B"
        ),
        "own_target": Entry(
            "&Own target…", "Teacher forcing: see what the model thinks of your target", "Ctrl+G"
        ),
    },
    {
        "next_branch": Entry(
            "&Next branch", "Show the branch below this one in the list", "Ctrl+Down"
        ),
        "previous_branch": Entry(
            "&Previous branch", "Show the branch above this one in the list", "Ctrl+Up"
        ),
        "list": Entry("Go to the &list", "Choose among the branches with the arrow keys", "Ctrl+L"),
    },
    {
        "rename": Entry("&Rename branch…", "Give this branch a name", "F2"),
        "delete": Entry(
            "&Delete branch", "Take this branch away, with those that left it", "Ctrl+Del"
        ),
    },
    {
        "compare_parent": Entry(
            "&Compare with the parent branch",
            "Show both texts, and how their attention differs",
            "Ctrl+D",
        ),
        "stop_comparing": Entry("&Stop comparing", "Show this branch alone", "Ctrl+Shift+D"),
    },
)
"""As they stand in the menu, with a line between them."""

TRAINING_GROUPS: tuple[Entries, ...] = (
    {
        "new": Entry("T&rain…", "Choose what to train", "Ctrl+T"),
        "runs": Entry("R&uns", "List everything that was trained here", "Ctrl+R"),
        "experiments": Entry(
            "&Experiments",
            "Predict what a change does, then train with and without it",
            "Ctrl+Shift+E",
        ),
    },
    {
        "pause": Entry(
            "&Pause or resume training",
            "Let the run wait, or go on exactly where it paused",
            "Ctrl+P",
        ),
        "stop": Entry("&Stop training", "End the run; what it has learned is kept", "Ctrl+Shift+S"),
        "use": Entry(
            "&Translate with this run",
            "Use the model of the run on show, with its weights of now",
            "Ctrl+Shift+M",
        ),
    },
    {
        "watch": Entry(
            "&Watch its attention",
            "Show what the run attended to while it learned, or leave that",
            "F9",
            checkable=True,
        ),
        "earlier": Entry("E&arlier moment", "Go back in training time", "Alt+PgUp"),
        "later": Entry("&Later moment", "Go forward in training time", "Alt+PgDown"),
        "play": Entry(
            "Play or &hold training time",
            "Let the moments advance by themselves, or hold them",
            "Shift+F8",
        ),
    },
)
"""As they stand in the menu, with a line between them."""
