from PySide6.QtGui import QFontDatabase, QRawFont

from viz_app.texts.chinese_font import CAT, MISSING_CJK_FONT, missing_cjk_font


def test_a_font_is_missing_exactly_when_no_family_has_the_cat(qapp):
    chinese = QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese)
    assert missing_cjk_font() == (not chinese)


def test_a_font_without_chinese_characters_is_noticed(qapp, monkeypatch):
    monkeypatch.setattr(QRawFont, "fromFont", staticmethod(lambda *_: QRawFont()))
    assert missing_cjk_font()


def test_the_remedy_is_named():
    assert "fonts-noto-cjk" in str(MISSING_CJK_FONT)
    assert len(CAT) == 1
