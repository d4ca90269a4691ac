"""Title and buttons of a run, its numbers, its translations."""

import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from model.traces.head_measures import Probe, SampleTranslations
from tests.viz_app.listening import plain
from tests.viz_app.on_screen import on_screen
from tests.viz_app.panels.training.snapshots import history_of, view_of
from tests.viz_app.states import run_of
from viz_app.design.theme import light_theme
from viz_app.panels.training.pictures import NO_BREAK
from viz_app.panels.training.snapshot import RunViewSnapshot
from viz_app.panels.training.view.run import RunHeader, RunReadout, SamplesTable
from viz_app.texts.labels import BREAK

WATCH = "Watch its attention"


@pytest.fixture
def header(qtbot, handle):
    return on_screen(qtbot, RunHeader(light_theme(), handle), size=(900, 80))


@pytest.fixture
def readout(qtbot):
    return on_screen(qtbot, RunReadout(light_theme()), size=(1200, 60))


@pytest.fixture
def table(qtbot):
    return on_screen(qtbot, SamplesTable(light_theme()), size=(600, 200))


def enabled(header):
    shown = (button for button in header.buttons() if button.isVisible())
    return {button.text() for button in shown if button.isEnabled()}


def lines(table):
    cells = table.table
    return [
        tuple(plain(cells.item(row, column).text()) for column in range(3))
        for row in range(cells.rowCount())
    ]


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({}, "running", "reverse · training, epoch 3 of 12"),
        ({}, "paused", "reverse · paused in epoch 3 of 12"),
        ({}, "stopping", "reverse · being saved…"),
        ({"status": "finished", "epoch": 12}, None, "reverse · finished: 12 epochs in 52 s"),
        ({"status": "finished", "epoch": 1}, None, "reverse · finished: one epoch in 52 s"),
        (
            {"status": "stopped"},
            None,
            "reverse · stopped in epoch 4 of 20 after 52 s; it can be continued",
        ),
        (
            {"status": "failed", "reason": "The disk is full."},
            None,
            "reverse · failed in epoch 4: The disk is full.",
        ),
        (
            {"status": "running"},
            None,
            "reverse · interrupted in epoch 4 of 20; it can be continued",
        ),
    ],
)
def test_the_title_says_what_the_run_does(header, fields, status, sentence):
    header.set_snapshot(view_of(history_of(**fields), status=status))
    said = header.status.text().replace(NO_BREAK, " ")
    assert (header.title.text(), said) == ("reverse-1", sentence)


def test_long_names_leave_room_for_what_became_of_the_run(qtbot, header):
    header.set_snapshot(view_of(history_of("r" * 300)))
    assert header.title.width() < 300
    assert "r" * 300 in header.title.toolTip().replace(BREAK, "")
    task = f"/data/{'a' * 60}.zh,/data/{'a' * 60}.en"
    header.set_snapshot(view_of(history_of(task=task, status="finished", epoch=12)))
    assert "finished: 12 epochs" in header.status.text()
    assert len(header.status.text()) < 80
    header.resize(900, 200)
    button, sentence = header.go_on, header.status
    header.set_snapshot(view_of(history_of(status="failed", reason="The disk is full.")))
    qtbot.waitUntil(lambda: button.geometry().left() > sentence.geometry().right())
    header.set_snapshot(view_of(history_of(status="failed", reason="The disk is full. " * 12)))
    qtbot.waitUntil(lambda: button.geometry().top() > sentence.geometry().bottom())


@pytest.mark.parametrize(
    ("fields", "status", "update", "shown"),
    [
        ({"moments": (0, 10)}, "running", 240, {"Pause", "Stop", "Use model", WATCH}),
        ({}, "paused", 240, {"Resume", "Stop", "Use model"}),
        ({}, "stopping", 240, {"Use model"}),
        ({}, "starting", 240, {"Pause", "Stop"}),
        ({}, "running", 1140, {"Use model"}),  # it is being kept
        ({"has_model": True}, None, 240, {"Use model"}),
        ({"status": "stopped"}, None, 240, {"Continue"}),
    ],
)
def test_what_can_be_pressed_makes_sense(header, heard, fields, status, update, shown):
    header.set_snapshot(view_of(history_of(**fields), status=status, update=update))
    assert enabled(header) == shown
    assert heard == []


