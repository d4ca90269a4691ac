"""The workbench becomes a session and a session the workbench; nothing else changes."""

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import pytest

from model.config import ModelConfig
from model.lessons.architecture import Extent
from model.lessons.by_hand import EXAMPLE, HandCell, puzzle_start
from model.lessons.masks import MaskCell, MaskEdits
from model.runs.presets import TrainingConfig
from model.values import kept_fields
from tests.viz_app.branch_traces import ORIGINAL, branched_state, decoded
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import summary, training_room
from tests.viz_app.storage.session.built import same, sessions, three_branches
from viz_app.app.app_state import AppState, room_of, room_slot, screen_slot, with_room
from viz_app.app.panels import PANELS, TRAINING
from viz_app.app.session_state import session_of, with_session
from viz_app.engine.store import Store
from viz_app.panels.architecture.room import BlockPlace
from viz_app.panels.training.replay.room import replay_opened
from viz_app.panels.training.state import ExperimentsState, LiveRun, ReplayState, TrainingRequest
from viz_app.pictures.matrix import Zoom
from viz_app.storage.library import ModelFile
from viz_app.storage.session import load_session, save_session
from viz_app.workbench.changes import models, translation
from viz_app.workbench.room import Room
from viz_app.workbench.state import (
    Alignments,
    AttentionOptions,
    Cell,
    Playback,
    Selection,
    Workbench,
)

BY_NAME = {panel.name: panel for panel in PANELS}

REQUEST = TrainingRequest(
    task="copy",
    preset="",
    model=ModelConfig(
        n_layers=5, decoder_layers=1, d_kv=9, norm="post", final_norm=True, tie_embeddings=True
    ),
    training=TrainingConfig(epochs=7, learning_rate=0.25, schedule="constant", seed=9),
    device="cpu",
)

CHOSEN = {
    "architecture": {
        "view": "norms",
        "beside": "parameters",
        "block": BlockPlace("decoder", "norm", "cross_attention"),
        "depth": 12,
        "axis": "d",
        "extent": Extent(n=128, d=64, k=7, r=8),
    },
    "bleu": {"order": 3, "ignores_case": True, "typed": "a cat", "typed_for": "我有猫"},
    "embedding": {"part": "out", "side": "target", "token": 2},
    "forcing": {"given": "a", "given_for": "我", "with_padding": True},
    "masks": {
        "view": "change",
        "others": ("猫", "我"),
        "others_task": "zh-en",
        "sentence": 1,
        "mask": "cross",
        "stage": 2,
        "padded_queries": "masked",
        "edits": MaskEdits(frozenset({MaskCell("cross", 1, 0), MaskCell("encoder", 0, 2)})),
        "edits_of": ("zh-en", "我有猫"),
        "row": 1,
        "allowed": frozenset({3, 1}),
        "picked_in": ("我有猫", "猫", "我"),
    },
    "one_head": {
        "page": "hand",
        "hand": EXAMPLE.with_value(HandCell("k", 1, 2), -1.5),
        "hand_start": puzzle_start("previous"),
        "hint": True,
        "puzzle": "previous",
        "stage": "values",
        "projection": "v",
        "share": "heads",
        "zoomed": "q",
        "dimension": 3,
        "feature": 4,
    },
    "positions": {
        "page": "rotation",
        "any_size": True,
        "d_model": 32,
        "length": 40,
        "measure": "dot",
        "position": 5,
        "offset": 6,
        "side": "both",
        "seed": 7,
        "sentence": "own",
        "stack": "decoder",
        "head": 3,
    },
    "scaling": {"vectors": "head", "d_k": 100, "factor": 2.5, "seed": 3},
    "training": {
        "request": REQUEST,
        "experiments": ExperimentsState(chosen="norm", predictions=(("heads", "same"),)),
        "replay": ReplayState(number="diagonality", probe=1),
        "log_loss": True,
    },
    "why": {"token": "a", "other": "dog", "source": "我有猫", "step": 2, "by_effect": True},
}
"""Something else than at the start, in every panel that keeps anything."""


def branched(**fields) -> AppState:
    """A branch on screen beside the original."""
    bench = dataclasses.replace(branched_state(), source_text="我有猫", **fields)
    return AppState(bench=bench)


def chosen(state: AppState) -> AppState:
    """The user has chosen something in every panel."""
    for name, values in CHOSEN.items():
        panel = BY_NAME[name]
        state = with_room(state, panel, room_of(state, panel).changed(**values))
    return state


