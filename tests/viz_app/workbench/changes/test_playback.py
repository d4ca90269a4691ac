"""From step to step, and no further than to the ends."""

import pytest

from viz_app.workbench.changes.playback import last_step_chosen, step_chosen, stepped
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.state.workbench import Workbench


def stood_at(bench):
    return bench.selection.step


def test_a_translation_is_walked_step_by_step_and_not_beyond_its_ends(tiny_trace):
    last = len(tiny_trace.steps) - 1
    bench = last_step_chosen(trace_arrived(Workbench(), tiny_trace))
    assert stood_at(bench) == stood_at(stepped(bench)) == last
    bench = step_chosen(bench, 0)
    assert stood_at(stepped(bench, -1)) == 0
    assert stood_at(stepped(bench)) == 1
    assert stood_at(last_step_chosen(bench)) == last


@pytest.mark.parametrize("change", [stepped, last_step_chosen])
def test_without_a_translation_there_is_the_first_step_alone(change):
    assert change(Workbench()) == Workbench()
