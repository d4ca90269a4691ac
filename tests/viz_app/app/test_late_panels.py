"""What panels are made of is imported before anybody opens one, a panel a turn."""

import dataclasses
from itertools import islice

from viz_app.app.late_panels import parts_steps
from viz_app.app.panels import PANELS


def test_each_panel_is_imported_in_a_turn_of_its_own():
    told = []

    def telling(panel):
        return dataclasses.replace(panel, parts=lambda: told.append(panel.name))

    steps = parts_steps([telling(panel) for panel in PANELS])
    assert list(islice(steps, 2)) == [None, None]
    assert told == [PANELS[0].name]
    assert list(steps) == [None] * (len(PANELS) - 2)
    assert told == [panel.name for panel in PANELS]
