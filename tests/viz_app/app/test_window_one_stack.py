"""Through the real window: models with an encoder or a decoder alone."""

import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel

from model.checkpoint.file import save_checkpoint
from model.traces.trace import KINDS
from tests.model import one_stack
from tests.viz_app.application import click, press, running, said, settle, type_and_translate
from viz_app.app.panels import PANELS
from viz_app.app.session_state import session_of, with_session
from viz_app.app.undo import undone
from viz_app.panels.architecture.view.plots import TimesPlot
from viz_app.storage.session import load_session, save_session
from viz_app.texts.labels import without_mnemonic
from viz_app.widgets.choosers import KindCombo, KindPills, Segments
from viz_app.widgets.themed import Pictured

MODELS = {"gpt": one_stack.gpt, "bert": one_stack.bert}


@pytest.fixture
def opened(qtbot, tmp_path, one_torch_thread):
    """Opens the window with a small model that has one stack."""

    def open_with(name):
        path = tmp_path / f"{name}.safetensors"
        save_checkpoint(MODELS[name](), path)
        return running(qtbot, tmp_path, model=path)

    return open_with


def pages_of(page):
    """What can be chosen in a tab, those of the attention's views too."""
    for segments in page.findChildren(Segments):
        for button in segments.findChildren(QAbstractButton):
            if segments.isVisible() and button.isEnabled():
                yield button


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
def test_every_page_of_every_tab_shows_something_or_says_why_not(opened, qtbot, name, theme):
    with opened(name) as application:
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
def application(opened, name):
    with opened(name) as application:
        yield application


def chips(application):
    (line,) = application.window.timeline.tokens.layout_now().lines
    return [chip.token for chip in line]


@pytest.mark.parametrize("side", MODELS)
def test_the_diagram_has_only_the_side_that_is_there(qtbot, opened, side):
    with opened(side) as application:
        application.window.show_tab("architecture")
        settle(qtbot, application)
        diagram = application.window.pages["architecture"].panel.diagram
        qtbot.waitUntil(lambda: diagram.facts.block() is not None)
        own = "encoder" if side == "bert" else "decoder"
        assert diagram.facts.block().side == own
        picture = diagram.diagram
        picture.grab()
        assert [column.side for column in picture.layout_now().columns] == [own]
        for key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            press(qtbot, picture, key)
            assert diagram.facts.block().side == own


@pytest.mark.parametrize(
    ("side", "words"),
    [
        ("bert", ("the encoder outputs one vector", "At a mask")),
        ("gpt", ("the decoder outputs one vector", "follows in the text")),
    ],
)
def test_the_way_out_of_the_model_is_told_of_the_stack_that_is_there(qtbot, opened, side, words):
    with opened(side) as application:
        application.window.show_tab("embedding")
        settle(qtbot, application)
        page = application.window.pages["embedding"]
        button = next(one for one in pages_of(page) if one.text() == "Out of the model")
        click(qtbot, button)
        settle(qtbot, application)
        told = " ".join(label.text() for label in page.findChildren(QLabel) if label.isVisible())
        assert all(word in told for word in words)
        assert "translation" not in told


def test_kinds_that_are_not_there_say_why(application, name):
    pills = application.window.attention.pills
    (own,) = application.screen.now.trace.kinds
    for kind in ("encoder", "decoder", "cross"):
        assert pills.button(kind).isEnabled() == (kind == own)
        alone = "only a decoder" if name == "gpt" else "only an encoder"
        assert (alone in pills.button(kind).toolTip()) == (kind != own)


def test_a_session_comes_back_as_it_was(qtbot, application, tmp_path):
    before, path = application.screen.now, tmp_path / "kept.headlight"
    save_session(path, session_of(application.store.state))
    again = load_session(path)
    _assert_same(again.branches[0].trace, before.trace)
    application.store.apply(lambda state: with_session(state, again))
    settle(qtbot, application)
    assert chips(application)
    assert application.screen.now.selection == before.selection


def test_a_session_keeps_the_branches_of_a_prompt(qtbot, opened, tmp_path):
    with opened("gpt") as prompted:
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


def test_another_sentence_is_taken_back(qtbot, application, name):
    before = application.screen.now.trace.source_text
    type_and_translate(qtbot, application, "a dog has two book")
    application.store.apply(undone)
    settle(qtbot, application)
    assert application.screen.now.trace.source_text == before
    assert chips(application)


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


def test_a_report_is_written(qtbot, application, file_dialogs, tmp_path):
    path = tmp_path / "page.html"
    file_dialogs.append(path)
    application.window.menus.action("report").trigger()
    qtbot.waitUntil(path.exists)
    settle(qtbot, application)
    page = path.read_text(encoding="utf-8")
    assert application.screen.now.trace.source_text in page
    assert application.screen.now.trace.kinds[0] in page


def test_an_animation_has_a_picture_a_step_or_a_token(qtbot, application):
    application.window.menus.action("save_animation").trigger()
    dialog = application.work.animations.dialog
    qtbot.waitUntil(dialog.isVisible)
    assert f"{application.screen.now.trace.n_places} frames" in dialog.summary.text()
    dialog.reject()


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
def test_the_menu_calls_it_as_the_header_does(qtbot, opened, name, words):
    names = ("translate", "stop", "copy_translation")
    with opened(name) as application:
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
def test_no_head_of_a_stack_that_is_not_there_can_be_chosen(qtbot, opened, name, kind):
    with opened(name) as application:
        application.window.show_tab("one_head")
        settle(qtbot, application)
        (pills,) = application.window.late["one_head"].panel.findChildren(KindPills)
        assert [other for other in KINDS if pills.button(other).isEnabled()] == [kind]
        application.window.show_tab("scaling")
        settle(qtbot, application)
        (combo,) = application.window.late["scaling"].panel.findChildren(KindCombo)
        enabled = [combo.model().item(row).isEnabled() for row in range(combo.count())]
        assert [other for other, is_on in zip(KINDS, enabled, strict=True) if is_on] == [kind]
