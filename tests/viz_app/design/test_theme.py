import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontDatabase, QPalette, QTextLayout
from PySide6.QtWidgets import QCheckBox, QMessageBox, QRadioButton, QStyle, QStyleOptionButton

from tests.viz_app.dressed import dressed
from tests.viz_app.painted import area_colours, each_theme
from viz_app.design import colours
from viz_app.design.colours import oklab
from viz_app.design.theme import (
    CHINESE_FONTS,
    apply_theme,
    band_theme,
    chinese_families,
    dark_theme,
    families,
    for_print,
    light_theme,
    mixed,
    palette,
    resolve_theme,
    style_sheet,
)
from viz_app.storage.settings import Settings

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


def test_a_regular_family_comes_first_and_ours_stand_in_our_order(fonts):
    fonts({family: {"Regular": 400, "Bold": 700} for family in CHINESE_FONTS})
    assert chinese_families() == CHINESE_FONTS
    assert families()[-len(CHINESE_FONTS) :] == CHINESE_FONTS
    fonts({"Noto Sans CJK SC": {"Bold": 700}, "WenQuanYi Micro Hei": {"Regular": 400}})
    assert chinese_families()[0] == "WenQuanYi Micro Hei"
    assert set(chinese_families()) == set(CHINESE_FONTS)
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


# Machado, Oliveira and Fernandes (2009), full strength, on linear RGB.
BLINDNESS = {
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}


def rgb(colour):
    return np.array([QColor(colour).red(), QColor(colour).green(), QColor(colour).blue()])


def linear(colour):
    share = rgb(colour) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def seen(colour, blindness):
    light = np.clip(np.array(BLINDNESS[blindness]) @ linear(colour), 0, 1)
    share = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return oklab(share * 255)


def contrast(one, other):
    lights = sorted(np.array([0.2126, 0.7152, 0.0722]) @ linear(c) for c in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def test_values_are_the_design_s_and_a_presentation_is_half_as_large_again():
    light, dark = light_theme(), dark_theme()
    assert (light.background, light.panel, light.line) == ("#F6F6F3", "#FFFFFF", "#E2E2DC")
    assert (light.encoder, light.decoder, light.cross) == ("#0B5FA5", "#B34700", "#0B6E4F")
    assert (dark.background, dark.panel, dark.line) == ("#16181B", "#1E2125", "#30343A")
    assert (dark.encoder, dark.decoder, dark.cross) == ("#5AA9F0", "#FF9A57", "#3FC493")
    theme = light_theme("presentation")
    assert (theme.small, theme.body, theme.large, theme.unit) == (18, 21, 27, 6)
    assert theme.scale == 1.5


@pytest.mark.parametrize(
    ("chosen", "system_is_dark", "dark"),
    [("light", True, False), ("dark", False, True), ("system", True, True)],
)
def test_theme_follows_settings_then_system(chosen, system_is_dark, dark):
    theme = resolve_theme(Settings(theme=chosen), system_is_dark=system_is_dark)
    assert theme.is_dark == dark


def test_contrast_is_that_of_wcag():
    assert colours.contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert colours.contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.005)
    one, other = "#626871", "#F6F6F3"
    assert colours.contrast(rgb(one), rgb(other)) == pytest.approx(contrast(one, other))


@each_theme
def test_texts_have_contrast_and_the_style_sheet_is_complete(theme, qapp):
    written = (
        *(theme.text, theme.soft_text, theme.encoder, theme.decoder, theme.cross),
        *(theme.query, theme.key, theme.value, theme.danger, theme.warning),
    )
    tints = [mixed(theme.panel, colour, share=0.1) for colour in written[2:5]]
    hover = mixed(theme.panel, theme.text, share=0.05)
    for ground in (theme.background, theme.panel, hover, *tints):
        assert min(contrast(colour, ground) for colour in written) >= 4.5, ground
    assert contrast(theme.soft_text, theme.masked) >= 4.5
    for ground in (theme.accent, mixed(theme.accent, theme.text, share=0.12)):
        assert contrast(theme.on_accent, ground) >= 4.5
    sheet = style_sheet(theme)
    assert "$" not in sheet
    pictures = re.findall(r'url\("(.+?)"\)', sheet)
    assert pictures
    assert all(Path(name).is_file() for name in pictures)


