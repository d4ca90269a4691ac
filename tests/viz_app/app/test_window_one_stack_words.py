"""A model with one stack translates nothing: no word of the window says that it does."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget

from model.checkpoint.file import save_checkpoint
from tests.model import one_stack
from tests.viz_app.application import click, running, said, settle
from viz_app.app.panels import PANELS
from viz_app.widgets.choosers import Segments

MODELS = {"gpt": one_stack.gpt, "bert": one_stack.bert}
WRONG = {
    "gpt": re.compile("translat|source", re.IGNORECASE),
    "bert": re.compile("translat|target", re.IGNORECASE),
}
"""A decoder alone has no source, an encoder alone no target."""

RIGHT = {
    "this model has only a decoder": "says why there is nothing to see",
    "this model has only an encoder": "says why there is nothing to see",
    "this model does not translate": "says why there is nothing to see",
    "of the run that is shown": "runs train models that translate, whatever is open",
}
"""Parts of sentences that may have such a word, and why."""

TEXTS = (
    "text",
    "toolTip",
    "placeholderText",
    "accessibleName",
    "accessibleDescription",
    "windowTitle",
    "statusTip",
)


def texts_of(thing):
    """All that a widget or an action says."""
    for name in TEXTS:
        say = getattr(thing, name, None)
        if callable(say):
            yield say()
    if isinstance(thing, QComboBox):
        for row in range(thing.count()):
            if thing.model().item(row).isEnabled():
                yield thing.itemText(row)
                yield thing.itemData(row, Qt.ItemDataRole.ToolTipRole) or ""


def can_be_used(thing):
    """An action that can be chosen, or a widget in view; what is disabled says why."""
    return thing.isVisible() and thing.isEnabled()


def wrong_words(window, name):
    things = [window, *window.findChildren(QWidget), *window.findChildren(QAction)]
    told = {text for thing in things if can_be_used(thing) for text in texts_of(thing)}
    found = {text for text in told if WRONG[name].search(text)}
    return {text for text in found if not any(part in text.lower() for part in RIGHT)}


def pages_of(page):
    """What can be chosen in a tab."""
    return [
        button
        for segments in page.findChildren(Segments)
        for button in segments.findChildren(QAbstractButton)
        if button.isVisible() and button.isEnabled()
    ]


@pytest.fixture(params=MODELS)
def name(request):
    return request.param


@pytest.fixture
def application(qtbot, tmp_path, name, one_torch_thread):
    path = tmp_path / f"{name}.safetensors"
    save_checkpoint(MODELS[name](), path)
    with running(qtbot, tmp_path, model=path) as application:
        application.window.timeline.room.fold(False)
        yield application


LOOKED_AT = [panel.name for panel in PANELS if panel.place != "train"]
"""Under Train are models that learn to translate, whatever is open."""


@pytest.mark.slow
def test_no_page_says_that_it_translates(qtbot, application, name):
    window, wrong = application.window, {}
    for tab in LOOKED_AT:
        window.show_tab(tab)
        settle(qtbot, application)
        page = window.pages.get(tab, window.centralWidget())
        for button in (None, *pages_of(page)):
            where = tab if button is None else f"{tab}, {button.text()}"
            if button is not None and button.isVisible():
                click(qtbot, button)
                settle(qtbot, application)
            for text in wrong_words(window, name):
                wrong.setdefault(text, where)
    assert wrong == {}


def test_a_kind_of_attention_that_is_not_there_cannot_be_picked_from_the_menu(application, name):
    own = "decoder" if name == "gpt" else "encoder"
    menus = application.window.menus
    kinds = ("encoder", "decoder", "cross")
    assert [kind for kind in kinds if menus.action(f"kind_{kind}").isEnabled()] == [own]


@pytest.mark.parametrize("sentence", ["", "\0" * 3, "cat " * 4000])
def test_no_notice_says_that_it_translates(qtbot, application, name, sentence):
    application.window.header.translate_this(sentence)
    qtbot.waitUntil(lambda: bool(said(application.window)))
    settle(qtbot, application)
    assert wrong_words(application.window, name) == set()
