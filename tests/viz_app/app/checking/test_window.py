"""Through the real window: the model is checked, and each fault is said and shown."""

from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication

from model.checkpoint.file import save_checkpoint
from model.checkpoint.locations import SHIPPED_FOLDER
from model.lessons.checks import CHECK_NAMES
from tests.model.builders import config, untrained_model
from tests.model.lessons.checks.broken import BROKEN
from tests.viz_app.app.checking.by_hand import begun, line, model_of
from tests.viz_app.application import CTRL, click, press, running, settle, type_and_translate
from viz_app.app.picture_export import picture_around
from viz_app.texts.check_texts import check_cause, check_meaning, check_title
from viz_app.texts.visible_token import without_isolates

pytestmark = pytest.mark.window


@pytest.fixture
def application(qtbot, tmp_path, one_torch_thread):
    path = SHIPPED_FOLDER / "reverse.safetensors"
    with running(qtbot, tmp_path, model=path) as application:
        yield application


@pytest.fixture
def opened(qtbot, application):
    """Opens the page by the menu and waits for the whole round."""

    def open_page():
        page = begun(qtbot, application)
        qtbot.waitUntil(lambda: not application.store.state.checks.running)
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


def test_closing_the_page_ends_the_round(qtbot, application):
    page = begun(qtbot, application)
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    done = len(application.store.state.checks.findings)
    settle(qtbot, application)
    assert not page.isVisible()
    assert len(application.store.state.checks.findings) == done < len(CHECK_NAMES)
    page = begun(qtbot, application)
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


# ------------------------------------------------------------------------ sizes and words


def test_the_page_grows_with_the_size_for_projectors(qtbot, application, opened, monkeypatch):
    page, larger = opened(), application.window.menus.action("presentation")

    def dressed():
        return page.theme == application.appearance.theme

    projector = SimpleNamespace(availableSize=lambda: QSize(1920, 1080))
    monkeypatch.setattr(page, "screen", lambda: projector)
    larger.trigger()
    qtbot.waitUntil(dressed)
    assert (page.theme.scale, page.size()) == (1.5, QSize(1560, 1050))
    page.resize(1400, 1000)
    application.window.menus.action("theme_dark").trigger()
    qtbot.waitUntil(dressed)
    assert page.size() == QSize(1400, 1000)  # as its user has it
    larger.trigger()
    qtbot.waitUntil(dressed)
    assert (page.theme.scale, page.size()) == (1.0, QSize(1040, 700))


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
