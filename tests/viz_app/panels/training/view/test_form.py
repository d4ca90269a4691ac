"""The form asks for what it shows, and says what is wrong as it is typed."""

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta
from PySide6.QtCore import Qt

from model.config import ModelConfig, NetworkSize
from model.messages import ConfigError, Message
from model.runs.presets import MOST_EPOCHS, PRESETS, TIME_PRESETS, time_preset
from model.text.tasks import TASKS
from model.values import FieldText, InSession, kept_values, restored
from tests.viz_app.dressed import dressed
from tests.viz_app.on_screen import on_screen
from tests.viz_app.panels.training.snapshots import SPEED, form_of
from tests.viz_app.probes import focusable, marked_language, spoken_name
from tests.viz_app.states import run_of
from viz_app.cli.parser import parse
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.forcing.room import ForcingState
from viz_app.panels.training.changes import with_size, with_task, with_time
from viz_app.panels.training.runs.pictures import corpus_text, task_offer
from viz_app.panels.training.state import TrainingRequest, configured
from viz_app.panels.training.view import form as view_form
from viz_app.panels.training.view.configuration import ConfigurationForm
from viz_app.panels.training.view.form import TrainingForm
from viz_app.texts.visible_token import without_isolates


@pytest.fixture
def form(qtbot, handle):
    return on_screen(qtbot, TrainingForm(light_theme(), handle), form_of(), size=(340, 600))


def pick(qtbot, combo, text):
    combo.showPopup()
    view = combo.view()
    view.setCurrentIndex(combo.model().index(combo.findText(text), 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)


def write(qtbot, form, name, text):
    """Type over a field, key by key."""
    field = form.configuration.fields[name]
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, text)


def asked(heard):
    """The newest request that the form has told."""
    return [value for name, value in heard if name == "request_made"][-1]


def test_it_shows_what_is_asked_for(form):
    request = with_size(TrainingRequest(task="a.zh,a.en", device="cuda"), "report-small")
    form.set_snapshot(form_of(request))
    assert form.request() == request
    assert without_isolates(form.task.currentText()) == "a.zh → a.en"
    assert form.preset.currentData() == "report-small"
    assert form.device.device == "cuda"
    assert form.configuration.epochs.value() == request.training.epochs
    typed = form.configuration.typed()
    assert typed["d_model"] == str(request.model.d_model)
    assert typed["norm"] == "post"


def test_every_task_and_size_can_be_chosen(form):
    tasks = [form.task.itemText(row) for row in range(form.task.count())]
    assert [text.split(" · ")[0] for text in tasks if text] == [*TASKS, "File…"]
    assert all(" · " in text for text in tasks if text and text != "File…")
    assert form.preset.itemText(0) == "tiny · 2 layers, 4 heads, width 64"
    assert [form.preset.itemData(row) for row in range(form.preset.count())] == list(PRESETS)


@pytest.mark.parametrize("name", TIME_PRESETS)
def test_a_time_fills_in_its_numbers(qtbot, form, name, heard):
    form.set_snapshot(form_of(with_size(TrainingRequest(), "report")))
    assert not any(form.presets.button(other).isChecked() for other in TIME_PRESETS)
    assert heard == []
    qtbot.mouseClick(form.presets.button(name), Qt.MouseButton.LeftButton)
    known = time_preset("reverse", name)
    request = asked(heard)
    assert (request.preset, request.model, request.training) == (name, known.model, known.training)
    assert form.presets.current() == name
    assert form.configuration.epochs.value() == known.training.epochs
    assert form.configuration.typed()["d_model"] == str(known.model.d_model)


def test_task_size_and_device_are_picked(qtbot, form, heard):
    pick(qtbot, form.task, task_offer("zh-en"))
    assert asked(heard) == with_task(TrainingRequest(), "zh-en") == form.request()
    form.fold.click()
    pick(qtbot, form.preset, "report · 6 layers, 8 heads, width 512")
    request = asked(heard)
    assert (request.preset, request.model) == ("report", PRESETS["report"].model)
    assert not any(form.presets.button(name).isChecked() for name in TIME_PRESETS)
    assert form.configuration.typed()["n_layers"] == "6"
    pick(qtbot, form.device, "CPU")
    assert asked(heard).device == "cpu"


