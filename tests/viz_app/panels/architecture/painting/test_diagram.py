"""The diagram and the facts of its blocks, as widgets."""

import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QScrollArea

from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.architecture.snapshots import SRC, architecture_snapshot, record_of
from tests.viz_app.probes import emissions, hover
from viz_app.panels.architecture.intents import ArchitectureIntents
from viz_app.panels.architecture.state import BlockPlace
from viz_app.panels.architecture.texts.blocks import percent
from viz_app.panels.architecture.texts.explanations import formula_names
from viz_app.panels.architecture.views.block_facts import BlockFacts
from viz_app.panels.architecture.views.diagram_tools import DiagramTools
from viz_app.panels.architecture.views.diagram_view import DiagramView
from viz_app.panels.architecture.views.panel import DiagramPage
from viz_app.pictures.formulas import spoken_formulas


@pytest.fixture
def view(qtbot):
    view = on_screen(qtbot, DiagramView(THEMES["light"], ArchitectureIntents()), size=(680, 600))
    view.set_snapshot(architecture_snapshot())
    view.grab()
    return view


def place_of(view, kind, side="encoder", sublayer=None):
    return next(
        there.rect.center().toPoint()
        for there in view.layout_now().blocks
        if (there.block.kind, there.block.side) == (kind, side)
        and (sublayer is None or there.block.sublayer == sublayer)
    )


# ------------------------------------------------------------------------------- the diagram


def test_a_click_chooses_a_block(view, qtbot):
    heard = emissions(view)
    click = Qt.MouseButton.LeftButton
    qtbot.mouseClick(view, click, pos=place_of(view, "cross_attention", "decoder"))
    qtbot.mouseClick(view, click, pos=place_of(view, "add", "decoder", "feed_forward"))
    assert heard == [
        ("block_picked", BlockPlace("decoder", "cross_attention")),
        ("block_picked", BlockPlace("decoder", "add", "feed_forward")),
    ]


def test_a_click_on_folded_layers_unfolds_the_nearest(view, qtbot):
    heard = emissions(view)
    below, above = view.layout_now().decoder.plates
    for plate in (below, above):
        place = plate.rect.center().toPoint()
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert heard == [("layer_picked", 0), ("layer_picked", 2)]


@pytest.mark.parametrize(
    ("start", "key", "reached"),
    [
        (BlockPlace(), Qt.Key.Key_Up, BlockPlace("encoder", "add", "self_attention")),
        (BlockPlace(), Qt.Key.Key_Down, BlockPlace("encoder", "norm", "self_attention")),
        (BlockPlace(), Qt.Key.Key_Right, BlockPlace("decoder", "self_attention")),
        (BlockPlace("encoder", "embedding"), Qt.Key.Key_Down, BlockPlace("encoder", "embedding")),
        (BlockPlace("decoder", "embedding"), Qt.Key.Key_Left, BlockPlace("encoder", "embedding")),
        (BlockPlace(), Qt.Key.Key_Home, BlockPlace("encoder", "embedding")),
        (BlockPlace(), Qt.Key.Key_End, BlockPlace("decoder", "softmax")),
        (
            BlockPlace("encoder", "final_norm"),
            Qt.Key.Key_Up,
            BlockPlace("decoder", "embedding"),
        ),
    ],
)
def test_arrow_keys_go_along_the_computation(view, qtbot, start, key, reached):
    view.set_snapshot(architecture_snapshot(block=start))
    heard = emissions(view)
    qtbot.keyClick(view, key)
    assert heard == [("block_picked", reached)]


def test_page_keys_turn_the_layers_within_the_model(view, qtbot):
    heard = emissions(view)
    qtbot.keyClick(view, Qt.Key.Key_PageUp)
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert heard == [("layer_picked", 2), ("layer_picked", 0)]
    view.set_snapshot(architecture_snapshot(layer=2))
    qtbot.keyClick(view, Qt.Key.Key_PageUp)
    assert len(heard) == 2


def test_the_mouse_says_what_a_block_has(view, qtbot):
    said = said_by(view)
    hover(qtbot, view, place_of(view, "feed_forward", "decoder"))
    record = view._snapshot.record
    block = next(
        b for b in record.blocks if (b.side, b.kind, b.layer) == ("decoder", "feed_forward", 1)
    )
    parameters = 16 * 32 + 32 + 32 * 16 + 16
    share = percent(2 * 5 * 16 * 32 / record.multiply_adds)
    assert said[-1] == (
        "Feed-forward · Decoder · layer 2 of 3 · output [5, 16] · "
        f"{parameters:,} parameters · {share} of the multiply-adds"
    )
    assert block.n_parameters == parameters
    hover(qtbot, view, view.layout_now().encoder.plates[0].rect.center().toPoint())
    assert said[-1] == "Click to unfold layer 1"
    hover(qtbot, view, QPoint(1, 1))
    assert said[-1] == ""


def test_a_screen_reader_hears_the_chosen_block(view):
    view.set_snapshot(architecture_snapshot(block=BlockPlace("decoder", "softmax")))
    assert view.accessibleDescription().startswith("Softmax · Decoder · output [5, 11]")


def test_before_a_sentence_nothing_is_drawn(qtbot):
    view = DiagramView(THEMES["light"], ArchitectureIntents())
    qtbot.addWidget(view)
    view.set_snapshot(architecture_snapshot(record=None))
    view.grab()
    qtbot.keyClick(view, Qt.Key.Key_PageUp)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert view.layout_now() is None


