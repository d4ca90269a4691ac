"""Where the blocks of the diagram are, and which way the lines go."""

import pytest
from PySide6.QtCore import QPointF, QRectF

from tests.viz_app.painted import overlaps
from tests.viz_app.panels.architecture.snapshots import record_of
from viz_app.design.theme import light_theme
from viz_app.panels.architecture.pictures.layout import (
    diagram_lines,
    layout_architecture,
    smallest_height,
    smallest_width,
)

THEME = light_theme()
RECT = QRectF(20, 10, 640, 560)


def layout(layer=1, rect=RECT, **config):
    return layout_architecture(rect, record_of(**config), layer, THEME)


def kinds(column):
    return [placed.block.kind for placed in column.blocks]


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("layer", [0, 1, 2])
def test_blocks_stand_upon_each_other_in_the_order_in_which_they_compute(norm, layer):
    record = record_of(norm=norm)
    placed = layout_architecture(RECT, record, layer, THEME)
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
    record = record_of()
    rect = QRectF(0, 0, smallest_width(THEME), smallest_height(record, 1, THEME))
    placed = layout_architecture(rect, record, 1, THEME)
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


def test_a_click_on_folded_layers_leads_to_the_nearest():
    below, above = layout(layer=2, n_layers=6).encoder.plates
    assert below.nearest(2) == 1
    assert above.nearest(2) == 3


def test_what_is_under_a_point():
    placed = layout()
    for there in placed.blocks:
        assert placed.block_at(there.rect.center()) is there
        assert placed.plate_at(there.rect.center()) is None
        assert placed.place_of(there.block) == there.rect
    plate = placed.decoder.plates[0]
    assert placed.plate_at(plate.rect.center()) == plate
    assert placed.block_at(plate.rect.center()) is None
    assert placed.block_at(QPointF(0, 0)) is None


# ------------------------------------------------------------------------------------- lines


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
