"""The tabs whose pictures are taken along, and the sentence in them."""

from PySide6.QtWidgets import QWidget

from viz_app.app.panels import PANELS
from viz_app.widgets.themed import Pictured

TEXT = "我有一只猫。"

SENTENCE = ["zh-en", f"{TEXT} → I have a cat."]
"""The parts of a caption that say of what a picture is."""

TABS = [panel.name for panel in PANELS]

LEARNING = {"training", "runs", "time_lapse", "experiments"}
"""Tabs with a run on show."""

TYPED = {"forcing", "masks", "architecture"}
"""Tabs whose main picture has the tokens of the sentence."""

PAGED = {"attention", "embedding", "positions", "masks", "architecture", "one_head", "time_lapse"}
"""Tabs whose first buttons show other pictures."""


def every_picture(window):
    """That can be seen now."""
    page = window.tabs.page()
    inside = (page, window.timeline, window.replay)
    return [
        view
        for around in inside
        for view in (around, *around.findChildren(QWidget))
        if isinstance(view, Pictured) and view.isVisible()
    ]
