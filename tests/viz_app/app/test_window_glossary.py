"""The glossary in the window: searched, followed, shown, and opened on what has the keyboard."""

from functools import partial

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget

from tests.viz_app.application import press, settle
from tests.viz_app.probes import focusable
from viz_app.app.dialogs.glossary import GlossaryDialog
from viz_app.app.dialogs.help import line_up
from viz_app.app.frame.lesson_bar import ControlFrame
from viz_app.app.panels import PANELS
from viz_app.storage.glossary import entry_on, links_of, read_glossary
from viz_app.testing import opened

pytestmark = pytest.mark.window


@pytest.fixture
def application(qtbot, tmp_path):
    """With the shipped models and runs: every tab has something to show."""
    with opened(qtbot, tmp_path / "headlight") as application:
        application.window.resize(1366, 768)
        settle(qtbot, application)
        yield application


@pytest.fixture
def window(application):
    return application.window


def glossary(window, action="glossary") -> GlossaryDialog:
    window.menus.action(action).trigger()
    (dialog,) = window.findChildren(GlossaryDialog)
    assert dialog.isVisible() and not dialog.isModal()
    return dialog


def shown_titles(dialog) -> list[str]:
    rows = range(dialog.entries.count())
    return [dialog.entries.item(row).text() for row in rows if not dialog.entries.isRowHidden(row)]


def is_framed(window, control) -> bool:
    middle = control.visibleRegion().boundingRect().center()
    (frame,) = window.findChildren(ControlFrame)
    return frame.isVisible() and frame.geometry().contains(control.mapTo(window, middle))


def test_terms_are_searched_and_linked(qtbot, window):
    dialog = glossary(window)
    titles = shown_titles(dialog)
    assert titles == sorted(titles, key=str.lower)
    assert titles == sorted((one.title for one in read_glossary("en").scenes), key=str.lower)
    assert dialog.help.isHidden() and dialog.nothing.isHidden()
    qtbot.keyClicks(dialog.search, "mask CAUSAL")
    assert "Causal mask" in shown_titles(dialog)
    assert len(shown_titles(dialog)) < len(titles)
    assert dialog.title.text() == "Causal mask"
    assert dialog.formula.isVisible() and not dialog.formula.pixmap().isNull()
    assert "A_ij = 1 where j ≤ i" in dialog.formula.accessibleName()
    qtbot.keyClicks(dialog.search, " xyzzy")
    assert shown_titles(dialog) == []
    assert dialog.nothing.isVisible()
    dialog.text.linkActivated.emit("#residual-stream")
    assert dialog.title.text() == "Residual stream"
    assert shown_titles(dialog) == titles
    assert '<a href="#layer"' in dialog.text.text()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert glossary(window) is dialog


def test_every_link_and_every_entry_is_shown(window):
    dialog = glossary(window)
    for entry in read_glossary("en").scenes:
        for term in (entry.term, *links_of(entry)):
            dialog.follow(f"#{term}")
            row = dialog.entries.currentItem()
            assert row is not None and not row.isHidden()
        dialog.follow(f"#{entry.term}")
        assert dialog.formula.isVisible() == bool(entry.formula)
        assert (dialog.title.text() == entry.title) or "<img" in dialog.title.text()


def test_every_entry_is_shown_in_the_window(qtbot, application, window):
    for entry in read_glossary("en").scenes:
        dialog = glossary(window)
        dialog.follow(f"#{entry.term}")
        qtbot.mouseClick(dialog.show_it, Qt.MouseButton.LeftButton)
        assert not dialog.isVisible()
        qtbot.waitUntil(lambda: application.store.state.lesson.posed)
        settle(qtbot, application)
        assert window.tabs.current_name() == entry.tab, entry.term
        control = window.findChild(QWidget, entry.show)
        assert control is not None and control.isVisible(), (entry.term, entry.show)
        qtbot.waitUntil(partial(is_framed, window, control))
        if entry.place is not None:
            assert application.screen.now.selection.kind == entry.place[0]
        if entry.view:
            assert application.bench.now.attention.view == entry.view
        bar = window.lesson.panel
        assert bar.heading.text() == entry.title or "<img" in bar.heading.text()
        assert "](#" not in bar.note.text()
        assert bar.formula.isVisible() == bool(entry.formula)
    assert bar.title.text() == f"Glossary · {len(read_glossary('en').scenes)} of 81"
    bar.back.click()
    qtbot.waitUntil(lambda: application.store.state.lesson.posed)
    settle(qtbot, application)
    assert bar.heading.text() == read_glossary("en").scenes[-2].title
    assert not application.bench.now.settings.lessons
    bar.leave.click()
    settle(qtbot, application)
    assert window.lesson.isHidden()


