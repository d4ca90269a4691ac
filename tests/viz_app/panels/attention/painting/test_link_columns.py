from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from tests.viz_app.painted import EN, THEMES, ZH, focus, words
from viz_app.panels.attention.painting.links_layout import (
    FED_SHARE,
    LABEL_SHARE,
    WIDEST,
    token_columns,
)
from viz_app.pictures.axis_labels import text_width
from viz_app.pictures.token_names import ARROW

LIGHT = THEMES["light"]
GAP = 6.0


def columns(shown, width=608):
    return token_columns(QRectF(16, 16, width, 400), shown, LIGHT, size=LIGHT.body, gap=GAP)


def test_queries_are_at_the_left_and_keys_at_the_right(qapp):
    queries, keys = columns(focus())
    assert (queries.side, keys.side) == ("query", "key")
    assert queries.texts == EN
    assert queries.fed == ("<s>", *EN[:-1])
    assert keys.texts == ZH
    assert queries.edge + 2 * GAP < keys.edge


def test_queries_with_one_name_need_no_room_for_another(qapp):
    queries, keys = columns(focus(row_labels="fed"))
    assert queries.fed == keys.fed == ()
    assert queries.fed_room == keys.fed_room == 0


def test_lines_are_no_longer_than_the_eye_can_follow(qapp):
    lengths = [
        keys.edge - queries.edge - 2 * GAP
        for queries, keys in (columns(focus(), width) for width in (468, 1968))
    ]
    assert lengths[0] < lengths[1] == WIDEST


def test_both_columns_are_in_the_middle_of_a_wide_picture(qapp):
    queries, keys = columns(focus(), 1968)
    left = queries.edge - queries.room - queries.fed_room - GAP - 16
    right = 16 + 1968 - keys.edge - keys.room - GAP
    assert left == pytest.approx(right, abs=2)


def test_what_short_tokens_leave_is_for_those_fed_in(qapp):
    queries, _ = columns(focus(target=("sleeping", "at", "a", "home")), 360)
    needed = text_width(LIGHT, f"sleeping{ARROW}", size=LIGHT.small)
    assert queries.fed_room >= needed


@pytest.mark.parametrize("width", [200, 400, 800])
def test_long_tokens_leave_room_for_lines(qapp, width):
    queries, keys = columns(focus(target=words(60), source=words(60)), width)
    assert max(queries.room, keys.room) <= LABEL_SHARE * width
    assert queries.room + queries.fed_room <= (1 + FED_SHARE) * LABEL_SHARE * width + 0.01
    assert keys.edge - queries.edge - 2 * GAP >= 0.1 * width
