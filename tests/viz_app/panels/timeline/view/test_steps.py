import math
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QToolTip, QWidget

from tests.viz_app.branch_traces import branched_state
from tests.viz_app.dressed import dressed
from tests.viz_app.heard_room import heard_timeline
from tests.viz_app.painted import area_colours
from tests.viz_app.states import TARGET
from viz_app.design.theme import dark_theme, light_theme, mixed
from viz_app.panels.timeline import pictures
from viz_app.panels.timeline.pictures import WIDEST
from viz_app.panels.timeline.room import TimelineSnapshot
from viz_app.panels.timeline.view.steps import (
    PLACE,
    SHORTEST,
    PlayerRow,
    StepStrip,
    TranslationLine,
)
from viz_app.workbench.snapshots.token_axes import TokenLine, comparison_of

# -------------------------------------------------------------------------------- the player row


PLACES = ("step 12 of 16", "12/16")
FIRST_TO_GO = ("word", "slider", "place")


@pytest.fixture(params=["normal", "presentation"])
def row(request, qapp, qtbot):
    theme = light_theme(request.param)
    with dressed(qapp, theme):
        window = QWidget()
        qtbot.addWidget(window)
        window.resize(1600, 200)
        row = PlayerRow(theme, heard_timeline().handle, window)
        row.player.set_snapshot(TimelineSnapshot(line=line_of(["a"] * 16)))
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


def test_however_narrow_it_is_place_and_button_keep_their_names(row):
    resize(row, row.player.sizeHint().width())
    assert row.label.text() == "12/16"
    assert row.label.toolTip() == row.label.accessibleName() == "step 12 of 16"
    assert (row.player.play.text(), row.player.play.accessibleName()) == ("", "Play")
    row.player.set_snapshot(TimelineSnapshot(playing=True))
    assert (row.player.play.text(), row.player.play.accessibleName()) == ("", "Pause")


def test_play_and_pause_are_equally_wide(row):
    resize(row, 1200)
    assert row.player.play.text() == "Play"
    places = [part.geometry() for part in parts(row)]
    row.player.set_snapshot(TimelineSnapshot(playing=True))
    QApplication.processEvents()
    assert row.player.play.text() == "Pause"
    assert [part.geometry() for part in parts(row)] == places


# ------------------------------------------------------------------------------------ the strip


LOG_HALF = math.log(0.5)


def line_of(tokens, given=None, log_probability=LOG_HALF, as_log=False):
    """A line of tokens that are all as probable."""
    count = len(tokens)
    return TokenLine(
        tokens=tuple(tokens),
        log_probabilities=(log_probability,) * count,
        given=given or (False,) * count,
        log_probability=count * log_probability,
        as_log=as_log,
    )


def show(strip, line, step, **fields):
    strip.set_snapshot(TimelineSnapshot(line=line, step=step, **fields))


@pytest.fixture
def strip(qtbot, room):
    strip = StepStrip(light_theme(), room.handle)
    qtbot.addWidget(strip)
    show(strip, line_of(TARGET), 2)
    strip.show()
    return strip


def centre(strip, step):
    return strip.chip_rect(step).center().toPoint()


def test_chips_stand_side_by_side_in_the_order_of_steps(strip):
    rects = [strip.chip_rect(step) for step in range(len(TARGET))]
    assert all(left.right() < right.left() for left, right in pairwise(rects))
    assert rects[-1].right() <= strip.width()
    assert [strip.chip_at(rect.center().x()) for rect in rects] == list(range(len(TARGET)))


def test_clicks_and_keys_pick_steps(qtbot, strip, room):
    for step in (0, 5):
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=centre(strip, step))
    qtbot.mouseClick(strip, Qt.MouseButton.RightButton, pos=centre(strip, 1))
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(strip, key)
    assert room.heard == [("step_chosen", step) for step in (0, 5, 1, 3, 0, 5)]


