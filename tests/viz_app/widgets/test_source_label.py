import html

import pytest
from PySide6.QtGui import QTextDocument

from viz_app.design.theme import dark_theme, light_theme
from viz_app.widgets.source_label import SourceLabel

SOURCE = "Ba et al. 2016, <norm>\nhttps://arxiv.org/abs/1607.06450"


@pytest.mark.parametrize("theme", [light_theme(), dark_theme()], ids=["light", "dark"])
def test_an_address_can_be_clicked_and_the_rest_is_plain_text(qtbot, theme):
    label = SourceLabel(light_theme())
    qtbot.addWidget(label)
    label.set_source(SOURCE)
    label.set_theme(theme)
    assert label.source() == SOURCE
    assert label.openExternalLinks()
    shown = QTextDocument()
    shown.setHtml(label.text())
    assert shown.toPlainText() == SOURCE.replace("https://", "")
    assert 'href="https://arxiv.org/abs/1607.06450"' in label.text()
    assert theme.accent in label.text()
    assert html.escape("<norm>") in label.text()


def test_it_has_a_name_and_its_text_is_read_as_it_stands(qtbot):
    label = SourceLabel(light_theme())
    qtbot.addWidget(label)
    label.set_source(SOURCE)
    assert label.accessibleName() == "Where this comes from"
    assert label.accessibleDescription() == SOURCE
