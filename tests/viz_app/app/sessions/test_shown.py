"""Whatever a session can have chosen, the window shows it, with the model that is there."""

import dataclasses
import random
from typing import Any, get_args

import pytest

from model.lessons.masks import MASK_NAMES
from model.lessons.one_head import Matrix
from tests.viz_app.application import settle
from viz_app.app.session_state import session_of, with_session
from viz_app.panels.architecture import room as architecture
from viz_app.panels.masks import room as masks
from viz_app.panels.one_head import room as one_head
from viz_app.panels.positions import room as positions

pytestmark = pytest.mark.slow

LARGE = (0, 1, 2, 5, 40, 2**31 - 1)
KINDS = ("encoder", "decoder", "cross")


def chosen(source: random.Random) -> dict[str, Any]:
    """In every panel."""
    pick = source.choice
    cells = [[pick(KINDS), pick(LARGE), pick(LARGE)] for _ in range(source.randrange(9))]
    return {
        "one_head": {
            "stage": pick(one_head.STAGES),
            "zoomed": pick((None, *get_args(Matrix))),
            "dimension": pick(LARGE),
            "feature": pick(LARGE),
        },
        "embedding": {
            "part": pick(("near", "into", "out", "forcing")),  # the last one in an older version
            "side": pick(("source", "target")),
            "token": pick(LARGE),
            "given": pick(("", "a b", "☃")),
            "given_for": "a b c d e",
        },
        "positions": {
            "page": pick(positions.PAGES),
            "any_size": pick((True, False)),
            "d_model": pick((1, 2, 3, 1024)),
            "length": pick((None, 1, 1024)),
            "position": pick(LARGE),
            "offset": pick(LARGE),
            "seed": pick(LARGE),
        },
        "scaling": {
            "vectors": pick(("random", "head")),
            "d_k": pick((1, 512)),
            "seed": pick(LARGE),
        },
        "masks": {
            "view": pick(masks.VIEWS),
            "others": pick(([], ["a b"], ["☃"] * 5)),
            "others_task": "reverse",
            "sentence": pick((None, 0, 5)),
            "mask": pick(MASK_NAMES),
            "stage": pick((0, 1, 2, 3)),
            "edits": cells,
            "edits_of": ["tiny", "a b c d e"],
            "row": pick((None, *LARGE)),
            "allowed": [pick(LARGE)],
        },
        "architecture": {
            "view": pick(("diagram", "complexity")),
            "block": {
                "side": pick(("encoder", "decoder")),
                "kind": pick(get_args(architecture.BlockKind)),
                "sublayer": pick((None, *get_args(architecture.Sublayer))),
            },
            "axis": pick(("n", "d")),
        },
        "bleu": {"order": pick((1, 4)), "typed": pick((None, "", "e d")), "typed_for": "a b c d e"},
    }


def looked_at(source: random.Random) -> dict[str, Any]:
    """On the workbench."""
    pick = source.choice
    return {
        "selection": {
            "kind": pick(KINDS),
            "layer": pick(LARGE),
            "head": pick(LARGE),
            "step": pick(LARGE),
            "cell": pick((None, [0, 0], [3, 2], [50, 50])),
        },
        "attention": {
            "view": pick(("grid", "focus", "links", "text")),
            "special": pick(("shown", "hidden", "renormalised")),
            "words": pick((True, False)),
            "scale": pick(("linear", "sqrt", "log")),
            "combination": pick(("head", "mean", "max", "rollout")),
            "heads": pick(([], [0], [7, 900])),
            "tint": pick((None, "next", "entropy")),
        },
    }


def test_whatever_was_chosen_is_shown(qtbot, application):
    source, base = random.Random(5), session_of(application.store.state)
    for tab in list(chosen(source)) * 2:
        session = dataclasses.replace(
            base,
            bench={**looked_at(source), "tab": tab},
            panels=chosen(source),
            zoom={"factor": source.choice((1.0, 3.0, 1000.0)), "row": 1e5, "column": 2.0},
        )
        application.store.apply(lambda state, session=session: with_session(state, session))
        for shown in (tab, "attention"):
            application.window.show_tab(shown)
            settle(qtbot, application)
            assert not application.window.grab().isNull()
        assert application.bench.now.absent is None


def test_a_zoom_that_there_is_not_is_the_nearest(qtbot, application):
    base = session_of(application.store.state)
    session = dataclasses.replace(base, zoom={"factor": 1000.0, "row": 1e5, "column": 1e5})
    application.store.apply(lambda state: with_session(state, session))
    settle(qtbot, application)
    view = application.window.attention.focus
    assert view.is_zoomed
    view.zoom_out()
    settle(qtbot, application)
    assert application.store.state.zooms["one"].factor < 1000.0
    view.fit()
    assert not application.store.state.zooms
