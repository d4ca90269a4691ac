"""Transitions of the whole state, one by one and in any order."""

import dataclasses

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from model.decoding.samples import summary_of
from model.messages import Message
from model.traces.head_measures import aligned_head
from model.traces.trace import KINDS, DecodeStep, Trace
from tests.viz_app.states import summary, trace_of
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.workbench.changes.models import failed, model_arrived, told
from viz_app.workbench.changes.selection import head_picked, kind_picked, play_toggled, step_chosen
from viz_app.workbench.changes.sessions import saved_bench, work_of, work_put_back
from viz_app.workbench.changes.translation import (
    sentence_asked,
    source_weighed,
    trace_arrived,
    translation_asked,
    translation_ended,
)
from viz_app.workbench.snapshots.attention import resolve_focus, resolve_mosaic
from viz_app.workbench.state import Workbench, with_head, within


def made_trace(n_source, n_steps, *, n_layers=2, n_heads=2, notices=()):
    shape = (n_layers, n_heads)
    steps = tuple(
        DecodeStep(
            index=index,
            fed=f"f{index}",
            token=f"t{index}",
            token_id=4,
            log_probability=-0.1,
            candidates=(),
            entropy=0.0,
            decoder_rows=np.full((*shape, index + 1), 1 / (index + 1), np.float32),
            cross_rows=np.full((*shape, n_source), 1 / n_source, np.float32),
        )
        for index in range(n_steps)
    )
    return Trace(
        source_text="x",
        source_tokens=tuple(f"s{index}" for index in range(n_source)),
        source_ids=(4,) * n_source,
        encoder_weights=np.full((*shape, n_source, n_source), 1 / n_source, np.float32),
        steps=steps,
        notices=notices,
    )


def test_what_is_on_screen_stays_when_another_is_asked_for_or_fails(tiny_trace):
    state = trace_arrived(Workbench(), tiny_trace)
    asked = translation_asked(failed(state, Message("no")), "new")
    assert asked.trace is tiny_trace
    assert (asked.translating, asked.source_text) == (True, "new")
    state = trace_arrived(Workbench(source_text="a"), tiny_trace)
    after = translation_ended(failed(state, Message("no"), details="why"))
    assert after.trace is tiny_trace
    assert (after.notice.level, str(after.notice.message)) == ("error", "no")


def test_a_growing_trace_is_followed_unless_an_earlier_step_was_chosen(tiny_trace):
    state = Workbench(translating=True)
    for n_steps in range(4):
        state = trace_arrived(state, made_trace(3, n_steps))
        assert state.selection.step == max(0, n_steps - 1)
    assert state.translating
    state = step_chosen(trace_arrived(Workbench(), made_trace(3, 3)), 0)
    assert trace_arrived(state, made_trace(3, 4)).selection.step == 0
    assert not trace_arrived(Workbench(translating=True), tiny_trace).translating


def test_what_is_said_of_model_and_sentence_is_one_notice_once():
    notices = (Message("First {a}.", {"a": 1}), Message("Second."))
    state = trace_arrived(Workbench(), made_trace(2, 0, notices=notices))
    assert str(state.notice.message) == "First 1. Second."
    later = trace_arrived(
        dataclasses.replace(state, notice=None), made_trace(2, 1, notices=notices)
    )
    assert later.notice is None
    state = told(Workbench(), Message("It is trained."))
    state = trace_arrived(state, made_trace(2, 0, notices=(Message("Unknown."),)))
    assert (str(state.notice.message), state.notice.level) == ("It is trained. Unknown.", "warning")
    state = trace_arrived(state, made_trace(2, 0, notices=(Message("Nothing."),)))
    assert [(level, str(message)) for level, message in state.notice.parts] == [
        ("info", "It is trained."),
        ("warning", "Unknown. Nothing."),
    ]


def test_playing_goes_from_the_first_step_to_the_last(tiny_trace):
    state = play_toggled(trace_arrived(Workbench(), tiny_trace))
    assert (state.playback.playing, state.selection.step) == (True, 0)
    state = play_toggled(trace_arrived(Workbench(), made_trace(3, 3)))
    assert step_chosen(state, 1).playback.playing
    assert not step_chosen(state, 2).playback.playing
    assert play_toggled(Workbench()) == Workbench()


def test_a_model_brings_its_samples_unless_its_task_is_the_same_or_a_sentence_was_given(tiny_model):
    state = model_arrived(Workbench(), 1, summary_of(tiny_model), models=())
    typed = dataclasses.replace(state, source_text="q r s")
    assert model_arrived(typed, 1, summary_of(tiny_model), models=()).source_text == "q r s"
    other = dataclasses.replace(summary_of(tiny_model), task="zh-en", samples=("一", "二"))
    assert model_arrived(state, 1, other, models=()).source_text == "一"
    summary = summary_of(tiny_model)
    assert model_arrived(Workbench(), 1, summary, models=()).source_text == summary.samples[0]
    given = model_arrived(Workbench(source_text="b a"), 1, summary, models=())
    assert given.source_text == "b a"


