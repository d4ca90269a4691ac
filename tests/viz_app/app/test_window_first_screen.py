"""The first screen: a sentence that reorders, a head that shows it, and two lines that say so."""

import shutil

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton

from model.checkpoint.locations import CHECKSUMS, SHIPPED_FOLDER
from model.text.examples import EXAMPLES
from model.traces.head_measures import FUNCTION_WORDS
from tests.viz_app.application import (
    ALT,
    CTRL,
    click,
    press,
    running,
    said,
    settle,
    type_and_translate,
    wait_for_translation,
)
from tests.viz_app.dressed import changing_clothes
from viz_app.app.bootstrap import Application
from viz_app.app.window_options import WindowOptions
from viz_app.storage.library import Library
from viz_app.testing import close
from viz_app.workbench.changes.selection import head_picked

pytestmark = pytest.mark.window

PAIR = ("zh-en", "passive")
OPENINGS = {name: EXAMPLES[name][0].text for name in PAIR}


def is_here(name):
    return (SHIPPED_FOLDER / f"{name}.safetensors").exists()


def ship(folder, *names):
    """Some of the shipped models lie in the folder where an application looks for them."""
    shipped = folder / "shipped"
    shipped.mkdir()
    shutil.copy(SHIPPED_FOLDER / CHECKSUMS, shipped)
    for name in names:
        for file in (f"{name}.safetensors", f"{name}.headlight"):
            shutil.copy(SHIPPED_FOLDER / file, shipped)
    return shipped


@pytest.fixture(params=PAIR)
def opened(request, qtbot, tmp_path):
    """The application at its first start, with one of the models alone, and the model's name."""
    if not is_here(request.param):
        pytest.skip("the checkpoint is not shipped")
    ship(tmp_path, *{"zh-en", request.param})
    with running(qtbot, tmp_path, model=None) as application:
        yield application, request.param


@pytest.fixture(scope="module")
def small_passive(one_torch_thread, tmp_path_factory):
    """A model that reads English and has learned nothing, as the file of ``passive``."""
    from model.checkpoint.file import save_checkpoint
    from model.runs.presets import TrainingConfig
    from model.text.corpora import Corpus, Pair
    from model.training.new_model import new_model
    from tests.model.builders import TINY

    pairs = tuple(Pair(one.text, one.reference) for one in EXAMPLES["passive"])
    corpus = Corpus("passive", pairs)
    path = tmp_path_factory.mktemp("small") / "passive.safetensors"
    save_checkpoint(new_model(corpus, TINY, TrainingConfig(), task="passive"), path)
    return path


@pytest.fixture
def two(qtbot, tmp_path, small_passive):
    """The application at its first start in English, with both models."""
    shutil.copy(small_passive, ship(tmp_path, "zh-en"))
    with running(qtbot, tmp_path, model=None) as application:
        yield application
        application.languages.use("en")


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "").replace("\xa0", " ")


def hint(application):
    label = application.window.findChild(QLabel, "hint-label")
    return plain(label.text()) if label.isVisible() else ""


def other_button(application):
    return application.window.findChild(QPushButton, "other-button")


def own_trace(name, text):
    """What the model makes of a sentence, computed here."""
    from model.checkpoint.file import load_checkpoint
    from model.decoding.greedy import translate

    return translate(load_checkpoint(SHIPPED_FOLDER / f"{name}.safetensors"), text)


def test_it_opens_on_a_sentence_that_reorders_in_a_head_that_shows_it(opened):
    application, name = opened
    screen = application.screen.now
    assert application.window.header.source.text() == OPENINGS[name]
    trace = own_trace(name, OPENINGS[name])
    assert screen.trace.predicted_ids == trace.predicted_ids
    place = screen.selection
    word = trace.predicted_tokens[place.step]
    assert word.isalpha() and word.lower() not in FUNCTION_WORDS
    assert place.kind == "cross"
    # content words of the translation, and what this head attends to from each
    said = [
        step
        for step, token in enumerate(trace.predicted_tokens)
        if token.isalpha() and token.lower() not in FUNCTION_WORDS
    ]
    keys = trace.cross_weights[place.layer, place.head, said].argmax(axis=-1)
    assert np.any(np.diff(keys) < 0)
    weights = trace.cross_weights[place.layer, place.head, place.step]
    assert weights.max() > 0.5


def test_both_lines_say_what_the_model_computes(opened):
    application, name = opened
    trace, place = own_trace(name, OPENINGS[name]), application.screen.now.selection
    weights = trace.cross_weights[place.layer, place.head, place.step]
    seen = plain(application.window.attention.focus.sentence())
    step = trace.steps[place.step]
    assert f"before choosing “{step.token}”" in seen
    assert f"layer {place.layer + 1} head {place.head + 1} looks mostly at" in seen
    assert f"“{trace.source_tokens[int(weights.argmax())]}”" in seen
    share = float(weights.max())
    assert seen.endswith(f"{'>99' if 0.995 <= share < 1 else round(100 * share)} %)")
    following = trace.steps[place.step + 1].token
    assert hint(application) == (
        f"Press Ctrl+Right to see how the next token, “{following}”, is chosen."
    )