def test_a_run_that_is_prepared_can_be_stopped(header):
    header.set_snapshot(RunViewSnapshot(starting=run_of("starting", run_id="").live[0]))
    assert header.status.text() == "Reading the corpus of zh-en…"
    assert enabled(header) == {"Stop"}


def test_every_button_asks(qtbot, header, heard):
    def press(*buttons):
        for button in buttons:
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    header.set_snapshot(view_of(history_of(moments=(0, 10)), status="running"))
    press(header.pause, header.stop, header.use, header.replay)
    header.set_snapshot(view_of(history_of(), status="paused"))
    press(header.pause)
    stopped = view_of(history_of(status="stopped"))
    header.set_snapshot(stopped)
    press(header.go_on)
    other = history_of("reverse-2").card
    header.set_snapshot(dataclasses.replace(stopped, elsewhere=other))
    assert header.elsewhere.text() == "reverse-2 is being trained"
    assert not header.go_on.isEnabled()
    press(header.elsewhere)
    assert heard == [
        ("pause",),
        ("stop",),
        ("use", "reverse-1"),
        ("watch",),
        ("resume",),
        ("go_on", "reverse-1"),
        ("run_picked", "reverse-2"),
    ]
    header.set_snapshot(dataclasses.replace(stopped, elsewhere=other, paused=True))
    assert header.elsewhere.text() == "reverse-2 is paused"


@pytest.mark.parametrize(
    ("fields", "status", "reason"),
    [
        ({"has_model": True}, None, "Translate with this model"),
        ({"has_model": False}, None, "This run has no saved model"),
        ({"experiment": "positions", "arm": "without"}, None, "was altered for the experiment"),
        ({"experiment": "positions", "arm": "with"}, "running", "can only be watched"),
        ({}, "starting", "after its first update"),
    ],
)
def test_a_button_says_what_it_does_or_why_it_cannot_be_pressed(header, fields, status, reason):
    header.set_snapshot(view_of(history_of(**fields), status=status))
    assert reason in header.use.toolTip()
    assert header.replay.toolTip() == "No attention was recorded for this run"
    header.set_snapshot(view_of(history_of(moments=(0, 10))))
    assert "in every Look view" in header.replay.toolTip()


def test_the_focus_leaves_a_button_that_is_gone_but_never_for_stop(qtbot, header):
    header.activateWindow()
    header.set_snapshot(view_of(history_of(status="stopped", has_model=True)))
    header.go_on.setFocus()
    header.set_snapshot(view_of(history_of(), status="running"))
    assert header.pause.hasFocus()
    header.set_snapshot(view_of(history_of(has_model=True)))
    assert header.use.hasFocus()


def test_buttons_come_below_the_title_in_a_narrow_view(header):
    header.set_snapshot(view_of(history_of(), status="running"))
    assert header.pause.geometry().top() < header.status.geometry().bottom()
    header.resize(480, 100)
    QApplication.processEvents()
    assert header.pause.geometry().top() >= header.status.geometry().bottom()
    assert header.minimumSizeHint().width() <= 480


@pytest.mark.parametrize(
    ("fields", "status", "captions", "shown"),
    [
        (
            {"validation_loss": 3.475, "exact": 0.875},
            "running",
            ("time left", "exact match"),
            "3 / 12 | 240 / 1,140 | 0.432 | 3.475 | 87.5 % | 1:02:05 | 12,346 | 0.001 | 0.583",
        ),
        (
            {"task": "zh-en", "bleu": 27.46, "updates": 80},
            None,
            ("time", "BLEU"),
            "4 / 20 | 40 / 80 | 3.247 | – | 27.5 | 0:00:52 | – | 0.001 | 0.583",
        ),
    ],
)
def test_the_newest_numbers_of_a_run_are_told(readout, fields, status, captions, shown):
    known = history_of(points=12, **fields)
    readout.set_snapshot(view_of(known, status=status))
    assert " | ".join(label.text() for label in readout.values.values()) == shown
    assert (readout.captions["left"].text(), readout.captions["score"].text()) == captions