@pytest.mark.parametrize("level", ["info", "warning"])
def test_told_says_one_sentence(level):
    assert told(Workbench(), Message("hm"), level).notice.level == level


class Explorer(RuleBasedStateMachine):
    """Whatever a user does, the selection exists in the trace and the snapshots agree."""

    def __init__(self):
        super().__init__()
        self.state = Workbench()

    @rule(n_source=st.integers(1, 6), n_steps=st.integers(0, 5), n_layers=st.integers(1, 3))
    def trace(self, n_source, n_steps, n_layers):
        self.state = trace_arrived(self.state, made_trace(n_source, n_steps, n_layers=n_layers))

    @rule(text=st.text(max_size=5))
    def ask(self, text):
        self.state = translation_asked(self.state, text)

    @rule()
    def fail(self):
        self.state = failed(translation_ended(self.state), Message("no"))

    @rule(step=st.integers(-3, 9))
    def step(self, step):
        self.state = step_chosen(self.state, step)

    @rule()
    def play(self):
        self.state = play_toggled(self.state)

    @rule(kind=st.sampled_from(KINDS), layer=st.integers(0, 4), head=st.integers(0, 4))
    def head(self, kind, layer, head):
        selection = with_head(self.state.selection, kind, layer, head)
        if self.state.trace is not None:
            selection = within(selection, self.state.trace)
            self.state = dataclasses.replace(self.state, selection=selection)

    @invariant()
    def the_focus_is_the_head_of_the_mosaic(self):
        mosaic, focus = resolve_mosaic(self.state), resolve_focus(self.state)
        if self.state.trace is None:
            assert mosaic is None
            assert focus is None
            return
        assert np.array_equal(mosaic.weights[focus.layer, focus.head], focus.weights)
        assert focus.weights.shape == (len(focus.rows), len(focus.columns)) == focus.mask.shape
        assert focus.decoded_rows == mosaic.decoded_rows <= len(focus.rows)

    @invariant()
    def the_timeline_shows_the_step_that_the_focus_marks(self):
        timeline, focus = resolve_timeline(self.state), resolve_focus(self.state)
        assert timeline.step < max(1, timeline.n_steps)
        if focus is not None and focus.marked_row is not None:
            assert focus.rows[focus.marked_row].predicted == timeline.tokens[timeline.step]
        if timeline.playing:
            assert timeline.n_steps


TestExplorer = Explorer.TestCase


def test_a_finished_translation_is_looked_at_where_something_is_said():
    trace = worded("I have a cat .")
    bench = trace_arrived(trace_arrived(Workbench(), begun(trace)), trace)
    assert (bench.selection.step, bench.whole) == (5, False)
    trace = worded("I have a cat .").stopped("end of sentence")
    bench = trace_arrived(trace_arrived(Workbench(), begun(trace)), trace)
    assert bench.selection.step == 3
    assert (bench.selection.layer, bench.selection.head) == aligned_head(trace) == (1, 0)
    assert bench.whole
    focus = resolve_focus(bench)
    assert (focus.marked_row, focus.decoded_rows) == (3, 6)


def test_what_the_user_has_picked_stays_but_the_step_not_for_the_next_sentence():
    trace = worded("I have a cat .").stopped("end of sentence")
    bench = head_picked(trace_arrived(Workbench(), begun(trace)), "cross", 0, 1)
    bench = trace_arrived(bench, running(trace))
    bench = trace_arrived(step_chosen(bench, 1), trace)
    selection = bench.selection
    assert (selection.layer, selection.head, selection.step) == (0, 1, 1)
    assert resolve_focus(bench).decoded_rows == 2  # who walks the steps sees no later ones
    bench = trace_arrived(Workbench(), trace)
    bench = step_chosen(head_picked(bench, "cross", 0, 1), 0)
    bench = trace_arrived(trace_arrived(bench, begun(trace)), trace)
    selection = bench.selection
    assert (selection.layer, selection.head, selection.step) == (0, 1, 3)
    bench = kind_picked(trace_arrived(Workbench(), worded("a cat .")), "encoder")
    assert "head" not in bench.picked


def test_another_model_has_its_own_head_and_one_that_was_moved_the_trace(translated):
    trace = worded("I have a cat .").stopped("end of sentence")
    bench = head_picked(trace_arrived(Workbench(model=summary("one")), trace), "cross", 0, 1)
    again = model_arrived(bench, 2, summary("one"), models=())
    other = model_arrived(bench, 2, summary("other"), models=())
    assert ("head" in again.picked, "head" in other.picked) == (True, False)
    assert trace_arrived(other, trace).selection.layer == 1
    moved = model_arrived(translated, 2, dataclasses.replace(summary("one"), device="cuda"))
    assert translation_ended(translation_asked(moved, "a")).trace is translated.trace