def test_keys_stop_at_the_ends_and_leave_other_keys_alone(qtbot, strip, room):
    show(strip, line_of(TARGET), 0)
    qtbot.keyClick(strip, Qt.Key.Key_Left)
    qtbot.keyClick(strip, Qt.Key.Key_Home)
    qtbot.keyClick(strip, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(strip, Qt.Key.Key_A)
    show(strip, TokenLine(), 0)
    qtbot.keyClick(strip, Qt.Key.Key_End)
    assert room.heard == []


def test_the_step_is_said_to_who_cannot_see_it(strip):
    assert strip.accessibleDescription() == (
        "step 3 of 6: “\u2068a\u2069”, probability 0.5000, log-probability −0.6931 nats"
    )
    show(strip, TokenLine(), 0)
    assert strip.accessibleDescription() == ""


def test_the_tool_tip_names_step_and_token(strip):
    QApplication.sendEvent(strip, QHelpEvent(QHelpEvent.Type.ToolTip, centre(strip, 5), QPoint()))
    assert "step 6 of 6" in QToolTip.text()
    assert "&lt;/s&gt;" in QToolTip.text()
    QToolTip.hideText()


def test_a_long_token_gets_a_chip_of_limited_width(strip):
    show(strip, line_of(("x" * 500, "y")), 0)
    assert strip.chip_rect(0).width() <= WIDEST * light_theme().unit


def test_the_current_chip_is_tinted_and_the_others_are_not(strip):
    def ground(step):
        rect = strip.chip_rect(step)
        pixel = strip.grab().toImage().pixelColor(int(rect.left()) + 5, int(rect.center().y()))
        return pixel.name()

    assert ground(2) != ground(1) == ground(3)
    show(strip, line_of(TARGET), 3)
    assert ground(3) != ground(2)


@pytest.mark.parametrize(
    "tokens", [("我", "有"), ("שלום", "مرحبا"), ("\u202e", "", "\n"), ("👩‍👩‍👧",)]
)
def test_any_token_can_be_painted_in_any_size(qtbot, room, tokens):
    for theme in (light_theme(), dark_theme("presentation")):
        strip = StepStrip(theme, room.handle)
        qtbot.addWidget(strip)
        show(strip, line_of(tokens), 0)
        assert not strip.grab().isNull()
        assert all(strip.chip_rect(step).width() > 0 for step in range(len(tokens)))


# ------------------------------------------------------- numbers, given tokens, the branch


def colours(strip, rect):
    """All colours in a part of the strip."""
    return area_colours(strip.grab().toImage(), rect)


def numbers(strip, line=0):
    return [chip.number for chip in strip.layout_now().lines[line]]


def test_under_all_tokens_of_a_line_stands_one_kind_of_number_that_says_what_it_is(strip):
    assert numbers(strip) == ["p 0.50"] * 6
    given = (False, True, *[False] * 4)
    show(strip, line_of(TARGET, given=given), 2)
    assert numbers(strip) == ["p 0.50"] * 6
    show(strip, line_of(TARGET, given=given, as_log=True), 1)
    assert numbers(strip) == ["log p \N{MINUS SIGN}0.69"] * 6
    assert "given, probability 0.5000" in strip.accessibleDescription()
    show(strip, line_of(TARGET, log_probability=-1e-6, as_log=True), 0)
    assert numbers(strip) == ["log p \N{MINUS SIGN}0.00"] * 6  # no probability of nothing


def test_later_tokens_are_faded_unless_the_whole_is_in_view(strip):
    faded_end = colours(strip, strip.chip_rect(4))
    show(strip, line_of(TARGET), 2, whole=True)
    whole_end = colours(strip, strip.chip_rect(4))
    show(strip, line_of(TARGET), 5)
    assert whole_end == colours(strip, strip.chip_rect(4)) != faded_end


def test_the_number_is_painted_under_the_token(strip):
    rect = strip.chip_rect(1)
    below = rect.adjusted(4, rect.height() * 0.62, -4, -3)
    assert len(colours(strip, below)) > 2
    show(strip, line_of(TARGET), 5)
    assert strip.height() >= rect.bottom()


def test_after_the_tokens_stands_the_sum_of_their_log_probabilities(strip):
    assert strip.captions() == ("log p \N{MINUS SIGN}4.16 nats",)
    end = strip.chip_rect(5)
    after = end.translated(end.width() + 12, 0)
    assert len(colours(strip, after)) > 2
    show(strip, TokenLine(), 0)
    assert strip.captions() == ()


def test_the_sum_is_painted_whole_or_not_at_all(qtbot, monkeypatch):
    painted = []
    monkeypatch.setattr(pictures, "paint_captions", lambda _, said, *__: painted.append(said))
    strip, area = StepStrip(light_theme(), heard_timeline().handle), QScrollArea()
    qtbot.addWidget(area)
    show(strip, line_of(TARGET), 2)
    area.setWidget(strip)
    area.resize(strip.sizeHint().width() - 30, 100)
    area.show()
    end = strip.chip_rect(5).right()
    assert end + 30 < strip.visibleRegion().boundingRect().right()
    qtbot.waitUntil(lambda: painted[-1:] == [()])
    bar = area.horizontalScrollBar()
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: painted[-1] == strip.captions())
    bar.setValue(0)
    qtbot.waitUntil(lambda: painted[-1] == ())


def test_the_step_where_the_branch_left_is_marked_and_said(strip):
    corner = strip.chip_rect(3).topLeft().toPoint()
    plain = strip.grab().toImage().pixelColor(corner.x() + 2, corner.y() + 2)
    show(strip, line_of(TARGET), 2, left_at=3)
    marked = strip.grab().toImage().pixelColor(corner.x() + 2, corner.y() + 2)
    assert marked.name() == light_theme().accent.lower() != plain.name()
    assert "The branch diverges from its parent here" in strip.sentence_at(
        strip.chip_rect(3).center()
    )
    assert "leaves" not in strip.sentence_at(strip.chip_rect(2).center())


# -------------------------------------------------------------------------- two lines


@pytest.fixture
def comparing(strip):
    """The original with a cat under a branch with a big dog."""
    comparison = comparison_of(branched_state().branches)
    show(strip, comparison.current_line, 3, left_at=3, comparison=comparison)
    return strip