def again(state: AppState, path: Path) -> AppState:
    """Through a file, into a window where nothing was done yet."""
    save_session(path, session_of(state))
    return with_session(AppState(), load_session(path))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.headlight"


def test_what_was_on_the_workbench_is_there_again(path):
    state = branched(
        selection=Selection(kind="decoder", layer=1, head=1, step=4, cell=Cell(4, 2)),
        picked=frozenset({"head", "step"}),
        tab="bleu",
    )
    read = again(state, path)
    bench = read.bench
    assert same(bench.branches.branches, state.bench.branches.branches)
    assert bench.trace is bench.branches.current_branch.trace
    for name in ("selection", "picked", "whole", "playback", "attention", "source_text", "tab"):
        assert getattr(bench, name) == getattr(state.bench, name), name
    tree, before = bench.branches, state.bench.branches
    assert (tree.current, tree.compared) == (before.current, before.compared)
    assert tree.next_id > max(branch.id for branch in tree.branches)


ONE, ENCODER, CROSS = (Zoom(factor=f, row=1.0, column=0.5) for f in (2.5, 3.5, 4.5))


@pytest.mark.parametrize(
    "zooms", [{}, {"one": ONE}, {"cross": CROSS}, {"one": ONE, "encoder": ENCODER, "cross": CROSS}]
)
def test_every_picture_is_zoomed_again(path, zooms):
    assert again(dataclasses.replace(branched(), zooms=zooms), path).zooms == zooms


@pytest.mark.parametrize("name", CHOSEN)
def test_what_was_chosen_in_a_panel_is_chosen_again(path, name):
    own = room_of(again(chosen(branched()), path), BY_NAME[name]).own
    assert {key: getattr(own, key) for key in CHOSEN[name]} == CHOSEN[name]


def fields_of(own) -> set[str]:
    return {field.name for field in dataclasses.fields(own)}


SLICES = {panel.name: panel.parts() for panel in PANELS if panel.parts().first is not None}

NO_CHOICES = {
    "architecture": {"record", "comparison", "machine", "times", "measuring"},  # answers
    "bleu": {"known", "explained"},  # answers
    "embedding": {"reading"},  # an answer
    "forcing": {"forced"},  # an answer
    "masks": {"batch", "padded_head", "changed_head", "altered"},  # answers
    "one_head": {"answer"},
    "positions": {"altered", "learned"},  # answers
    "scaling": {"anatomy"},  # an answer
    "why": {"answer"},
    "training": {
        "estimate",  # an answer
        "live",  # a run goes on whatever is opened
        "recorded",  # lies with Headlight itself
        "runs",  # what is in their own folders, of which another computer has others
    },
}
"""By panel: what no session keeps, and why."""

NOT_ASKED = {"experiment", "arm"}
"""Of what is to be trained: an experiment says it, and never the form."""

OF_A_RUN = {"run_id", "index", "follows", "playing", "in_workbench", "place"}
"""Of the time-lapse: where one is in the moments of a run."""

OF_THE_WINDOW = {
    "loading", "translating", "outdated", "prerecorded", "notice",  # what happens now
    "models", "model_key", "asked", "settings",  # what this window, or this computer, has
    "doubted", "refused_target",  # what was said of what was typed last
    "absent", "trace", "unseen",  # what follows from the rest
    "importance", "names", "removable",  # what was measured, and is measured again
}  # fmt: skip
"""Of the workbench."""


@pytest.mark.parametrize("name", SLICES)
def test_every_choice_is_kept_and_every_answer_is_not(name):
    """A new field of a slice is a choice, which is kept, or somebody says above that it is none."""
    own = "training" if name in {"runs", "time_lapse", "experiments"} else name
    parts = SLICES[name]
    assert fields_of(parts.first) - set(kept_fields(type(parts.first))) == NO_CHOICES[own]
    assert set(CHOSEN[own]) == set(kept_fields(type(parts.first))), (
        "each is something else than at the start"
    )
    for field, value in CHOSEN[own].items():
        assert value != getattr(parts.first, field), field


def test_of_what_is_to_be_trained_every_number_is_kept():
    told = session_of(chosen(branched())).panels["training"]
    assert fields_of(TrainingRequest) - set(told["request"]) == NOT_ASKED
    assert ModelConfig.from_json(told["request"]["model"]) == REQUEST.model
    assert set(told["request"]["training"]) == fields_of(TrainingConfig)
    assert set(told["experiments"]) == fields_of(ExperimentsState)
    assert fields_of(ReplayState) - {"number", "probe"} == OF_A_RUN


