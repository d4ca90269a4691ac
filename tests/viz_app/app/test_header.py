import dataclasses
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication

from model.config import ModelConfig
from model.text.tokenizer import MOST_CHARACTERS
from tests.viz_app.heard_room import heard_room, heard_timeline
from tests.viz_app.listening import wheel
from tests.viz_app.on_screen import on_screen
from tests.viz_app.probes import emissions, marked_language
from tests.viz_app.states import MODELS, shown, summary
from viz_app.app.header import WIDE, HeaderBar, SourceField
from viz_app.app.header_snapshot import listed_name, resolve_header, resolve_translated
from viz_app.app.panels import TRAINING
from viz_app.design.theme import light_theme
from viz_app.panels.timeline.view.steps import TranslationLine
from viz_app.panels.training.view.form import TrainingForm
from viz_app.storage.library import ModelEntry, ModelFile
from viz_app.texts.visible_token import without_isolates
from viz_app.workbench.state import Workbench


def with_model(snapshot, name, **fields):
    """Another model is there, from the file that is listed under its name."""
    model = dataclasses.replace(snapshot.model, name=name)
    path = next((entry.path for entry in snapshot.models if entry.name == name), None)
    file = path and ModelFile(path=path, checksum=name)
    return dataclasses.replace(snapshot, model=model, file=file, **fields)


@pytest.fixture
def header(qtbot):
    return on_screen(qtbot, HeaderBar())


@pytest.fixture
def snapshot():
    return with_model(resolve_header(shown()), "zh-en")


def entries(combo):
    return [combo.itemText(row) for row in range(combo.count())]


def pick(qtbot, combo, text):
    """Choose an entry as a user does: open the list, go there, press Return."""
    combo.showPopup()
    view = combo.view()
    view.setCurrentIndex(combo.model().index(combo.findText(text), 0))
    qtbot.keyClick(view, Qt.Key.Key_Return)


def test_it_shows_sentence_and_model(header, snapshot):
    header.set_snapshot(snapshot)
    assert header.source.text() == "我有猫"
    assert header.models.currentText() == "zh-en"
    assert header.model_info.text() == "3 × 8 · 6.2 M"
    assert header.model_info.accessibleName() == "3 layers × 8 heads · 6.2 M · CPU"
    assert "6,214,312" in header.model_info.toolTip()
    file = dataclasses.replace(snapshot.file, altered=True)
    header.set_snapshot(dataclasses.replace(snapshot, file=file))
    assert header.models.currentText() == "zh-en (changed)"
    config = ModelConfig(n_layers=1, n_heads=1, d_model=16, d_ff=32)
    header.set_snapshot(resolve_header(shown(model=dataclasses.replace(summary(), config=config))))
    assert header.model_info.accessibleName().startswith("1 layer × 1 head · ")


def test_it_says_how_long_the_strings_are_that_a_model_has_learned(header, snapshot):
    header.set_snapshot(snapshot)
    assert "strings" not in header.models.toolTip()
    letters = dataclasses.replace(snapshot.model, lengths=range(1, 17))
    header.set_snapshot(dataclasses.replace(snapshot, model=letters))
    said = "trained on strings of 1 to 16 letters"
    assert said in header.models.toolTip()
    assert said in header.model_info.toolTip()
    assert said in header.models.accessibleDescription()


def test_return_and_the_button_ask_for_a_translation(qtbot, header):
    heard = emissions(header)
    header.source.setFocus()
    qtbot.keyClicks(header.source, "a b")
    qtbot.keyClick(header.source, Qt.Key.Key_Return)
    qtbot.mouseClick(header.button, Qt.MouseButton.LeftButton)
    assert heard == [("translate_requested", "a b")] * 2


