"""What each tab's views can ask for, with arguments of any size that they can have."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from hypothesis import strategies as st

from model.config import STACKS
from model.lessons.by_hand import GIVEN, PUZZLE_NAMES, HandCell
from model.lessons.masks import MASK_NAMES
from model.lessons.one_head import SHAPES
from model.lessons.positions import AlteredSide
from model.runs.experiments import EXPERIMENTS
from model.traces.head_measures import HEAD_NUMBERS
from model.traces.trace import KINDS
from viz_app.app.panels import ARCHITECTURE, EMBEDDING, TRAINING
from viz_app.panels.architecture import room as architecture
from viz_app.panels.attention.room import picture_cell_picked
from viz_app.panels.bleu import room as bleu
from viz_app.panels.bleu.panel import BLEU
from viz_app.panels.embedding import room as embedding
from viz_app.panels.forcing import room as forcing
from viz_app.panels.forcing.panel import FORCING
from viz_app.panels.masks import room as masks
from viz_app.panels.masks.panel import MASKS
from viz_app.panels.one_head import room as one_head
from viz_app.panels.one_head.panel import ONE_HEAD
from viz_app.panels.positions import room as positions
from viz_app.panels.positions.panel import POSITIONS
from viz_app.panels.scaling import room as scaling
from viz_app.panels.scaling.panel import SCALING
from viz_app.panels.training.experiments import room as experiments
from viz_app.panels.training.replay import room as replay
from viz_app.panels.training.runs import room as runs
from viz_app.panels.why import room as why
from viz_app.panels.why.panel import WHY
from viz_app.workbench import state as options
from viz_app.workbench.changes import selection
from viz_app.workbench.room import Panel, on_bench, sets
from viz_app.workbench.state import Cell, RowLabels

SMALL = st.integers(0, 9)
CELLS = st.builds(Cell, SMALL, SMALL)
HAND_CELLS = st.builds(HandCell, st.sampled_from(GIVEN), st.integers(0, 2), st.integers(0, 3))
TEXTS = st.sampled_from(("a b", "", "<b>", "x y z"))
SIZES = st.sampled_from((1, 2, 3, 8, 64, 1000))

OPTIONS = st.one_of(
    *(
        st.tuples(st.just(name), st.sampled_from(values))
        for name, values in (
            ("view", options.VIEWS),
            ("special", options.SPECIAL_CHOICES),
            ("scale", options.SCALES),
            ("combination", options.COMBINATIONS),
            ("mass", options.MASSES),
            ("tint", (None, *options.HEAD_MARKS)),
            ("side_by_side", (False, True)),
            ("words", (False, True)),
            ("sorted_by_tint", (False, True)),
        )
    )
)


ASKED = st.one_of(
    st.tuples(st.just("source"), st.sampled_from(options.EFFECT_SOURCES)),
    st.tuples(st.just("how"), st.sampled_from(options.OFF)),
    st.tuples(st.just("measuring"), st.booleans()),
)


@dataclass(frozen=True)
class Intent:
    """A transition that views are handed; without a panel, of what is on screen."""

    panel: Panel | None
    change: Callable[..., Any]
    arguments: tuple[st.SearchStrategy[Any], ...]

    @property
    def name(self) -> str:
        return self.change.__name__


def _of(panel: Panel | None, *changes: tuple[Any, ...]) -> tuple[Intent, ...]:
    return tuple(Intent(panel, change, arguments) for change, *arguments in changes)


HEAD = (st.sampled_from(KINDS), SMALL, SMALL)
FLAG = st.booleans()
RUN = st.sampled_from(("one", "two", "three"))
EXPERIMENT = EXPERIMENTS[0]
OPTIONS_OF_IT = st.sampled_from([option.name for option in EXPERIMENT.options])

INTENTS: tuple[Intent, ...] = (
    *_of(
        None,
        (picture_cell_picked, st.sampled_from(KINDS), st.none() | CELLS),
        (selection.row_labels_picked, st.sampled_from(get_args(RowLabels))),
        (lambda bench, told: selection.option_picked(bench, *told), OPTIONS),
        (selection.head_toggled, SMALL),
        (selection.all_heads_chosen, FLAG),
        (lambda bench, told: selection.effects_asked(bench, *told), ASKED),
        (selection.pruning_asked, FLAG),
    ),
    *_of(
        EMBEDDING,
        (sets("part"), st.sampled_from(embedding.PARTS)),
        (sets("side"), st.sampled_from(embedding.TOKEN_SIDES)),
        (embedding.source_token_picked, SMALL),
        (on_bench(selection.step_chosen), SMALL),
    ),
    *_of(FORCING, (forcing.target_given, TEXTS), (sets("with_padding"), FLAG)),
    *_of(
        POSITIONS,
        (positions.size_picked, FLAG),
        (positions.d_model_chosen, SIZES),
        (positions.length_chosen, SIZES),
        (positions.rotation_chosen, SMALL, SIZES),
        (sets("page"), st.sampled_from(positions.PAGES)),
        (sets("measure"), st.sampled_from(get_args(positions.Similarity))),
        (sets("stack"), st.sampled_from(STACKS)),
        (sets("head"), SMALL),
        (sets("side"), st.sampled_from(get_args(AlteredSide))),
        (sets("sentence"), st.sampled_from(get_args(positions.AlteredSentence))),
        (positions.exchange_drawn,),
    ),
    *_of(
        ONE_HEAD,
        (on_bench(selection.head_picked), *HEAD),
        (on_bench(selection.query_chosen), SMALL),
        (one_head.stage_chosen, st.sampled_from(one_head.STAGES)),
        (one_head.projection_chosen, st.sampled_from(get_args(one_head.Projection))),
        (one_head.share_chosen, st.sampled_from(get_args(one_head.Share))),
        (one_head.cell_chosen, st.sampled_from(sorted(SHAPES)), CELLS),
        (one_head.zoom_ended,),
        (sets("page"), st.sampled_from(one_head.PAGES)),
        (one_head.value_set, HAND_CELLS, st.floats(-9, 9)),
        (one_head.value_moved, HAND_CELLS, st.floats(-9, 9)),
        (one_head.masking_set, FLAG),
        (one_head.puzzle_picked, st.sampled_from((None, *PUZZLE_NAMES))),
        (one_head.head_taken,),
        (one_head.hand_reset,),
    ),
    *_of(
        SCALING,
        (scaling.d_k_chosen, SIZES),
        (scaling.factor_chosen, st.sampled_from((0.0, 0.1, 1.0, 10.0))),
        (scaling.vectors_drawn,),
        (sets("vectors"), st.sampled_from(get_args(scaling.Vectors))),
        (on_bench(selection.head_picked), *HEAD),
        (on_bench(selection.query_chosen), SMALL),
    ),
    *_of(
        MASKS,
        (sets("view"), st.sampled_from(masks.VIEWS)),
        (sets("mask"), st.sampled_from(MASK_NAMES)),
        (sets("padded_queries"), st.sampled_from(("kept", "masked"))),
        (masks.sentences_given, st.lists(TEXTS, max_size=9).map(tuple)),
        (masks.sentence_picked, SMALL),
        (masks.stage_picked, st.integers(-1, 9)),
        (masks.cell_flipped, st.sampled_from(KINDS), CELLS),
        (masks.edits_dropped,),
        (masks.row_picked, SMALL),
        (masks.key_flipped, SMALL),
        (masks.keys_masked,),
        (masks.head_picked, *HEAD),
    ),
    *_of(
        ARCHITECTURE,
        (sets("view"), st.sampled_from(architecture.ARCHITECTURE_VIEWS)),
        (sets("beside"), st.sampled_from(architecture.BESIDE_BLOCKS)),
        (sets("block"), st.from_type(architecture.BlockPlace)),
        (sets("depth"), st.sampled_from((None, *architecture.DEPTHS))),
        (architecture.block_opened, st.from_type(architecture.BlockPlace)),
        (architecture.axis_picked, st.sampled_from("nd")),
        (architecture.measuring_begun,),
        (architecture.measuring_ended,),
        (architecture.layer_unfolded, SMALL),
        (architecture.size_chosen, st.sampled_from("ndkr"), SIZES),
    ),
    *_of(
        BLEU,
        (bleu.order_picked, st.integers(1, 4)),
        (sets("ignores_case"), FLAG),
        (bleu.reference_typed, TEXTS),
    ),
    *_of(
        WHY,
        (on_bench(selection.step_chosen), SMALL),
        (on_bench(selection.head_picked), *HEAD),
        (why.token_chosen, TEXTS),
        (why.other_chosen, TEXTS),
        (sets("by_effect"), FLAG),
    ),
    *_of(
        TRAINING,
        (experiments.experiment_opened, st.sampled_from(("", EXPERIMENT.name))),
        (experiments.option_predicted, st.just(EXPERIMENT.name), OPTIONS_OF_IT),
        (runs.run_picked, RUN | st.just("none")),
        (runs.run_compared, st.none() | RUN),
        (replay.replay_closed,),
        (replay.moment_picked, st.integers(-1, 9)),
        (replay.probe_picked, st.integers(0, 1)),
        (replay.replay_toggled,),
        (replay.number_picked, st.sampled_from(HEAD_NUMBERS)),
        (replay.on_screen(selection.kind_picked), st.sampled_from(KINDS)),
        (replay.on_screen(selection.head_picked), *HEAD),
    ),
)
