"""Frames of an animation: what each shows, and how it is painted."""

import dataclasses
import threading

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from tests.viz_app.painted import THEMES, each_theme, svg_texts
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import SOURCE, TARGET, summary, trace_of
from viz_app.app.animation import (
    TOLD,
    decoding_film,
    frame_caption,
    frame_pixels,
    paint_frame,
    training_film,
)
from viz_app.design.theme import light_theme
from viz_app.panels.attention.pictures.heatmap_layout import layout_focus
from viz_app.panels.training.replay.room import number_picked, probe_picked, replay_closed
from viz_app.panels.training.state import TrainingState
from viz_app.storage.animation_files import AnimationError
from viz_app.texts.labels import short_loss
from viz_app.workbench.room import Room
from viz_app.workbench.state import AttentionOptions, Cell, Selection, Workbench

LONG = (*(f"word{index}" for index in range(39)), "</s>")


def bench_of(trace=None, *, view="grid", kind="cross", **options):
    """A workbench that looks at the second layer's first head."""
    return Workbench(
        model=summary("zh-en"),
        trace=trace or trace_of(),
        selection=Selection(kind=kind, layer=1, head=0),
        attention=AttentionOptions(view=view, **options),
    )


def run_room(*histories, bench=None, **fields):
    """The room of training with these runs, the first on show."""
    room = Room(TrainingState(), bench or Workbench(attention=AttentionOptions()))
    return with_runs(room, *(histories or (history(**fields),)))


def words_of(frame, *, width=1280, height=720, theme=THEMES["light"]):
    """Everything that is written, read back from an SVG."""
    return svg_texts(
        lambda painter, rect: paint_frame(painter, rect, frame, theme), width=width, height=height
    )


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
    with pytest.raises(AnimationError, match="no recorded attention"):
        training_film(run_room(history(updates=())))


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
    room = replay_closed(number_picked(probe_picked(run_room(), 1), "diagonality"))
    before = dataclasses.replace(room)
    assert {frame.source for frame in frames(training_film(room))} == {"d e"}
    assert room == before, "nothing is changed in the window"


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


def test_a_compared_run_stands_beside_it():
    runs = (history(), history("other", rate=10.0))
    room = run_room(*runs)
    own = dataclasses.replace(room.own.runs, compared="other")
    for frame in frames(training_film(room.changed(runs=own))):
        assert frame.attention.focus.compared is not None
        assert frame.replay.compared == "other"


def test_a_moment_that_lacks_the_sentence_is_not_replaced_by_something_else():
    run = history()
    broken = dataclasses.replace(run.moments[2], traces=())
    run = dataclasses.replace(run, moments=(*run.moments[:2], broken, *run.moments[3:]))
    film = training_film(run_room(run, bench=bench_of()))
    assert film.frame(1).source == "a b c"
    with pytest.raises(AnimationError, match="it was not recorded at every moment"):
        film.frame(2)


VIEWS = ("grid", "focus", "links", "text")
SIZES = ((480, 320), (1280, 720), (721, 1080), (1920, 1080))


def pixels(frame, theme=None, size=(1280, 720)):
    return frame_pixels(frame, theme or light_theme(), width=size[0], height=size[1])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", VIEWS)
def test_a_picture_has_the_size_that_was_asked_for(view, size):
    shown = pixels(decoding_film(bench_of(view=view)).frame(2), size=size)
    assert (shown.shape, shown.dtype) == ((size[1], size[0], 3), np.uint8)
    assert len(np.unique(shown.astype(np.int32) @ (1, 256, 65536))) > 20


@each_theme
def test_the_ground_is_the_themes(theme):
    shown = pixels(decoding_film(bench_of()).frame(0), theme)
    wanted = [int(theme.background[place : place + 2], 16) for place in (1, 3, 5)]
    for corner in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
        assert shown[corner].tolist() == wanted


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("size", SIZES)
def test_it_says_sentence_tokens_model_and_where_one_is(view, size):
    frame = decoding_film(bench_of(view=view)).frame(3)
    said = words_of(frame, width=size[0], height=size[1])
    assert {"我有猫", "zh-en", "cat", "p 0.50"} <= set(said)
    assert "Cross · layer 2 · head 1 · step 4 of 6" in said
    frame = decoding_film(bench_of(view="links", heads=(0, 1))).frame(3)
    assert frame_caption(frame) == "Cross · layer 2 · all 2 heads · step 4 of 6"
    said = words_of(decoding_film(bench_of(side_by_side=True)).frame(1))
    assert {"Encoder self", "Decoder self", "Cross"} <= set(said)


@pytest.mark.parametrize("size", SIZES)
def test_the_step_is_in_view_in_a_long_translation(size):
    trace = trace_of(LONG, source=(*SOURCE[:-1] * 12, "</s>"))
    film = decoding_film(bench_of(trace))
    assert film.count == 40
    for step in (0, 13, 27, 39):
        said = words_of(film.frame(step), width=size[0], height=size[1])
        assert LONG[step] in said
        assert f"Cross · layer 2 · head 1 · step {step + 1} of 40" in said