def test_what_was_typed_and_not_sent_is_never_overwritten(qtbot, header, snapshot):
    """The first model brings its sample while the user is typing already."""
    qtbot.keyClicks(header.source, "typing")
    header.set_snapshot(snapshot)
    header.set_snapshot(dataclasses.replace(snapshot, translating=True))
    header.set_snapshot(dataclasses.replace(snapshot, source_text="of another model"))
    assert header.source.text() == "typing"
    header.request_translation()
    qtbot.keyClicks(header.source, " on")  # after asking
    header.set_snapshot(dataclasses.replace(snapshot, source_text="typing"))
    assert header.source.text() == "typing on"
    header.source.setCursorPosition(2)
    header.request_translation()
    header.set_snapshot(dataclasses.replace(snapshot, source_text="typing on"))
    assert header.source.cursorPosition() == 2, "what is shown already is not written again"
    assert header.source.isUndoAvailable()
    header.set_snapshot(dataclasses.replace(snapshot, source_text="of another model"))
    assert header.source.text() == "of another model", "what was sent gives way"


def test_the_button_stops_a_translation_that_takes_long(qtbot, header, snapshot):
    heard = emissions(header)
    header.set_snapshot(dataclasses.replace(snapshot, translating=True))
    header.set_snapshot(snapshot)
    assert not header._busy.isActive(), "a quick one leaves the button alone"
    header.set_snapshot(dataclasses.replace(snapshot, translating=True))
    assert header.button.text() == "Translate"
    qtbot.waitUntil(lambda: header.button.text() == "Stop")
    header.button.click()
    assert heard == [("translation_cancelled",)]
    header.set_snapshot(snapshot)
    assert header.button.text() == header.button.accessibleName() == "Translate"


def test_models_are_listed_in_groups(header, snapshot):
    header.set_snapshot(snapshot)
    names = [text for text in entries(header.models) if text]
    assert names == ["Built-in", "zh-en", "copy", "Trained here", "mine", "Open…"]
    heard = emissions(header)
    wheel(header.models, header.models.rect().center(), -240)
    assert (heard, header.models.currentText()) == ([], "zh-en"), "the wheel changes no choice"
    model = header.models.model()
    assert (
        not model.index(header.models.findText("Built-in"), 0).flags() & Qt.ItemFlag.ItemIsEnabled
    )


def test_the_file_is_marked_and_not_the_name(header, snapshot):
    """A model of the same name from elsewhere, and a file that holds another model by now."""
    elsewhere = Path("/home/x/zh-en.safetensors")
    models = (*snapshot.models, ModelEntry("zh-en", elsewhere, shipped=False, opened=True))
    snapshot = dataclasses.replace(snapshot, models=models)
    header.set_snapshot(snapshot)
    assert header.models.currentData() == snapshot.models[0].path
    file = ModelFile(path=elsewhere, checksum="2")
    header.set_snapshot(dataclasses.replace(snapshot, file=file))
    assert header.models.currentData() == elsewhere
    assert header.models.currentText() == "zh-en · x"
    replaced = dataclasses.replace(file, replaced=True)
    header.set_snapshot(dataclasses.replace(snapshot, file=replaced))
    assert (header.models.currentData(), header.models.currentText()) == (None, "zh-en")


def test_a_picked_model_is_asked_for_and_shown_only_when_it_is_there(qtbot, header, snapshot):
    header.set_snapshot(snapshot)
    heard = emissions(header)
    pick(qtbot, header.models, "mine")
    assert heard == [("model_picked", Path("/trained/mine.safetensors"))]
    assert header.models.currentText() == "zh-en"
    header.set_snapshot(with_model(snapshot, "mine"))
    assert header.models.currentText() == "mine"
    pick(qtbot, header.models, "Open…")
    assert heard[1:] == [("open_model_requested",)]
    assert header.models.currentText() == "mine"
    header.set_snapshot(with_model(snapshot, "elsewhere"))
    assert header.models.currentText() == "elsewhere", "a file that is not listed"


