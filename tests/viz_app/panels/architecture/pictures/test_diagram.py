"""The diagram of a model: where its parts are, which way the lines go, what is drawn and said."""

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from tests.viz_app.painted import THEMES, area_colours, colour_at, each_theme, overlaps, painted
from tests.viz_app.panels.architecture.snapshots import architecture_snapshot, record_of
from viz_app.design.theme import light_theme, mixed
from viz_app.panels.architecture.pictures.diagram import (
    SMALLEST,
    BesideBlock,
    Diagram,
    block_fill,
    diagram_lines,
    diagram_picture,
    fitted,
    layout_architecture,
)
from viz_app.panels.architecture.room import BlockPlace
from viz_app.pictures.labels import text_width

LIGHT = THEMES["light"]


def picture(**fields):
    values = {"record": record_of(), "layer": 1, "chosen": None, "beside": "shapes"}
    return Diagram(**{**values, **fields})


# ------------------------------------------------------------------------------------------ places


RECT = QRectF(20, 10, 640, 560)


def layout(layer=1, rect=RECT, **config):
    return layout_architecture(rect, record_of(**config), layer, LIGHT)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("layer", [0, 1, 2])
def test_blocks_stand_upon_each_other_in_the_order_in_which_they_compute(norm, layer):
    record = record_of(norm=norm)
    placed = layout_architecture(RECT, record, layer, LIGHT)
    for column in placed.columns:
        blocks = [
            block
            for block in record.blocks
            if block.side == column.side and block.layer in {None, layer}
        ]
        assert [there.block for there in column.blocks] == blocks
        tops = [there.rect.top() for there in column.blocks]
        assert tops == sorted(tops, reverse=True)


@pytest.mark.parametrize("size", [(640, 560), (500, 420), (1400, 900)])
def test_nothing_overlaps_and_all_is_inside(size):
    rect = QRectF(0, 0, *size)
    placed = layout(rect=rect)
    parts = [there.rect for there in placed.blocks]
    parts += [plate.rect for column in placed.columns for plate in column.plates]
    assert not overlaps(parts)
    for part in (*parts, *(column.caption for column in placed.columns)):
        assert rect.adjusted(-0.5, -0.5, 0.5, 0.5).contains(part)


def test_in_the_smallest_size_everything_has_room():
    shown = picture()
    rect = QRectF(QPointF(), shown.least(LIGHT))
    margin = 4 * LIGHT.unit
    rect = rect.adjusted(margin, margin, -margin, -margin)
    placed = shown.layout(rect, LIGHT)
    for column in placed.columns:
        beside = [column.beside(there, placed.beside, 0) for there in column.blocks]
        for part in (column.frame, column.result, column.caption, *beside):
            assert rect.adjusted(-0.5, -0.5, 0.5, 0.5).contains(part)


def test_the_frame_holds_one_layer():
    for column in layout(layer=1).columns:
        inside = {there.block.layer for there in column.blocks if column.frame.contains(there.rect)}
        outside = {
            there.block.layer for there in column.blocks if not column.frame.contains(there.rect)
        }
        assert inside == {1}
        assert outside == {None}


@pytest.mark.parametrize(
    ("layer", "folded"), [(0, [range(1, 3)]), (1, [range(1), range(2, 3)]), (2, [range(2)])]
)
def test_the_other_layers_are_folded_below_and_above(layer, folded):
    for column in layout(layer=layer).columns:
        assert [plate.layers for plate in column.plates] == folded
        for plate in column.plates:
            assert (plate.rect.top() > column.frame.top()) == (plate.layers.start < layer)


def test_what_is_under_a_point():
    placed = layout()
    for there in placed.blocks:
        assert placed.at(there.rect.center()) == there.place
        assert placed.rect(there.place) == there.rect
    column, cross = placed.decoder, placed.decoder.blocks[5]
    numbers = column.beside(cross, placed.beside, placed.gap)
    assert placed.at(numbers.center()) == BesideBlock(cross.place)
    assert placed.rect(BesideBlock(cross.place)) == cross.rect
    assert placed.at(QPointF(0, 0)) is None
    assert placed.rect(BlockPlace("encoder", "softmax")) is None


def test_folded_layers_lead_to_the_nearest():
    placed = layout(layer=2, n_layers=6)
    below, above = placed.encoder.plates
    assert [placed.at(plate.rect.center()) for plate in (below, above)] == [1, 3]
    assert [placed.rect(layer) for layer in (0, 5)] == [below.rect, above.rect]


