"""Through the real window: whatever is done while the model is checked, the session stays."""

import shutil

import pytest
from PySide6.QtCore import Qt

from model.checkpoint.file import load, save_checkpoint
from model.checkpoint.locations import SHIPPED_FOLDER
from model.lessons.checks import CHECK_NAMES
from tests.model import one_stack
from tests.viz_app.app.checking.by_hand import begun, line, model_of
from tests.viz_app.application import (
    click,
    live_run,
    running,
    said,
    settle,
    start_training,
    type_and_translate,
    updates,
)
from viz_app.testing import close
from viz_app.texts.visible_token import without_isolates

pytestmark = pytest.mark.window


@pytest.fixture
def path(tmp_path):
    """A copy that may be deleted."""
    return shutil.copy(SHIPPED_FOLDER / "reverse.safetensors", tmp_path / "mine.safetensors")


@pytest.fixture
def application(qtbot, tmp_path, path, one_torch_thread):
    with running(qtbot, tmp_path, model=path) as application:
        yield application


def ended(qtbot, application):
    qtbot.waitUntil(lambda: not application.store.state.checks.running)


def passed(page):
    return "13 passed" in without_isolates(page.sentence.text())


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
    qtbot, application, path, tiny_checkpoint
):
    page = begun(qtbot, application)
    for file in (tiny_checkpoint, path):
        application.models.open(file)
        qtbot.waitUntil(lambda file=file: application.bench.now.model.name == file.stem)
        assert application.store.state.checks.findings == ()
    assert page.sentence.text() == "Another model is open now. Check again to test it."
    click(qtbot, page.again)
    ended(qtbot, application)
    assert without_isolates(page.sentence.text()) == "mine: 13 checks · 13 passed"


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


@pytest.mark.parametrize("make", [one_stack.gpt, one_stack.bert])
def test_a_model_with_one_stack_is_walked_through(qtbot, tmp_path, one_torch_thread, make):
    save_checkpoint(make(), tmp_path / "alone.safetensors")
    with running(qtbot, tmp_path, model=tmp_path / "alone.safetensors") as application:
        page = begun(qtbot, application)
        ended(qtbot, application)
        for row in range(len(CHECK_NAMES)):
            page.list.setCurrentRow(row)
            shown = page.finding
            assert shown.picture.isVisible() != shown.nothing.isVisible()
            assert shown.title.text() == page.list.item(row).text().split("\n")[0]


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
    assert without_isolates(page.sentence.text()) == "mine: 13 checks · 13 passed"
