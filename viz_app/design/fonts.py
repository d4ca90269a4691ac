"""The families that text is painted in, of those that this machine has."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

LATIN_FONTS = ("Noto Sans", "Segoe UI", ".AppleSystemUIFont", "DejaVu Sans")
"""In order of preference; the first that exists is used."""

CHINESE_FONTS = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Micro Hei",
)
"""In order of preference; they fill the gaps of the Latin ones."""


@cache
def chinese_families() -> tuple[str, ...]:
    """The Chinese families, those first of which the machine has a regular face.

    Qt takes the first family that exists, and paints everything bold where only its bold face is
    installed. Where none of ours is regular, any other family that is comes before them.
    Needs a ``QGuiApplication``; asked once, as fonts do not change while it runs.
    """
    regular = tuple(family for family in CHINESE_FONTS if _has_regular(family))
    rest = tuple(family for family in CHINESE_FONTS if family not in regular)
    return (*regular, *(() if regular else _other_regular()), *rest)


def families() -> tuple[str, ...]:
    """All families in order; those after the first that exists fill its gaps."""
    return (*LATIN_FONTS, *chinese_families())


def _other_regular() -> tuple[str, ...]:
    """Regular families with simplified characters, proportional and simplified ones first."""
    simplified = QFontDatabase.WritingSystem.SimplifiedChinese
    found = (name for name in QFontDatabase.families(simplified) if _has_regular(name))
    return tuple(sorted(found, key=lambda name: ("Mono" in name, _script_rank(name), name)))


def _script_rank(family: str) -> int:
    """Families made for other places draw some characters in another way."""
    place = family.rsplit(" ", 1)[-1]
    return {"SC": 0, "CN": 0, "TC": 2, "HK": 2, "TW": 2, "JP": 3, "KR": 3}.get(place, 1)


def _has_regular(family: str) -> bool:
    regular = QFont.Weight.Normal.value, QFont.Weight.Medium.value
    return any(
        regular[0] <= QFontDatabase.weight(family, style) <= regular[1]
        for style in QFontDatabase.styles(family)
    )