def test_the_keys_go_upwards_across_and_through_the_layers():
    placed, (encoder, decoder) = layout(), (layout().encoder.blocks, layout().decoder.blocks)
    last, every = len(encoder) - 1, (*encoder, *decoder)
    steps = {"Up": 4, "Down": 2, "Home": 0, "End": len(every) - 1}
    for key, index in steps.items():
        assert placed.moved(encoder[3].place, Qt.Key[f"Key_{key}"]) == every[index].place
    across = placed.moved(encoder[last].place, Qt.Key.Key_Right)
    assert across.side == "decoder"
    assert placed.moved(across, Qt.Key.Key_Left).side == "encoder"
    assert placed.moved(across, Qt.Key.Key_Right) == across
    one = layout(encoder_layers=0, decoder_layers=2)
    assert one.moved(None, Qt.Key.Key_Left) == one.blocks[0].place
    for key, layer in (("PageUp", 2), ("PageDown", 0)):
        assert placed.moved(across, Qt.Key[f"Key_{key}"]) == layer
    assert layout(layer=2).moved(across, Qt.Key.Key_PageUp) == 2


# ------------------------------------------------------------------------------------------- lines


def residuals(placed, side):
    """From which height to which height each residual connection goes, upwards."""
    column = placed.encoder if side == "encoder" else placed.decoder
    return [
        (line.points[0].y(), line.points[-1].y())
        for line in diagram_lines(placed)
        if line.role == "residual" and min(abs(p.x() - column.detour) for p in line.points) < 0.01
    ]


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_residual_connection_goes_around_what_the_norm_says(norm):
    """Pre-norm around norm and sublayer, post-norm around the sublayer alone; to its addition."""
    placed = layout(norm=norm)
    blocks = {(b.block.kind, b.block.sublayer): b.rect for b in placed.decoder.blocks}
    sublayers = ("self_attention", "cross_attention", "feed_forward")
    for name, (start, end) in zip(sublayers, residuals(placed, "decoder"), strict=True):
        assert end == pytest.approx(blocks["add", name].center().y())
        assert start > blocks[name, None].bottom()
        normed = blocks["norm", name]
        assert (end < normed.center().y() < start) == (norm == "pre")


def test_the_encoder_has_two_residual_connections_a_layer():
    assert len(residuals(layout(), "encoder")) == 2


def test_queries_keys_and_values_go_into_the_attentions():
    """Keys and values of the cross-attention come from the memory, at its left."""
    placed = layout()
    ends = [(line.role, line.points[-1]) for line in diagram_lines(placed) if line.arrow]
    for there in placed.blocks:
        if "attention" in there.block.kind:
            into = sorted(
                role
                for role, end in ends
                if there.rect.adjusted(-1, -1, 1, 1).contains(end) and role != "stream"
            )
            assert into == ["key", "query", "value"]
    cross = next(b.rect for b in placed.blocks if b.block.kind == "cross_attention")
    lefts = {role: end.x() for role, end in ends if abs(end.y() - cross.center().y()) < 10}
    assert lefts["key"] == lefts["value"] == cross.left()


def test_the_memory_goes_to_the_folded_layers_too():
    placed = layout()
    ends = [
        line.points[-1] for line in diagram_lines(placed) if line.role == "memory" and line.arrow
    ]
    assert [end.y() for end in ends] == [plate.rect.center().y() for plate in placed.decoder.plates]


# ----------------------------------------------------------------------------------------- painted


def drawn(shown, theme, width=680, height=600):
    paint = lambda painter, rect: shown.paint(painter, rect, theme)  # noqa: E731
    return painted(paint, theme=theme, width=width, height=height)


@each_theme
def test_attentions_have_the_colour_of_their_kind(qapp, theme):
    image, layout = drawn(picture(), theme)
    colours = {}
    for placed in layout.blocks:
        if not placed.is_circle:
            inside = placed.rect.topLeft() + QPointF(6, placed.rect.height() / 2)
            seen = colour_at(image, inside)
            assert seen == block_fill(placed.block, theme).lower()
            colours[placed.block.side, placed.block.kind] = seen
    assert colours["encoder", "self_attention"] == mixed(theme.panel, theme.encoder, share=0.26)
    assert colours["decoder", "self_attention"] == mixed(theme.panel, theme.decoder, share=0.26)
    assert colours["decoder", "cross_attention"] == mixed(theme.panel, theme.cross, share=0.26)
    assert len(set(colours.values())) >= 7


