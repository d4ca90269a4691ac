"""A decoder without a causal mask: no view hides what it sees, and each says what it is."""

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from tests.viz_app.painted import EN, THEMES, ZH, area_colours, colour_at, painted
from tests.viz_app.panels.attention.looking_ahead import looking_ahead
from tests.viz_app.states import shown, trace_of
from viz_app.panels.attention.pictures.captions import explanation, picture_notes
from viz_app.panels.attention.pictures.figures import attention_figure
from viz_app.panels.attention.pictures.heatmap import heatmap_picture
from viz_app.panels.attention.pictures.link_set import links_of
from viz_app.panels.attention.pictures.text import key_state, text_caption, text_notes
from viz_app.panels.attention.pictures.text_layout import sentences_of
from viz_app.panels.attention.room import resolve_attention
from viz_app.panels.attention.view.table import AttentionTableModel
from viz_app.panels.training.replay.pictures.heads import mosaic_title
from viz_app.panels.training.replay.room import MomentMosaicSnapshot
from viz_app.pictures.mosaic_layout import header_height, paint_header
from viz_app.texts.measures import header_sentence, mosaic_sentence
from viz_app.texts.sentences import cell_sentence, focus_sentence, legend_entries, strip_caption
from viz_app.workbench.snapshots.attention import (
    FocusSnapshot,
    MosaicSnapshot,
    resolve_focus,
    resolve_mosaic,
)
from viz_app.workbench.state import AttentionOptions, Cell, Selection, Workbench

LIGHT = THEMES["light"]
NOTE = "looks ahead: no causal mask"
USUAL = trace_of(EN, source=ZH).stopped("end of sentence")
AHEAD = looking_ahead(USUAL)
COUNT = len(EN)


def state_of(trace=AHEAD, *, step: int = COUNT - 1, cell: Cell | None = None, **options):
    """The decoder of a trace at a step."""
    selection = Selection(kind="decoder", step=step, cell=cell)
    return shown(trace=trace, selection=selection, attention=AttentionOptions(**options))


def focus_of(state: Workbench) -> FocusSnapshot:
    focus = resolve_focus(state)
    assert focus is not None
    return focus


def mosaic_of(state: Workbench) -> MosaicSnapshot:
    mosaic = resolve_mosaic(state)
    assert mosaic is not None
    return mosaic


def heatmap(focus: FocusSnapshot):
    return painted(lambda painter, rect: heatmap_picture(focus).paint(painter, rect, LIGHT))


def words_of(paint, width: int, height: int) -> str:
    """All that is written."""
    texts = []

    class Pen(QPainter):
        def drawText(self, *args):
            texts.append(str(args[-1]).replace("\u2068", "").replace("\u2069", ""))
            super().drawText(*args)

    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.panel))
    with Pen(image) as painter:
        paint(painter, QRectF(image.rect()))
    return "\n".join(texts)


@pytest.mark.parametrize("step", range(COUNT))
def test_every_row_up_to_the_step_has_all_its_weights(step):
    focus = focus_of(state_of(step=step))
    assert focus.mask.all()
    assert (focus.decoded_rows, focus.decoded_columns) == (step + 1, None)
    np.testing.assert_allclose(focus.weights.sum(axis=-1), 1.0, atol=1e-5)
    np.testing.assert_array_equal(focus.weights, AHEAD.weights("decoder")[0, 0])


def test_a_usual_decoder_is_as_before():
    focus = focus_of(state_of(USUAL, step=2))
    np.testing.assert_array_equal(focus.mask, np.tri(COUNT, dtype=bool))
    assert (focus.decoded_rows, focus.decoded_columns) == (3, 3)
    assert NOTE not in picture_notes(focus)
    assert focus_of(state_of(AHEAD)).looks_ahead
    for kind in ("encoder", "cross"):
        other = resolve_focus(state_of(AHEAD), kind)
        assert other is not None
        assert not other.looks_ahead
        assert NOTE not in picture_notes(other)


@pytest.mark.parametrize("combination", ["mean", "max", "rollout"])
def test_heads_together_look_ahead_too(combination):
    focus = focus_of(state_of(combination=combination))
    assert (np.diagonal(focus.weights, 1) > 0.1).all()
    assert focus.mask.all()


def test_words_are_merged_over_later_pieces_too():
    focus = focus_of(state_of(words=True))
    assert len(focus.columns) < COUNT
    np.testing.assert_allclose(focus.weights.sum(axis=-1), 1.0, atol=1e-5)
    assert focus.mask.all()


def test_the_heatmap_has_a_colour_where_a_usual_one_is_hatched(qapp):
    hatched = area_colours(*_cell(heatmap(focus_of(state_of(USUAL)))))
    image, rect = _cell(heatmap(focus_of(state_of())))
    assert len(hatched) > 1
    assert area_colours(image, rect) == {colour_at(image, rect.center())}
    assert colour_at(image, rect.center()) not in {LIGHT.masked.lower(), LIGHT.panel.lower()}


def _cell(picture):
    """The inside of the cell right of the first row's own, off its lines."""
    image, layout = picture
    rect = layout.grid.cell_rect(0, 1)
    inset = rect.width() / 5
    return image, rect.adjusted(inset, 4, -inset, -4)


def test_the_heatmap_says_so_and_has_no_legend_of_masked_cells(qapp):
    focus = focus_of(state_of())
    paint = heatmap_picture(focus).paint
    said = words_of(lambda painter, rect: paint(painter, rect, LIGHT), 640, 480)
    assert NOTE in said
    assert NOTE in explanation(focus)
    assert legend_entries(focus) == []


