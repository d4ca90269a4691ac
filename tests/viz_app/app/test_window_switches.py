"""Models of other architectures in the real window: every tab takes them, and says what they do."""

import dataclasses

import pytest

from model.checkpoint.file import save_checkpoint
from model.config import ModelConfig
from tests.viz_app.application import click, drop, running, settle
from tests.viz_app.conftest import untrained
from viz_app.app.panels import PANELS
from viz_app.panels.architecture.pictures.texts import block_explanation
from viz_app.panels.architecture.room import BlockPlace

SMALL = {"n_heads": 2, "d_model": 16, "d_ff": 24, "dropout": 0.0, "max_len": 24}
GATED_WITHOUT_TABLE = ModelConfig(
    **SMALL,
    n_layers=2,
    d_kv=5,
    norm_type="rms",
    scaled_embedding=False,
    positions="relative",
    relative_buckets=8,
    relative_distance=16,
    scaled_scores=False,
    activation="gelu_tanh",
    gated=True,
    biases=False,
    share_embeddings=True,
)
NORMED_EMBEDDING = ModelConfig(
    **SMALL,
    n_layers=2,
    norm="post",
    scaled_embedding=False,
    embedding_norm=True,
    positions="learned",
    activation="gelu",
    output_bias=True,
    tie_embeddings=True,
    share_embeddings=True,
)
HALVES = ModelConfig(
    **SMALL, n_layers=2, norm="post", sinusoids="halves", activation="silu", output_bias=True
)
DEEP_ENCODER = ModelConfig(
    **SMALL, encoder_layers=3, decoder_layers=1, closed_sinusoids=True, position_offset=2
)
NARROW_HEADS = ModelConfig(**SMALL, n_layers=2, d_kv=5, positions="given", gated=True)
NO_POSITIONS = ModelConfig(
    **SMALL, n_layers=1, norm="post", norm_type="rms", positions="none", final_norm=True
)
ALL = (GATED_WITHOUT_TABLE, NORMED_EMBEDDING, HALVES, DEEP_ENCODER, NARROW_HEADS, NO_POSITIONS)


@pytest.fixture
def opened(qtbot, tmp_path, one_torch_thread):
    """Opens the window with an untrained model of an architecture."""

    def open_with(config):
        path = tmp_path / "unusual.safetensors"
        save_checkpoint(untrained(config), path)
        return running(qtbot, tmp_path, model=path, text="a b c d e")

    return open_with


def test_every_tab_shows_a_model_of_any_architecture(opened, qtbot, tmp_path):
    """In one window: nothing that was drawn of one model is in the way of the next."""
    with opened(ALL[0]) as application:
        for number, config in enumerate(ALL):
            path = tmp_path / f"model {number}.safetensors"
            save_checkpoint(untrained(config), path)
            drop(application.window, path)
            qtbot.waitUntil(lambda name=path.stem: application.bench.now.model.name == name)
            settle(qtbot, application)
            assert application.bench.now.model.config == config
            for panel in PANELS:
                application.window.show_tab(panel.name)
                settle(qtbot, application)
                assert not application.window.grab().isNull()
                notice = application.bench.now.notice
                where = config, panel.name
                assert not notice or "repeats itself" in notice.message.template, where


def shown(qtbot, application, tab):
    application.window.show_tab(tab)
    settle(qtbot, application)
    return application.window.pages[tab].panel


def test_the_architecture_tab_names_what_was_chosen(opened, qtbot):
    with opened(GATED_WITHOUT_TABLE) as application:
        panel = shown(qtbot, application, "architecture")
        facts = panel.diagram.facts
        qtbot.waitUntil(lambda: facts.block is not None)
        text = facts.text()
        assert "Scores are not divided by" in text
        assert "A head has 5 dimensions" in text
        assert "all layers share the first layer's" in text
        assert facts.formulas[1].accessibleName() == "head_i = softmax(Q_i K_iᵀ + B_i) V_i"


