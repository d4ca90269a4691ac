from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF

from tests.viz_app.painted import THEMES
from viz_app.pictures.text_line import unparted

WRAP = int(Qt.TextFlag.TextWordWrap)


def lines_of(text, width, metrics):
    height = metrics.boundingRect(QRectF(0, 0, width, 1000), WRAP, text).height()
    return round(height / metrics.lineSpacing())


@pytest.mark.parametrize("token", ["</s>", "and/or"])
def test_a_token_is_not_parted_at_its_slash(qapp, token):
    metrics = QFontMetricsF(THEMES["light"].font(14))
    text = f"{token} {token}"
    parted = metrics.horizontalAdvance(text) - 2  # only the end of the second has no room
    assert lines_of(text, parted, metrics) == lines_of(unparted(text), parted, metrics) == 2
    narrow = metrics.boundingRect(QRectF(0, 0, parted, 1000), WRAP, unparted(text)).width()
    assert narrow <= metrics.horizontalAdvance(f"{token} ")


def test_blanks_still_end_lines_and_nothing_becomes_wider(qapp):
    metrics = QFontMetricsF(THEMES["light"].font(14))
    assert unparted("had / have, </s>") == "had / have, </\u2060s>"
    assert metrics.horizontalAdvance(unparted("</s>")) == metrics.horizontalAdvance("</s>")
