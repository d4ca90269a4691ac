"""A lesson through the real window: opened, steered, answered, left and resumed."""

import shutil
from contextlib import contextmanager

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QWidget

from tests.mutated.costs import measured
from tests.viz_app.application import drop, running, said, settle, type_and_translate
from viz_app.app.frame.lesson_bar import ControlFrame
from viz_app.app.window_options import WindowOptions
from viz_app.storage.settings import load_settings
from viz_app.testing import HeadlightWindow, opened
from viz_app.workbench.changes.selection import cell_picked
from viz_app.workbench.state import ROOT, Cell

LESSON = """\
---
title: Three scenes
minutes: 5
---

## A head

```scene
text: a b c d e
view: focus
head: decoder 2 1
step: 2
options: {words: true}
show: timeline-player-forward
```

A note.

```question
ask: Where does the head look in the first row? Click the cell.
kind: cell
answer: argmax decoder 2 1 input <s>
right: There is only one key.
wrong: It is the first.
```

## Without it

```scene
without: cross
head: cross 1 2
```

```question
ask: How many words change?
kind: number
answer: changed
within: 100
right: So it is.
wrong: Not so.
```

## From another word

```scene
text: b c d e a
prefix: c
tab: masks
panel: {view: rows}
show: masks-views-rows
```

```question
ask: Are there five letters?
kind: choice
choices: {"yes": Six with the end, "no": Another number}
answer: tokens source = 6
right: Yes.
wrong: No.
```
"""


@pytest.fixture
def lesson(tmp_path):
    path = tmp_path / "mine.en.md"
    path.write_text(LESSON, encoding="utf-8")
    return path


@pytest.fixture
def application(qtbot, tmp_path, tiny_checkpoint):
    with running(qtbot, tmp_path, model=tiny_checkpoint, text="e d c b a") as application:
        yield application


def state(application):
    return application.store.state.lesson


def posed(qtbot, application, index):
    qtbot.waitUntil(lambda: state(application).posed and state(application).index == index)
    settle(qtbot, application)
    return application.screen.now


def bar(application):
    return application.window.lesson.panel


def click(qtbot, button):
    qtbot.waitUntil(button.isEnabled)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_each_scene_is_brought_to_the_screen_and_its_question_judged(qtbot, application, lesson):
    application.window.resize(1366, 768)
    drop(application.window, lesson)
    bench = posed(qtbot, application, 0)
    assert bench.trace.source_text == "a b c d e"
    place = bench.selection
    assert (place.kind, place.layer, place.head, place.step) == ("decoder", 1, 0, 1)
    assert (bench.attention.view, bench.attention.words) == ("focus", True)
    shown = bar(application)
    assert (shown.heading.text(), shown.note.text()) == ("A head", "A note.")
    assert not shown.check.isEnabled()
    # the keyboard can answer, too: from the row of the step to the first, which has one key
    heatmap = application.window.findChild(QWidget, "heatmap")
    heatmap.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Up):
        qtbot.keyClick(heatmap, key)
    assert application.screen.now.selection.cell == Cell(0, 0)
    assert "“<s>”" in shown.cell.text()
    click(qtbot, shown.check)
    assert state(application).judged[0].expected == "<s>"
    qtbot.waitUntil(shown.verdict.isVisible)

    click(qtbot, shown.next)
    bench = posed(qtbot, application, 1)
    branch = bench.branches.current_branch
    assert {str(each.site) for each in branch.interventions} == {"z cross 1", "z cross 2"}
    shown.number.setValue(1)
    click(qtbot, shown.check)
    assert state(application).judged[1].right
    qtbot.waitUntil(lambda: not shown.number.isVisible())

    click(qtbot, shown.next)
    bench = posed(qtbot, application, 2)
    assert shown.number.value() == 0  # the next question does not begin with this answer
    trace = bench.trace
    assert (trace.source_text, trace.steps[0].token, trace.steps[0].given) == (
        "b c d e a",
        "c",
        True,
    )
    assert bench.tab == "masks"
    assert application.store.state.slices["masks"].view == "rows"
    click(qtbot, shown.choice.radio("no"))
    click(qtbot, shown.check)
    assert shown.verdict.text() == "Not this time."
    assert shown.explanation.text() == "No."
    assert shown.choice.label("yes").text().endswith("✓")

    # back and back: the heads are on again, on the branch of the scene
    for index in (1, 0):
        click(qtbot, shown.back)
        bench = posed(qtbot, application, index)
        assert bench.trace.source_text == "a b c d e"
    assert bench.branches.current == ROOT
    assert shown.verdict.isVisible()  # what was answered is still there