def test_a_head_adds_its_biases_to_scores_that_are_not_divided(opened, qtbot):
    with opened(GATED_WITHOUT_TABLE) as application:
        application.screen.apply(_first_encoder_head)
        panel = shown(qtbot, application, "one_head")
        qtbot.waitUntil(lambda: bool(panel.equation.pictures))
        click(qtbot, panel.bar.buttons["scale"])
        qtbot.waitUntil(lambda: len(panel.equation.pictures) == 3)
        assert [picture.operator for picture in panel.equation.pictures] == ["", "+", "="]
        products, biases, scores = (picture.values for picture in panel.equation.pictures)
        assert abs(products + biases - scores).max() < 1e-5
        assert panel.formula.accessibleName() == "S = Q Kᵀ + B"
        level = panel.equation.pictures[1].level
        assert level == pytest.approx(application.bench.now.model.largest_bias)
        assert abs(biases).max() <= level
        assert panel.heading.text() == "Stage 3 of 9: Add biases for the distances"


def test_the_output_transform_is_a_block_of_the_diagram(opened, qtbot):
    config = dataclasses.replace(HALVES, output_transform=True)
    with opened(config) as application:
        panel = shown(qtbot, application, "architecture")
        qtbot.waitUntil(lambda: panel.diagram.facts.block is not None)
        record = panel._snapshot.record
        (block,) = (one for one in record.blocks if one.kind == "output_transform")
        picture = panel.diagram.diagram
        placed = [one.block for column in picture.spots().columns for one in column.blocks]
        assert placed[-3] is block
        assert "SiLU and a norm" in block_explanation(block, record)
        click(qtbot, picture, picture.spots().rect(BlockPlace.of(block)).center())
        facts = panel.diagram.facts
        qtbot.waitUntil(lambda: facts.block.kind == "output_transform")
        assert "Output transform" in facts.text()
        assert facts.formulas[0].accessibleName() == "x̂ = norm(f(x W_t + b_t))"


def test_a_norm_after_the_embedding_has_a_line_of_its_own(opened, qtbot):
    with opened(NORMED_EMBEDDING) as application:
        panel = shown(qtbot, application, "embedding")
        click(qtbot, panel.parts.button("into"))
        qtbot.waitUntil(lambda: bool(panel.into.numbers.shown_values()))
        (table,) = panel.into.numbers.shown_values()
        assert table.rows[1:] == ("+ position 0", "= sum", "normalised: into the model")
        assert abs(table.values[0] + table.values[1] - table.values[2]).max() < 1e-6
        assert abs(table.values[3].mean()) < 1e-5
        assert panel.formula.accessibleName() == "x = norm(E[id] + PE[position])"


@pytest.mark.parametrize(
    ("config", "sentence"),
    [
        (GATED_WITHOUT_TABLE, "every head has learned distance biases"),
        (NO_POSITIONS, "only the decoder's causal mask carries order information"),
        (HALVES, "all sines in the first half of a row"),
        (DEEP_ENCODER, "in the formula the first has position 2."),
        (NARROW_HEADS, "Stored table"),
    ],
)
def test_the_positions_tab_says_where_the_table_is_from(opened, qtbot, config, sentence):
    with opened(config) as application:
        page = shown(qtbot, application, "positions").page("table")
        assert sentence in page.kind.text()
        assert page.table.isVisible() == (config.positions not in {"relative", "none"})


def _first_encoder_head(bench):
    from viz_app.workbench.changes.selection import head_picked

    return head_picked(bench, "encoder", 0, 0)


def test_the_positions_tab_draws_the_biases_of_both_stacks(opened, qtbot):
    with opened(GATED_WITHOUT_TABLE) as application:
        panel = shown(qtbot, application, "positions")
        relative = panel.page("table").relative
        assert relative.matrix.isVisible()
        for stack, curves in relative.curves.items():
            (table,) = curves.plot.shown_values()
            known = application.bench.now.model.biases[stack]
            reach = len(table.values) - 1
            own = int(table.rows.index("0"))
            middle = known.shape[1] // 2 if stack == "encoder" else known.shape[1] - 1
            assert reach > own or stack == "decoder"
            assert abs(table.values[own] - known[:, middle]).max() == 0
        click(qtbot, relative.stack.button("decoder"))
        qtbot.waitUntil(lambda: "Decoder, head 1" in relative.matrix.shown_values()[0].name)
