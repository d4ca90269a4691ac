"""Every choice of the attention tab as a menu entry: its text, its tip and its keys."""

from __future__ import annotations

from collections.abc import Mapping

from viz_app.app.menus.actions import ActionSpec
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP

VIEW: Mapping[str, ActionSpec] = {
    "grid": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Grid"),
        QT_TRANSLATE_NOOP("menus", "All heads of all layers at once"),
        ("Alt+4",),
    ),
    "focus": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Focus"),
        QT_TRANSLATE_NOOP("menus", "One head, large, with its tokens"),
        ("Alt+5",),
    ),
    "links": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Links"),
        QT_TRANSLATE_NOOP("menus", "Lines between the tokens, wider where the weight is larger"),
        ("Alt+6",),
    ),
    "text": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Text"),
        QT_TRANSLATE_NOOP("menus", "The sentence, coloured by where one token looks"),
        ("Alt+7",),
    ),
}

SPECIAL: Mapping[str, ActionSpec] = {
    "shown": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Shown"),
        QT_TRANSLATE_NOOP("menus", "Show <s>, </s> and <pad> as any other token"),
    ),
    "hidden": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Hidden"),
        QT_TRANSLATE_NOOP("menus", "Leave special tokens out; rows then sum to less than 1"),
    ),
    "renormalised": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Hidden, rows &renormalised"),
        QT_TRANSLATE_NOOP("menus", "Leave special tokens out; rows are divided by what is left"),
    ),
}

SCALE: Mapping[str, ActionSpec] = {
    "linear": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Linear"),
        QT_TRANSLATE_NOOP("menus", "Colour by the weight itself"),
    ),
    "sqrt": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Square root"),
        QT_TRANSLATE_NOOP("menus", "Colour by the square root: small weights stand out more"),
    ),
    "log": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Lo&garithm"),
        QT_TRANSLATE_NOOP("menus", "Colour by the logarithm, from 0.0001 to 1"),
    ),
}

COLOUR_MAP: Mapping[str, ActionSpec] = {
    "kind": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "The &kind's colour"),
        QT_TRANSLATE_NOOP("menus", "From the background to the colour of the kind of attention"),
    ),
    "viridis": ActionSpec("Viridis", "Viridis"),
    "cividis": ActionSpec("Cividis", "Cividis"),
    "grey": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Grey"),
        QT_TRANSLATE_NOOP("menus", "Without colour, as for printing"),
    ),
}

COMBINATION: Mapping[str, ActionSpec] = {
    "head": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Each head by itself"),
        QT_TRANSLATE_NOOP("menus", "The weights of the head in view"),
    ),
    "mean": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Mean over heads"),
        QT_TRANSLATE_NOOP("menus", "The mean of the chosen heads of this layer"),
    ),
    "max": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Ma&ximum over heads"),
        QT_TRANSLATE_NOOP("menus", "The largest weight among the chosen heads of this layer"),
    ),
    "rollout": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Attention &rollout"),
        QT_TRANSLATE_NOOP("menus", "Attention followed from this layer down to the tokens"),
    ),
}

TINT: Mapping[str, ActionSpec] = {
    "": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&No mark"),
        QT_TRANSLATE_NOOP("menus", "Show heads without a number"),
    ),
    "entropy": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Entropy"),
        QT_TRANSLATE_NOOP("menus", "How widely a head spreads its attention, in bits"),
    ),
    "distance": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Mean &distance"),
        QT_TRANSLATE_NOOP("menus", "How many tokens away a head looks"),
    ),
    "previous": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Share on the &previous token"),
        QT_TRANSLATE_NOOP("menus", "How much a head looks at the token before"),
    ),
    "next": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Share on the ne&xt token"),
        QT_TRANSLATE_NOOP("menus", "How much a head looks at the token after"),
    ),
    "first": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Share on the &first token"),
        QT_TRANSLATE_NOOP("menus", "How much a head looks at the first token"),
    ),
    "special": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Share on &special tokens"),
        QT_TRANSLATE_NOOP("menus", "How much a head looks at <s>, </s> and <pad>"),
    ),
    "diagonality": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Dia&gonality"),
        QT_TRANSLATE_NOOP("menus", "How well a head follows the order of the words, −1 to 1"),
    ),
}

SWITCHES: Mapping[str, ActionSpec] = {
    "side_by_side": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "All kinds side &by side"),
        QT_TRANSLATE_NOOP("menus", "Show all three kinds next to each other, linked"),
        ("Alt+8",),
    ),
    "words": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Pieces as &words"),
        QT_TRANSLATE_NOOP("menus", "One row and column a word: sum over keys, mean over queries"),
        ("Ctrl+Shift+W",),
    ),
    "sorted_by_tint": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "S&ort heads by their mark"),
        QT_TRANSLATE_NOOP("menus", "Show the heads in the order of the number that marks them"),
    ),
}

PICTURE: Mapping[str, ActionSpec] = {
    "zoom_in": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Zoom &in"),
        QT_TRANSLATE_NOOP("menus", "Show fewer tokens of the focused head, larger"),
        ("Ctrl++", "Ctrl+="),
    ),
    "zoom_out": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Zoom o&ut"),
        QT_TRANSLATE_NOOP("menus", "Show more tokens of the focused head, smaller"),
        ("Ctrl+-",),
    ),
    "fit": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "&Fit"),
        QT_TRANSLATE_NOOP("menus", "Show all tokens of the focused head"),
        ("Ctrl+0",),
    ),
    "table": ActionSpec(
        QT_TRANSLATE_NOOP("menus", "Show as &table…"),
        QT_TRANSLATE_NOOP("menus", "List the weights of the picture in view as numbers"),
        ("Ctrl+Shift+T",),
    ),
}
