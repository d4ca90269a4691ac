"""Through the real window: models with an encoder or a decoder alone, which translate nothing."""

import dataclasses
import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QWidget

from model.traces.trace import KINDS
from tests.viz_app.application import click, press, said, settle
from viz_app.app.panels import PANELS
from viz_app.app.session_state import session_of, with_session
from viz_app.panels.architecture.view.plots import TimesPlot
from viz_app.panels.attention.pictures.captions import explanation
from viz_app.storage.session import load_session, save_session
from viz_app.texts.labels import without_mnemonic
from viz_app.widgets.choosers import KindCombo, KindPills, Segments
from viz_app.widgets.themed import Pictured
from viz_app.workbench.changes.selection import option_picked
from viz_app.workbench.snapshots.attention import resolve_focus

MODELS = ("gpt", "bert")


def pages_of(page):
    """What can be chosen in a tab, those of the attention's views too."""
    for segments in page.findChildren(Segments):
        for button in segments.findChildren(QAbstractButton):
            if segments.isVisible() and button.isEnabled():
                yield button


@pytest.mark.parametrize("name", MODELS)
def test_a_rollout_mixes_one_stack_with_its_residual_stream(qtbot, alone, name):
    with alone(name) as application:
        application.screen.apply(option_picked, "combination", "rollout")
        application.screen.apply(option_picked, "view", "focus")
        settle(qtbot, application)
        bench = application.screen.now
        kind = bench.trace.kinds[0]
        wanted = np.eye(len(bench.trace.key_tokens(kind)))
        for mean in bench.trace.weights(kind)[: bench.selection.layer + 1].mean(axis=1):
            wanted = 0.5 * (mean + np.eye(len(wanted))) @ wanted
        focus = resolve_focus(bench)
        np.testing.assert_allclose(focus.weights, wanted, atol=1e-6)
        np.testing.assert_allclose(focus.weights.sum(axis=1), 1, atol=1e-5)
        assert "Rₗ = ½(Aₗ + I)·Rₗ₋₁" in explanation(focus)
        assert "the rest of each row" not in explanation(focus)


def empty_pictures(page):
    """Pictures in view that show nothing."""
    return [
        picture
        for picture in page.findChildren(Pictured)
        if picture.isVisible() and picture.width() > 30 and not picture.shown_values()
        if not isinstance(picture, TimesPlot)  # nothing was measured, with any model
    ]


def sentences(page):
    return [
        label.text()
        for label in page.findChildren(QLabel)
        if label.isVisible() and label.property("role") == "soft" and label.text()
    ]


def complaint(application):
    notice = application.bench.now.notice
    return notice is not None and "repeats itself" not in notice.message.template


@pytest.mark.slow
@pytest.mark.parametrize(("name", "theme"), [("gpt", "dark"), ("bert", "light")])
def test_every_page_of_every_tab_shows_something_or_says_why_not(alone, qtbot, name, theme):
    with alone(name) as application:
        application.preferences.pick("theme", theme)
        for panel in PANELS:
            application.window.show_tab(panel.name)
            settle(qtbot, application)
            page = application.window.pages.get(panel.name, application.window.centralWidget())
            for button in (None, *pages_of(page)):
                if button is not None and button.isVisible():
                    click(qtbot, button)
                    settle(qtbot, application)
                where = (panel.name, button and button.text())
                assert not complaint(application), (where, said(application.window))
                assert not page.grab().isNull()
                empty = empty_pictures(page)
                assert not empty or sentences(page), (where, empty)


@pytest.fixture(params=MODELS)
def name(request):
    return request.param


@pytest.fixture
def application(alone, name):
    with alone(name) as application:
        yield application


def chips(application):
    (line,) = application.window.timeline.tokens.layout_now().lines
    return [chip.token for chip in line]


@pytest.mark.parametrize("side", MODELS)
def test_the_diagram_has_only_the_side_that_is_there(qtbot, alone, side):
    with alone(side) as application:
        application.window.show_tab("architecture")
        settle(qtbot, application)
        diagram = application.window.pages["architecture"].panel.diagram
        qtbot.waitUntil(lambda: diagram.facts.block is not None)
        own = "encoder" if side == "bert" else "decoder"
        assert diagram.facts.block.side == own
        picture = diagram.diagram
        picture.grab()
        assert [column.side for column in picture.spots().columns] == [own]
        for key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            press(qtbot, picture, key)
            assert diagram.facts.block.side == own


@pytest.mark.parametrize(
    ("side", "words"),
    [
        ("bert", ("the encoder outputs one vector", "At a mask")),
        ("gpt", ("the decoder outputs one vector", "follows in the text")),
    ],
)
def test_the_way_out_of_the_model_is_told_of_the_stack_that_is_there(qtbot, alone, side, words):
    with alone(side) as application:
        application.window.show_tab("embedding")
        settle(qtbot, application)
        page = application.window.pages["embedding"]
        button = next(one for one in pages_of(page) if one.text() == "Out of the model")
        click(qtbot, button)
        settle(qtbot, application)
        told = " ".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())
        assert all(word in told for word in words)
        assert "translation" not in told