def test_a_sentence_that_was_doubted_is_not_replaced_and_keeps_the_keyboard(header, snapshot):
    heard = emissions(header)
    header.set_snapshot(snapshot)
    header.source.setText("A cat.")
    header.source.returnPressed.emit()
    doubted = dataclasses.replace(snapshot, doubted="A cat.")
    header.set_snapshot(doubted)
    header.set_snapshot(dataclasses.replace(doubted, recorded_run="a run", probe="我"))
    assert header.source.text() == "A cat."
    header.set_snapshot(dataclasses.replace(doubted, waiting=True))
    header.set_snapshot(dataclasses.replace(doubted, translating=True))
    assert not [name for name, *_ in heard if name == "sentence_read"]


def test_the_field_follows_to_a_doubted_sentence_that_was_not_typed(header, snapshot):
    header.set_snapshot(snapshot)
    header.set_snapshot(dataclasses.replace(snapshot, doubted="a b c"))  # a lesson asks for it
    header.set_snapshot(dataclasses.replace(snapshot, source_text="a b c"))
    assert header.source.text() == "a b c"


def test_the_field_is_named_after_the_run_while_the_run_s_sentence_stands_in_it(header, snapshot):
    header.set_snapshot(snapshot)
    recorded = dataclasses.replace(snapshot, recorded_run="first", probe="我有猫")
    header.set_snapshot(recorded)
    assert whose(header) == "A sentence of the run first"
    assert "whose attention" in header.source.toolTip()
    header.source.selectAll()
    header.source.insert("我没有猫")
    assert whose(header) == "Source sentence"
    assert "recorded" not in header.source.toolTip()
    header.source.undo()
    assert whose(header) == "A sentence of the run first"
    header.set_snapshot(snapshot)
    header.source.insert("我没有")  # before the moment comes
    header.set_snapshot(recorded)
    assert header.source.text() != "我有猫"
    assert whose(header) == "Source sentence"
    header.set_snapshot(dataclasses.replace(snapshot, source_text="别的"))
    assert whose(header) == "Source sentence"


def whose(header):
    return without_isolates(header.source.accessibleName())


# --------------------------------------------------------------------------- little room


def test_it_is_one_line_and_a_narrow_one_leaves_the_size_to_the_tool_tip(header, snapshot):
    header.set_snapshot(snapshot)
    for width, told in ((WIDE, True), (WIDE - 1, False), (1248, True)):
        header.resize(width, header.height())
        QApplication.processEvents()
        assert header.sizeHint().height() <= 34
        assert header.model_info.isVisible() == told


def test_the_model_s_size_is_told_by_its_box_too(header, snapshot):
    header.set_snapshot(snapshot)
    assert header.models.accessibleDescription() == "3 layers × 8 heads · 6.2 M · CPU"
    for told in ("Choose the model", "3 layers × 8 heads", "6,214,312 parameters"):
        assert told in header.models.toolTip()
    header.set_snapshot(dataclasses.replace(snapshot, loading="de-en"))
    assert without_isolates(header.model_info.text()) == "Loading de-en…"
    for told in (header.model_info, header.models):
        assert "6,214,312" not in told.toolTip(), "it is that of another model"
    header.set_snapshot(resolve_header(Workbench(models=MODELS)))
    assert header.model_info.text() == "No model is open"
    assert "No model is open" in header.models.toolTip()


