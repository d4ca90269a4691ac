"""Through the real window: a model of names that are written from right to left."""

import itertools

import pytest

from tests.viz_app.app.importing_by_hand import imported, look_at
from tests.viz_app.application import settle, wait_for_translation
from viz_app.panels.attention.view.tokens import TextView
from viz_app.workbench.changes.selection import kind_picked, option_picked

pytestmark = pytest.mark.window

NAME = "آتزمون"


def test_letters_stand_from_right_to_left_and_the_others_do_not(qtbot, application, shared_dir):
    look_at(qtbot, application, shared_dir / "models" / "aren-transliteration")
    imported(qtbot, application)
    application.window.header.translate_this(NAME)
    wait_for_translation(qtbot, application, NAME)
    settle(qtbot, application)
    trace, attention = application.screen.now.trace, application.window.attention
    assert trace.translation == application.window.timeline.translation.text.text() == "atzmon"
    assert trace.source_tokens == tuple(NAME)
    attention.room.does(kind_picked)("cross")
    attention.room.does(option_picked)("view", "text")
    settle(qtbot, application)
    (view,) = attention.findChildren(TextView)
    written, read = view.spots().sentences
    assert _falls(written) == [False] * (len(written.units) - 1)
    assert _falls(read) == [True] * (len(NAME) - 1)
    # columns count from the first letter that is read, as positions and masks count them
    assert tuple(attention.shown().focus.columns) == tuple(NAME)


def _falls(sentence):
    """Whether each unit stands further left than the one before it."""
    lefts = [placed.rect.left() for placed in sentence.units]
    return [right < left for left, right in itertools.pairwise(lefts)]