def test_what_is_typed_is_asked_for_as_numbers_of_ones_own(qtbot, form, heard):
    form.fold.click()
    write(qtbot, form, "d_ff", "96")
    request = asked(heard)
    assert (request.model.d_ff, request.preset) == (96, "")
    assert form.preset.currentIndex() == -1
    assert not any(form.presets.button(name).isChecked() for name in TIME_PRESETS)


def test_typing_a_number_in_other_words_asks_for_nothing_new(qtbot, form, heard):
    form.fold.click()
    field = form.configuration.fields["dropout"]
    field.setFocus()
    field.setCursorPosition(len(field.text()))
    qtbot.keyClicks(field, "00")
    assert field.text() == "0.000"
    assert heard == []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("n_layers", "0", "n_layers (0)"),
        ("d_model", "wide", "d_model ('wide')"),
        ("max_len", "", "max_len ('')"),
        ("encoder_layers", "0", "encoder_layers (0) must be at least 1"),
        ("learning_rate", "fast", "learning_rate ('fast')"),
        ("warmup", "1.5", "warmup (1.5)"),
    ],
)
def test_a_mistake_marks_its_field_and_nothing_can_start(qtbot, form, name, text, said):
    form.fold.click()
    before = form.configuration.typed()[name]
    write(qtbot, form, name, text)
    assert form.configuration.wrong_fields() == {name}
    assert light_theme().danger in form.configuration.fields[name].styleSheet()
    assert form.foot.problem.isVisible()
    assert without_isolates(form.foot.problem.text()).startswith(said)
    assert not form.foot.sentence.isVisible()
    assert not form.start.isEnabled()
    assert form.request() is None
    write(qtbot, form, name, before)
    assert form.configuration.wrong_fields() == frozenset()
    assert form.configuration.fields[name].styleSheet() == ""
    assert not form.foot.problem.isVisible()
    assert form.start.isEnabled()


def test_a_field_that_may_be_empty_says_what_holds_then(qtbot, form):
    form.fold.click()
    write(qtbot, form, "n_layers", "5")
    write(qtbot, form, "n_heads", "8")
    fields = form.configuration.fields
    names = ("encoder_layers", "decoder_layers", "d_kv")
    assert [fields[name].placeholderText() for name in names] == ["5", "5", "8"]
    assert {fields[name].text() for name in names} == {""}


def test_a_final_norm_can_be_asked_for_or_left_out(qtbot, form, heard):
    form.fold.click()
    for text, known in (("never", False), ("always", True), ("with pre-norm", None)):
        pick(qtbot, form.configuration.fields["final_norm"], text)
        assert asked(heard).model.final_norm is known


def test_buckets_and_distance_are_asked_for_with_relative_positions(qtbot, form, heard):
    form.fold.click()
    fields = form.configuration.fields
    assert not fields["relative_buckets"].isEnabled()
    pick(qtbot, fields["positions"], "relative")
    write(qtbot, form, "relative_buckets", "8")
    write(qtbot, form, "relative_distance", "20")
    model = asked(heard).model
    assert (model.positions, model.relative_buckets, model.relative_distance) == ("relative", 8, 20)
    write(qtbot, form, "relative_distance", "4")
    assert form.configuration.wrong_fields() == {"relative_buckets", "relative_distance"}
    assert form.foot.problem.text() == (
        "relative_distance (4) must be greater than half of relative_buckets (4)."
    )


@pytest.mark.parametrize("name", ["scaled_embedding", "scaled_scores", "output_bias", "gated"])
def test_a_switch_is_asked_for(form, heard, name):
    form.fold.click()
    form.configuration.fields[name].click()
    assert getattr(asked(heard).model, name) != getattr(TrainingRequest().model, name)


def test_two_fields_that_do_not_fit_are_both_marked(qtbot, form):
    form.fold.click()
    write(qtbot, form, "d_model", "50")
    assert form.configuration.wrong_fields() == {"d_model", "n_heads"}
    assert form.foot.problem.text() == "d_model (50) must be divisible by n_heads (4)."
    write(qtbot, form, "n_heads", "5")
    assert form.request().model.d_k == 10


def test_no_epochs_are_a_problem_and_many_are_not(form):
    form.configuration.epochs.setValue(0)
    assert form.foot.problem.text() == f"epochs (0) must be a whole number from 1 to {MOST_EPOCHS}."
    form.configuration.epochs.setValue(MOST_EPOCHS)
    assert form.request().training.epochs == MOST_EPOCHS
    form.configuration.epochs.setValue(MOST_EPOCHS + 1)
    assert form.request() is None