def test_the_compared_tokens_stand_under_those_that_they_took_the_place_of(comparing):
    for current, compared in ((0, 0), (2, 2), (3, 3), (5, 4), (6, 5)):
        above, below = comparing.chip_rect(current), comparing.compared_rect(compared)
        assert above.left() == below.left()
        assert above.bottom() < below.top()
    assert comparing.rect().contains(comparing.compared_rect(5).toAlignedRect())


def test_only_tokens_that_differ_are_tinted_each_line_in_its_end_of_the_diverging_map(comparing):
    theme = light_theme()

    def ground(rect):
        image = comparing.grab().toImage()
        return image.pixelColor(int(rect.left()) + 4, int(rect.center().y())).name()

    same = {ground(comparing.chip_rect(5)), ground(comparing.compared_rect(0))}
    assert same == {theme.panel.lower()}
    grounds = ground(comparing.chip_rect(4)), ground(comparing.compared_rect(3))
    assert grounds == tuple(
        mixed(theme.panel, colour, share=0.12) for colour in (theme.positive, theme.negative)
    )


def test_each_line_says_whose_it_is(comparing):
    first, second = comparing.captions()
    assert "… \u2068big dog.\u2069" in first
    assert "Original" in second
    assert comparing.sentence_at(comparing.compared_rect(3).center()).startswith(
        "Original · step 4 of 6: “\u2068cat\u2069”"
    )


def test_a_click_on_a_compared_token_picks_the_step_above_it(qtbot, comparing, room):
    point = comparing.compared_rect(4).center().toPoint()
    qtbot.mouseClick(comparing, Qt.MouseButton.LeftButton, pos=point)
    assert room.heard == [("step_chosen", 5)]


def test_where_there_is_little_room_two_lines_have_no_numbers(comparing):
    height = comparing.sizeHint().height()
    assert all(numbers(comparing))
    comparing.set_compact(compact=True)
    assert not any(numbers(comparing))
    assert comparing.sizeHint().height() < 0.8 * height
    show(comparing, line_of(TARGET), 3)
    assert all(numbers(comparing))


# ----------------------------------------------------------------------------- the translation


def write(line, translation, **fields):
    line.set_snapshot(TimelineSnapshot(line=line_of(TARGET), translation=translation, **fields))


@pytest.fixture
def line(qtbot, room):
    line = TranslationLine(light_theme(), room.handle)
    qtbot.addWidget(line)
    write(line, "I have a cat.")
    line.show()
    return line


def test_the_text_can_only_be_read_until_a_target_is_given(qtbot, line):
    assert not line.editing
    qtbot.keyClicks(line.text, "x")
    assert line.text.text() == "I have a cat."
    qtbot.mouseClick(line.target, Qt.MouseButton.LeftButton)
    assert line.editing
    assert line.caption.text() == line.text.accessibleName() == "Target"
    assert line.text.selectedText() == "I have a cat."


def test_return_and_the_button_give_the_target_and_the_translation_is_back(qtbot, line, room):
    for give in (
        lambda: qtbot.keyClick(line.text, Qt.Key.Key_Return),
        lambda: qtbot.mouseClick(line.target, Qt.MouseButton.LeftButton),
    ):
        line.edit_target()
        assert line.target.text() == line.target.accessibleName() == "Use target"
        line.text.setText(" I have a dog. ")
        give()
        assert not line.editing
        assert line.text.text() == "I have a cat."
        assert line.target.text() == "Own target…"
    assert room.heard == [("give_target", "I have a dog.")] * 2


def test_escape_blanks_and_a_text_that_is_only_read_give_nothing(qtbot, line, room):
    qtbot.keyClick(line.text, Qt.Key.Key_Return)
    for text, key in (("x", Qt.Key.Key_Escape), ("", Qt.Key.Key_Return), ("  ", Qt.Key.Key_Return)):
        line.edit_target()
        line.text.setText(text)
        qtbot.keyClick(line.text, key)
        assert not line.editing
        assert line.text.text() == "I have a cat."
    assert room.heard == []


def test_a_refused_target_can_be_mended(qtbot, line):
    line.edit_target()
    line.text.setText("I have a 猫")
    qtbot.keyClick(line.text, Qt.Key.Key_Return)
    write(line, "I have a cat.")
    line.edit_target()
    assert line.text.text() == "I have a 猫"
    qtbot.keyClick(line.text, Qt.Key.Key_Escape)
    write(line, "I have a dog.")
    line.edit_target()
    assert line.text.text() == "I have a dog."


def test_what_is_being_typed_stays_while_a_translation_grows(qtbot, line):
    line.edit_target()
    qtbot.keyClicks(line.text, "the dog")
    write(line, "I have a cat. And")
    assert line.text.text() == "the dog"
    line.copy_translation()
    assert QGuiApplication.clipboard().text() == "I have a cat. And"
    qtbot.keyClick(line.text, Qt.Key.Key_Escape)
    assert line.text.text() == "I have a cat. And"


def test_without_a_translation_no_target_can_be_given(line):
    write(line, "I have a cat.", recorded=True)
    line.edit_target()
    assert not line.editing
    assert not line.target.isEnabled()
