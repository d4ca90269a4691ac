"""What a check measured as a picture: every layer and part of the network can be read in it."""

import numpy as np
import pytest

from model.lessons.checks import CheckedLayer, Measured
from tests.viz_app.painted import painted
from viz_app.app.dialogs.check_pictures import check_picture
from viz_app.design.theme import light_theme

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
        lambda painter, rect: picture.paint(painter, rect, theme),
        theme=theme,
        **ROOM,
    )
    assert tuple(label.text for label in layout.rows) == picture.rows
    assert tuple(label.text for label in layout.columns) == picture.columns
    assert [name.strip() for name in picture.columns] == [
        *(f"{stack} {layer + 1}" for stack in ("enc", "dec") for layer in range(layers)),
        "none",
    ]
