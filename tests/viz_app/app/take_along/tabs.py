"""The tabs whose pictures are taken along, and the sentence in them."""

from viz_app.app.panels import PANELS

TEXT = "我有一只猫。"

TABS = [panel.name for panel in PANELS]

LEARNING = {"training", "runs", "time_lapse", "experiments"}
"""Tabs with a run on show."""

TYPED = {"embedding", "masks", "architecture"}
"""Tabs whose main picture has the tokens of the sentence."""