def test_the_keys_of_the_fields_stay(qtbot, header):
    header.activateWindow()
    qtbot.waitUntil(header.isActiveWindow)
    for key, field in ((Qt.Key.Key_D, header.models), (Qt.Key.Key_S, header.source)):
        qtbot.keyClick(header.focusWidget() or header, key, Qt.KeyboardModifier.AltModifier)
        assert header.focusWidget() is field
    header.models.setFocus()
    with marked_language():
        qtbot.keyClick(header.models, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
        assert header.focusWidget() is header.source


# ------------------------------------------------------------------- beside the picture alone


def test_the_sentence_and_its_translation_so_far_are_one_line():
    state = shown()
    whole = resolve_translated(state)
    assert whole == f"{state.trace.source_text} → {state.trace.translation}"
    assert whole.startswith("我有猫 → I have")
    assert resolve_translated(Workbench()) == ""
    trace = dataclasses.replace(state.trace, source_text="שלום")
    line = resolve_translated(dataclasses.replace(state, trace=trace))
    assert line == f"\u2068שלום\u2069 → {trace.translation}", "it stays before its translation"


@pytest.fixture
def field(qtbot):
    field = SourceField()
    qtbot.addWidget(field)
    return field


def test_line_breaks_in_what_is_pasted_become_blanks(field):
    for broken in ("a\nb", "a\r\nb", "a\u2028b", "a\n\n\tb", "a\x0bb"):
        field.clear()
        field.insert("before ")
        QGuiApplication.clipboard().setText(broken)
        field.paste()
        assert field.text() == "before a b"
        field.undo()
        assert field.text() == "before ", "pasting is undone and redone in one go"
        field.redo()
        assert field.text() == "before a b"


def test_pasting_in_the_middle_leaves_the_cursor_after_it(field):
    field.setText("我。")
    field.setCursorPosition(1)
    QGuiApplication.clipboard().setText("有\n猫")
    field.paste()
    assert field.text() == "我有 猫。"
    assert field.cursorPosition() == 4


def test_a_set_text_is_one_line_and_cannot_be_undone_to_its_line_breaks(field):
    field.setText("a\nb")
    assert field.text() == "a b"
    field.undo()
    assert field.text() == "a b"
    field.setText("猫" * 10_000)  # a long text is left for the model to judge
    assert len(field.text()) == 10_000
    assert field.maxLength() == MOST_CHARACTERS == 20_000


def override(field, key, modifier=Qt.KeyboardModifier.ControlModifier):
    """Whether the field claims a key before the menus see it."""
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifier)
    event.ignore()
    QApplication.sendEvent(field, event)
    return event.isAccepted()


STEP_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)


@pytest.mark.parametrize("key", STEP_KEYS)
def test_keys_of_the_steps_are_the_field_s_while_it_is_edited(qtbot, field, key):
    field.setText("我有一只猫。")
    assert not override(field, key)
    assert override(field, key, Qt.KeyboardModifier.NoModifier)
    qtbot.keyClicks(field, "a")
    assert override(field, key)


def test_other_fields_leave_the_keys_of_the_steps(qtbot):
    line = TranslationLine(light_theme(), heard_timeline().handle)
    form = TrainingForm(light_theme(), heard_room(TRAINING).handle)
    for view in (line, form):
        qtbot.addWidget(view)
    for key in STEP_KEYS:
        assert not override(line.text, key)
        assert not override(form.configuration.epochs, key)
    assert override(line.text, Qt.Key.Key_C)


def listed(*paths: str, shipped: str = "", file: ModelFile | None = None) -> list[str]:
    models = [ModelEntry(Path(path).stem, Path(path), path == shipped) for path in paths]
    return [listed_name(entry, models, file) for entry in models]


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (("/a/one", "/a/two"), ["one", "two"]),
        (("/a/one", "/b/one", "/b/two"), ["one · a", "one · b", "two"]),
        (("/a/x/one", "/b/x/one"), ["one · a/x", "one · b/x"]),
        (("/a/x/one", "/b/x/one", "/y/one"), ["one · a/x", "one · b/x", "one · y"]),
        (("/x/one", "/a/x/one"), ["one · /x", "one · a/x"]),
    ],
)
def test_no_two_look_the_same(paths, names):
    assert listed(*paths) == names
    assert listed("/s/one", "/a/one", shipped="/s/one") == ["one", "one · a"]
    file = ModelFile(path=Path("/s/one"), checksum="1", altered=True)
    marked = listed("/s/one", "/a/one", shipped="/s/one", file=file)
    assert marked == ["one (changed)", "one · a"], "it is not what was shipped"
