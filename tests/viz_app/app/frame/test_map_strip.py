"""The strip that says where a tab is on the map of the model."""

import pytest

from model.config import STACKS
from tests.viz_app.probes import marked_language
from viz_app.app.frame.places import MapStrip, blocks_of, small_map
from viz_app.app.panels import PANELS
from viz_app.design.theme import dark_theme, light_theme
from viz_app.workbench.room import MapPlace


@pytest.fixture
def strip(qtbot):
    strip = MapStrip()
    qtbot.addWidget(strip)
    strip.set_theme(light_theme())
    return strip


def test_every_tab_that_explains_says_where_it_is_and_no_other(strip):
    shown = {}
    for panel in PANELS:
        strip.follow(panel.name)
        if not strip.isHidden():
            shown[panel.name] = strip.text()
            assert strip.accessibleName() == strip.text()
            assert strip.toolTip()
            assert not strip.icon().isNull()
    assert shown == {
        "embedding": "Map ▸ Input and output ▸ Embedding",
        "positions": "Map ▸ Input ▸ Positions",
        "one_head": "Map ▸ Attention ▸ One head",
        "scaling": "Map ▸ Attention ▸ Scaling",
        "masks": "Map ▸ Attention ▸ Masks",
        "bleu": "Map ▸ Output ▸ BLEU",
        "why": "Map ▸ Output ▸ Why",
        "forcing": "Map ▸ Output ▸ Teacher forcing",
    }


def test_it_speaks_the_language_of_the_window(strip):
    strip.follow("masks")
    with marked_language():
        strip.set_stacks(STACKS)
        assert strip.text() == "«Map» ▸ «Attention» ▸ «Masks»"


def test_it_is_low(strip):
    for panel in PANELS:
        strip.follow(panel.name)
        assert strip.height() <= 28
        assert strip.iconSize().height() <= strip.height()


def test_the_small_map_has_the_stacks_of_the_model():
    both = ("embedding", "positions", "self_attention")
    assert blocks_of("encoder", STACKS) == (*both, "feed_forward")
    assert blocks_of("decoder", STACKS) == (*both, "cross_attention", "feed_forward", "output")
    for stack in STACKS:
        assert blocks_of(stack, (stack,)) == (*both, "feed_forward", "output")


@pytest.mark.parametrize("theme", [light_theme(), dark_theme()])
def test_the_blocks_of_the_place_have_the_accent_colour(qapp, theme):
    def accents(place, stacks=STACKS):
        """Lines of the picture that have the accent colour, by stack."""
        image = small_map(place, stacks, theme, 1.0).toImage()
        half = image.width() // len(stacks)
        return [
            sum(image.pixelColor(column * half + 3, y).name() == accent for y in range(23)) // 3
            for column in range(len(stacks))
        ]

    accent = theme.accent.lower()
    assert accents(MapPlace((), ("embedding", "output"))) == [1, 2]
    assert accents(MapPlace((), ("self_attention", "cross_attention"))) == [1, 2]
    assert accents(MapPlace((), ("cross_attention",))) == [0, 1]
    assert accents(MapPlace((), ("output",)), ("encoder",)) == [1]