@pytest.mark.parametrize("view", ["links", "text"])
def test_a_long_picture_is_scrolled_to_the_step(view):
    film = decoding_film(bench_of(trace_of(LONG), view=view))
    for step in (0, 39):
        said = words_of(film.frame(step), width=640, height=360)
        assert said.count(LONG[step]) >= 2  # among the steps, and in the picture


def test_the_steps_token_stands_out_and_later_ones_are_faded():
    film = decoding_film(bench_of())
    first, last = pixels(film.frame(0)), pixels(film.frame(len(TARGET) - 1))
    tokens = np.s_[40:80, 16:400]
    assert first[tokens].min() < 60
    assert not np.array_equal(first[tokens], last[tokens])
    dark = [(shown[tokens].max(axis=2) < 110).sum(axis=0).nonzero()[0] for shown in (first, last)]
    assert dark[0].max() < dark[1].max() / 3  # only the first token is written in full


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_nothing_jumps_from_step_to_step(kind):
    target = ("I", "an-exceedingly-long-token-that-needs-room", "a", "cat", ".", "</s>")
    film = decoding_film(bench_of(trace_of(target), kind=kind, view="focus"))
    shown = [film.frame(step).attention.focus for step in range(film.count)]
    for size in ((500, 500), (400, 500), (331, 260), (300, 500), (720, 300), (900, 800)):
        for theme in (light_theme(), light_theme("presentation")):
            rect = QRectF(0, 0, *size)
            layouts = [layout_focus(rect, focus, theme, told=TOLD) for focus in shown]
            assert len({layout.viewport.getRect() for layout in layouts}) == 1, size
            assert len({layout.sentence.getRect() for layout in layouts}) == 1, size


def test_a_sentence_that_is_too_long_for_its_place_is_shortened():
    target = ("I", "an-exceedingly-long-token-that-needs-room", "a", "cat", ".", "</s>")
    film = decoding_film(
        bench_of(trace_of(target), kind="decoder", view="focus", side_by_side=True)
    )
    said = "".join(words_of(film.frame(3)))  # in three columns
    read = "Having read “\u2068a\u2069”, before choosing “\u2068cat\u2069”:"
    looks = "it looks back most at “\u2068a\u2069” (48\xa0%), then at “\u2068an-ex"
    assert f"{read} {looks}".replace(" ", "") in said.replace(" ", "")  # a line ends anywhere
    assert "an-exceedingly-long-token-that-needs-room" not in said
    assert "(37\xa0%)" not in said
    wide = "".join(words_of(film.frame(3), width=2400))
    assert f"{read} layer 2 head 1 looks back most at “\u2068a\u2069” (48\xa0%), then at" in wide
    assert "an-exceedingly-long-token-that-needs-room\u2069” (37\xa0%)" in wide


def test_another_thread_paints_the_very_same():
    film = decoding_film(bench_of())
    wanted = [pixels(film.frame(step)) for step in range(film.count)]
    painted = []

    def paint():
        painted.extend(pixels(film.frame(step)) for step in range(film.count))

    other = threading.Thread(target=paint)
    other.start()
    while other.is_alive():  # at the same time as the window
        pixels(film.frame(1))
    other.join()
    assert len(painted) == film.count
    assert all(map(np.array_equal, wanted, painted))


# ------------------------------------------------------------------------------- a training


def test_a_moment_says_update_loss_and_validation():
    run = history()
    film = training_film(run_room(run))
    frame = film.frame(5)  # after 20 updates
    point = run.curve[19]
    assert frame_caption(frame) == (
        f"Cross · layer 1 · head 1 · validation {short_loss(point.validation_loss)}, update 20"
    )
    said = " ".join(words_of(frame))
    assert f"update 20 of 40, epoch 2 · loss {short_loss(point.loss)}" in said
    assert frame_caption(film.frame(0)) == "Cross · layer 1 · head 1"
    assert "before the first update" in " ".join(words_of(film.frame(0)))


@pytest.mark.parametrize("size", SIZES)
def test_a_moment_has_its_curve_at_every_size(size):
    film = training_film(run_room())
    one, other = (pixels(film.frame(index), size=size) for index in (1, 6))
    height = size[1] // 12
    assert not np.array_equal(one[-height:], other[-height:])


def test_tokens_stay_in_their_place_whatever_their_numbers():
    film = training_film(run_room(history(rate=0.1)))
    edges = set()
    for index in range(film.count):
        shown = pixels(film.frame(index))
        line = shown[42, :640].astype(int)  # the upper edges of the tokens' boxes
        edges.add(tuple(np.abs(np.diff(line.sum(axis=1))).nonzero()[0][:4]))
    assert len(edges) == 1
