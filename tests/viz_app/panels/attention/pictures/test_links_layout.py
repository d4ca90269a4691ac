import dataclasses

import pytest
from PySide6.QtCore import QRectF

from model.traces.trace import KINDS
from tests.every import every
from tests.viz_app.painted import EN, THEMES, ZH, focus, overlaps, square, words, zeros
from viz_app.design.theme import light_theme
from viz_app.panels.attention.pictures.captions import ARROW
from viz_app.panels.attention.pictures.link_set import LinkEnd, links_of, strokes_of
from viz_app.panels.attention.pictures.links_layout import (
    FED_SHARE,
    LABEL_SHARE,
    MOST_TOKENS,
    WIDEST,
    layout_links,
    token_columns,
    value_tags,
)
from viz_app.pictures.labels import text_width

# -------------------------------------------------------------------------------- test link values


LIGHT = THEMES["light"]
ROWS, COLUMNS = len(EN), len(ZH)


def tags_of(shown, spot, *, height=480, scroll=0.0):
    layout = layout_links(QRectF(16, 16, 600, height), shown, LIGHT, scroll=scroll)
    links = links_of(shown).at(spot)
    return layout, value_tags(layout, shown, links, LIGHT, spot=spot)


def texts(tags):
    return [value.text for tag in tags for value in tag.values]


def test_values_stand_at_the_other_ends_heaviest_first(qapp):
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.25, r4c5=0.75))
    layout, tags = tags_of(shown, LinkEnd("query", 4))
    assert texts(tags) == ["0.75", "0.25"]
    for tag, column in zip(tags, (5, 1), strict=True):
        assert tag.rect.center().y() == layout.middle(column)
        assert tag.rect.right() == layout.lines_rect.right()


def test_values_of_a_key_stand_at_the_queries(qapp):
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.25, r6c1=0.75), mass=1.0)
    layout, tags = tags_of(shown, LinkEnd("key", 1))
    assert [tag.rect.center().y() for tag in tags] == [layout.middle(6), layout.middle(4)]
    assert tags[0].rect.left() == layout.lines_rect.left()


def test_only_the_heaviest_few_have_values_and_none_overlap(qapp):
    shown = square(60, mass=1.0)
    layout, tags = tags_of(shown, LinkEnd("query", 7))
    assert 2 <= len(tags) <= MOST_TOKENS + 2
    assert not overlaps([tag.rect for tag in tags])
    assert all(layout.viewport.contains(tag.rect) for tag in tags)


def test_several_heads_have_their_colours_side_by_side(qapp):
    shown = focus(heads=(0, 1, 2), mass=1.0)
    layout, tags = tags_of(shown, LinkEnd("query", 4))
    weights = shown.trace.weights("cross")[1, :, 4]
    colours = [stroke.colour for stroke in strokes_of(shown, LIGHT)]
    column = next(c for c in range(COLUMNS) if layout.middle(c) == tags[0].rect.center().y())
    ordered = sorted(range(3), key=lambda head: -weights[head, column])
    assert [value.colour for value in tags[0].values] == [colours[head] for head in ordered]
    assert texts(tags[:1]) == [f"{weights[head, column]:.2f}" for head in ordered]


def test_values_leave_room_for_the_lines(qapp):
    shown = focus(heads=(0, 1, 2), mass=1.0)
    layout = layout_links(QRectF(16, 16, 330, 400), shown, LIGHT)
    spot = LinkEnd("query", 4)
    tags = value_tags(layout, shown, links_of(shown).at(spot), LIGHT, spot=spot)
    assert any(len(tag.values) < 3 for tag in tags)
    assert all(tag.rect.width() <= layout.lines_rect.width() / 2 for tag in tags)


def test_a_token_that_is_scrolled_away_is_named_at_the_edge(qapp):
    tokens = words(60)
    weights = zeros(60, 60, r30c0=0.5, r30c31=0.3, r30c59=0.2)
    shown = focus(weights, target=tokens, source=tokens, mass=1.0)
    layout, tags = tags_of(shown, LinkEnd("query", 30), scroll=320.0)
    first, second, inside = (tag.values[0].text for tag in tags)
    assert first.startswith("↑")
    assert first.endswith("0.50")
    assert second.startswith("↓")
    assert second.endswith("0.20")
    assert inside == "0.30"
    assert tags[0].rect.top() == layout.viewport.top()
    assert tags[1].rect.bottom() == layout.viewport.bottom()


def test_differences_have_signs(qapp):
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.5, r4c2=-0.25))
    shown = dataclasses.replace(shown, compared=shown.trace, mass=1.0)
    _, tags = tags_of(shown, LinkEnd("query", 4))
    assert texts(tags) == ["+0.50", "−0.25"]
    assert [tag.values[0].colour for tag in tags] == [LIGHT.positive, LIGHT.negative]


# ------------------------------------------------------------------------------- test links layout


def layout(shown, width=640, height=480, theme=LIGHT, **options):
    return layout_links(QRectF(16, 16, width - 32, height - 32), shown, theme, **options)