def test_the_table_shows_numbers_where_a_usual_one_says_masked(qapp):
    model = AttentionTableModel(LIGHT)
    model.set_snapshot(focus_of(state_of(USUAL)))
    assert model.index(0, 1).data() == "masked"
    model.set_snapshot(focus_of(state_of()))
    texts = [[model.index(row, column).data() for column in range(COUNT)] for row in range(COUNT)]
    found = np.array(texts, dtype=np.float64)
    np.testing.assert_allclose(found, AHEAD.weights("decoder")[0, 0], atol=6e-5)


def test_links_lead_to_later_tokens_at_an_early_step():
    links = links_of(focus_of(state_of(step=1, mass=0.5))).every()
    cells = set(zip(links.rows.tolist(), links.columns.tolist(), strict=True))
    assert {(0, 1), (1, 2)} <= cells
    assert set(links.rows.tolist()) == {0, 1}


@pytest.mark.parametrize("row", range(COUNT))
def test_in_the_text_every_token_that_was_fed_in_has_its_weight(row):
    focus = focus_of(state_of(step=row))
    (sentence,) = sentences_of(focus)
    keys = [unit for unit in sentence.units if unit.column is not None]
    assert len(keys) == COUNT
    assert {key_state(unit, focus) for unit in keys} == {"weight"}


def test_the_text_view_says_that_it_does_not_only_look_back():
    ahead, usual = focus_of(state_of()), focus_of(state_of(USUAL))
    assert "looks when predicting" in text_caption(ahead)
    assert "looks back when predicting" in text_caption(usual)
    assert text_notes(ahead)[:2] == (
        "Target tokens attend to all target tokens, including later ones",
        NOTE,
    )
    assert "looks when predicting" in strip_caption(ahead, 2)
    assert "looks back" in strip_caption(usual, 2)


def test_sentences_name_the_token_that_it_may_not_know():
    focus = focus_of(state_of(step=1))
    assert focus_sentence(focus).count("bought") == 2  # it is predicted, and looked at
    weight = AHEAD.weights("decoder")[0, 0, 1, 2]
    sentence = cell_sentence(focus, Cell(1, 2))
    assert sentence.startswith(f"{weight:.4f} · ")
    assert "masked" not in sentence


def test_the_share_on_the_next_token_is_a_measure_of_it():
    mosaic = mosaic_of(state_of(tint="next"))
    expected = np.diagonal(AHEAD.weights("decoder"), 1, 2, 3).mean(axis=-1)
    np.testing.assert_allclose(mosaic.measures, expected, atol=1e-6)
    assert "not for this kind" not in header_sentence(mosaic)
    assert "not for this kind" not in mosaic_sentence(mosaic)
    usual = mosaic_of(state_of(USUAL, tint="next"))
    assert np.isnan(usual.measures).all()
    assert "not for this kind" in header_sentence(usual)


def test_the_mosaic_says_so_in_its_title(qapp):
    for trace, title in ((AHEAD, "Decoder self · no causal mask"), (USUAL, "Decoder self")):
        mosaic = mosaic_of(state_of(trace))
        height = int(header_height(mosaic, LIGHT, titled=True))

        def paint(painter, rect, mosaic=mosaic):
            paint_header(painter, rect, mosaic, LIGHT, titled=True)

        assert title in words_of(paint, 600, height).split("\n")
        assert header_sentence(mosaic).startswith(f"{title}: ")


def test_the_mosaic_of_a_moment_says_so():
    for trace, title in (
        (AHEAD, "update 40, epoch 2 · no causal mask"),
        (USUAL, "update 40, epoch 2"),
    ):
        mosaic = mosaic_of(state_of(trace))
        snapshot = MomentMosaicSnapshot(mosaic=mosaic, kinds=trace.kinds, update=40, epoch=2)
        assert mosaic_title(snapshot) == title


def test_a_figure_says_so_and_hatches_nothing(qapp):
    for trace, ahead in ((AHEAD, True), (USUAL, False)):
        snapshot = resolve_attention(state_of(trace))
        assert snapshot is not None
        size, paint = attention_figure(snapshot, LIGHT)
        said = words_of(paint, size.width(), size.height())
        assert ("Decoder self · no causal mask" in said) == ahead
        assert ("masked" in said) != ahead


def test_a_difference_says_who_looks_ahead():
    focus = focus_of(state_of())
    notes = {
        (one.looks_ahead, other.looks_ahead): picture_notes(
            dataclasses.replace(focus, trace=one, compared=other)
        )
        for one in (AHEAD, USUAL)
        for other in (AHEAD, USUAL)
    }
    assert "this one looks ahead: no causal mask" in notes[True, False]
    assert "the comparison looks ahead: no causal mask" in notes[False, True]
    assert NOTE in notes[True, True]
    assert not any("ahead" in note for note in notes[False, False])


@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_an_empty_row_is_not_said_to_have_seen_the_same_tokens(kind):
    """Later tokens count too, where they are seen."""
    focus = resolve_focus(state_of(), kind)
    assert focus is not None
    nothing = np.zeros_like(focus.weights)
    ahead = dataclasses.replace(focus, compared=USUAL, weights=nothing)
    usual = dataclasses.replace(ahead, trace=USUAL)
    assert "No difference yet" in focus_sentence(usual)
    assert "No difference yet" not in focus_sentence(ahead)
    assert "No difference yet" not in focus_sentence(dataclasses.replace(usual, compared=AHEAD))
