import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QFontDatabase, QTextLayout

from viz_app.design.fonts import CHINESE_FONTS, chinese_families, families
from viz_app.design.theme import light_theme

CAT = "猫"
FACES = """
from PySide6.QtGui import QTextLayout
from PySide6.QtWidgets import QApplication
from viz_app.design.theme import apply_theme, light_theme
app = QApplication([])
apply_theme(app, light_theme())
layout = QTextLayout("猫", app.font())
layout.beginLayout()
layout.createLine()
layout.endLayout()
print([run.rawFont().styleName() for run in layout.glyphRuns()])
"""


def faces(font):
    """The faces that a cat is painted in."""
    layout = QTextLayout(CAT, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return [run.rawFont() for run in layout.glyphRuns()]


@pytest.fixture
def fonts(monkeypatch):
    """Gives the machine made-up families: their weights, by name."""

    def install(weights):
        monkeypatch.setattr(QFontDatabase, "families", staticmethod(lambda *_: list(weights)))
        monkeypatch.setattr(
            QFontDatabase, "styles", staticmethod(lambda family: list(weights.get(family, ())))
        )
        monkeypatch.setattr(
            QFontDatabase, "weight", staticmethod(lambda family, style: weights[family][style])
        )
        chinese_families.cache_clear()

    yield install
    chinese_families.cache_clear()


def test_chinese_is_regular_where_the_machine_has_a_regular_face(qapp):
    if not any(
        QFontDatabase.weight(family, style) == 400
        for family in QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese)
        for style in QFontDatabase.styles(family)
    ):
        pytest.skip("no regular Chinese font on this machine")
    (face,) = faces(light_theme().font(14))
    assert face.supportsCharacter(ord(CAT))
    assert "Bold" not in face.styleName()


def test_ours_stand_in_our_order(fonts):
    fonts({family: {"Regular": 400, "Bold": 700} for family in CHINESE_FONTS})
    assert chinese_families() == CHINESE_FONTS
    assert families()[-len(CHINESE_FONTS) :] == CHINESE_FONTS


def test_a_family_without_a_regular_face_comes_after_one_that_has_it(fonts):
    fonts({"Noto Sans CJK SC": {"Bold": 700}, "WenQuanYi Micro Hei": {"Regular": 400}})
    assert chinese_families()[0] == "WenQuanYi Micro Hei"
    assert set(chinese_families()) == set(CHINESE_FONTS)


def test_another_regular_family_comes_before_a_bold_one_of_ours(fonts):
    fonts(
        {
            "Noto Sans CJK SC": {"Bold": 700},
            "Some Mono SC": {"Regular": 400},
            "Some Serif JP": {"Regular": 400},
            "Some Serif SC": {"Regular": 400},
        }
    )
    assert chinese_families()[:3] == ("Some Serif SC", "Some Serif JP", "Some Mono SC")


def test_a_machine_with_bold_sans_and_regular_serif_paints_regular(tmp_path):
    """The whole way, through fontconfig, on a machine that has only these two."""
    places = _files("Noto Sans CJK SC:bold"), _files("Noto Serif CJK SC:regular")
    if not all("NotoS" in str(place) for place in places):
        pytest.skip("Noto's Chinese fonts are not installed")
    (tmp_path / "fonts").mkdir()
    for place in places:
        (tmp_path / "fonts" / place.name).symlink_to(place)
    settings = tmp_path / "fonts.conf"
    settings.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f"<dir>{tmp_path}/fonts</dir><cachedir>{tmp_path}/cache</cachedir></fontconfig>"
    )
    told = subprocess.run(
        [sys.executable, "-c", FACES],
        env={**os.environ, "FONTCONFIG_FILE": str(settings), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "['Regular']"


def _files(pattern):
    if shutil.which("fc-match") is None:
        pytest.skip("no fontconfig on this machine")
    found = subprocess.run(
        ["fc-match", "-f", "%{file}", pattern], capture_output=True, text=True, check=True
    )
    return Path(found.stdout)
