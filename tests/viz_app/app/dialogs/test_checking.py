"""What the page of the checks shows before, while and after they are made; their pictures."""

import numpy as np
import pytest

from model.lessons.checks import CHECK_NAMES, CheckedLayer, Finding, Measured
from tests.viz_app.painted import painted
from viz_app.app.dialogs.check_pictures import check_picture
from viz_app.app.dialogs.checking import resolve_checks
from viz_app.app.slices import (
    CheckState,
    check_chosen,
    check_made,
    model_replaced,
    round_begun,
    round_ended,
)
from viz_app.design.theme import light_theme


def made(*verdicts):
    state = round_begun(CheckState(), model="mine", key=1)
    for name, verdict in zip(CHECK_NAMES, verdicts, strict=False):
        state = check_made(state, Finding(name=name, verdict=verdict))
    return state


def statuses(state):
    return [line.status for line in resolve_checks(state).lines]


def test_the_next_check_runs_and_the_others_wait():
    assert statuses(CheckState()) == ["waiting"] * len(CHECK_NAMES)
    assert statuses(made("passed"))[:3] == ["passed", "running", "waiting"]
    assert statuses(round_ended(made("passed")))[:3] == ["passed", "waiting", "waiting"]


def test_the_worst_is_shown_until_the_user_chooses():
    shown = resolve_checks(made("passed", "warning", "failed", "failed")).shown
    assert shown.name == CHECK_NAMES[2]
    assert resolve_checks(made("not applicable", "warning")).shown.name == CHECK_NAMES[1]
    chosen = check_chosen(made("passed", "failed"), CHECK_NAMES[5])
    assert resolve_checks(chosen).shown.name == CHECK_NAMES[5]
    again = round_begun(chosen, model="mine", key=1)
    assert resolve_checks(again).shown.name == CHECK_NAMES[5]


def test_of_another_model_nothing_is_known():
    snapshot = resolve_checks(model_replaced(made("passed", "failed")))
    assert snapshot.gone
    assert snapshot.done == 0
    assert not resolve_checks(CheckState()).gone


def test_what_has_ended_does_not_end_again():
    ended = round_ended(made("passed"))
    assert round_ended(ended) is ended


PARTS = ("attention", "attention_residual", "feed_forward_residual", "output_transform", "output")
ROOM = {"width": 720, "height": 300}
"""Of the picture where the page is 1280 × 800 px in presentation size."""


def of_parts(layers):
    stacks = ("encoder", "decoder")
    columns = tuple(CheckedLayer(kind, layer) for kind in stacks for layer in range(layers))
    return Measured(
        thing="bad numbers",
        rows=PARTS,
        columns=columns,
        words=("outside",),
        values=np.zeros((len(PARTS), 2 * layers + 1), np.float32),
    )


@pytest.mark.parametrize("layers", [1, 2, 6])
def test_no_name_of_a_layer_or_part_is_cut(layers):
    picture, theme = check_picture(of_parts(layers)), light_theme("presentation")
    _, layout = painted(
        lambda painter, rect: picture.paint(painter, rect, theme), theme=theme, **ROOM
    )
    assert tuple(label.text for label in layout.rows) == picture.rows
    assert tuple(label.text for label in layout.columns) == picture.columns
    assert [name.strip() for name in picture.columns] == [
        *(f"{stack} {layer + 1}" for stack in ("enc", "dec") for layer in range(layers)),
        "none",
    ]
