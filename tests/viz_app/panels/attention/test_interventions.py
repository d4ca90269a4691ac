"""What a branch under interventions looks like: hatched heads, masked words, and what is said."""

import dataclasses

import numpy as np
import pytest

from model.messages import Message
from model.traces.interventions import Intervention, Site
from tests.viz_app.painted import THEMES, each_theme, painted
from tests.viz_app.states import shown, summary
from viz_app.panels.attention.pictures import heatmap, links, text
from viz_app.panels.attention.pictures.captions import picture_notes
from viz_app.panels.attention.pictures.figures import head_picture
from viz_app.panels.attention.room import resolve_attention
from viz_app.pictures import mosaic
from viz_app.pictures.mosaic import Mosaic, mosaic_picture
from viz_app.pictures.mosaic_layout import HeadSpot
from viz_app.texts.interventions import focus_notes
from viz_app.texts.picture_caption import heads_shown, picture_caption
from viz_app.texts.sentences import focus_sentence
from viz_app.workbench.changes.translation import branched, compared_with, rooted, walked_to
from viz_app.workbench.state import ROOT, AttentionOptions, BranchRequest, Cell, Selection

OFF = (Intervention(site=Site("z", "cross", 1, 0), how="mean"),)
WORD = 1
HIDDEN = tuple(
    Intervention(site=Site("scores", kind, layer), how="hide", columns=(WORD,))
    for kind in ("encoder", "cross")
    for layer in range(2)
)
NOTE = "switched off: mean of its output over 50 pairs of passive"
SAMPLE = Message("{count} pairs of {task}", {"count": 50, "task": "passive"})


def bench(interventions=(), *, kind="cross", layer=1, head=0, compared=False, **options):
    """On a branch of the same words, under interventions."""
    before = shown(selection=Selection(kind=kind, layer=layer, head=head), whole=True)
    tree = branched(
        rooted(before.trace), step=0, request=BranchRequest(interventions=interventions)
    )
    own = dataclasses.replace(tree.branches[1], trace=before.trace)
    tree = dataclasses.replace(tree, branches=(tree.original, own), growing=frozenset())
    tree = walked_to(tree, 1)
    return dataclasses.replace(
        before,
        branches=compared_with(tree, ROOT) if compared else tree,
        model=dataclasses.replace(summary(), sample=SAMPLE),
        attention=AttentionOptions(**options),
    )


def changed_by_hatching(picture, theme, monkeypatch):
    """Where the hatching changes a picture, ``[y, x]``, and its layout."""

    def bits():
        image, layout = painted(lambda p, rect: picture.paint(p, rect, theme), theme=theme)
        pixels = np.array(image.constBits(), np.uint8).view(np.uint32)
        return pixels.reshape(image.height(), image.width()), layout

    hatched, layout = bits()
    for module in (mosaic, heatmap, links, text):
        monkeypatch.setattr(module, "paint_replaced", lambda *_, **__: None)
    plain, _ = bits()
    return hatched != plain, layout


def assert_only_inside(differs, *rects):
    """Pixels differ in each, and nowhere else."""
    rest = differs.copy()
    for rect in rects:
        x, y = (slice(int(low), int(high) + 1) for low, high in _sides(rect))
        assert differs[y, x].mean() > 0.02
        rest[y, x] = False
    assert not rest.any()


def _sides(rect):
    return (rect.left(), rect.right()), (rect.top(), rect.bottom())


@each_theme
@pytest.mark.parametrize("compared", [False, True])
def test_only_the_affected_head_is_hatched_among_all(qapp, monkeypatch, theme, compared):
    shown_heads = Mosaic(snapshot=resolve_attention(bench(OFF, compared=compared)).mosaic)
    differs, layout = changed_by_hatching(shown_heads, theme, monkeypatch)
    assert_only_inside(differs, layout.tile(1, 0).rect)


@each_theme
@pytest.mark.parametrize("compared", [False, True])
def test_an_affected_head_is_hatched_in_every_view(qapp, monkeypatch, theme, compared):
    focus = resolve_attention(bench(OFF, compared=compared)).focus
    for view, places in (
        ("focus", lambda layout: (layout.viewport, layout.row_bars, layout.column_bars)),
        ("links", lambda layout: (layout.lines_rect,)),
        ("text", _keys),
    ):
        with monkeypatch.context() as patch:
            differs, layout = changed_by_hatching(head_picture(focus, view), theme, patch)
        assert_only_inside(differs, *(place for place in places(layout) if not place.isEmpty()))