def test_the_right_token_in_a_wrong_row_is_told_from_a_wrong_token(qtbot, application, lesson):
    drop(application.window, lesson)
    posed(qtbot, application, 0)
    application.screen.apply(cell_picked, "decoder", Cell(1, 0))
    shown = bar(application)
    click(qtbot, shown.check)
    qtbot.waitUntil(shown.verdict.isVisible)
    assert shown.verdict.text() == "Not this time: “<s>” is right, but in another cell."


def test_the_user_may_look_around_until_the_scene_is_shown_again(qtbot, application, lesson):
    drop(application.window, lesson)
    posed(qtbot, application, 0)
    type_and_translate(qtbot, application, "c b a")
    settle(qtbot, application)
    assert application.screen.now.trace.source_text == "c b a"
    click(qtbot, bar(application).again)
    assert posed(qtbot, application, 0).trace.source_text == "a b c d e"


def test_a_frame_is_around_the_control_of_the_scene(qtbot, application, lesson):
    drop(application.window, lesson)
    posed(qtbot, application, 0)
    window = application.window
    frame = window.findChild(ControlFrame)

    def around(name):
        button = window.findChild(QPushButton, name)
        corner = button.mapTo(window, QPoint())
        return frame.isVisible() and frame.geometry().contains(corner)

    qtbot.waitUntil(lambda: around("timeline-player-forward"))
    assert frame.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    for _ in range(2):
        bar(application).next.click()
    posed(qtbot, application, 2)
    qtbot.waitUntil(lambda: around("masks-views-rows"))
    bar(application).leave.click()
    qtbot.waitUntil(lambda: not frame.isVisible())


def test_a_lesson_is_resumed_where_it_was_left_also_in_another_window(
    qtbot, tmp_path, tiny_checkpoint, lesson
):
    settings = tmp_path / "settings.json"
    with running(qtbot, tmp_path, model=tiny_checkpoint, settings=settings) as application:
        drop(application.window, lesson)
        posed(qtbot, application, 0)
        click(qtbot, bar(application).next)
        posed(qtbot, application, 1)
        click(qtbot, bar(application).leave)
        qtbot.waitUntil(lambda: not application.window.lesson.isVisible())
    assert load_settings(settings)[0].lessons == (("mine", 1),)
    with running(qtbot, tmp_path, model=tiny_checkpoint, settings=settings) as application:
        drop(application.window, lesson)
        posed(qtbot, application, 1)
        for _ in range(2):
            click(qtbot, bar(application).next)
        qtbot.waitUntil(lambda: state(application).lesson is None)
    assert load_settings(settings)[0].lessons == ()  # it was finished


def test_nothing_of_the_users_is_replaced(qtbot, application, lesson, tmp_path):
    window, path = application.window, tmp_path / "own.headlight"
    application.branching.type_token(0, "b")
    settle(qtbot, application)
    window.files.session_save_requested.emit(path, False)
    settle(qtbot, application)
    saved = path.read_bytes()
    application.branching.type_token(0, "d")  # not saved
    settle(qtbot, application)
    drop(window, lesson)
    posed(qtbot, application, 0)
    # it is kept, and no longer the document that Save would write
    assert application.store.state.session.document is None
    assert application.store.state.session.kept
    assert path.read_bytes() == saved


def test_a_bad_lesson_is_one_sentence_and_the_screen_stays(qtbot, application, lesson, tmp_path):
    before = application.screen.now.trace
    own = tmp_path / "own.md"
    own.write_text(LESSON, encoding="utf-8")
    for old, new, problem in (
        ("decoder 2 1\nstep", "decoder 9 1\nstep", "layer 9 does not exist"),
        ("head: cross 1 2", "head: cross 1 2\nmodel: nobody", "Model or file not found: 'nobody'"),
        ("words: true", "wordy: true", "'wordy' is unknown"),
        ("tab: masks", "tab: mask", "Unknown tab 'mask'"),
        ("answer: changed", "answer: import os", "cannot be computed"),
        ("A note.", "A <b>note</b>.", "HTML is not allowed"),
    ):
        lesson.write_text(LESSON.replace(old, new), encoding="utf-8")
        refused(qtbot, application, lesson, problem)
        assert application.screen.now.trace is before
        assert state(application).lesson is None
    # an open lesson stays, too
    drop(application.window, own)
    bench = posed(qtbot, application, 0)
    for content, problem in (
        (b"# Notes\n\nNo lesson.", "line 1: A lesson begins with title"),
        (b"\x89PNG\r\n\x1a\n\0", "line 1: This is not a text file"),
        (LESSON.encode().replace(b"words: true", b"words: [&a [], *a]"), "Aliases such as"),
        (LESSON.encode().replace(b"Three", b"<img src=x onerror=alert(1)>"), "line 2: HTML is not"),
    ):
        lesson.write_bytes(content)
        refused(qtbot, application, lesson, problem)
    with lesson.open("wb") as file:
        file.truncate(50 * 2**20)
    _, cost = measured(lambda: refused(qtbot, application, lesson, "line 1: The file cannot be"))
    assert cost.taken < 2**24
    assert state(application).lesson.path == own
    assert application.screen.now.trace is bench.trace