@pytest.mark.parametrize("count", [3, 12, 60])
def test_tokens_are_as_large_as_fit(qapp, count):
    sizes = {height: layout(square(count), height=height).size for height in (240, 480, 900, 2000)}
    assert sorted(sizes.values()) == list(sizes.values())
    assert set(sizes.values()) <= {LIGHT.small, LIGHT.body, LIGHT.large}


@every("count", [3, 12, 60, 512])
@every("heads", [(0,), (0, 1, 2)])
@every(("width", "height"), [(300, 140), (400, 300), (640, 480), (1200, 900)])
def test_nothing_overlaps(qapp, count, heads, width, height):
    placed = layout(square(count, heads=heads), width, height)
    ends = [LinkEnd(side, index) for side in ("query", "key") for index in range(min(count, 60))]
    assert not overlaps([placed.token_rect(end) for end in ends])
    parts = [placed.title, placed.subtitle, placed.column_titles, placed.viewport, placed.sentence]
    parts += [item.rect for item in placed.heads]
    parts = [rect for rect in parts if rect.height()]
    assert not overlaps(parts)
    inside = QRectF(0, 0, width, height)
    assert all(inside.contains(rect) for rect in parts if rect != placed.viewport)
    assert all(rect.left() >= 0 and rect.right() <= width for rect in map(placed.token_rect, ends))
    assert placed.lines_rect.width() >= 0.1 * width


def test_short_sentences_need_no_scrolling_and_long_ones_do(qapp):
    for count, scrolled in ((12, False), (512, True)):
        placed = layout(square(count))
        assert (placed.content > placed.viewport.height()) == scrolled
        assert placed.line >= LIGHT.small * 1.2


def test_the_sentence_gives_way_to_tokens(qapp):
    tokens = words(14)
    roomy, low = (layout(focus(target=tokens, source=tokens), height=h) for h in (480, 330))
    assert roomy.sentence.height()
    assert not low.sentence.height()
    assert low.content <= low.viewport.height()
    many = words(60)
    shown = focus(target=many, source=many)
    assert not layout(shown, height=300).sentence.height(), "few tokens are in view"
    assert layout(shown, height=480).sentence.height()


def test_the_legend_needs_one_line(qapp):
    shown = focus(heads=(0, 1, 2))
    wide, narrow = layout(shown, 640), layout(shown, 240)
    assert [item.text for item in wide.heads] == ["head 1", "head 2", "head 3"]
    assert [item.text for item in narrow.heads] == ["1", "2", "3"]
    assert len({item.rect.top() for item in narrow.heads}) == 1


def test_the_token_under_a_point_is_the_one_painted_there(qapp):
    placed = layout(square(60), scroll=300.0)
    assert placed.scroll == 300.0
    for side in ("query", "key"):
        seen = placed.seen(side)
        assert 0 < len(seen) < 60
        for index in (seen.start + 1, seen.stop - 2):
            end = LinkEnd(side, index)
            assert placed.at(placed.token_rect(end).center()) == end
    assert placed.at(placed.lines_rect.center()) is None
    assert placed.at(placed.title.center()) is None


def test_below_the_last_token_there_is_none(qapp):
    placed = layout(focus(target=EN[:3]))
    below = placed.token_rect(LinkEnd("query", 3)).center()
    assert placed.at(below) is None


def test_scrolling_ends_with_the_last_token(qapp):
    placed = layout(square(60), scroll=1e6)
    assert placed.seen("key").stop == 60
    assert placed.token_rect(LinkEnd("key", 59)).bottom() == pytest.approx(
        placed.viewport.bottom(), abs=0.1
    )


@pytest.mark.parametrize("kind", KINDS)
def test_large_type_fits_too(qapp, kind):
    placed = layout(focus(kind=kind), 900, 700, light_theme("presentation"))
    assert placed.size in {18, 21, 27}
    assert placed.content <= placed.viewport.height()
    assert placed.lines_rect.width() > 200


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
    queries, keys = columns(square(60), width)
    assert max(queries.room, keys.room) <= LABEL_SHARE * width
    assert queries.room + queries.fed_room <= (1 + FED_SHARE) * LABEL_SHARE * width + 0.01
    assert keys.edge - queries.edge - 2 * GAP >= 0.1 * width


@pytest.mark.parametrize("kind", ["encoder", "cross"])
@pytest.mark.parametrize("width", [300, 640, 1200])
def test_meanings_of_keys_have_room_beyond_them(qapp, kind, width):
    glosses = tuple(f"meaning {index}" for index in range(len(ZH)))
    bare, shown = focus(kind=kind), focus(kind=kind, glosses=glosses)
    before, placed = layout(bare, width), layout(shown, width)
    assert placed.keys.fed == glosses
    assert placed.keys.fed_room > 0 == before.keys.fed_room
    end = placed.token_rect(LinkEnd("key", 0))
    assert end.right() <= width - 16 + 1
    assert placed.lines_rect.right() < end.left() + placed.gap + 1