def worded(text):
    """A trace with these words, whose second layer's first head looks along the diagonal."""
    words = (*text.split(), "</s>")
    trace = made_trace(len(words), len(words))
    return dataclasses.replace(
        trace,
        source_tokens=(*"甲乙丙丁。"[: len(words) - 1], "</s>"),
        steps=tuple(
            dataclasses.replace(step, token=word, cross_rows=aligned_rows(step.cross_rows, n))
            for n, (step, word) in enumerate(zip(trace.steps, words, strict=True))
        ),
    )


def aligned_rows(rows, index):
    rows = rows.copy()
    rows[1, 0] = 0.0
    rows[1, 0, index] = 1.0
    return rows


def begun(trace):
    return dataclasses.replace(trace, steps=(), stop="running")


def running(trace):
    return dataclasses.replace(trace, stop="running")


CHINESE = dataclasses.replace(summary(), scripts=("CJK",), samples=("我有一只猫。",))


@pytest.mark.parametrize("text", ["我有猫。", "12", "", "I 有 猫"])
def test_what_the_model_reads_is_not_doubted(text):
    assert source_weighed(Workbench(model=CHINESE, doubted="x"), text) == Workbench(model=CHINESE)


def test_another_script_is_doubted_once():
    bench = source_weighed(Workbench(model=CHINESE), "A cat.")
    assert bench.doubted == "A cat."
    assert (bench.notice.level, bench.notice.example) == ("warning", "我有一只猫。")
    assert str(bench.notice.message).startswith(
        "This sentence is in Latin letters, but zh-en reads Chinese characters"
    )
    assert source_weighed(bench, "A cat.").doubted == ""
    assert source_weighed(bench, "A dog.").doubted == "A dog."


LETTERS = dataclasses.replace(
    summary(), name="reverse", scripts=("LATIN",), lengths=range(1, 17), samples=("a b c",)
)


@pytest.mark.parametrize("count", [1, 16])
def test_a_string_as_long_as_those_that_were_learned_is_not_doubted(count):
    assert source_weighed(Workbench(model=LETTERS), " ".join("a" * count)).doubted == ""


def test_strings_of_a_length_that_was_not_learned_are_doubted_once():
    text = " ".join("abcdefghijklmnopq")
    bench = source_weighed(Workbench(model=LETTERS), text)
    assert bench.doubted == text
    assert (bench.notice.level, bench.notice.example) == ("warning", "a b c")
    assert str(bench.notice.message).startswith(
        "reverse was trained on strings of 1 to 16 letters; this one has 17"
    )
    assert source_weighed(bench, text).doubted == ""
    model = dataclasses.replace(LETTERS, lengths=range(3, 11))
    assert source_weighed(Workbench(model=model), "a b").doubted == "a b"
    assert source_weighed(Workbench(model=model), "").doubted == ""
    assert source_weighed(Workbench(model=LETTERS), "abcdefgh ijklmnop").doubted == ""
    assert source_weighed(Workbench(model=LETTERS), "abcdefgh ijklmnopq").doubted
    longer = dataclasses.replace(LETTERS, lengths=range(3, 11))
    assert source_weighed(Workbench(model=longer), "hello").doubted == ""
    assert source_weighed(Workbench(), "A cat.").doubted == ""
    assert source_weighed(Workbench(model=summary()), "A cat.").doubted == ""


def test_what_was_asked_for_is_remembered_once_the_newest_first():
    bench = Workbench()
    for text in ("a", "b", " a ", "", "c"):
        bench = translation_asked(bench, text)
    assert bench.asked == ("c", "a", "b")
    for number in range(30):
        bench = translation_asked(bench, str(number))
    assert bench.asked == tuple(str(number) for number in range(29, 9, -1))
    bench = Workbench(model=summary("imported"))
    for text in ("cat", " cat", "  ", "cat"):
        bench = translation_asked(bench, text)
    assert bench.asked == ("cat", " cat")


@pytest.fixture
def translated():
    bench = model_arrived(Workbench(source_text="a"), 1, summary("one"))
    begun = dataclasses.replace(trace_of(), steps=())
    bench = trace_arrived(translation_asked(bench, "a"), begun)
    return trace_arrived(bench, trace_of().stopped("end of sentence"))


@pytest.fixture
def waiting(translated):
    """Another model is here, and has not yet read the sentence."""
    return translation_asked(model_arrived(translated, 2, summary("two")), "a")


def test_until_the_new_picture_is_there_the_old_one_stays_as_outdated(waiting):
    assert waiting.trace is not None
    assert waiting.outdated
    assert not trace_arrived(waiting, dataclasses.replace(trace_of(), steps=())).outdated
    again = sentence_asked(waiting, "b")
    assert again.outdated
    assert translation_ended(again).trace is None
    stopped = translation_ended(waiting)
    assert (stopped.trace, stopped.branches, stopped.translating) == (None, None, False)
    assert not stopped.outdated


def test_what_is_kept_or_put_back_is_of_its_own_model(translated, waiting):
    assert saved_bench(waiting).branches == ()
    assert len(saved_bench(translated).branches) == 1
    back = work_put_back(waiting, work_of(translated))
    assert (back.trace, back.outdated) == (translated.trace, False)
    assert translation_ended(back).trace is translated.trace