def refused(qtbot, application, path, problem):
    drop(application.window, path)
    settle(qtbot, application)
    assert said(application.window).count("mine.en.md, line ") == 1
    assert problem in said(application.window)


def test_what_cannot_be_computed_is_said_with_file_and_line(qtbot, application, lesson):
    lesson.write_text(LESSON.replace("answer: changed", "answer: probability zoo"), "utf-8")
    drop(application.window, lesson)
    posed(qtbot, application, 0)
    click(qtbot, bar(application).next)
    posed(qtbot, application, 1)
    click(qtbot, bar(application).check)
    problem = bar(application).problem.text()
    assert problem == "mine.en.md, line 27: This cannot be computed here: zoo is missing."
    assert state(application).judged == {}


def test_the_list_offers_the_lessons_and_a_change_of_language_keeps_the_scene(qtbot, application):
    window = application.window
    window.findChild(QAction, "action-lessons").trigger()
    settle(qtbot, application)
    buttons = bar(application).lessons
    assert [*buttons][:2] == ["tour", "words"]
    assert buttons["tour"].accessibleName() == "A tour of the window (1 min)"
    buttons["tour"].click()
    posed(qtbot, application, 0)
    click(qtbot, bar(application).next)
    posed(qtbot, application, 1)
    assert bar(application).heading.text() == "Token by token"
    window.menus.setting_picked.emit("language", "zh_CN")
    qtbot.waitUntil(lambda: bar(application).heading.text() == "一个词元接一个词元")
    window.menus.setting_picked.emit("language", "en")
    qtbot.waitUntil(lambda: bar(application).heading.text() == "Token by token")
    assert state(application).index == 1


@contextmanager
def greeted(qtbot, tmp_path, checkpoint):
    shipped = tmp_path / "shipped"
    shipped.mkdir(exist_ok=True)
    shutil.copy(checkpoint, shipped / "zh-en.safetensors")
    options = WindowOptions(theme="light", language="en", device="cpu", greets=True)
    with opened(qtbot, tmp_path, options, shipped=shipped) as application:
        settle(qtbot, application)
        yield application


def test_lessons_are_offered_at_the_first_start_until_that_is_answered(
    qtbot, tmp_path, tiny_checkpoint
):
    with greeted(qtbot, tmp_path, tiny_checkpoint) as application:
        assert application.window.lesson.isVisible()
        assert "tour" in bar(application).lessons
        click(qtbot, bar(application).leave)
        qtbot.waitUntil(lambda: not application.window.lesson.isVisible())
    with greeted(qtbot, tmp_path, tiny_checkpoint) as application:
        assert not application.window.lesson.isVisible()


@pytest.mark.window
def test_the_pictures_keep_their_height_beside_a_lesson(qtbot, application, lesson):
    window = application.window
    window.resize(1366, 768)
    drop(window, lesson)
    posed(qtbot, application, 0)
    heatmap = window.findChild(QWidget, "heatmap")
    left = window.height() - window.menuBar().height()
    assert heatmap.height() >= 0.6 * left
    assert window.lesson.width() <= 0.25 * window.width()
    for only in (True, False):
        window.modes.show_picture_only(only)
        assert window.lesson.isVisible() is not only


@pytest.mark.slow
def test_a_shipped_lesson_is_steered_through_models_and_heads(qtbot, tmp_path):
    options = WindowOptions(model="zh-en", theme="light", language="en", device="cpu")
    with opened(qtbot, tmp_path, options) as application:
        HeadlightWindow(qtbot, application).settled()
        application.work.lessons.open_shipped("heads")
        bench = posed(qtbot, application, 0)
        assert bench.model.name == "passive"
        assert bench.trace.translation == "The dog was chased by the cat."
        texts = []
        for index in range(1, len(state(application).lesson.scenes)):
            application.work.lessons.go(1)
            texts.append(posed(qtbot, application, index).trace.translation)
        same = "The dog was chased by the cat."
        off = ["The dog is chased by the cat.", "Freve was done by him."]
        assert texts == [same, same, same, same, *off, same]
