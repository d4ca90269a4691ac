import pytest
from PySide6.QtWidgets import QPushButton

from viz_app.texts.without_mnemonic import verbatim, without_mnemonic


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("&Open model…", "Open model…"),
        ("Lo&g scale", "Log scale"),
        ("打开模型(&O)…", "打开模型…"),
        ("模型 (&M)", "模型"),
        ("R && D", "R & D"),
        ("中译英 (zh-en)", "中译英 (zh-en)"),
        ("", ""),
    ],
)
def test_it_reads_as_it_would_without_alt(text, read):
    assert without_mnemonic(text) == read


@pytest.mark.parametrize("name", ["a&b", "&&", "R & D", "a (&b)"])
def test_a_name_is_read_as_it_is(qapp, name):
    button = QPushButton(verbatim(name))
    assert button.shortcut().isEmpty()
    assert button.text().replace("&&", "&") == name