def test_the_chosen_block_is_framed(qapp):
    theme = LIGHT
    record = record_of()
    block = next(b for b in record.blocks if b.kind == "feed_forward" and b.layer == 1)
    image, layout = drawn(picture(record=record, chosen=BlockPlace.of(block)), theme)
    plain, _ = drawn(picture(record=record), theme)
    rect = layout.rect(BlockPlace.of(block))
    above = rect.center() - QPointF(0, rect.height() / 2 + 2.5)
    assert colour_at(image, above) == theme.text.lower()
    assert colour_at(plain, above) != theme.text.lower()


def test_the_largest_share_has_the_longest_bar(qapp):
    theme = LIGHT
    shown = picture(beside="multiply_adds")
    image, layout = drawn(shown, theme)
    lengths = {}
    for column in layout.columns:
        for placed in column.blocks:
            place = column.beside(placed, layout.beside, layout.gap)
            row = QRectF(place.left(), placed.rect.center().y(), place.width(), 1)
            colours = [
                colour_at(image, QPointF(row.left() + x, row.top()))
                for x in range(int(row.width()))
            ]
            full = {theme.encoder.lower(), theme.decoder.lower(), theme.cross.lower()}
            lengths[placed.block.side, placed.block.kind] = sum(c in full for c in colours)
    record = shown.record
    shares = {(b.side, b.kind): record.share(b) for b in record.blocks if b.layer in {None, 1}}
    assert max(lengths, key=lengths.get) == max(shares, key=shares.get)
    assert lengths["decoder", "norm"] == 0
    ratio = shares["encoder", "feed_forward"] / shares["encoder", "self_attention"]
    seen = lengths["encoder", "feed_forward"] / lengths["encoder", "self_attention"]
    assert seen == pytest.approx(ratio, rel=0.25)


def test_query_key_and_value_are_drawn_in_their_colours(qapp):
    theme = THEMES["dark"]
    image, layout = drawn(picture(), theme)
    attention = next(b.rect for b in layout.blocks if b.block.kind == "self_attention")
    below = QRectF(attention.left(), attention.bottom() + 1, attention.width(), 8)
    seen = area_colours(image, below)
    assert {theme.query.lower(), theme.key.lower(), theme.value.lower()} <= seen


def test_the_memory_s_name_stands_above_its_line(qapp):
    theme, places = light_theme("presentation"), {}

    class Pen(QPainter):
        def drawText(self, rect, flags, text):
            places[text] = self.boundingRect(rect, flags, text)
            super().drawText(rect, flags, text)

    image = QImage(780, 600, QImage.Format.Format_RGB32)
    with Pen(image) as painter:
        layout = picture().paint(painter, QRectF(image.rect()), theme)
    line = layout.encoder.result.bottom()
    assert layout.encoder.result.height() < 1.4 * theme.small  # the boxes are low
    assert places["memory"].bottom() < line
    assert places["memory"].bottom() > line - theme.small / 2


def test_a_name_is_smaller_before_it_is_cut_off(qapp):
    theme, name = THEMES["light"], "Masked self-attention"
    whole = text_width(theme, name, size=theme.small)
    assert fitted(name, whole, theme) == (name, theme.small)
    text, size = fitted(name, whole * 0.9, theme)
    assert text == name
    assert text_width(theme, name, size=size) <= whole * 0.9
    text, size = fitted(name, whole * 0.4, theme)
    assert text.endswith("…")
    assert size == round(SMALLEST * theme.small)


def test_a_block_is_said_with_its_facts_and_the_tab_that_explains_it():
    shown = diagram_picture(architecture_snapshot())
    assert shown.note == shown.say(BlockPlace())
    assert shown.note.startswith("Self-attention · Encoder · layer 2 of 3 · output [4, 16]")
    assert shown.note.endswith("click or Return: One head")
    assert "click" not in shown.say(BesideBlock(BlockPlace()))
    assert shown.tabs(BesideBlock(BlockPlace())) == shown.tabs(2) == ()
    assert shown.say(2) == "Click to expand layer 3"
    (table,) = shown.tables()
    assert len(table.rows) == len(shown.blocks)
    assert diagram_picture(architecture_snapshot(record=None)) is None
