"""From step to step, by hand or by a timer."""

from __future__ import annotations

import dataclasses

from viz_app.workbench.state.selection import with_step
from viz_app.workbench.state.workbench import Workbench


def step_chosen(bench: Workbench, step: int) -> Workbench:
    """Look at a step, beyond the ends at the first or the last one, where playing ends."""
    selection = with_step(bench.selection, step, bench.trace)
    at_end = bench.trace is None or selection.step >= bench.trace.n_places - 1
    playback = bench.playback
    if at_end and playback.playing:
        playback = dataclasses.replace(playback, playing=False)
    bench = dataclasses.replace(bench, selection=selection, playback=playback)
    return bench if bench.trace is None else step_kept(bench)


def step_kept(bench: Workbench) -> Workbench:
    """The step in view is the user's choice, and what comes after it is not in view."""
    return dataclasses.replace(bench, picked=bench.picked | {"step"}, whole=False)


def stepped(bench: Workbench, by: int = 1) -> Workbench:
    """Look at the next step, or so many further on."""
    return step_chosen(bench, bench.selection.step + by)


def last_step_chosen(bench: Workbench) -> Workbench:
    """Look at the last step."""
    return step_chosen(bench, bench.trace.n_places - 1 if bench.trace else 0)


def play_toggled(bench: Workbench) -> Workbench:
    """Start or stop playing; from the last step it starts at the first."""
    if not bench.trace or not bench.trace.n_places:
        return bench
    playing = not bench.playback.playing
    step = bench.selection.step
    if playing and step >= bench.trace.n_places - 1:
        step = 0
    return dataclasses.replace(
        step_kept(bench),
        playback=dataclasses.replace(bench.playback, playing=playing),
        selection=with_step(bench.selection, step, bench.trace),
    )


def stopped_playing(bench: Workbench) -> Workbench:
    """Stand still."""
    playback = dataclasses.replace(bench.playback, playing=False)
    return dataclasses.replace(bench, playback=playback)


def speed_picked(bench: Workbench, speed: float) -> Workbench:
    """Play at so many steps a second."""
    playback = dataclasses.replace(bench.playback, speed=speed)
    return dataclasses.replace(bench, playback=playback)
