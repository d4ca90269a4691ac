"""The options of the attention panel as a menu: under View, and behind a button of the tab."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu

from viz_app.app.menus.entries import Entries, Entry, named
from viz_app.app.menus.entry_menu import EntryMenu
from viz_app.workbench.state.attention_options import AttentionOptions

CHOICES: Mapping[str, Entries] = {
    "view": {
        "grid": Entry("&Grid", "All heads of all layers at once", place="look", place_keys="Alt+4"),
        "focus": Entry(
            "&Focus", "One head, large, with its tokens", place="look", place_keys="Alt+5"
        ),
        "links": Entry(
            "&Links",
            "Lines between the tokens, wider where the weight is larger",
            place="look",
            place_keys="Alt+6",
        ),
        "text": Entry(
            "&Text",
            "The sentence, coloured by where one token looks",
            place="look",
            place_keys="Alt+7",
        ),
    },
    "combination": {
        "head": Entry("&Each head by itself", "The weights of the head in view"),
        "mean": Entry("&Mean over heads", "The mean of the chosen heads of this layer"),
        "max": Entry(
            "Ma&ximum over heads", "The largest weight among the chosen heads of this layer"
        ),
        "rollout": Entry(
            "Attention &rollout", "Attention followed from this layer down to the tokens"
        ),
    },
    "special": {
        "shown": Entry("&Shown", "Show <s>, </s> and <pad> as any other token"),
        "hidden": Entry("&Hidden", "Leave special tokens out; rows then sum to less than 1"),
        "renormalised": Entry(
            "Hidden, rows &renormalised",
            "Leave special tokens out; rows are divided by what is left",
        ),
    },
    "scale": {
        "linear": Entry("&Linear", "Colour by the weight itself"),
        "sqrt": Entry("&Square root", "Colour by the square root: small weights stand out more"),
        "log": Entry("Lo&garithm", "Colour by the logarithm, from 0.0001 to 1"),
    },
    "colour_map": {
        "kind": Entry(
            "The &kind's colour", "From the background to the colour of the kind of attention"
        ),
        "viridis": named("Viridis"),
        "cividis": named("Cividis"),
        "grey": Entry("&Grey", "Without colour, as for printing"),
    },
    "tint": {
        "": Entry("&No mark", "Show heads without a number"),
        "entropy": Entry("&Entropy", "How widely a head spreads its attention, in bits"),
        "distance": Entry("Mean &distance", "How many tokens away a head looks"),
        "previous": Entry(
            "Share on the &previous token", "How much a head looks at the token before"
        ),
        "next": Entry("Share on the ne&xt token", "How much a head looks at the token after"),
        "first": Entry("Share on the &first token", "How much a head looks at the first token"),
        "special": Entry(
            "Share on &special tokens", "How much a head looks at <s>, </s> and <pad>"
        ),
        "diagonality": Entry(
            "Dia&gonality", "How well a head follows the order of the words, −1 to 1"
        ),
    },
}
"""Field of :class:`AttentionOptions`: its values."""

SWITCHES: Entries = {
    "side_by_side": Entry(
        "All kinds side &by side",
        "Show all three kinds next to each other, linked",
        checkable=True,
        place="look",
        place_keys="Alt+8",
    ),
}
"""Each has a control of its own on the tab too."""

OPTIONS: Entries = {
    "words": Entry(
        "Pieces as &words",
        "One row and one column per word: sum over keys, mean over queries",
        "Ctrl+Shift+W",
        checkable=True,
    ),
    "glosses": Entry(
        "&English under Chinese",
        "Write what each Chinese token means under it",
        "Ctrl+Shift+G",
        checkable=True,
    ),
    "sorted_by_tint": Entry(
        "S&ort heads by their mark",
        "Show the heads in the order of the number that marks them",
        checkable=True,
    ),
}

PICTURE: Entries = {
    "zoom_in": Entry("Zoom &in", "Show fewer tokens of the focused head, larger", "Ctrl++; Ctrl+="),
    "zoom_out": Entry("Zoom o&ut", "Show more tokens of the focused head, smaller", "Ctrl+-"),
    "fit": Entry("&Fit", "Show all tokens of the focused head", "Ctrl+0"),
    "table": Entry(
        "Show as &table…", "List the weights of the picture in view as numbers", "Ctrl+Shift+T"
    ),
}


ON_TAB = ("view",)
"""What always has a control of its own on the tab: it is not repeated behind the tab's button."""


class AttentionMenu(EntryMenu):
    """Adds a menu; ``option_picked`` has a field of :class:`AttentionOptions`, and its value."""

    option_picked = Signal(str, object)

    def __init__(self, above: QMenu) -> None:
        """Nothing is marked yet."""
        super().__init__(above)
        for field in ON_TAB:
            self._add_choice(field, above)
        self.add_groups(above, SWITCHES)
        self.menu = self.add_menu("attention")
        for field in CHOICES:
            if field not in ON_TAB:
                self._add_choice(field, self.menu)
        self.menu.addSeparator()
        self.add_groups(self.menu, OPTIONS, PICTURE)
        for field in (*SWITCHES, *OPTIONS):
            self._connect(field)
        self.retranslate()

    def set_options(self, options: AttentionOptions) -> None:
        """Mark what is chosen."""
        for field in CHOICES:
            self.action(f"{field}_{getattr(options, field) or ''}").setChecked(True)
        for field in (*SWITCHES, *OPTIONS):
            self.action(field).setChecked(getattr(options, field))
        self.action("sorted_by_tint").setEnabled(options.tint is not None)

    def _add_choice(self, field: str, above: QMenu) -> None:
        submenu = self.add_menu(f"option_{field}", above)
        self.add_choice(submenu, field, CHOICES[field], partial(self._pick, field))

    def _connect(self, switch: str) -> None:
        self.action(switch).triggered.connect(lambda on: self.option_picked.emit(switch, on))

    def _pick(self, field: str, value: str) -> None:
        self.option_picked.emit(field, value or None)
