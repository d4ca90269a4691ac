"""Every entry of the menu bar: its text, its tip and its keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from viz_app.app.panels import PANELS, tab_key, tabs_of
from viz_app.storage.library import DEFAULT_MODEL, ENGLISH_MODEL
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP
from viz_app.widgets.layout import BRANCH_KEYS, STEP_KEYS, UNDO_KEYS
from viz_app.workbench.room import Panel, Place


@dataclass(frozen=True, slots=True)
class Entry:
    """One action, in English; ``.ci/update-translations`` finds the texts where one is made.

    Attributes:
        keys: in Qt's portable spelling, with ``"; "`` between them.
        context: of the translations.
        place: of the window, in which ``place_keys`` work too; other places use them differently.
    """

    text: str
    tip: str
    keys: str = ""
    context: str = "menus"
    checkable: bool = False
    place: Place | None = None
    place_keys: str = ""

    def keys_in(self, place: Place | None) -> str:
        here = self.place is not None and self.place == place
        return "; ".join(filter(None, (self.keys, self.place_keys if here else "")))


Entries = Mapping[str, Entry]
"""By the names of the actions."""


def named(name: str) -> Entry:
    """An entry with the same text in every language."""
    return Entry(name, name)


def tab_entries(place: Place, panels: Sequence[Panel] = PANELS) -> Entries:
    """The tabs of a place in order; empty for a single tab, which its place shows."""
    tabs = tabs_of(place, panels)
    return {
        panel.name: Entry(
            panel.entry,
            panel.entry_tip,
            panel.keys,
            "panels",
            place=place,
            place_keys=tab_key(number),
        )
        for number, panel in enumerate(tabs)
        if len(tabs) > 1
    }


TITLES: Mapping[str, str] = {
    "file": QT_TRANSLATE_NOOP("menus", "&File"),
    "edit": QT_TRANSLATE_NOOP("menus", "&Edit"),
    "recent": QT_TRANSLATE_NOOP("menus", "Open &recent"),
    "view": QT_TRANSLATE_NOOP("menus", "&View"),
    "row_labels": QT_TRANSLATE_NOOP("menus", "&Row labels"),
    "attention": QT_TRANSLATE_NOOP("menus", "Attention &options"),
    "option_view": QT_TRANSLATE_NOOP("menus", "P&icture"),
    "option_combination": QT_TRANSLATE_NOOP("menus", "He&ads together"),
    "option_alignment": QT_TRANSLATE_NOOP("menus", "Cross-attention lin&ks"),
    "option_special": QT_TRANSLATE_NOOP("menus", "&Special tokens"),
    "option_scale": QT_TRANSLATE_NOOP("menus", "S&cale"),
    "option_colour_map": QT_TRANSLATE_NOOP("menus", "Co&lours"),
    "option_tint": QT_TRANSLATE_NOOP("menus", "&Mark heads by"),
    "theme": QT_TRANSLATE_NOOP("menus", "T&heme"),
    "language": QT_TRANSLATE_NOOP("menus", "&Language"),
    "model": QT_TRANSLATE_NOOP("menus", "&Model"),
    "branches": QT_TRANSLATE_NOOP("menus", "Bra&nches"),
    "scenes": QT_TRANSLATE_NOOP("menus", "Sce&nes"),
    "covers": QT_TRANSLATE_NOOP("menus", "Hide or re&veal"),
    "asking": QT_TRANSLATE_NOOP("menus", "P&redict, then see"),
    "interventions": QT_TRANSLATE_NOOP("menus", "Inter&ventions"),
    "models": QT_TRANSLATE_NOOP("menus", "Load &model"),
    "devices": QT_TRANSLATE_NOOP("menus", "Comp&ute on"),
    "understand": QT_TRANSLATE_NOOP("menus", "&Understand"),
    "train": QT_TRANSLATE_NOOP("menus", "T&rain"),
    "help": QT_TRANSLATE_NOOP("menus", "&Help"),
}
"""Of the menus, by their names."""

EDIT: Entries = {
    "undo": Entry("&Undo", "Undo the last step", UNDO_KEYS["undo"]),
    "redo": Entry("&Redo", "Redo the last undone step", UNDO_KEYS["redo"]),
}
"""Undo of the window: a focused field undoes its own typing."""

STAGES: Entries = {
    "stage_back": Entry("Stage bac&k", "One head: go to the previous stage", "Alt+Left"),
    "stage_forward": Entry("Stage &forward", "One head: go to the next stage", "Alt+Right"),
}

PLACE_ENTRIES: Entries = {
    "look": Entry("Loo&k", "See what every head attends to", "Ctrl+1"),
    "understand": Entry("&Understand", "Learn step by step how a Transformer works", "Ctrl+2"),
    "train": Entry("&Train", "Train models and watch them learn", "Ctrl+3"),
}

TAB_STEPS: Entries = {
    "next_tab": Entry("Ne&xt tab", "Show the next tab of this area", "Ctrl+PgDown"),
    "previous_tab": Entry("&Previous tab", "Show the previous tab of this area", "Ctrl+PgUp"),
}

KINDS: Entries = {
    "encoder": Entry(
        "&Encoder self-attention",
        "Source tokens attend to source tokens",
        place="look",
        place_keys="Alt+1",
    ),
    "decoder": Entry(
        "&Decoder self-attention",
        "Target tokens attend to themselves and earlier target tokens",
        place="look",
        place_keys="Alt+2",
    ),
    "cross": Entry(
        "&Cross-attention",
        "Target tokens attend to source tokens",
        place="look",
        place_keys="Alt+3",
    ),
}

ROW_LABELS: Entries = {
    "both": Entry("Input → pre&dicted", "Label rows by input and predicted token"),
    "fed": Entry("&Input token", "Label rows by input token"),
    "predicted": Entry("&Predicted token", "Label rows by predicted token"),
}

THEMES: Entries = {
    "system": Entry("&System", "Light or dark, like the desktop"),
    "light": Entry("&Light", "Dark text on light"),
    "dark": Entry("&Dark", "Light text on dark"),
}

LANGUAGES: Entries = {
    "system": Entry("&System", "The language of the desktop"),
    "en": named("English"),
    "zh_CN": named("简体中文"),
}

DEVICES: Entries = {
    "auto": Entry("&Auto", "Use the fastest device available"),
    "cpu": named("CPU"),
    "cuda": Entry("CUDA GPU", "Compute on an NVIDIA GPU"),
    "mps": Entry("Apple GPU", "Compute on an Apple GPU"),
}

SIZE: Entries = {
    "timeline": Entry(
        "&Whole timeline",
        "Show the whole text, all candidates and the branches under the steps",
        "F7",
        checkable=True,
    ),
    "presentation": Entry(
        "Presentation &size",
        "Larger text and marks, for a projector",
        "Ctrl+Shift+P",
        checkable=True,
    ),
    "full_screen": Entry(
        "&Full screen", "Show the window full screen; Esc exits", "F11", checkable=True
    ),
    "picture_only": Entry(
        "Picture onl&y",
        "Show only the picture and its caption, full screen; Esc exits",
        "Shift+F11",
        checkable=True,
    ),
    "second_display": Entry(
        "Picture on &another display",
        "Show the picture large in a second window; F11 makes it full screen",
        "Ctrl+F11",
        checkable=True,
    ),
    "spotlight": Entry(
        "Spotli&ght",
        "Dim the cells of a matrix outside the row and the column of the pointer or cursor",
        "F4",
        checkable=True,
    ),
}

MODEL: Entries = {
    "translate": Entry("&Translate", "Translate the source sentence", "Ctrl+Return; Ctrl+Enter"),
    "stop": Entry("&Stop translating", "Stop; the steps so far are kept", "Ctrl+."),
    "copy_translation": Entry("&Copy the translation", "Copy the target as text", "Ctrl+Shift+C"),
}

MASKING: Entries = {
    "mask_token": Entry(
        "Mask t&his token",
        "Encoder-only model: replace the current token with [MASK] and see what is predicted",
        "Ctrl+M",
    )
}

IMPORT: Entries = {
    "import_model": Entry(
        "&Import…",
        "Import a model made by another program, from its folder or weights file",
        "Ctrl+Shift+O",
    )
}

OTHER_KEYS = "Ctrl+Shift+X"

OTHER_MODEL: Entries = {
    DEFAULT_MODEL: Entry(
        "Chinese → En&glish",
        "Open the built-in model that translates Chinese sentences into English",
        OTHER_KEYS,
    ),
    ENGLISH_MODEL: Entry(
        "En&glish → passive",
        "Open the built-in model that rewrites active English sentences in the passive",
        OTHER_KEYS,
    ),
}
"""Entries that open the other shipped model of sentences, by its name."""

DOCTOR: Entries = {
    "check_model": Entry(
        "Chec&k this model",
        "Test whether the model works correctly, with a picture for each check",
        "Ctrl+Shift+K",
    )
}

EFFECTS: Entries = {
    "head_effects": Entry(
        "&Effects of heads…", "List the effect of every head on the loss, and prune heads"
    )
}

STEPS: Entries = {
    "first_step": Entry("&First step", "Go to the first token", STEP_KEYS["first_step"]),
    "step_back": Entry("Step &back", "Go to the previous token", STEP_KEYS["step_back"]),
    "step_forward": Entry("Step f&orward", "Go to the next token", STEP_KEYS["step_forward"]),
    "last_step": Entry("&Last step", "Go to the last token", STEP_KEYS["last_step"]),
    "play": Entry("&Play or pause", "Play through the steps, or pause", STEP_KEYS["play"]),
}

HELP: Entries = {
    "lessons": Entry(
        "&Lessons", "Learn in this window, with questions: a tour and five lessons", "Ctrl+Shift+F1"
    ),
    "guide": Entry("&Guide", "Read about the window, training, commands and Python", "Shift+F1"),
    "glossary": Entry("Gl&ossary", "Look up a term, and show it in the window", "Ctrl+Alt+G"),
    "help_on_this": Entry(
        "&Help on this",
        "The focused element: its entry in the glossary, what it shows, its keys",
        "F1",
    ),
    "shortcuts": Entry("&Keyboard shortcuts", "List the keys of every action", "Ctrl+F1"),
    "about": Entry("&About Headlight", "Version and licence"),
}

ASKING: Entries = {
    "ask_word": Entry(
        "The next &token",
        "Hide what the model predicts from this step on, and predict it yourself",
        "Ctrl+Alt+P",
    ),
    "ask_weight": Entry(
        "The largest &weight of a row",
        "Hide the picture of this head, and click where you expect its largest weight",
        "Ctrl+Alt+W",
    ),
    "ask_effects": Entry(
        "&Before an intervention is shown",
        "Predict how many tokens an intervention changes, before the result is shown",
        checkable=True,
    ),
}
"""Predict, then see: questions about what is on screen."""

BRANCH_GROUPS: tuple[Entries, ...] = (
    {
        "next_candidate": Entry(
            "&Branch on the next candidate",
            "Continue from this step with the next-best token",
            BRANCH_KEYS,
        ),
        "type_token": Entry(
            "&Type a token…", "Continue from this step with a token of your own", "Ctrl+Shift+B"
        ),
        "own_target": Entry(
            "&Own target…", "Teacher forcing: see how the model scores your target", "Ctrl+G"
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
        "delete": Entry("&Delete branch", "Delete this branch and its child branches", "Ctrl+Del"),
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

SCENE_GROUPS: tuple[Entries, ...] = (
    {
        "list": Entry(
            "&List of scenes",
            "Show or hide the list of scenes with the note of the current one",
            "F6",
            checkable=True,
        )
    },
    {
        "add": Entry("&Add scene", "Bookmark what is on screen as a scene", "Ctrl+N"),
        "update": Entry(
            "&Update scene", "Replace the current scene by what is on screen", "Shift+F6"
        ),
        "duplicate": Entry("Du&plicate scene", "Add a copy of the current scene", "Ctrl+Alt+N"),
        "delete": Entry("&Delete scene", "Delete the current scene", "Del"),
    },
    {
        "rename": Entry("&Rename scene…", "Change the title of the scene (F2 in the list)"),
        "note": Entry("Edit n&ote", "Write the note of the current scene in Markdown", "Ctrl+F6"),
        "up": Entry("&Move up", "Move the current scene up in the list", "Alt+Up"),
        "down": Entry("Move do&wn", "Move the current scene down in the list", "Alt+Down"),
    },
    {
        "previous": Entry("Pre&vious scene", "Show the scene before the current one", "PgUp"),
        "next": Entry("Ne&xt scene", "Show the scene after the current one", "PgDown"),
    },
)
"""As they stand in the menu, with a line between them."""

IN_LIST = ("delete", "up", "down")
"""Of these, the keys work in the list of scenes only."""

COVER_GROUPS: tuple[Entries, ...] = (
    {
        "prediction": Entry(
            "&Prediction",
            "Hide the token predicted at the current step, and all later ones",
            checkable=True,
        ),
        "candidates": Entry("&Candidates", "Hide the candidates of every step", checkable=True),
        "translation": Entry("&Whole output", "Hide every token of the output", checkable=True),
        "later": Entry("&Later steps", "Hide everything after the current step", checkable=True),
        "row": Entry("&Row", "Hide the weights of the current row in all heads", checkable=True),
        "picture": Entry("P&icture of the head", "Hide the weights of this head", checkable=True),
    },
    {
        "nothing": Entry("&Nothing", "Reveal everything that is hidden"),
        "reveal": Entry("R&eveal next", "Reveal what was hidden first", "Space"),
    },
)
"""As they stand in the menu, with a line between them."""

INTERVENTION_GROUPS: tuple[Entries, ...] = (
    {
        "mean": Entry(
            "&Switch off",
            "Replace the output by its mean over a sample; again: switch it on",
            "X",
            checkable=True,
        ),
        "zero": Entry(
            "Switch off with &zero",
            "Replace the output by 0, which also removes its mean; again: switch it on",
            "Shift+X",
            checkable=True,
        ),
        "uniform": Entry(
            "&Uniform",
            "Give all keys that a query may attend to the same weight",
            "Ctrl+U",
            checkable=True,
        ),
        "previous": Entry(
            "&Previous token",
            "Self-attention: attend to the previous token only",
            "Ctrl+Shift+U",
            checkable=True,
        ),
        "first": Entry(
            "&First token", "Attend to the first key only", "Ctrl+Alt+U", checkable=True
        ),
        "take": Entry("&Take from branch", "Use the weights that another branch has here"),
        "freeze": Entry(
            "F&reeze attention",
            "Keep the weights as they are in this branch while other parts change",
            "Ctrl+F",
            checkable=True,
        ),
    },
    {
        "hide": Entry(
            "&Hide word from the model",
            "No query of any layer attends to the source word; again: show it",
            "Ctrl+H",
            checkable=True,
        ),
        "replace": Entry(
            "R&eplace word with…",
            "Select the word in the source field, to type another in its place",
            "Ctrl+Shift+H",
        ),
    },
    {
        "same_target": Entry(
            "Recompute the s&ame target",
            "Feed in the original target, so that log-probabilities can be compared",
            "Ctrl+Alt+T",
            checkable=True,
        ),
        "restore": Entry(
            "Switch everything &on again",
            "Go back to the branch without interventions",
            "Ctrl+Alt+X",
        ),
    },
)
"""As they stand in the menu, with a line between them; changes are named as their values."""

TRAINING_GROUPS: tuple[Entries, ...] = (
    {
        "pause": Entry(
            "&Pause or resume training",
            "Pause the run, or continue exactly where it paused",
            "Ctrl+P",
        ),
        "stop": Entry("&Stop training", "Stop the run; its model is kept", "Ctrl+Shift+."),
        "use": Entry(
            "Use m&odel",
            "Translate with the current weights of the run that is shown",
            "Ctrl+Shift+M",
        ),
    },
    {
        "watch": Entry(
            "&Watch its attention",
            "Show the run's attention during training, or go back",
            "F9",
            checkable=True,
        ),
        "earlier": Entry("E&arlier moment", "Go back in training time", "Alt+PgUp"),
        "later": Entry("&Later moment", "Go forward in training time", "Alt+PgDown"),
        "play": Entry(
            "Play or &hold the time-lapse", "Play through the moments, or pause", "Shift+F8"
        ),
    },
)
"""As they stand in the menu, with a line between them."""