def test_a_session_comes_back_as_it_was(qtbot, application, tmp_path):
    before, path = application.screen.now, tmp_path / "kept.headlight"
    save_session(path, session_of(application.store.state))
    again = load_session(path)
    _assert_same(again.branches[0].trace, before.trace)
    application.store.apply(lambda state: with_session(state, again))
    settle(qtbot, application)
    assert chips(application)
    assert application.screen.now.selection == before.selection


def test_a_session_keeps_the_branches_of_a_prompt(qtbot, alone, tmp_path):
    with alone("gpt") as prompted:
        trace, path = prompted.screen.now.trace, tmp_path / "kept.headlight"
        last = len(trace.steps) - 1
        other = trace.steps[last].candidates[1].token_id
        prompted.window.timeline.room.branch(last, other)
        settle(qtbot, prompted)
        save_session(path, session_of(prompted.store.state))
        branches = load_session(path).branches
        assert len(branches) == 2
        _assert_same(branches[0].trace, trace)
        _assert_same(branches[1].trace, prompted.screen.now.trace)


def test_without_its_model_a_session_can_be_looked_at(qtbot, application, tmp_path):
    path = tmp_path / "kept.headlight"
    session = session_of(application.store.state)
    elsewhere = dataclasses.replace(session.model, checksum="of no file here")
    save_session(path, dataclasses.replace(session, model=elsewhere))
    application.store.apply(lambda state: with_session(state, load_session(path)))
    settle(qtbot, application)
    for panel in PANELS:
        application.window.show_tab(panel.name)
        settle(qtbot, application)
        assert not complaint(application), panel.name
    assert application.window.header.model_info.text() == "Read-only"
    assert chips(application)
    assert not application.window.timeline.side.token_field.isEnabled()


def _assert_same(found, expected):
    for field in dataclasses.fields(expected):
        if field.name not in {"encoder_weights", "recording", "steps"}:
            assert getattr(found, field.name) == getattr(expected, field.name), field.name
    for kind in ("encoder", "decoder", "cross"):
        assert (found.weights(kind) == expected.weights(kind)).all()
    assert found.predicted_ids == expected.predicted_ids
    assert [step.candidates for step in found.steps] == [step.candidates for step in expected.steps]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gpt", ("Generate", "Stop generating", "Copy the text")),
        ("bert", ("Predict", "Stop predicting", "Copy the sentence")),
    ],
)
def test_the_menu_calls_it_as_the_header_does(qtbot, alone, name, words):
    names = ("translate", "stop", "copy_translation")
    with alone(name) as application:
        menus = application.window.menus

        def shown():
            return tuple(without_mnemonic(menus.action(entry).text()) for entry in names)

        assert shown() == words
        assert application.window.header.button.text() == words[0]
        menus.action("language_zh_CN").trigger()
        qtbot.waitUntil(lambda: not any(text.isascii() for text in shown()))
        menus.action("language_en").trigger()
        qtbot.waitUntil(lambda: shown() == words)
        keys = {key.toString() for key in menus.action("translate").shortcuts()}
        assert keys == {"Ctrl+Return", "Ctrl+Enter"}


@pytest.mark.parametrize(("name", "kind"), [("gpt", "decoder"), ("bert", "encoder")])
def test_no_head_of_a_stack_that_is_not_there_can_be_chosen(qtbot, alone, name, kind):
    with alone(name) as application:
        pills, menus = application.window.attention.pills, application.window.menus
        for other in KINDS:
            assert pills.button(other).isEnabled() == (other == kind)
            assert menus.action(f"kind_{other}").isEnabled() == (other == kind)
            why = {"gpt": "only a decoder", "bert": "only an encoder"}[name]
            assert (why in pills.button(other).toolTip()) == (other != kind)
        application.window.show_tab("one_head")
        settle(qtbot, application)
        (pills,) = application.window.late["one_head"].panel.findChildren(KindPills)
        assert [other for other in KINDS if pills.button(other).isEnabled()] == [kind]
        application.window.show_tab("scaling")
        settle(qtbot, application)
        (combo,) = application.window.late["scaling"].panel.findChildren(KindCombo)
        enabled = [combo.model().item(row).isEnabled() for row in range(combo.count())]
        assert [other for other, is_on in zip(KINDS, enabled, strict=True) if is_on] == [kind]


# ------------------------------------------------------------------------ no word of it translates

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


@pytest.mark.parametrize("sentence", ["", "\0" * 3, "cat " * 4000])
def test_no_notice_says_that_it_translates(qtbot, application, name, sentence):
    application.window.header.translate_this(sentence)
    qtbot.waitUntil(lambda: bool(said(application.window)))
    settle(qtbot, application)
    assert wrong_words(application.window, name) == set()
