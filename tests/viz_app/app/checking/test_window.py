"""Through the real window: the model is checked, and each fault is said and shown."""

from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication

from model.checkpoint.file import load, save_checkpoint
from model.checkpoint.locations import SHIPPED_FOLDER
from model.lessons.checks import CHECK_NAMES
from tests.model.builders import config, untrained_model
from tests.model.lessons.checks.broken import BROKEN
from tests.viz_app.application import (
    CTRL,
    click,
    live_run,
    press,
    running,
    said,
    settle,
    start_training,
    type_and_translate,
    updates,
)
from viz_app.app.picture_export import picture_around
from viz_app.testing import close
from viz_app.texts.check_texts import check_cause, check_meaning, check_title
from viz_app.texts.visible_token import without_isolates

pytestmark = pytest.mark.window


@pytest.fixture
def application(qtbot, tmp_path, one_torch_thread):
    path = SHIPPED_FOLDER / "reverse.safetensors"
    with running(qtbot, tmp_path, model=path) as application:
        yield application


def begun(qtbot, application):
    application.window.menus.action("check_model").trigger()
    qtbot.waitUntil(lambda: application.work.checks.dialog is not None)
    page = application.work.checks.dialog
    qtbot.waitUntil(lambda: page.isVisible() and bool(application.store.state.checks.findings))
    return page


def model_of(application):
    return application.services.model_cache.take(application.bench.now.model_key)


def line(page, name):
    return page.list.item(CHECK_NAMES.index(name)).text().split("\n")


def ended(qtbot, application):
    qtbot.waitUntil(lambda: not application.store.state.checks.running)


def passed(page):
    return "13 passed" in without_isolates(page.sentence.text())


@pytest.fixture
def opened(qtbot, application):
    """Opens the page by the menu and waits for the whole round."""

    def open_page():
        page = begun(qtbot, application)
        ended(qtbot, application)
        return page

    return open_page


def painted(view):
    """How many colours a picture has: a blank one has a single one."""
    image = view.grab().toImage()
    return {image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(image.height())}


# ------------------------------------------------------------------------ a model that is well


def test_every_check_is_listed_with_its_verdict_number_and_picture(qtbot, application, opened):
    page = opened()
    assert without_isolates(page.sentence.text()) == "reverse: 13 checks · 13 passed"
    found = {finding.name: finding for finding in application.store.state.checks.findings}
    for row, name in enumerate(CHECK_NAMES):
        title, became = line(page, name)
        assert title == check_title(name)
        assert became.startswith("passed · ")
        assert not page.list.item(row).icon().isNull()
        page.list.setCurrentRow(row)
        assert page.finding.title.text() == title
        assert page.finding.verdict.text().startswith("passed · ")
        assert page.finding.meaning.text() == check_meaning(name)
        cause = check_cause(name).replace("Usually", "usually", 1)
        assert page.finding.cause.text() == f"If this fails: {cause}"
        assert page.finding.picture.isVisible()
        assert page.finding.numbers.text()
        assert len(painted(page.finding.picture)) > 3
        (table,) = page.finding.picture.shown_values()
        assert np.array_equal(table.values, found[name].measured.values, equal_nan=True)
        names = (table.name, *table.rows, *table.columns)
        assert all(text and text == text.strip() for text in names), names
        if name in {"weights", "activations"}:  # parts of the network are named by words
            words = {"source embedding", "self-attention", "feed-forward", "output projection"}
            assert words <= {*table.rows}
            assert len({*table.rows}) == len(table.rows)
            assert not [row for row in table.rows if "_" in row]


def test_each_number_is_said_by_keys(qtbot, opened):
    page = opened()
    page.list.setCurrentRow(CHECK_NAMES.index("source"))
    press(qtbot, page.finding.picture, Qt.Key.Key_Right)
    said = page.finding.picture.accessibleDescription()
    (table,) = page.finding.picture.shown_values()
    assert said.endswith(f"row {table.rows[0]}, column own source")
    assert float(said.split(" · ")[0]) == pytest.approx(table.values[0, 0], rel=1e-4)


def test_results_come_one_by_one_and_can_be_stopped(qtbot, application):
    page = begun(qtbot, application)
    assert page.progress.isVisible()
    assert page.again.text() == "Stop"
    assert "Checking reverse: " in without_isolates(page.sentence.text())
    click(qtbot, page.again)
    done = len(application.store.state.checks.findings)
    settle(qtbot, application)
    assert len(application.store.state.checks.findings) == done < len(CHECK_NAMES)
    assert f"stopped after {done} of 13 checks" in page.sentence.text()
    assert line(page, CHECK_NAMES[-1])[1] == "not checked yet"
    assert not page.progress.isVisible()
    click(qtbot, page.again)
    qtbot.waitUntil(lambda: "13 passed" in page.sentence.text())


