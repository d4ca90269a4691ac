"""Whatever changes the state in whatever order: it holds together, shows, and can be taken back.

``STEPS=10000`` makes so many changes.
"""

import dataclasses
import os
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from model.messages import ConfigError, Message
from model.traces.interventions import check_interventions
from model.traces.trace import KINDS
from tests.viz_app.app.any_action import worker
from tests.viz_app.app.any_action.intents import INTENTS
from tests.viz_app.app.any_action.invariants import untruths
from tests.viz_app.app.any_action.shown import show_everything
from tests.viz_app.heard_room import heard_room
from tests.viz_app.recorded_runs import history
from viz_app.app import interventions
from viz_app.app.app_state import (
    AppState,
    bench_slot,
    room_slot,
    screen_slot,
    tab_opened,
    whole_slot,
)
from viz_app.app.panels import PANELS, TRAINING
from viz_app.app.undo import _idle, _taken, redone, remembered, undone
from viz_app.design.theme import light_theme
from viz_app.engine.store import Store
from viz_app.panels.training import changes
from viz_app.panels.training.replay import room as replay
from viz_app.panels.training.runs import room as runs
from viz_app.panels.training.state import LiveRun, TrainingRequest, with_new_live
from viz_app.workbench.changes import models, selection, translation
from viz_app.workbench.changes.interventions import (
    Scope,
    change_refusal,
    requested,
    shown_branch,
)
from viz_app.workbench.changes.sessions import saved_bench, session_opened
from viz_app.workbench.room import StateHandle
from viz_app.workbench.snapshots.interventions import base_of
from viz_app.workbench.state import ROOT, SPEEDS, BranchRequest

STEPS = int(os.environ.get("STEPS", "300"))
EACH = 50

TEXTS = st.sampled_from(("a b c", "d", "", "a b c d e f", "<b>x</b>", "\u202ea"))
TOKENS = st.sampled_from((4, 5, 6, 7, worker.END))
BRANCHES = st.integers(0, 5)
PLACES = st.integers(-1, 9)
RUNS = st.sampled_from(("one", "two", "three"))


def of_step(part: str, state: AppState) -> Any:
    """What a step puts back, as it is now."""
    return compared(_taken(part, state))


def compared(taken: Any) -> Any:
    """The same without the ids that were used: no branch gets one again."""
    if getattr(taken, "branches", None) is None:
        return taken
    return dataclasses.replace(taken, branches=dataclasses.replace(taken.branches, next_id=0))