def test_whoever_does_what_the_line_says_reads_what_to_do_next(qtbot, tmp_path):
    ship(tmp_path, "zh-en")
    with running(qtbot, tmp_path, model=None) as application:
        window, step = application.window, application.screen.now.selection.step
        press(qtbot, window.attention.mosaic, Qt.Key.Key_Right, CTRL)
        assert application.screen.now.selection.step == step + 1
        assert hint(application) == "Click another head to see what it attends to."
        application.screen.apply(head_picked, "cross", 0, 0)
        assert hint(application) == (
            "Press Ctrl+B to continue with the second most probable token instead."
        )
        press(qtbot, window.attention.mosaic, Qt.Key.Key_B, CTRL)
        qtbot.waitUntil(lambda: len(application.screen.now.branches.branches) == 2)
        settle(qtbot, application)
        assert hint(application).startswith("Press X to switch off the head in view")
        press(qtbot, window.attention.mosaic, Qt.Key.Key_X)
        settle(qtbot, application)
        assert hint(application) == ""
        window.header.translate_this("他是老师。")
        wait_for_translation(qtbot, application, "他是老师。")
        assert hint(application) == "", "a sentence of the user's own has no such line"


def test_the_line_is_never_in_the_way(qtbot, tmp_path):
    ship(tmp_path, "zh-en")
    with running(qtbot, tmp_path, model=None) as application:
        window = application.window
        assert hint(application)
        window.resize(1280, 640)
        qtbot.waitUntil(lambda: not hint(application))
        window.resize(1280, 800)
        qtbot.waitUntil(lambda: bool(hint(application)))
        window.show_tab("masks")
        assert not hint(application)
        window.show_tab("attention")
        assert hint(application)
        window.menus.action("language_zh_CN").trigger()
        qtbot.waitUntil(lambda: hint(application).startswith("按 Ctrl+Right"))
        window.menus.action("language_en").trigger()


def test_english_opens_the_model_that_reads_it_and_the_other_is_one_click_away(qtbot, two):
    assert two.bench.now.model.name == "passive"
    assert two.window.header.source.text() == OPENINGS["passive"]
    button = other_button(two)
    assert button.isVisible() and button.text() == button.accessibleName() == "Chinese → English"
    click(qtbot, button)
    wait_for_translation(qtbot, two, OPENINGS["zh-en"])
    settle(qtbot, two)
    assert two.bench.now.model.name == "zh-en"
    assert button.text() == "English → passive"
    assert two.window.menus.action("other_model").text().replace("&", "") == "English → passive"
    two.window.menus.action("other_model").trigger()
    wait_for_translation(qtbot, two, OPENINGS["passive"])
    assert two.bench.now.model.name == "passive"
    two.window.menus.action("language_zh_CN").trigger()
    settle(qtbot, two)
    assert two.bench.now.model.name == "passive", "another language later changes no model"
    assert button.text() == "中文 → 英文"


def test_a_model_of_the_users_own_has_no_other_and_a_narrow_window_has_the_menu(
    qtbot, two, tiny_checkpoint
):
    two.window.resize(900, 700)
    qtbot.waitUntil(lambda: not other_button(two).isVisible())
    assert two.window.menus.action("other_model").isEnabled()
    two.window.resize(1280, 800)
    qtbot.waitUntil(lambda: other_button(two).isVisible())
    two.sessions.open_model(tiny_checkpoint)
    qtbot.waitUntil(lambda: two.bench.now.model.name == tiny_checkpoint.stem)
    settle(qtbot, two)
    assert not other_button(two).isVisible()
    assert not two.window.menus.action("other_model").isEnabled()


def test_examples_have_notes_in_the_list(qtbot, two):
    press(qtbot, two.window.header.source, Qt.Key.Key_Down, ALT)
    menu = two.window.header.source.choices
    listed = {action.data(): action.text() for action in menu.actions() if action.data()}
    for example in EXAMPLES["passive"]:
        assert str(example.shows) in plain(listed[example.text]), example.text
    menu.close()


def test_chinese_opens_the_model_that_reads_it(qapp, qtbot, tmp_path, small_passive):
    shutil.copy(small_passive, ship(tmp_path, "zh-en"))
    with changing_clothes(qapp):
        application = Application(
            WindowOptions(language="zh_CN", theme="light", device="cpu"),
            library=Library(tmp_path / "models", shipped=tmp_path / "shipped"),
            settings_file=tmp_path / "settings.json",
        )
        application.start()
        try:
            assert application.bench.now.loading == "zh-en"
            assert application.window.header.source.text() == OPENINGS["zh-en"]
        finally:
            close(qtbot, application)
            application.languages.use("en")


def test_a_sentence_without_a_passive_is_translated_and_an_example_offered(qtbot, two):
    type_and_translate(qtbot, two, "The cat chased.")
    settle(qtbot, two)
    assert two.bench.now.trace.source_text == "The cat chased."
    notice = two.bench.now.notice
    assert notice.level == "info"
    assert "“chased” has no object here" in plain(said(two.window))
    assert "passive has learned statements whose verb has an object" in plain(said(two.window))
    click(qtbot, two.window.notices.example_button)
    wait_for_translation(qtbot, two, OPENINGS["passive"])
    settle(qtbot, two)
    assert two.bench.now.notice is None or "no object" not in plain(said(two.window))
    assert two.window.header.source.text() == OPENINGS["passive"]
