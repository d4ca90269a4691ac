"""What is drawn of a model."""

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from tests.viz_app.painted import THEMES, area_colours, colour_at, each_theme, painted
from tests.viz_app.panels.architecture.snapshots import record_of
from viz_app.design.theme import light_theme, mixed
from viz_app.panels.architecture.pictures.diagram import (
    SMALLEST,
    DiagramPicture,
    block_fill,
    fitted,
    layout_sketch,
    paint_architecture,
    paint_sketch,
)
from viz_app.pictures.labels import text_width


def picture(**fields):
    values = {"record": record_of(), "layer": 1, "chosen": None, "beside": "shapes"}
    return DiagramPicture(**{**values, **fields})


def drawn(shown, theme, width=680, height=600):
    return painted(
        lambda painter, rect: paint_architecture(painter, rect, shown, theme),
        theme=theme,
        width=width,
        height=height,
    )


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
    theme = THEMES["light"]
    record = record_of()
    block = next(b for b in record.blocks if b.kind == "feed_forward" and b.layer == 1)
    image, layout = drawn(picture(record=record, chosen=block), theme)
    plain, _ = drawn(picture(record=record), theme)
    rect = layout.place_of(block)
    above = rect.center() - QPointF(0, rect.height() / 2 + 2.5)
    assert colour_at(image, above) == theme.text.lower()
    assert colour_at(plain, above) != theme.text.lower()


def test_the_largest_share_has_the_longest_bar(qapp):
    theme = THEMES["light"]
    shown = picture(beside="multiply_adds")
    image, layout = drawn(shown, theme)
    lengths = {}
    for column in layout.columns:
        for placed in column.blocks:
            place = column.beside(placed, layout.beside, theme.unit)
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
        layout = paint_architecture(painter, QRectF(image.rect()), picture(), theme)
    line = layout.encoder.result.bottom()
    assert layout.encoder.result.height() < 1.4 * theme.small  # the boxes are low
    assert places["memory"].bottom() < line
    assert places["memory"].bottom() > line - theme.small / 2


def test_in_a_sketch_the_norm_stands_where_it_belongs(qapp):
    theme = THEMES["light"]
    for norm, order in (
        ("post", ["sublayer", "add", "norm"]),
        ("pre", ["norm", "sublayer", "add"]),
    ):
        layout = layout_sketch(QRectF(0, 0, 360, 60), norm, theme)
        places = {"sublayer": layout.sublayer, "add": layout.add, "norm": layout.norm}
        assert sorted(places, key=lambda name: places[name].left()) == order
        assert layout.fork.x() < min(rect.left() for rect in places.values())


def test_a_sketch_is_drawn_with_the_way_around(qapp):
    theme = THEMES["light"]
    image, layout = painted(
        lambda painter, rect: paint_sketch(painter, rect, "pre", theme, names=("f", "LayerNorm")),
        width=400,
        height=90,
    )
    middle = (layout.norm.right() + layout.sublayer.left()) / 2
    column = QRectF(middle, 0, 1, layout.norm.top())
    assert len(area_colours(image, column)) > 1  # the residual connection passes above


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