def _keys(layout):
    return [
        sentence.rect_of(placed)
        for sentence in layout.sentences
        if sentence.sentence.has_keys
        for placed in sentence.units
    ]


def test_other_heads_are_as_ever(qapp, monkeypatch):
    focus = resolve_attention(bench(OFF, head=1)).focus
    for view in ("focus", "links", "text"):
        picture = head_picture(focus, view)
        assert not changed_by_hatching(picture, THEMES["light"], monkeypatch)[0].any()
        assert NOTE not in picture.caption()


def test_of_several_heads_the_sample_of_its_lines_is_hatched(qapp, monkeypatch):
    focus = resolve_attention(bench(OFF, heads=(0, 1))).focus
    picture = head_picture(focus, "links")
    assert f"head 1 {NOTE}" in picture.caption()
    differs, layout = changed_by_hatching(picture, THEMES["light"], monkeypatch)
    assert_only_inside(differs, layout.heads[0].rect)


def test_what_is_in_place_of_a_head_is_said_wherever_it_is_named(qapp):
    state = bench(OFF)
    attention = resolve_attention(state)
    everywhere, alone = Mosaic(snapshot=attention.mosaic), head_picture(attention.focus, "focus")
    for said in (alone.say(Cell(2, 1)), everywhere.say(HeadSpot(1, 0, Cell(2, 1)))):
        assert said.endswith(f"cross, layer 2, head 1 · {NOTE}")
    assert everywhere.say(HeadSpot(1, 0)) == f"Cross · layer 2 · head 1 · {NOTE}"
    assert everywhere.say(HeadSpot(1, 1)) == "Cross · layer 2 · head 2"
    for view in ("focus", "links", "text"):
        picture = head_picture(attention.focus, view)
        assert NOTE in picture.caption()
    assert NOTE in picture_notes(attention.focus)
    for said in (alone.note, mosaic_picture(attention.mosaic).note):
        assert "switched off" in said or "without cross 2·1" in said
    caption = picture_caption(model="m", trace=state.trace, interventions=state.interventions)
    assert caption.endswith("  ·  without cross 2·1")


def test_in_a_comparison_it_is_said_which_side_is_changed(qapp):
    state = bench(OFF, compared=True)
    (_, *notes) = picture_notes(resolve_attention(state).focus)
    assert notes == [NOTE]
    turned = dataclasses.replace(state, branches=walked_to(state.branches, ROOT))
    focus = resolve_attention(turned).focus
    assert focus.is_replaced
    assert f"in the comparison {NOTE}" in heads_shown(focus)
    assert any(part.endswith(", without cross 2·1") for part in heads_shown(focus))


def test_an_equal_row_is_not_put_down_to_equal_inputs(qapp):
    for kind in ("encoder", "cross"):
        for off, said in ((OFF, "The interventions do not change this row"), ((), "oth branches")):
            focus = resolve_attention(bench(off, kind=kind, compared=True)).focus
            assert said in focus_sentence(focus)


def test_of_a_mean_the_heads_are_named(qapp):
    focus = resolve_attention(bench(OFF, combination="mean")).focus
    assert not focus.is_replaced
    assert f"head 1 {NOTE}" in heads_shown(focus)
    whole = (Intervention(site=Site("z", "cross", 1), how="zero"),)
    focus = resolve_attention(bench(whole, combination="mean")).focus
    assert focus.is_replaced
    assert focus_notes(focus) == ("switched off: zeros in place of its output",)


def test_hidden_words_are_masked_where_attention_cannot_see_them():
    for kind, masked in (("encoder", True), ("cross", True), ("decoder", False)):
        shown_now, plain = (resolve_attention(bench(off, kind=kind)) for off in (HIDDEN, ()))
        expected = plain.focus.mask.copy()
        expected[:, WORD] &= not masked
        for picture in (shown_now.focus, shown_now.mosaic):
            np.testing.assert_array_equal(picture.mask, expected)
            assert not picture.replaced_heads
    words = heads_shown(resolve_attention(bench(HIDDEN)).focus)
    assert any(part.endswith(" hidden") for part in words)
    every = tuple(dataclasses.replace(each, columns=(0, 1, 2, 3)) for each in HIDDEN)
    assert resolve_attention(bench(every)).focus.mask.all()
