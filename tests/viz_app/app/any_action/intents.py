"""What each tab's views can ask for, with arguments of any size that they can have."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from hypothesis import strategies as st

from model.traces.head_measures import MEASURES
from model.traces.moment import HEAD_NUMBERS
from model.traces.trace import KINDS
from viz_app.app.panels import PANELS, TRAINING
from viz_app.panels.attention.controller import picture_cell_picked
from viz_app.panels.training.controller import TrainingRoomController
from viz_app.workbench import state as options
from viz_app.workbench.changes import selection
from viz_app.workbench.room import Panel
from viz_app.workbench.state import Cell, RowLabels

SMALL = st.integers(0, 9)
CELLS = st.builds(Cell, SMALL, SMALL)
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
            ("tint", (None, *MEASURES)),
            ("side_by_side", (False, True)),
            ("words", (False, True)),
            ("sorted_by_tint", (False, True)),
        )
    )
)


@dataclass(frozen=True)
class Intent:
    """A signal of a panel's views, and what becomes of it; of no panel: on what is on screen."""

    name: str
    change: Callable[..., Any]
    panel: Panel | None = None


ASKED: dict[str, tuple[st.SearchStrategy[Any], ...]] = {
    "cell of attention": (st.sampled_from(KINDS), st.none() | CELLS),
    "names of rows": (st.sampled_from(get_args(RowLabels)),),
    "option": (OPTIONS,),
    "head of several": (SMALL,),
    "all heads": (st.booleans(),),
    "embedding.source_token_picked": (SMALL,),
    "embedding.step_picked": (SMALL,),
    "forcing.target_given": (TEXTS,),
    "forcing.padding_counted": (st.booleans(),),
    "positions.size_picked": (st.booleans(),),
    "positions.d_model_chosen": (SIZES,),
    "positions.length_chosen": (SIZES,),
    "positions.rotation_chosen": (SMALL, SIZES),
    "positions.head_picked": (SMALL,),
    "positions.exchange_requested": (),
    "one_head.head_picked": (st.sampled_from(KINDS), SMALL, SMALL),
    "one_head.query_picked": (SMALL,),
    "one_head.zoom_ended": (),
    "scaling.d_k_chosen": (SIZES,),
    "scaling.factor_chosen": (st.sampled_from((0.0, 0.1, 1.0, 10.0)),),
    "scaling.vectors_requested": (),
    "scaling.query_picked": (SMALL,),
    "masks.sentences_changed": (st.lists(TEXTS, max_size=9).map(tuple),),
    "masks.sentence_picked": (SMALL,),
    "masks.stage_picked": (st.integers(-1, 9),),
    "masks.cell_flipped": (st.sampled_from(KINDS), CELLS),
    "masks.edits_dropped": (),
    "masks.row_picked": (SMALL,),
    "masks.key_flipped": (SMALL,),
    "masks.keys_masked": (),
    "masks.head_picked": (st.sampled_from(KINDS), SMALL, SMALL),
    "architecture.layer_picked": (SMALL,),
    "architecture.size_picked": (st.sampled_from("ndkr"), SIZES),
    "bleu.order_picked": (st.integers(1, 4),),
    "bleu.case_ignored": (st.booleans(),),
    "bleu.reference_changed": (TEXTS,),
    "training.run_picked": (st.sampled_from(("one", "two", "three", "none")),),
    "training.compare_picked": (st.sampled_from((None, "one", "two", "three")),),
    "training.replay_closed": (),
    "training.moment_picked": (st.integers(-1, 9),),
    "training.probe_picked": (st.integers(0, 1),),
    "training.play_toggled": (),
    "training.number_picked": (st.sampled_from(HEAD_NUMBERS),),
    "training.kind_picked": (st.sampled_from(KINDS),),
    "training.head_picked": (st.sampled_from(KINDS), SMALL, SMALL),
}
"""By intent, what its arguments can be."""


def _of_attention() -> list[Intent]:
    return [
        Intent("cell of attention", picture_cell_picked),
        Intent("names of rows", selection.row_labels_picked),
        Intent("option", lambda bench, told: selection.option_picked(bench, *told)),
        Intent("head of several", selection.head_toggled),
        Intent("all heads", selection.all_heads_chosen),
    ]


def _of_tabs() -> list[Intent]:
    found = []
    for panel in PANELS:
        maker = TrainingRoomController if panel is TRAINING else panel.parts().controller
        for name, change in getattr(maker, "intents", {}).items():
            if f"{panel.name}.{name}" in ASKED:
                found.append(Intent(f"{panel.name}.{name}", change, panel))
    return found


INTENTS = [*_of_attention(), *_of_tabs()]
