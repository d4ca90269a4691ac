import numpy as np
import pytest

from model.lessons.one_head.matrices import SHAPES
from model.traces.trace import KINDS
from tests.model.anatomies import D_K, D_MODEL, anatomy_of
from viz_app.panels.one_head.head_matrices import matrix_level, stage_matrices
from viz_app.panels.one_head.state import STAGES, OneHeadState


def test_a_stage_ends_on_what_the_next_one_takes():
    anatomy = anatomy_of()
    states = [OneHeadState(stage=stage) for stage in STAGES]
    shown = [stage_matrices(state, anatomy) for state in states]
    assert [matrices[-1] for matrices in shown] == [
        "q",
        "products",
        "scores",
        "masked_scores",
        "weights",
        "context",
        "concatenation",
        "contribution",
        "added",
    ]
    for stage in (2, 3, 4, 5, 6):
        assert shown[stage][0] == shown[stage - 1][-1]


@pytest.mark.parametrize("projection", ["q", "k", "v"])
def test_the_first_stage_shows_one_projection(projection):
    matrices = stage_matrices(OneHeadState(projection=projection), anatomy_of())
    assert matrices[1:] == (f"w_{projection}", projection)


def test_the_stage_of_w_o_shows_one_head_or_all():
    anatomy = anatomy_of()
    one, every = (
        stage_matrices(OneHeadState(stage="output", share=share), anatomy)
        for share in ("head", "heads")
    )
    assert one == ("context", "w_o", "contribution")
    assert every == ("contributions", "output")


def test_only_a_post_norm_layer_normalises_at_the_end():
    state = OneHeadState(stage="add")
    assert stage_matrices(state, anatomy_of(norm="pre")) == ("before", "output", "added")
    assert stage_matrices(state, anatomy_of(norm="post"))[2:] == ("added", "after")


def test_levels_are_the_same_for_every_head_and_sentence():
    for matrix in SHAPES:
        levels = {
            matrix_level(anatomy_of(kind, head=head, seed=seed), matrix)
            for kind, head, seed in zip(KINDS, (0, 1, 1), (1, 2, 3), strict=True)
        }
        assert len(levels) == 1
        assert levels.pop() > 0


def test_products_and_weights_have_levels_that_follow_their_widths():
    anatomy = anatomy_of()
    assert matrix_level(anatomy, "products") == round(8 * np.sqrt(D_K))
    assert matrix_level(anatomy, "w_o") == pytest.approx(4 / np.sqrt(D_MODEL))
    assert matrix_level(anatomy, "weights") == 1
