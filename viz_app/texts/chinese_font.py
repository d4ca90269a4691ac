"""Whether the machine can draw what the shipped model translates."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontDatabase, QRawFont

from model.messages import Message
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP

CAT = "猫"

MISSING_CJK_FONT = Message(
    QT_TRANSLATE_NOOP(
        "messages",
        "No font on this machine has Chinese characters, so they show as boxes: install one"
        " ({package} on Debian and Ubuntu), then start Headlight again.",
    ),
    {"package": "fonts-noto-cjk"},
)


def missing_cjk_font() -> bool:
    """Whether no font has Chinese characters; needs a ``QGuiApplication``."""
    chinese = QFontDatabase.WritingSystem.SimplifiedChinese
    return not QRawFont.fromFont(QFont(), chinese).supportsCharacter(ord(CAT))