def test_in_a_low_page_the_chosen_block_is_scrolled_to(qtbot):
    page = on_screen(qtbot, DiagramPage(THEMES["light"], ArchitectureIntents()), size=(820, 260))
    page.set_snapshot(architecture_snapshot(block=BlockPlace("encoder", "embedding")))
    area = page.findChild(QScrollArea)
    bar = area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() > bar.maximum() / 2)
    page.set_snapshot(architecture_snapshot(block=BlockPlace("decoder", "softmax")))
    assert bar.value() < bar.maximum() / 3


# --------------------------------------------------------------------------------- the tools


def test_tools_show_and_pick(qtbot):
    tools = DiagramTools(THEMES["light"], ArchitectureIntents())
    qtbot.addWidget(tools)
    tools.set_snapshot(architecture_snapshot(beside="parameters"))
    assert (tools.beside.currentText(), tools.layer.currentText()) == ("Parameters", "2")
    assert tools.layer.count() == 3
    heard = emissions(tools)
    tools.beside.activated.emit(2)
    tools.layer.activated.emit(0)
    assert heard == [("beside_picked", "multiply_adds"), ("layer_picked", 0)]


# --------------------------------------------------------------------------------- the facts


@pytest.fixture
def facts(qtbot):
    facts = BlockFacts(THEMES["light"])
    qtbot.addWidget(facts)
    facts.resize(facts.width(), 700)
    facts.show()
    return facts


def show(facts, place, record=None, layer=1):
    snapshot = architecture_snapshot(block=place, layer=layer, record=record or record_of())
    facts.set_block(snapshot.chosen(), snapshot.record)
    return snapshot


def text_of(facts):
    """In one line."""
    return re.sub(r"\s+", " ", facts.text())


def test_facts_of_an_attention_are_those_of_the_formulas(facts):
    snapshot = show(facts, BlockPlace("decoder", "cross_attention"))
    text = text_of(facts)
    n, m, d, h = 4, 5, 16, 2
    parameters = 4 * (d * d + d)
    work = 2 * m * d * d + 2 * n * d * d + 2 * n * m * d
    assert text.startswith("Cross-attention Decoder · layer 2 of 3")
    assert f"A [h, m, n] [{h}, {m}, {n}]" in text
    assert f"Parameters: {parameters:,} · " in text
    share = percent(work / snapshot.record.multiply_adds)
    assert f"Multiply-adds: {work:,} · {share} of all" in text
    assert f"QKᵀ h · m · n · dk {h * m * n * d // h}" in text
    assert facts.accessibleDescription() == facts.text()


def test_the_bar_is_as_long_as_the_share(facts):
    snapshot = show(facts, BlockPlace("decoder", "projection"))
    share = snapshot.record.share(facts.block())
    assert facts.share.filled().width() == pytest.approx(share * facts.share.width())
    assert share == pytest.approx(5 * 16 * 11 / snapshot.record.multiply_adds)


def test_what_has_no_parameters_and_no_product_says_so(facts):
    show(facts, BlockPlace("encoder", "add", "feed_forward"))
    text = text_of(facts)
    assert "No parameters" in text
    assert "No matrix product" in text
    assert not facts.share.isVisible()


def test_a_tied_table_is_said_to_count_elsewhere(facts):
    show(facts, BlockPlace("decoder", "projection"), record_of(tie_embeddings=True))
    assert "shared with the embedding, counted there" in text_of(facts)
    assert "E [Vtgt, dmodel] –" in text_of(facts)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_every_block_has_its_formula(norm, positions, activation):
    record = record_of(norm=norm, positions=positions, activation=activation)
    names = {name for block in record.blocks for name in formula_names(block, record)}
    assert names <= set(spoken_formulas())
    assert f"architecture_{positions}" in names
    assert f"architecture_{activation}" in names


def test_a_norm_shows_mean_and_variance_at_each_position(facts, qtbot):
    snapshot = show(facts, BlockPlace("encoder", "norm", "feed_forward"))
    norm = snapshot.chosen().norm
    wanted = {
        "mean": (norm.mean_before, norm.mean_normalised, norm.mean_after),
        "variance": (norm.variance_before, norm.variance_normalised, norm.variance_after),
    }
    for name, rows in wanted.items():
        curves = getattr(facts.norm, name).curves()
        for curve, row in zip(curves, rows, strict=True):
            np.testing.assert_array_equal(curve.y, row)
    assert np.allclose(wanted["mean"][1], 0, atol=1e-6)
    assert np.allclose(wanted["variance"][1], 1, atol=1e-4)


def test_a_position_is_read_with_all_its_numbers(facts, qtbot):
    snapshot = show(facts, BlockPlace("encoder", "norm", "feed_forward"))
    norm, said = snapshot.chosen().norm, said_by(facts)
    for _ in range(3):
        qtbot.keyClick(facts.norm.variance, Qt.Key.Key_Right)
    sentence = said[-1]
    assert sentence.startswith(f"position 2 “{SRC[2]}” · mean ")
    numbers = [float(text.replace("−", "-")) for text in re.findall(r"[−\d]+\.\d+", sentence)]
    expected = [
        *(row[2] for row in (norm.mean_before, norm.mean_normalised, norm.mean_after)),
        *(row[2] for row in (norm.variance_before, norm.variance_normalised, norm.variance_after)),
    ]
    assert numbers == pytest.approx(expected, abs=6e-4)


def test_plots_go_with_the_norm(facts):
    show(facts, BlockPlace("encoder", "norm", "feed_forward"))
    assert facts.norm.isVisible()
    show(facts, BlockPlace())
    assert not facts.norm.isVisible()


def test_nothing_is_cut_off_at_the_side(facts):
    for block in (
        BlockPlace(),
        BlockPlace("decoder", "feed_forward"),
        BlockPlace("encoder", "norm", "feed_forward"),
    ):
        show(facts, block)
        facts.grab()
        assert facts.widget().minimumSizeHint().width() <= facts.viewport().width()