def test_the_workbench_keeps_every_choice_too():
    session = session_of(branched())
    assert set(session.bench["selection"]) == fields_of(Selection)
    options = fields_of(AttentionOptions) - set(session.bench["attention"])
    assert options == {"colour_map", "glosses"}  # they are chosen for who looks
    alignments = fields_of(Alignments) - set(session.bench["alignments"])
    assert alignments == {"known", "sample"}  # answers
    assert fields_of(Playback) - set(session.bench) == {"playing"}
    of_the_session = {"source_text", "branches", "recorded", "model", "model_file", "playback"}
    assert fields_of(Workbench) - set(session.bench) == OF_THE_WINDOW | of_the_session
    assert fields_of(AppState) == {"bench", "slices", "waiting", "zooms"} | {
        # what can be taken back, is being saved, was found, may be imported; where all is kept
        *("history", "animation", "checks", "importing", "lesson", "session", "scenes")
    }  # fmt: skip
    json.dumps(session.bench)


def test_a_corpus_of_ones_own_is_not_named_and_none_that_is_named_is_read(path):
    """Its path tells of this computer; and a forged session could have any file be opened."""
    own = dataclasses.replace(REQUEST, task="/home/me/secret.tsv")
    state = with_room(AppState(), TRAINING, training_room(request=own))
    session = session_of(state)
    assert "secret" not in json.dumps(session.panels)
    assert again(state, path).training.request == dataclasses.replace(REQUEST, task="reverse")
    forged = {**session.panels["training"]["request"], "task": own.task}
    forged = dataclasses.replace(session, panels={"training": {"request": forged}})
    assert with_session(AppState(), forged).training.request == TrainingRequest()


@pytest.mark.parametrize(
    "told",
    [
        {"model": {"n_layers": 10**30}},
        {"model": {"decoder_layers": 0}},
        {"model": {"positions": "given"}},
        {"model": {"relative_distance": "far"}},
        {"training": {"seed": 10**30}},
        {"training": {"learning_rate": float("inf")}},
        {"training": 7},
        {"device": "abacus"},
        {"preset": "tomorrow"},
    ],
)
def test_numbers_that_nobody_can_type_are_not_taken(told):
    session = session_of(with_room(AppState(), TRAINING, training_room(request=REQUEST)))
    request = {**session.panels["training"]["request"], **told}
    forged = dataclasses.replace(session, panels={"training": {"request": request}})
    assert with_session(AppState(), forged).training.request == TrainingRequest()


@pytest.mark.parametrize(
    "told",
    [{"chosen": "alchemy"}, {"predictions": [["norm", "gold"]]}, {"predictions": [["norm"]]}],
)
def test_experiments_that_there_are_not_are_not_opened(told):
    experiments = {"chosen": None, "predictions": [], **told}
    forged = dataclasses.replace(
        sessions()["empty"], panels={"training": {"experiments": experiments}}
    )
    assert with_session(AppState(), forged).training.experiments == ExperimentsState()


def test_a_run_under_way_and_those_that_were_goes_on(path):
    live = (LiveRun(key=1, request=TrainingRequest(), run_id="a"),)
    room = training_room(live=live, request=REQUEST)
    state = with_session(with_room(AppState(), TRAINING, room), sessions()["empty"])
    assert state.training.live == live
    assert state.training.request == TrainingRequest()


