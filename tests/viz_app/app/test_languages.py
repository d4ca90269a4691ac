"""Translators come and go with the language."""

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

from viz_app.app.appearance import Languages, resolve_language


def translators(languages):
    return languages.findChildren(QTranslator)


@pytest.fixture
def languages(qapp):
    languages = Languages()
    yield languages
    languages.use("en")


def test_chinese_texts_are_there(languages):
    assert languages.use("zh_CN")
    assert QCoreApplication.translate("FormFoot", "Start") == "开始"


def test_the_same_language_again_installs_nothing(languages):
    languages.use("zh_CN")
    before = translators(languages)
    languages.use("zh_CN")
    assert translators(languages) == before


def test_english_is_what_the_code_says(languages):
    languages.use("zh_CN")
    chinese = QCoreApplication.translate("FormFoot", "Start")
    languages.use("en")
    assert chinese != QCoreApplication.translate("FormFoot", "Start") == "Start"


def test_a_system_in_another_language_speaks_english(monkeypatch):
    from PySide6.QtCore import QLocale

    monkeypatch.setattr(QLocale, "system", lambda: QLocale("de_DE"))
    assert resolve_language("system") == "en"
    monkeypatch.setattr(QLocale, "system", lambda: QLocale("zh_CN"))
    assert resolve_language("system") == "zh_CN"
