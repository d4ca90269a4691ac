"""Through the real window: a model of names that are written from right to left."""

import itertools

import pytest

from tests.viz_app.app.importing_by_hand import imported, look_at
from tests.viz_app.application import settle, wait_for_translation
from viz_app.panels.attention.view.text import TextView

pytestmark = pytest.mark.window

NAME = "آتزمون"


@pytest.fixture
def transliterated(qtbot, application, shared_dir):
    look_at(qtbot, application, shared_dir / "models" / "aren-transliteration")
    imported(qtbot, application)
    application.window.header.translate_this(NAME)
    wait_for_translation(qtbot, application, NAME)
    settle(qtbot, application)
    return application


def test_its_name_is_written_in_latin_letters(transliterated):
    trace = transliterated.screen.now.trace
    assert trace.translation == "atzmon"
    assert trace.source_tokens == tuple(NAME)
    assert transliterated.window.timeline.translation.text.text() == "atzmon"


def test_its_letters_stand_from_right_to_left_and_the_others_do_not(qtbot, transliterated):
    transliterated.window.attention.intents.kind_picked.emit("cross")
    transliterated.window.attention.intents.option_picked.emit("view", "text")
    settle(qtbot, transliterated)
    (view,) = transliterated.window.attention.findChildren(TextView)
    written, read = view.layout_now().sentences
    assert _falls(written) == [False] * (len(written.units) - 1)
    assert _falls(read) == [True] * (len(NAME) - 1)


def test_columns_count_from_the_first_letter_that_is_read(qtbot, transliterated):
    transliterated.window.attention.intents.kind_picked.emit("cross")
    settle(qtbot, transliterated)
    focus = transliterated.window.attention.shown().focus
    assert tuple(focus.columns) == tuple(NAME)  # as positions and masks count them


def _falls(sentence):
    """Whether each unit stands further left than the one before it."""
    lefts = [placed.rect.left() for placed in sentence.units]
    return [right < left for left, right in itertools.pairwise(lefts)]
