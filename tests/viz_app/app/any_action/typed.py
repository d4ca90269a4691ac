"""What can be typed: sentences of all kinds, keys, and what is held down with them."""

from PySide6.QtCore import Qt

TEXTS = (
    *(
        "a b c d e",
        "e d c",
        "a",
        "",
        " ",
        "我昨天在书店买了一本有趣的书。",
        "مرحبا بالعالم",
        "猫 a b",
    ),
    *("<b>x</b>", "<img src=x>", "\u202eabc", "a\nb\tc", "&File", "a" * 300, "b c " * 200),
    *("12", "-1", "1e9", "0.5", "nan", "🙂🙂", "a\u0301", "\u200b", "</s>", "<unk> a"),
)
KEYS = tuple(
    getattr(Qt.Key, f"Key_{name}")
    for name in (
        *("Return", "Escape", "Tab", "Backtab", "Space", "Left", "Right", "Up", "Down"),
        *("Home", "End", "PageUp", "PageDown", "Delete", "Backspace", "Plus", "Minus", "Menu"),
        *"0123456789ABCDEFGHIKLMOPSTUVXYZ",
        *("F1", "F2", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "Period", "Comma"),
    )
)
NO, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
MODIFIERS = (NO, NO, NO, CTRL, CTRL, SHIFT, ALT, CTRL | SHIFT)