def test_f1_opens_the_entry_of_every_control(qtbot, application, window):
    entries, reached = read_glossary("en").scenes, 0
    for panel in PANELS:
        window.show_tab(panel.name)
        settle(qtbot, application)
        for widget in window.findChildren(QWidget):
            name = widget.objectName()
            takes_keys = widget.focusPolicy() != Qt.FocusPolicy.NoFocus
            if not (name and takes_keys and widget.isVisible()) or name.startswith("qt_"):
                continue
            reached += 1
            assert entry_on(entries, (one.objectName() for one in line_up(widget))), name
        for widget in focusable(window):
            if not (widget.isVisible() and widget.isEnabled()):
                continue
            wanted = entry_on(entries, (one.objectName() for one in line_up(widget)))
            press(qtbot, widget, Qt.Key.Key_F1)
            (dialog,) = window.findChildren(GlossaryDialog)
            assert dialog.isVisible() and dialog.help.isVisible()
            assert dialog._all[dialog.entries.currentRow()] is wanted, widget.objectName()
            dialog.close()
    assert reached > 200


def test_f1_finds_the_entries_that_a_user_expects(window):
    entries = read_glossary("en").scenes
    expected = {
        "source-field": "source",
        "kind-cross": "cross-attention",
        "heatmap": "weights",
        "heatmap-encoder": "encoder-attention",
        "mosaic": "head",
        "one-head-projections-q": "query",
        "one-head-choice-kinds-decoder": "decoder-attention",
        "masks-batch-masks": "padding",
        "masks-steps-masks-causal": "causal-mask",
        "masks-views-rows": "mask",
        "training-form-d-model": "d-model",
        "training-form-warmup": "learning-rate",
        "run-curves-norm-plot": "gradient",
        "runs-buttons-rename": "run",
        "timeline-side-candidates": "candidate",
        "timeline-side-branches": "branch",
        "positions-without-again": "positional-encoding",
        "why-lens": "logit-lens",
    }
    for name, term in expected.items():
        assert entry_on(entries, [name]).term == term, name


def test_f1_without_an_entry_opens_the_list(qtbot, window):
    stray = QWidget(window)
    stray.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    stray.show()
    assert entry_on(read_glossary("en").scenes, map(QWidget.objectName, line_up(stray))) is None
    press(qtbot, stray, Qt.Key.Key_F1)
    (dialog,) = window.findChildren(GlossaryDialog)
    assert dialog.isVisible()
    assert dialog.focusWidget() is dialog.search
    assert len(shown_titles(dialog)) == len(read_glossary("en").scenes)


def test_it_follows_the_language(qtbot, application, window):
    dialog = glossary(window)
    dialog.follow("#memory")
    dialog.show_it.click()
    qtbot.waitUntil(lambda: application.store.state.lesson.posed)
    window.menus.setting_picked.emit("language", "zh_CN")
    settle(qtbot, application)
    qtbot.waitUntil(lambda: window.lesson.panel is not None)
    assert window.lesson.panel.heading.text() == "记忆"
    assert dialog.windowTitle() == "术语表"
    assert dialog.title.text() == "记忆"
    assert shown_titles(dialog)[:3] == ["源句", "目标句", "词元"]
    window.menus.setting_picked.emit("language", "en")
    settle(qtbot, application)
    QApplication.sendPostedEvents(None, QEvent.Type.LanguageChange.value)
    assert dialog.title.text() == "Memory"