def test_panels_that_nobody_looks_at_are_not_imported(path):
    save_session(path, session_of(chosen(branched())))
    code = f"""
import sys
from pathlib import Path
from viz_app.app.app_state import AppState
from viz_app.app.session_state import session_of, with_session
from viz_app.storage.session import load_session, save_session
state = with_session(AppState(), load_session(Path({str(path)!r})))
save_session(Path({str(path)!r}), session_of(state))
rooms = "embedding positions one_head scaling masks architecture bleu forcing".split()
print([name for name in rooms if f"viz_app.panels.{{name}}.view" in sys.modules])
print("torch" in sys.modules, "pyqtgraph" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "False False"]
    state = with_session(AppState(), load_session(path))
    assert room_of(state, BY_NAME["one_head"]).own.stage == "values"


def test_teacher_forcing_of_an_older_session_is_in_its_own_tab():
    """It was a part of the embedding tab."""
    told = {"side": "target", "given": "a cat", "given_for": "我有猫", "with_padding": True}
    for part, tab in (("forcing", "forcing"), ("out", "embedding")):
        panels = {"embedding": {**told, "part": part}}
        session = dataclasses.replace(three_branches(), bench={"tab": "embedding"}, panels=panels)
        state = with_session(AppState(), session)
        assert state.bench.tab == tab
        forcing = room_of(state, BY_NAME["forcing"]).own
        assert (forcing.given, forcing.given_for, forcing.with_padding) == ("a cat", "我有猫", True)
        embedding = room_of(state, BY_NAME["embedding"]).own
        first = BY_NAME["embedding"].parts().first
        assert (embedding.side, embedding.part) == ("target", part if part == "out" else first.part)
    newer = {**panels, "forcing": {"given": "a dog"}}
    state = with_session(AppState(), dataclasses.replace(session, panels=newer))
    assert room_of(state, BY_NAME["forcing"]).own.given == "a dog"


def test_a_panel_that_was_looked_at_forgets_what_was_chosen_before(path):
    save_session(path, session_of(branched()))
    state = with_session(chosen(branched()), load_session(path))
    for name in CHOSEN:
        assert room_of(state, BY_NAME[name]).own == BY_NAME[name].parts().first


def test_what_a_later_version_chose_has_its_default():
    told = {
        "selection": {"kind": "sideways", "layer": 99, "head": -1, "step": 10**9, "cell": "x"},
        "attention": {"view": "links", "scale": "cubic", "new": 1, "colour_map": "grey"},
        "speed": 3.7,
        "picked": ["head", "nose"],
        "tab": "tomorrow",
    }
    panels = {"one_head": {"stage": "mask", "dimension": -1}, "masks": 7, "tomorrow": {"a": 1}}
    zoom = {"factor": float("nan"), "row": -1, "column": "0", "cross": 7, "sideways": {}}
    session = dataclasses.replace(three_branches(), bench=told, panels=panels, zoom=zoom)
    state = with_session(AppState(), session)
    bench = state.bench
    assert (bench.selection.kind, bench.selection.layer, bench.selection.head) == ("cross", 1, 0)
    assert bench.selection.step == len(bench.trace.steps) - 1
    assert (bench.attention.view, bench.attention.scale) == ("links", "linear")
    assert bench.attention.colour_map == "kind"
    assert state.zooms == {}
    assert (bench.playback.speed, bench.picked, bench.tab) == (1.0, frozenset(), "attention")
    own = room_of(state, BY_NAME["one_head"]).own
    assert (own.stage, own.dimension) == ("mask", 0)
    assert session_of(state).panels["tomorrow"] == {"a": 1}


@pytest.mark.parametrize("name", sessions())
def test_any_session_can_be_saved_again(name, path):
    session = sessions()[name]
    state = with_session(AppState(), session)
    assert same(session_of(state).branches, session.branches)
    assert session_of(again(state, path)).bench == session_of(state).bench


def test_what_is_being_decoded_is_kept_as_far_as_it_has_come(path):
    bench = branched_state()
    bench = translation.branch_asked(bench, step=1, parent=0)
    bench = translation.branch_asked(bench, step=2, parent=0)
    bench = translation.branch_arrived(bench, 2, decoded("I dog", given=2, finished=False))
    read = again(AppState(bench=bench), path).bench
    assert [branch.id for branch in read.branches.branches] == [0, 1, 2]
    assert not read.translating and not read.branches.growing
    assert read.branches.branch(2).trace.stop == "running"


class TestTheModel:
    FILE = ModelFile(path=Path("/models/zh-en.safetensors"), checksum="abc")
    MODEL = dataclasses.replace(
        summary(), config=ModelConfig(n_layers=2, n_heads=2, d_model=16, d_ff=32, max_len=128),
        src_vocabulary=20, tgt_vocabulary=20,
    )  # fmt: skip

    def here(self, **fields) -> AppState:
        model = {"model": self.MODEL, "model_key": 4, "model_file": self.FILE}
        return branched(**{**model, **fields})

    def test_the_one_that_is_here_stays(self):
        state = with_session(self.here(), session_of(self.here()))
        assert (state.bench.model_key, state.bench.absent) == (4, None)
        assert state.bench.trace_key == 4

    def test_another_one_is_not_there_to_compute_with(self):
        session = session_of(self.here())
        other = ModelFile(path=Path("/models/other.safetensors"), checksum="other")
        bench = with_session(self.here(model_file=other), session).bench
        assert (bench.model_key, bench.model_file, bench.absent) == (None, None, "abc")
        assert bench.model.name == "zh-en"
        assert translation.branchable(bench) is None
        assert "zh-en of this session is not on this computer" in str(models.absence(bench))
        assert session_of(AppState(bench=bench)).model.checksum == "abc"

    def test_branches_can_be_named_and_deleted_all_the_same(self):
        bench = with_session(AppState(), session_of(self.here())).bench
        bench = translation.branch_renamed(bench, 1, "big dog")
        assert bench.branches.branch(1).name == "big dog"
        assert 1 not in translation.branch_deleted(bench, 1).branches

    def test_when_it_comes_what_is_on_screen_stays(self):
        opened = with_session(AppState(), session_of(self.here())).bench
        bench = models.model_arrived(opened, 9, self.MODEL, file=self.FILE)
        assert (bench.model_key, bench.absent, models.absence(bench)) == (9, None, None)
        assert bench.trace is opened.trace
        assert translation.branchable(bench) is bench.branches

    @pytest.mark.parametrize("how", ["checksum", "heads", "words"])
    def test_one_that_cannot_have_made_it_begins_anew(self, how):
        file, model = self.FILE, self.MODEL
        opened = with_session(AppState(), session_of(self.here())).bench
        if how == "checksum":
            file = dataclasses.replace(file, checksum="other")
        elif how == "heads":
            config = dataclasses.replace(model.config, n_heads=4)
            model = dataclasses.replace(model, config=config)
        else:
            model = dataclasses.replace(model, tgt_vocabulary=7)
        assert not models.is_awaited(opened, model, file)
        bench = models.model_arrived(opened, 9, model, file=file)
        assert (bench.model_key, bench.absent) == (9, None)

    def test_a_forged_session_does_not_borrow_the_model_that_is_here(self):
        """It has the right checksum and tokens that the model does not have."""
        session = session_of(self.here())
        small = self.here(model=dataclasses.replace(self.MODEL, tgt_vocabulary=7))
        bench = with_session(small, session).bench
        assert (bench.model_key, bench.trace_key) == (None, None)

    def test_without_a_model_a_trace_is_read_only(self):
        session = dataclasses.replace(session_of(branched()), model=None)
        bench = with_session(self.here(), session).bench
        assert (bench.model, bench.model_key, bench.absent) == (None, None, "")
        assert "was saved without a model" in str(models.absence(bench))

    def test_an_empty_session_leaves_the_model(self):
        bench = with_session(self.here(), sessions()["empty"]).bench
        assert (bench.model_key, bench.trace) == (4, None)

    def test_what_looks_for_the_model_is_told_while_it_is_loaded(self):
        bench = with_session(AppState(), session_of(self.here())).bench
        bench = models.loading_asked(bench, self.FILE.path)
        assert models.absence(bench) is None and bench.read_only


class TestARecordedMoment:
    @pytest.fixture
    def watched(self):
        room = replay_opened(with_runs(training_room(), history()))
        return with_room(AppState(), TRAINING, Room(room.own, Workbench(tab="attention")))

    def test_it_is_what_is_saved_while_it_is_on_screen(self, watched, path):
        screen = screen_slot(Store(watched)).now
        bench = again(watched, path).bench
        assert screen.recorded and bench.recorded and bench.read_only
        assert same(bench.branches.branches, screen.branches.branches)

    def test_nothing_is_decoded_on_from_it_nor_computed_with_another_model(self, watched):
        bench = with_session(TestTheModel().here(), session_of(watched)).bench
        assert translation.branchable(bench) is None
        assert bench.trace_key is None
        assert "recorded during training" in str(models.uncomputable(bench))

    def test_one_can_look_around_in_it(self, watched):
        store = Store(with_session(AppState(), session_of(watched)))
        slot = screen_slot(store)
        slot.apply(lambda now: dataclasses.replace(now, selection=Selection(kind="encoder")))
        assert slot.now.recorded and slot.now.selection.kind == "encoder"
        assert slot.now.trace is not None

    def test_a_translation_ends_it(self, watched):
        bench = with_session(AppState(), session_of(watched)).bench
        bench = translation.trace_arrived(bench, dataclasses.replace(decoded(ORIGINAL), steps=()))
        assert not bench.recorded

    def test_a_session_closes_the_time_lapse(self, watched):
        state = with_session(watched, session_of(branched()))
        assert not screen_slot(Store(state)).now.recorded
        assert room_slot(Store(state), TRAINING).now.own.runs == watched.training.runs