class AnyChange(RuleBasedStateMachine):
    """The state, with everybody who changes it."""

    def __init__(self) -> None:
        super().__init__()
        self.store = Store(AppState(), remember=self.remember)
        self.bench, self.screen = bench_slot(self.store), screen_slot(self.store)
        self.whole, self.room = whole_slot(self.store), room_slot(self.store, TRAINING)
        self.keys = 0
        self.saved = saved_bench(self.bench.now)

    def remember(self, old: AppState, new: AppState, step: Any) -> AppState:
        """Every step leads back to what was there, and forth again."""
        kept = remembered(old, new, step)
        if len(kept.history.past) > len(old.history.past) and not kept.history.future:
            last = kept.history.past[-1]
            if last.step.part != "run" and not _idle(kept, last, done=True):
                back, part = undone(kept), last.step.part
                assert of_step(part, back) == compared(last.what)
                assert of_step(part, redone(back)) == of_step(part, kept)
        return kept

    @invariant()
    def it_holds_together(self) -> None:
        assert untruths(self.store.state) == []

    @invariant()
    def it_can_be_shown(self) -> None:
        show_everything(self.store.state)

    # -------------------------------------------------------------- models and sentences

    @initialize()
    def begin(self) -> None:
        self.model_comes(worker.models()[1])
        self.sentence("a b c")
        self.sentence_is_read()

    @rule(model=st.sampled_from(worker.models()))
    def model_comes(self, model) -> None:
        self.keys += 1
        self.bench.apply(models.model_arrived, self.keys, model)
        self.bench.apply(translation.translation_asked, self.bench.now.source_text)

    @rule(text=TEXTS)
    def sentence(self, text) -> None:
        if self.bench.now.model is None or self.bench.now.absent is not None:
            return
        self.bench.apply(translation.source_weighed, text)
        if self.bench.now.doubted != text or not text:
            self.bench.apply(translation.sentence_asked, text)

    @rule()
    @precondition(lambda self: self.waiting())
    def sentence_is_read(self) -> None:
        bench = self.bench.now
        self.bench.apply(translation.trace_arrived, worker.begun(bench.model, bench.source_text))

    def waiting(self) -> bool:
        bench = self.bench.now
        growing = bench.branches is not None and bench.branches.growing
        return bench.translating and not growing

    @rule(token=TOKENS)
    @precondition(lambda self: self.growing(ROOT))
    def token(self, token) -> None:
        self.bench.apply(
            translation.trace_arrived, worker.grown(self.bench.now.branches, ROOT, token)
        )

    @rule()
    def decoding_stopped(self) -> None:
        self.bench.apply(translation.translation_ended)

    @rule()
    def nothing_can_be_read(self) -> None:
        self.bench.apply(translation.trace_gone)

    # -------------------------------------------------------------------------- branches

    def growing(self, branch: int) -> bool:
        tree = self.bench.now.branches
        return tree is not None and branch in tree.growing

    @rule(step=st.integers(0, 8), parent=BRANCHES, given=st.booleans())
    def branch_wanted(self, step, parent, given) -> None:
        tree = translation.branchable(self.bench.now)
        if tree is None:
            return
        left = tree.branches[parent % len(tree.branches)]
        if left.trace.steps:
            step %= len(left.trace.steps)
            self.bench.apply(translation.branch_asked, step=step, parent=left.id, given=given)

    @rule(
        name=st.sampled_from(interventions.NAMES),
        scope=st.builds(Scope, st.sampled_from(KINDS), *[st.none() | st.integers(0, 3)] * 3),
        other=st.none() | BRANCHES,
    )
    def intervention_wanted(self, name, scope, other) -> None:
        bench = self.screen.now
        if change_refusal(bench, name, scope) is not None or name in {"replace", "same_target"}:
            return
        if name == "restore":
            self.screen.apply(translation.intervention_ended)
            return
        try:
            wanted = requested(bench, name, scope, other)
        except ConfigError:  # there are no weights yet
            return
        check_interventions([each for each in wanted if each.filled], bench.model.config)
        request = BranchRequest(interventions=wanted)
        base = base_of(bench.branches, shown_branch(bench)).id
        self.bench.apply(translation.branch_asked, step=0, parent=base, request=request)

    @rule(branch=BRANCHES, token=TOKENS)
    def branch_grows(self, branch, token) -> None:
        if branch != ROOT and self.growing(branch):
            trace = worker.grown(self.bench.now.branches, branch, token)
            self.bench.apply(translation.branch_arrived, branch, trace)

    @rule(branch=BRANCHES)
    def branch_ends(self, branch) -> None:
        self.bench.apply(translation.branch_ended, branch)

    @rule(branch=BRANCHES, known=BRANCHES)
    def branch_is_there_already(self, branch, known) -> None:
        self.bench.apply(translation.branch_found, branch, known)

    @rule(branch=BRANCHES, name=TEXTS)
    def branch_renamed(self, branch, name) -> None:
        self.screen.apply(translation.branch_renamed, branch, name)

    @rule(branch=BRANCHES)
    def branch_deleted(self, branch) -> None:
        self.screen.apply(translation.branch_deleted, branch)

    @rule(branch=BRANCHES)
    def branch_walked_to(self, branch) -> None:
        self.screen.apply(translation.branch_walked_to, branch)

    @rule(branch=st.none() | BRANCHES)
    def branch_compared(self, branch) -> None:
        self.screen.apply(translation.branch_compared, branch)

    # ------------------------------------------------------------------- what is looked at

    @rule(tab=st.sampled_from([panel.name for panel in PANELS]))
    def tab(self, tab) -> None:
        self.store.apply(lambda state: tab_opened(state, tab))

    @rule(kind=st.sampled_from(KINDS), layer=PLACES, head=PLACES)
    def head(self, kind, layer, head) -> None:
        self.screen.apply(selection.head_picked, kind, max(layer, 0), max(head, 0))

    @rule(step=st.integers(-5, 99))
    def step(self, step) -> None:
        self.screen.apply(selection.step_chosen, step)

    @rule(by=st.integers(-2, 2))
    def stepped(self, by) -> None:
        self.screen.apply(selection.stepped, by)

    @rule(row=PLACES)
    def query(self, row) -> None:
        self.screen.apply(selection.query_chosen, row)

    @rule(speed=st.sampled_from(SPEEDS))
    def playing(self, speed) -> None:
        self.screen.apply(selection.speed_picked, speed)
        self.screen.apply(selection.play_toggled)

    @rule(intent=st.sampled_from(INTENTS), data=st.data())
    def something_in_a_tab(self, intent, data) -> None:
        slot = self.screen if intent.panel is None else room_slot(self.store, intent.panel)
        slot.apply(intent.change, *(data.draw(one) for one in intent.arguments))

    # ----------------------------------------------------------------------------- runs

    @rule(run=RUNS, updates=st.sampled_from(((), (0,), (0, 1, 2), (0, 5, 10, 40))))
    def run_read(self, run, updates) -> None:
        told = history(run, updates=updates)
        self.room.apply(runs.run_taken, told.card)
        self.room.apply(runs.history_read, told)

    @rule(run=RUNS)
    def run_begins(self, run) -> None:
        if any(live.run_id == run for live in self.room.now.own.live):
            return
        self.keys += 1
        self.room.apply(with_new_live, LiveRun(key=self.keys, request=TrainingRequest()))
        told = dataclasses.replace(history(run, updates=()), curve=())
        self.room.apply(changes.run_begun, self.keys, told)

    @rule(run=RUNS, update=st.integers(0, 50))
    def run_records(self, run, update) -> None:
        moment = dataclasses.replace(history(run, updates=(1,)).moments[0], update=update)
        self.room.apply(replay.moment_arrived, run, moment)

    @rule(run=RUNS, lost=st.booleans())
    def run_ends(self, run, lost) -> None:
        live = next((one for one in self.room.now.own.live if one.run_id == run), None)
        if live is not None and lost:
            self.room.apply(changes.run_lost, live.key, "no")
        elif live is not None:
            self.room.apply(changes.run_ended, live.key, history(run).card)

    @rule(run=RUNS)
    def run_deleted(self, run) -> None:
        live = {one.run_id for one in self.room.now.own.live}
        if self.room.now.own.runs.card(run) is not None and run not in live:
            self.room.apply(runs.run_deleted, history(run).card)

    @rule(run=RUNS)
    def run_restored(self, run) -> None:
        self.room.apply(runs.run_restored, history(run).card)

    @rule()
    def watched(self) -> None:
        self.room.apply(replay.replay_opened)

    @rule()
    def moments_pass(self) -> None:
        self.room.apply(replay.replay_advanced)

    # --------------------------------------------------- sessions, notices, back and forth

    @rule()
    def session_saved(self) -> None:
        self.saved = saved_bench(self.bench.now)

    @rule()
    def session_opened(self) -> None:
        self.bench.apply(session_opened, self.saved)

    @rule(text=TEXTS)
    def told(self, text) -> None:
        self.bench.apply(models.also_told, Message("{text}", {"text": text}))

    @rule()
    def undone(self) -> None:
        self.room.apply(replay.replay_closed)
        self.whole.apply(undone)

    @rule()
    def redone(self) -> None:
        self.room.apply(replay.replay_closed)
        self.whole.apply(redone)


TestAnyChange = AnyChange.TestCase
TestAnyChange.settings = settings(
    max_examples=max(STEPS // EACH, 1),
    stateful_step_count=EACH,
    deadline=None,
    database=None,
    phases=(Phase.generate,),
    derandomize="STEPS" not in os.environ,
)


def test_every_transition_that_a_view_is_handed_is_tried(qtbot, monkeypatch):
    handed, does = set(), StateHandle.does

    def note(handle, change):
        handed.add(change.__name__)
        return does(handle, change)

    monkeypatch.setattr(StateHandle, "does", note)
    for panel in PANELS:
        parts = panel.parts()
        if parts.questions is not None:
            qtbot.addWidget(parts.view(light_theme(), heard_room(panel).handle, None))
    assert handed
    assert handed <= {intent.change.__name__ for intent in INTENTS}