def test_a_wrong_field_stays_as_it_is_until_other_numbers_are_chosen(qtbot, form):
    form.fold.click()
    write(qtbot, form, "d_ff", "x")
    numbers = dataclasses.replace(form_of().request.training, epochs=3)
    form.set_snapshot(form_of(dataclasses.replace(form_of().request, training=numbers)))
    assert form.configuration.epochs.value() == 3
    assert form.configuration.typed()["d_ff"] == "x"
    assert not form.start.isEnabled()
    form.presets.button("ten-minutes").click()
    assert form.configuration.wrong_fields() == frozenset()
    assert form.start.isEnabled()


def test_start_asks_for_what_the_form_says(qtbot, form, heard):
    form.configuration.epochs.setValue(2)
    qtbot.mouseClick(form.start, Qt.MouseButton.LeftButton)
    assert [name for name, _ in heard] == ["request_made", "train"]
    assert heard[0][1] == heard[1][1] == form.request()
    assert form.request().training.epochs == 2


def test_the_time_is_told_once_it_is_measured(form):
    epochs = form.request().training.epochs
    assert SPEED.seconds(epochs) == 4.5 * epochs < 59.5
    assert form.foot.sentence.text() == (
        f"About {4.5 * epochs:.0f} s here: {epochs} epochs of 4.5 s, measured just now."
    )
    assert form.parameters.text() == f"{form_of().n_parameters:,} parameters"
    form.set_snapshot(form_of(speed=None))
    assert form.foot.sentence.text() == "Measuring this machine…"
    assert form.parameters.text() == "… parameters"
    form.set_snapshot(form_of(speed=None, live=run_of().live))
    assert form.foot.sentence.text() == "Not measured while a model is being trained."
    assert "being trained" in form.start.toolTip()
    assert not form.start.isEnabled()
    assert form.task.isEnabled()
    problem = Message("{path} cannot be read.", {"path": "a.tsv"})
    form.set_snapshot(dataclasses.replace(form_of(), problem=problem))
    assert form.foot.problem.text() == "a.tsv cannot be read."
    assert not form.foot.sentence.isVisible()
    assert form.start.isEnabled()  # the file may be there by now


def test_a_network_that_no_memory_holds_is_not_started(form):
    model = dataclasses.replace(form.request().model, d_model=60_000, d_ff=60_000)
    form.set_snapshot(form_of(dataclasses.replace(form.request(), model=model)))
    assert "too large" in form.foot.problem.text()
    assert not form.start.isEnabled()


def test_a_file_can_be_chosen_or_not(qtbot, form, monkeypatch, heard):
    monkeypatch.setattr(view_form, "ask_corpus", lambda _: None)
    pick(qtbot, form.task, "File…")
    assert form.task.currentData() == form.request().task == "reverse"
    assert heard == []
    monkeypatch.setattr(view_form, "ask_corpus", lambda _: "/data/pairs.tsv")
    pick(qtbot, form.task, "File…")
    assert asked(heard) == with_task(TrainingRequest(), "/data/pairs.tsv")
    assert without_isolates(form.task.currentText()) == "pairs.tsv"


def test_a_file_that_is_dropped_is_shown(form):
    form.set_snapshot(form_of(with_task(TrainingRequest(), "/data/pairs.tsv")))
    assert without_isolates(form.task.currentText()) == "pairs.tsv"
    form.set_snapshot(form_of(with_task(TrainingRequest(), "copy")))
    assert form.task.findData("/data/pairs.tsv") >= 0


def test_the_configuration_is_open_in_a_high_window_until_it_is_closed(form):
    narrowest = form.narrowest()
    assert not form.configuration.isVisible()
    form.resize(340, 900)
    assert form.configuration.isVisible()
    assert form.preset.isVisible()
    assert form.narrowest() <= narrowest  # it had room before it was opened
    form.fold.click()
    form.resize(340, 950)
    assert not form.configuration.isVisible()


def test_everything_is_wide_enough(qapp, qtbot, handle):
    found = []
    for theme in (light_theme(), dark_theme("presentation")):
        with dressed(qapp, theme):
            form = on_screen(qtbot, TrainingForm(theme, handle))
            form.fold.click()
            form.resize(form.narrowest(), 600)
            content = form.task.parentWidget()
            assert content.width() >= content.minimumSizeHint().width()
            found.append(form.narrowest())
    assert found[0] < found[1]