@pytest.mark.parametrize("blindness", BLINDNESS)
@each_theme
def test_colours_can_be_told_apart(theme, blindness):
    for names in (("encoder", "decoder", "cross"), ("query", "key", "value")):
        three = [seen(getattr(theme, name), blindness) for name in names]
        for one in range(3):
            assert np.linalg.norm(three[one] - three[one - 1]) > 0.06


def test_apply_theme(qapp):
    before = qapp.palette(), qapp.font(), qapp.styleSheet(), qapp.style().name()
    apply_theme(qapp, dark_theme())
    assert qapp.palette().color(QPalette.ColorRole.Window).name().upper() == "#16181B"
    assert qapp.font().pixelSize() == 14
    qapp.setStyleSheet(before[2])
    qapp.setPalette(before[0])
    qapp.setFont(before[1])
    if before[3]:
        qapp.setStyle(before[3])


def test_disabled_text_and_mixed_colours():
    dressed_in = palette(light_theme())
    role = QPalette.ColorRole.Text
    disabled = dressed_in.color(QPalette.ColorGroup.Disabled, role)
    assert disabled != dressed_in.color(QPalette.ColorGroup.Active, role)
    assert mixed("#000000", "#FFFFFF", share=0.0) == "#000000"
    assert mixed("#000000", "#ff0000", share=1.0) == "#ff0000"


@pytest.mark.parametrize("make", [light_theme, dark_theme])
@pytest.mark.parametrize("size", ["normal", "presentation"])
def test_a_check_box_can_be_seen_and_is_as_large_as_its_text(qapp, qtbot, make, size):
    theme = make(size)
    with dressed(qapp, theme):
        box = QCheckBox("x")
        qtbot.addWidget(box)
        box.adjustSize()
        option = QStyleOptionButton()
        box.initStyleOption(option)
        place = box.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, box)
        seen = {}
        for checked in (False, True):
            box.setChecked(checked)
            image = box.grab().toImage()
            across = range(place.left(), place.right() + 1)
            seen[checked] = [image.pixelColor(x, place.center().y()).name() for x in across]
    assert place.height() >= theme.body
    assert contrast(seen[False][0], theme.panel) >= 3
    assert seen[False] != seen[True]


@each_theme
def test_the_ring_of_a_locked_choice_can_be_seen(qapp, qtbot, theme):
    with dressed(qapp, theme):
        radio = QRadioButton()
        qtbot.addWidget(radio)
        radio.setEnabled(False)
        radio.adjustSize()
        image = radio.grab().toImage()
        across = (image.pixelColor(x, image.height() // 2).name() for x in range(3))
        ring = max(across, key=lambda colour: contrast(colour, theme.panel))
    assert min(contrast(ring, theme.panel), contrast(ring, theme.background)) >= 3


@each_theme
def test_icons_of_message_boxes_have_the_theme_s_colours(qapp, qtbot, theme):
    shown = {
        QMessageBox.Icon.Information: theme.accent,
        QMessageBox.Icon.Question: theme.accent,
        QMessageBox.Icon.Warning: theme.warning,
        QMessageBox.Icon.Critical: theme.danger,
    }
    with dressed(qapp, theme):
        for icon, colour in shown.items():
            box = QMessageBox(icon, "", "Replace it?")
            qtbot.addWidget(box)
            box.show()
            image = box.iconPixmap().toImage()
            assert colour.lower() in area_colours(image, QRectF(image.rect()))


@pytest.mark.parametrize(
    ("room", "sizes", "around"),
    [
        ((1599, 1200), (18, 21, 27), (15, 18, 22)),
        ((1920, 899), (18, 21, 27), (15, 18, 22)),
        ((1600, 900), (24, 26, 32), (24, 24, 28)),
        ((3840, 2160), (24, 26, 32), (24, 24, 28)),
    ],
)
def test_in_a_large_window_a_presentation_has_no_text_below_24_px(room, sizes, around):
    for chosen in ("light", "dark"):
        settings = Settings(theme=chosen, size="presentation")
        theme = resolve_theme(settings, system_is_dark=False, room=room)
        assert (theme.small, theme.body, theme.large) == sizes
        band = band_theme(theme)
        assert (band.small, band.body, band.large) == around
        assert (theme.is_dark, band.is_dark) == (chosen == "dark",) * 2
        assert for_print(theme).small == sizes[0]
    normal = resolve_theme(Settings(), system_is_dark=False, room=room)
    assert normal == light_theme()
