import dataclasses

from PySide6.QtCore import QRectF

from tests.viz_app.painted import EN, THEMES, ZH, focus, overlaps, words, zeros
from viz_app.panels.attention.painting.link_set import LinkEnd, links_of, strokes_of
from viz_app.panels.attention.painting.link_values import MOST_TOKENS, value_tags
from viz_app.panels.attention.painting.links_layout import layout_links

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
    tokens = words(60)
    shown = focus(target=tokens, source=tokens, mass=1.0)
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
