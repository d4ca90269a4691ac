import pytest

from viz_app.texts.without_mnemonic import without_mnemonic


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