def test_a_translation_does_not_wait_for_the_round(qtbot, application):
    begun(qtbot, application)
    type_and_translate(qtbot, application, "e d")
    assert application.screen.now.trace.translation == "d e"
    assert application.store.state.checks.running


# ------------------------------------------------------------------------ models that are broken


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_model_is_told_and_shown(application, opened, name):
    BROKEN[name][0](model_of(application))
    page = opened()
    title, became = line(page, name)
    assert became.startswith("failed")
    assert page.list.currentRow() == CHECK_NAMES.index(name)  # what is worst is on show
    assert page.finding.title.text() == title == check_title(name)
    assert page.finding.verdict.text().startswith("failed · ")
    assert page.finding.meaning.text() == check_meaning(name)
    assert page.finding.cause.text() == check_cause(name)
    assert "1 failed" in page.sentence.text()
    picture = page.finding.picture
    assert picture.isVisible()
    assert len(painted(picture)) > 3
    measured = application.store.state.checks.findings[CHECK_NAMES.index(name)].measured
    if name != "tied":  # there every number is what the verdict is about
        assert measured.marked
        assert "Problem cells are framed." in page.finding.numbers.text()


def test_what_rests_on_a_failed_check_says_so(qtbot, application, opened):
    BROKEN["weights"][0](model_of(application))
    page = opened()
    page.list.setCurrentRow(CHECK_NAMES.index("rows"))
    assert line(page, "rows")[1] == "not applicable"
    assert "because “Weights are finite” failed" in page.finding.note.text()
    assert not page.finding.picture.isVisible()
    assert page.finding.nothing.isVisible()


@pytest.mark.parametrize(("stack", "note"), [("encoder", "no decoder"), ("decoder", "no encoder")])
def test_of_one_stack_it_is_said_what_does_not_apply(
    qtbot, tmp_path, one_torch_thread, stack, note
):
    other = {"encoder": "decoder", "decoder": "encoder"}[stack]
    path = tmp_path / "alone.safetensors"
    save_checkpoint(untrained_model(config(**{f"{other}_layers": 0})), path)
    with running(qtbot, tmp_path, model=path) as application:
        page = begun(qtbot, application)
        qtbot.waitUntil(lambda: not application.store.state.checks.running)
        page.list.setCurrentRow(CHECK_NAMES.index("source"))
        assert line(page, "source")[1] == "not applicable"
        assert f"This model has {note}" in page.finding.note.text()
        assert line(page, "padding")[1].startswith("passed")
        for row in range(len(CHECK_NAMES)):
            page.list.setCurrentRow(row)
            shown = page.finding
            assert shown.picture.isVisible() != shown.nothing.isVisible()
            assert shown.title.text() == page.list.item(row).text().split("\n")[0]


# ------------------------------------------------------------------------ sizes and words


def test_the_page_grows_with_the_size_for_projectors(qtbot, application, opened, monkeypatch):
    page, larger = opened(), application.window.menus.action("presentation")

    def wait_for(*, scale, dark):
        # a theme comes in a turn of its own, and the page goes on at its size
        qtbot.waitUntil(lambda: (page.theme.scale, page.theme.is_dark) == (scale, dark))

    projector = SimpleNamespace(availableSize=lambda: QSize(1920, 1080))
    monkeypatch.setattr(page, "screen", lambda: projector)
    larger.trigger()
    wait_for(scale=1.5, dark=False)
    assert page.size() == QSize(1560, 1050)
    page.resize(1400, 1000)
    application.window.menus.action("theme_dark").trigger()
    wait_for(scale=1.5, dark=True)
    assert page.size() == QSize(1400, 1000)  # as its user has it
    larger.trigger()
    wait_for(scale=1.0, dark=True)
    assert page.size() == QSize(1040, 700)


# ------------------------------------------------------------------------ taken along


def test_picture_and_numbers_are_copied_with_the_keys_of_the_window(qtbot, application, opened):
    page = opened()
    page.list.setCurrentRow(CHECK_NAMES.index("tied"))
    press(qtbot, page.finding.picture, Qt.Key.Key_V, CTRL | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: "\t" in QGuiApplication.clipboard().text())
    rows = QGuiApplication.clipboard().text().strip("\n").split("\n")
    (table,) = page.finding.picture.shown_values()
    assert rows[0].split("\t")[1:] == list(table.columns)
    assert float(rows[1].split("\t")[1]) == table.values[0, 0]
    press(qtbot, page.finding.picture, Qt.Key.Key_C, CTRL)
    qtbot.waitUntil(lambda: not QGuiApplication.clipboard().image().isNull())


