import dataclasses

import numpy as np
import pytest

from tests.viz_app.app.animation.animated import bench_of, run_room
from tests.viz_app.recorded_runs import history
from tests.viz_app.states import TARGET
from viz_app.app.animation import decoding_film, training_film
from viz_app.panels.training.replay.room import number_picked, probe_picked, replay_closed
from viz_app.storage.animation_files import AnimationError
from viz_app.workbench.state import AttentionOptions, Cell, Workbench


def frames(film):
    return [film.frame(index) for index in range(film.count)]


# ------------------------------------------------------------------------------- a decoding


def test_a_decoding_has_a_picture_for_every_step():
    shown = frames(decoding_film(dataclasses.replace(bench_of(), whole=True)))
    assert len(shown) == len(TARGET)
    for step, frame in enumerate(shown):
        focus = frame.attention.focus
        assert (frame.steps.step, frame.steps.tokens[frame.steps.step]) == (step, TARGET[step])
        assert (focus.marked_row, focus.decoded_rows) == (step, step + 1)
        assert frame.attention.mosaic.decoded_rows == step + 1
        assert (frame.model, frame.source, frame.replay) == ("zh-en", "我有猫", None)


def test_it_shows_what_is_looked_at_and_how():
    bench = bench_of(kind="decoder", view="links", scale="log", special="hidden")
    for frame in frames(decoding_film(bench)):
        focus = frame.attention.focus
        assert (focus.kind, focus.layer, focus.head) == ("decoder", 1, 0)
        assert frame.attention.options == AttentionOptions(
            view="links", scale="log", special="hidden"
        )


def test_a_cell_goes_along_with_the_steps():
    bench = bench_of()
    bench = dataclasses.replace(
        bench, selection=dataclasses.replace(bench.selection, cell=Cell(0, 2))
    )
    cells = [frame.attention.focus.cell for frame in frames(decoding_film(bench))]
    assert cells == [Cell(step, 2) for step in range(len(TARGET))]


def test_without_steps_there_is_nothing_to_animate():
    for bench in (Workbench(), dataclasses.replace(bench_of(), trace=None)):
        with pytest.raises(AnimationError, match="type a sentence first"):
            decoding_film(bench)


# ------------------------------------------------------------------------------- a training


def test_a_training_has_a_picture_for_every_moment():
    run = history()
    shown = frames(training_film(run_room(run)))
    assert len(shown) == len(run.moments)
    for moment, frame in zip(run.moments, shown, strict=True):
        trace = moment.traces[0]
        assert frame.replay.updates[frame.replay.index] == moment.update
        assert np.array_equal(frame.attention.mosaic.weights, trace.cross_weights)
        assert frame.steps.line.log_probabilities == pytest.approx(
            [step.log_probability for step in trace.steps]
        )
        assert (frame.model, frame.source) == ("reverse-1", "a b c")


def test_the_loss_is_that_of_the_moment_and_so_is_the_last_validation():
    run = history()
    for moment, frame in zip(run.moments, frames(training_film(run_room(run))), strict=True):
        point = frame.replay.loss_at(frame.replay.index)
        assert (point is None) == (moment.update == 0)
        assert point is None or point.update == moment.update
        last_end = moment.update // 10 * 10  # an epoch has ten updates
        validated = frame.validated
        assert (validated.update if validated else 0) == last_end
        if validated:
            assert validated.validation_loss == run.curve[last_end - 1].validation_loss


def test_it_is_of_the_sentence_that_is_looked_at():
    room = probe_picked(run_room(), 1)
    assert {frame.source for frame in frames(training_film(room))} == {"d e"}


def test_nothing_is_changed_in_the_window():
    room = replay_closed(number_picked(run_room(), "diagonality"))
    before = dataclasses.replace(room)
    frames(training_film(room))
    assert room == before


def test_a_compared_run_stands_beside_it():
    runs = (history(), history("other", rate=10.0))
    room = run_room(*runs)
    own = dataclasses.replace(room.own.runs, compared="other")
    for frame in frames(training_film(room.changed(runs=own))):
        assert frame.attention.focus.compared is not None
        assert frame.replay.compared == "other"


def test_without_moments_there_is_nothing_to_animate():
    with pytest.raises(AnimationError, match="no recorded attention"):
        training_film(run_room(history(updates=())))


def test_a_moment_that_lacks_the_sentence_is_not_replaced_by_something_else():
    run = history()
    broken = dataclasses.replace(run.moments[2], traces=())
    run = dataclasses.replace(run, moments=(*run.moments[:2], broken, *run.moments[3:]))
    film = training_film(run_room(run, bench=bench_of()))
    assert film.frame(1).source == "a b c"
    with pytest.raises(AnimationError, match="it was not recorded at every moment"):
        film.frame(2)