def test_numbers_that_are_not_known_are_dashes(readout):
    def values():
        return {field: label.text() for field, label in readout.values.items()}

    assert set(values().values()) == {"–"}
    unread = dataclasses.replace(view_of(history_of(loss=0.125)), history=None)
    readout.set_snapshot(unread)  # what the card says
    assert (values()["loss"], values()["rate"]) == ("0.125", "–")
    readout.set_snapshot(view_of(history_of(), status="running", loss=0.0000312))
    assert values()["loss"] == "3.12e-05"


def test_numbers_have_room_or_are_left_out(readout):
    readout.set_snapshot(view_of(history_of(), status="running", update=1_234_567))
    for compact in (False, True):
        readout.set_compact(compact=compact)
        for width in (1200, 700, 460):
            readout.resize(width, 90)
            QApplication.processEvents()
            shown = [label for label in readout.values.values() if label.isVisible()]
            for label in shown:
                assert label.width() >= label.sizeHint().width(), (width, compact, label.text())
            assert len(shown) == 9 or compact
            rows = {label.geometry().top() for label in shown}
            assert len(rows) == 1 or not compact


def test_translations_stand_beside_what_they_should_be(table):
    table.set_snapshot(view_of(history_of()))
    assert lines(table) == [("a b c", "c b a", "✓ c b a"), ("d e", "e d", "✓ e d")]
    assert table.title.text() == "Translations in epoch 4, after 40 updates"
    accent = light_theme().accent.lower()
    assert table.table.item(0, 2).foreground().color().name() == accent


def test_translations_of_a_compared_run_stand_beside_those_on_show(table):
    def heads():
        shown = (n for n in range(4) if not table.table.isColumnHidden(n))
        return [table.table.horizontalHeaderItem(n).text() for n in shown]

    wrong = SampleTranslations(update=30, epoch=3, translations=("a b c", "e d"))
    both = history_of(), dataclasses.replace(history_of("other"), samples=(wrong,))
    table.set_snapshot(view_of(*both))
    assert heads() == ["source", "reference", "model output"]
    table.set_snapshot(view_of(*both, compared=True))
    assert heads() == ["source", "reference", "reverse-1 output", "other output"]
    assert [plain(table.table.item(row, 3).text()) for row in range(2)] == ["a b c", "✓ e d"]


def test_a_wrong_translation_is_not_ticked_and_the_title_says_when(table):
    snapshot = view_of(history_of())
    first = snapshot.history.samples[0]
    table.set_snapshot(dataclasses.replace(snapshot, samples=first))
    assert [line[2] for line in lines(table)] == ["✓ c b a", "d e"]
    assert table.title.text() == "Translations in epoch 2, after 20 updates"
    text = light_theme().text.lower()
    assert table.table.item(1, 2).foreground().color().name() == text
    untrained = dataclasses.replace(first, update=0, epoch=0)
    table.set_snapshot(dataclasses.replace(snapshot, samples=untrained))
    assert table.title.text() == "Translations before the first update"
    table.set_snapshot(view_of(dataclasses.replace(history_of(), samples=())))
    assert [line[2] for line in lines(table)] == ["–", "–"]
    assert table.title.text() == "Sample translations"


def test_cells_that_say_the_same_as_before_are_left_alone(table):
    """With every cell that is put Qt measures all lines, and new translations come in training."""
    snapshot = view_of(history_of())
    table.set_snapshot(snapshot)
    places = [(row, column) for row in range(2) for column in range(3)]
    before = [table.table.item(*place) for place in places]
    samples = dataclasses.replace(snapshot.samples, translations=("a b c", "e d"))
    table.set_snapshot(dataclasses.replace(snapshot, samples=samples))
    assert plain(table.table.item(0, 2).text()) == "a b c"
    new = [
        place
        for place, item in zip(places, before, strict=True)
        if table.table.item(*place) is not item
    ]
    assert new == [(0, 2)]


def test_text_from_right_to_left_stays_in_its_cell(table):
    card = dataclasses.replace(history_of().card, probes=(Probe("שלום", "a"),))
    table.set_snapshot(dataclasses.replace(view_of(history_of()), card=card))
    assert table.table.item(0, 0).text() == "\u2068שלום\u2069"
