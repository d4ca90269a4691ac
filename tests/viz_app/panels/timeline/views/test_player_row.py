"""Buttons, slider and place: what goes first where it is narrow."""

import pytest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from tests.viz_app.dressed import dressed
from viz_app.design.theme import light_theme
from viz_app.panels.timeline.intents import TimelineIntents
from viz_app.panels.timeline.views.player_row import PLACE, SHORTEST, PlayerRow

PLACES = ("step 12 of 16", "12/16")
FIRST_TO_GO = ("word", "slider", "place")


@pytest.fixture(params=["normal", "presentation"])
def row(request, qapp, qtbot):
    theme = light_theme(request.param)
    with dressed(qapp, theme):
        window = QWidget()
        qtbot.addWidget(window)
        window.resize(1600, 200)
        row = PlayerRow(TimelineIntents(window), window)
        row.set_theme(theme)
        row.player.set_steps(16)
        row.show_place(*PLACES)
        window.show()
        yield row


def resize(row, width):
    for _ in range(2):
        row.resize(width, row.sizeHint().height())
        QApplication.processEvents()


def left_out(row):
    """What is not there, of what can go."""
    there = {
        "word": bool(row.player.play.text()),
        "slider": row.slider.isVisible(),
        "place": row.label.text() == PLACES[0],
    }
    return tuple(name for name in FIRST_TO_GO if not there[name])


def parts(row):
    buttons = row.player.findChildren(QPushButton)
    return [part for part in (*buttons, row.slider, row.label) if part.isVisible()]


def test_words_and_slider_go_one_after_the_other_and_come_back(row):
    wide = row.player.sizeHint().width() + 2 * row.label.sizeHint().width() + 600
    narrow = row.player.sizeHint().width()
    widths = range(wide, narrow, -10)
    seen = []
    for width in widths:
        resize(row, width)
        seen.append(left_out(row))
    kept = sorted(set(seen), key=len)
    assert kept == [FIRST_TO_GO[:count] for count in range(len(kept))]
    assert len(kept) == 4
    assert seen == sorted(seen, key=len)
    resize(row, wide)
    assert left_out(row) == ()


def test_what_is_there_has_its_room(row):
    unit = row.slider.minimumHeight() // 6
    for width in range(row.player.sizeHint().width() + 40 * unit, row.minimumWidth() + 300, -40):
        resize(row, width)
        if left_out(row) == FIRST_TO_GO:
            break
        for part in parts(row):
            place = part.rect().translated(part.mapTo(row, part.rect().topLeft()))
            assert row.rect().contains(place)
            assert part.width() >= part.sizeHint().width() or part is row.slider
        assert row.label.width() >= PLACE * unit
        assert not row.slider.isVisible() or row.slider.width() >= SHORTEST * unit


def test_the_place_is_told_in_words_however_narrow_it_is(row):
    resize(row, row.player.sizeHint().width())
    assert row.label.text() == "12/16"
    assert row.label.toolTip() == row.label.accessibleName() == "step 12 of 16"


def test_play_keeps_its_name(row):
    resize(row, row.player.sizeHint().width())
    assert row.player.play.text() == ""
    assert row.player.play.accessibleName() == "Play"
    row.player.set_playing(playing=True, speed=1.0)
    assert row.player.play.text() == ""
    assert row.player.play.accessibleName() == "Pause"


def test_play_and_pause_are_equally_wide(row):
    resize(row, 1200)
    assert row.player.play.text() == "Play"
    places = [part.geometry() for part in parts(row)]
    row.player.set_playing(playing=True, speed=1.0)
    QApplication.processEvents()
    assert row.player.play.text() == "Pause"
    assert [part.geometry() for part in parts(row)] == places