def test_the_menu_under_the_right_button_is_there_too(qtbot, application, opened):
    page = opened()
    exporter = application.work.taking.exporter
    place = page.finding.picture.mapTo(page, QPoint(60, 60))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, page.mapToGlobal(place))
    QApplication.sendEvent(page, event)
    assert [action.isEnabled() for action in exporter.menu.actions()] == [True] * 4
    exporter.menu.close()
    view = page.finding.picture
    said = without_isolates(exporter.caption(picture_around(application.window, view)))
    assert said.startswith(view.accessibleName())
    assert said.endswith("reverse")


# ------------------------------------------------------------------------ done meanwhile


def test_while_a_training_runs_both_go_on(qtbot, application):
    start_training(qtbot, application, "copy", epochs=500)
    qtbot.waitUntil(lambda: updates(application) > 0)
    page = begun(qtbot, application)
    before = updates(application)
    ended(qtbot, application)
    assert passed(page)
    assert live_run(application) is not None
    qtbot.waitUntil(lambda: updates(application) > before)


def test_however_often_it_is_asked_for_one_round_is_left(qtbot, application):
    for _ in range(5):
        application.window.menus.action("check_model").trigger()
    page = begun(qtbot, application)
    for _ in range(9):
        click(qtbot, page.again)
    assert not application.store.state.checks.running
    for leave in (page.close_button.click, page.close, page.reject):
        leave()
        assert not page.isVisible()
        assert not application.store.state.checks.running
        application.window.menus.action("check_model").trigger()
    assert begun(qtbot, application) is page
    ended(qtbot, application)
    settle(qtbot, application)
    assert passed(page)
    assert [found.name for found in application.store.state.checks.findings] == [*CHECK_NAMES]


def test_walking_the_list_while_checks_are_made_stays_where_the_user_is(qtbot, application):
    page = begun(qtbot, application)
    page.list.setFocus()
    for _ in range(30):
        qtbot.keyClick(page.list, Qt.Key.Key_Down)
    assert page.list.currentRow() == len(CHECK_NAMES) - 1
    ended(qtbot, application)
    assert page.list.currentRow() == len(CHECK_NAMES) - 1


def test_a_model_that_is_switched_back_and_forth_is_checked_as_the_last_one(
    qtbot, application, tiny_checkpoint
):
    page = begun(qtbot, application)
    for file in (tiny_checkpoint, SHIPPED_FOLDER / "reverse.safetensors"):
        application.models.open(file)
        qtbot.waitUntil(lambda file=file: application.bench.now.model.name == file.stem)
        assert application.store.state.checks.findings == ()
    assert page.sentence.text() == "Another model is open now. Check again to test it."
    click(qtbot, page.again)
    ended(qtbot, application)
    assert without_isolates(page.sentence.text()) == "reverse: 13 checks · 13 passed"


def test_weights_that_become_nan_in_the_middle_are_told(qtbot, application):
    page = begun(qtbot, application)
    model_of(application).network.output.weight.data.fill_(float("nan"))
    ended(qtbot, application)
    click(qtbot, page.again)
    ended(qtbot, application)
    assert line(page, "weights")[1].startswith("failed")
    assert line(page, "rows")[1] == "not applicable"
    type_and_translate(qtbot, application, "e d")


def test_a_check_that_breaks_is_a_sentence_and_can_be_made_again(qtbot, application, monkeypatch):
    from model.lessons.with_torch import checks
    from model.messages import UserError

    def breaking(patient):
        yield
        raise UserError("The machine has {count} too few.", count=3)

    with monkeypatch.context() as patch:
        patch.setitem(checks._CHECKS, "padding", breaking)
        page = begun(qtbot, application)
        ended(qtbot, application)
    assert without_isolates(page.sentence.text()) == "The machine has 3 too few."
    assert line(page, "padding")[1] == "not checked yet"
    click(qtbot, page.again)
    ended(qtbot, application)
    assert passed(page)


def test_a_window_that_is_closed_in_the_middle_leaves_nothing_running(qtbot, application):
    begun(qtbot, application)
    close(qtbot, application)
    assert not application.window.isVisible()


def test_a_checkpoint_with_nan_is_refused_and_the_model_before_is_checked(
    qtbot, application, tmp_path
):
    model = load("reverse")
    model.network.output.weight.data.fill_(float("nan"))
    save_checkpoint(model, tmp_path / "sick.safetensors")
    page = begun(qtbot, application)
    application.models.open(tmp_path / "sick.safetensors")
    qtbot.waitUntil(lambda: "contains infinite or NaN values" in said(application.window))
    ended(qtbot, application)
    assert without_isolates(page.sentence.text()) == "reverse: 13 checks · 13 passed"