def test_every_field_is_named_and_explained(qtbot, form, handle):
    form.fold.click()
    for widget in focusable(form):
        if widget.isVisible() and widget.isEnabled():
            assert spoken_name(widget), widget
            assert widget.toolTip(), widget
    with marked_language():
        other = on_screen(qtbot, TrainingForm(light_theme(), handle))
        assert other.start.text() == "«Start»"
        assert other.presets.button("overnight").text() == "«Overnight»"
    assert other.configuration.fields["d_ff"].accessibleName() == "«inner width (d_ff)»"


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("zh-en", "zh-en"),
        (str(Path("/data") / "pairs.tsv"), "pairs.tsv"),
        ("/data/train.zh,/data/train.en", "train.zh → train.en"),
    ],
)
def test_a_corpus_is_named_without_folders(task, text):
    assert without_isolates(corpus_text(task)) == text


def test_a_time_that_is_too_short_for_one_epoch_is_told(form):
    slow = dataclasses.replace(SPEED, seconds_per_epoch=86.0)
    request = with_time(TrainingRequest(), "one-minute")
    one = dataclasses.replace(
        request, training=dataclasses.replace(request.training, epochs=1, warmup=5)
    )
    form.set_snapshot(form_of(one, speed=slow))
    assert form.foot.sentence.text() == (
        "About 1 min 30 s here: one epoch, measured just now. This is longer than "
        "requested, but a run takes at least one epoch."
    )


def test_a_warm_up_that_is_cut_is_told_as_it_is_typed(qtbot, form, heard):
    form.set_snapshot(form_of(with_time(TrainingRequest(), "one-minute")))
    form.fold.click()
    write(qtbot, form, "warmup", "5000")
    form.set_snapshot(form_of(asked(heard)))
    updates = SPEED.updates_per_epoch * form.configuration.epochs.value()
    assert form.foot.sentence.text().endswith(
        f"Warm-up shortened from 5,000 to {updates // 2:,} updates, half of the run's {updates:,}."
    )
    write(qtbot, form, "warmup", f"{updates // 2}")
    form.set_snapshot(form_of(asked(heard)))
    assert "warm-up" not in form.foot.sentence.text()


# -------------------------------------------------------------------------------- test a new field
# One entry in one file: all else follows from it.


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowedConfig(ModelConfig):
    window: Annotated[NetworkSize, FieldText("window", "Tokens that a head looks at")] = 8
    strided: Annotated[bool, FieldText("strided", "Every second token")] = False
    edge: Annotated[Literal["cut", "wrapped"], FieldText("edge", "At the ends")] = "cut"


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowedState(ForcingState):
    window: Annotated[InSession[int], Meta(ge=1, le=64)] = 8


def test_form_parser_session_and_checks_follow_from_a_new_field(qtbot):
    form = ConfigurationForm(light_theme(), model=WindowedConfig)
    qtbot.addWidget(form)
    form.show_request(
        dataclasses.replace(TrainingRequest(), model=WindowedConfig(window=16, edge="wrapped"))
    )
    field, box, choice = (form.fields[name] for name in ("window", "strided", "edge"))
    assert (field.text(), field.accessibleName()) == ("16", "window")
    assert "Tokens that a head looks at" in field.toolTip()
    assert (box.text(), box.isChecked()) == ("strided", False)
    assert [choice.itemData(row) for row in range(choice.count())] == ["cut", "wrapped"]
    field.setText("0")
    found = configured(form.typed(), model=WindowedConfig(), training=TrainingRequest().training)
    assert [problem.fields for problem in found.problems] == [("window",)]
    assert "window (0) must be a whole number from 1 to 65536." in str(found.problems[0].message)

    changes = parse(["train", "copy", "-o", "x", "--set", "window=32"]).changes
    assert WindowedConfig(**dict(changes)).window == 32

    told = json.loads(json.dumps(WindowedConfig(window=4).to_json()))
    assert WindowedConfig.from_json(told) == WindowedConfig(window=4)
    with pytest.raises(ConfigError, match=r"edge \('round'\) must be one of cut, wrapped"):
        WindowedConfig.from_json({**told, "edge": "round"})

    kept = kept_values(WindowedState(window=3, given="a b"))
    assert kept["window"] == 3
    assert restored(WindowedState(), kept) == WindowedState(window=3, given="a b")
    assert restored(WindowedState(), {**kept, "window": 65}) == WindowedState(given="a b")
