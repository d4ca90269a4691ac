"""Scenes as transitions: the list, what is shown, what undo restores, which model is next."""

import dataclasses
from pathlib import Path

from model.config import ModelConfig
from tests.viz_app.app.test_undo import did, names
from tests.viz_app.branch_traces import branched_state, decoded
from tests.viz_app.states import summary
from viz_app.app import scene_state
from viz_app.app.app_state import AppState
from viz_app.app.scene_state import (
    MOST_AHEAD,
    file_ahead,
    model_came,
    next_scene,
    resolve_scenes,
    scene_added,
    scene_deleted,
    scene_duplicated,
    scene_moved,
    scene_noted,
    scene_renamed,
    scene_shown,
    scene_updated,
)
from viz_app.app.session_state import (
    content_of,
    is_prepared,
    is_unsaved,
    session_of,
    session_shown,
    session_written,
)
from viz_app.app.slices import Document, Scenes
from viz_app.app.undo import redone, remembered, undone
from viz_app.engine.step import step_told_by
from viz_app.storage.library import ModelFile
from viz_app.workbench.changes.selection import head_picked
from viz_app.workbench.changes.translation import branch_renamed, rooted, with_tree
from viz_app.workbench.jobs import ModelReady

CONFIG = ModelConfig(n_layers=2, n_heads=2, d_model=16, d_ff=32, max_len=128)


def model(name, **fields):
    named = {"config": CONFIG, "src_vocabulary": 20, "tgt_vocabulary": 20, **fields}
    return dataclasses.replace(summary(name), **named)


def file(name):
    return ModelFile(path=Path(f"/models/{name}.safetensors"), checksum=f"sum of {name}")


def begun() -> AppState:
    own = {"model": model("one"), "model_key": 1, "model_file": file("one")}
    return AppState(bench=dataclasses.replace(branched_state(), source_text="我有猫", **own))


def act(state, change, *args):
    """As the store does it."""
    changed = change(state, *args)
    step = step_told_by(change)
    return remembered(state, changed, step(state, *args) if step else None)


def looks(state):
    """What is on screen."""
    bench = state.bench
    traces = [branch.trace for branch in bench.branches.branches]
    return bench.source_text, traces, bench.branches.current, bench.selection, bench.tab


def translated(state, text):
    bench = with_tree(state.bench, rooted(decoded("a cat . </s>", seed=len(text))))
    return dataclasses.replace(state, bench=dataclasses.replace(bench, source_text=text))


def three() -> AppState:
    """Three scenes: a branch, the same at another head, another sentence."""
    state = act(begun(), scene_added)
    state = did(state, head_picked, "decoder", 1, 1)
    state = act(state, scene_added)
    return act(translated(state, "猫"), scene_added)


def ids(state):
    return [scene.id for scene in state.scenes.list]


def titles(state):
    return [scene.title for scene in state.scenes.list]


def test_a_scene_is_what_is_on_screen_and_stays_so():
    state = begun()
    states = [state]
    for change in (lambda s: did(s, head_picked, "decoder", 1, 1), lambda s: translated(s, "猫")):
        states.append(change(states[-1]))
    shown = act(state, scene_added)
    for other in states[1:]:
        shown = act(dataclasses.replace(other, scenes=shown.scenes), scene_added)
    assert ids(shown) == [1, 2, 3]
    assert titles(shown) == ["我有猫", "我有猫", "猫"]
    assert (shown.scenes.current, shown.scenes.shown) == (3, True)
    for scene, other in zip((1, 2, 3, 1), (*states, state), strict=True):
        shown = act(shown, scene_shown, scene)
        assert looks(shown) == looks(other)
        assert shown.scenes.current == scene
        assert (shown.bench.model_key, shown.bench.absent) == (1, None)
    looked = did(shown, head_picked, "cross", 0, 1)  # changes nothing of the scene
    assert looks(act(looked, scene_shown, 1)) == looks(state)


def test_the_list_is_changed_and_every_change_is_undone():
    state = three()
    for change, args, after, said in (
        (scene_duplicated, (1,), [1, 4, 2, 3], "scene “我有猫” duplicated"),
        (scene_moved, (3, 0), [3, 1, 2], "scene “猫” moved"),
        (scene_moved, (1, 99), [2, 3, 1], "scene “我有猫” moved"),
        (scene_deleted, (3,), [1, 2], "scene “猫” deleted"),
        (scene_deleted, (1,), [2, 3], "scene “我有猫” deleted"),
    ):
        changed = act(act(state, scene_shown, 1), change, *args)
        assert ids(changed) == after, change
        assert names(changed)[0] == said
        before, back = act(state, scene_shown, 1).scenes, undone(changed)
        assert (back.scenes.list, back.scenes.current) == (before.list, before.current)
        assert ids(redone(back)) == after
    renamed = act(state, scene_renamed, 2, "  Look \n here ")
    assert titles(renamed) == ["我有猫", "Look here", "猫"]
    assert titles(undone(renamed)) == titles(state)
    updated = act(act(state, scene_shown, 1), scene_updated, 3)
    assert looks(act(updated, scene_shown, 3)) == looks(act(state, scene_shown, 1))
    assert undone(updated).scenes.list == state.scenes.list
    for nothing in (
        (scene_moved, 3, 2), (scene_moved, 77, 0), (scene_deleted, 77), (scene_shown, 77),
        (scene_renamed, 1, " "), (scene_renamed, 1, "我有猫"), (scene_noted, 1, ""),
    ):  # fmt: skip
        change, *args = nothing
        assert change(state, *args) is state, nothing


def test_typing_a_note_is_one_step():
    state = three()
    for note in ("L", "Lo", "Loo"):
        state = act(state, scene_noted, 2, note)
    for note in ("H", "Hi"):  # a title of its own it has not
        state = act(state, scene_noted, 1, note)
    notes = [scene.note for scene in state.scenes.list]
    assert notes == ["Hi", "Loo", ""]
    state = undone(state)
    assert [scene.note for scene in state.scenes.list] == ["", "Loo", ""]
    state = undone(state)
    assert [scene.note for scene in state.scenes.list] == ["", "", ""]
    assert resolve_scenes(scene_shown(redone(state), 2)).note == "Loo"


def test_walking_through_scenes_is_one_step_back_to_own_work():
    state = translated(three(), "猫猫猫")
    own = looks(state)
    for scene in (1, 2, 3, 2):
        state = act(state, scene_shown, scene)
    assert names(state)[0] == "scene “我有猫”"
    back = undone(state)
    assert looks(back)[:4] == own[:4]
    assert looks(redone(back))[:4] == looks(state)[:4]
    # what is done in a scene is work
    named = did(act(state, scene_shown, 1), branch_renamed, 1, "mine")
    walked = act(named, scene_shown, 3)
    assert looks(undone(walked))[:2] == looks(named)[:2]


def test_page_keys_find_the_next_scene_also_where_one_was_deleted():
    state = three()
    walk = lambda state: [next_scene(state, by) for by in (-1, 1)]  # noqa: E731
    for scene, near in ((1, [1, 2]), (2, [1, 3]), (3, [2, 3])):
        assert walk(scene_shown(state, scene)) == near
    assert walk(scene_deleted(scene_shown(state, 2), 2)) == [1, 3]
    assert walk(scene_deleted(scene_shown(state, 3), 3)) == [2, 2]
    assert walk(scene_deleted(scene_shown(state, 2), 1)) == [2, 3]
    assert walk(AppState()) == [None, None]
    first = dataclasses.replace(state, scenes=dataclasses.replace(state.scenes, current=None))
    assert next_scene(first, 1) == 1


def test_the_entries_that_can_be_used():
    every = {"list", "add", "update", "rename", "note", "duplicate", "delete", "up", "down"}
    every |= {"previous", "next"}
    state = three()
    for shown, cannot in (
        (AppState(), every - {"list"}),
        (begun(), every - {"list", "add"}),
        (scene_shown(state, 1), {"up"}),
        (scene_shown(state, 2), set()),
        (scene_shown(state, 3), {"down"}),
        (scene_state.list_shown(scene_shown(state, 2), False), {"rename", "note"}),
    ):
        assert resolve_scenes(shown).can == every - cannot
    outdated = dataclasses.replace(state, bench=dataclasses.replace(state.bench, outdated=True))
    assert resolve_scenes(outdated).can == every - {"add", "update", "down"}
    assert scene_added(outdated) is outdated


class TestTheDocument:
    def saved(self):
        state = three()
        document = Document(path=Path("/class.headlight"))
        return session_written(state, document, content_of(state))

    def test_looking_at_scenes_changes_nothing_that_must_be_saved(self):
        state = self.saved()
        for scene in (1, 2, 3):
            state = act(state, scene_shown, scene)
            assert not is_unsaved(state)

    def test_every_change_of_the_list_must_be_saved_until_it_is_undone(self):
        for change, *args in (
            (scene_added,), (scene_updated, 1), (scene_duplicated, 1), (scene_deleted, 1),
            (scene_renamed, 1, "x"), (scene_noted, 1, "x"), (scene_moved, 1, 2),
        ):  # fmt: skip
            changed = act(self.saved(), change, *args)
            assert is_unsaved(changed), change
            assert is_prepared(changed), change
            assert not is_unsaved(undone(changed)), change

    def test_own_work_that_a_scene_has_replaced_is_still_unsaved(self):
        state = act(translated(self.saved(), "猫猫猫"), scene_shown, 1)
        assert is_unsaved(state)

    def test_a_session_brings_its_scenes_and_takes_those_before(self):
        session = session_of(scene_shown(self.saved(), 2))
        state = session_shown(three(), session, None, Document(path=Path("/b.headlight")))
        assert state.scenes.list == session.scenes
        assert (state.scenes.current, state.scenes.shown) == (2, True)
        assert not is_unsaved(state)
        assert state.history.past == ()
        for told in (77, "x", None):
            forged = dataclasses.replace(session, bench={**session.bench, "scene": told})
            assert session_shown(AppState(), forged, None, None).scenes.current is None
        empty = dataclasses.replace(session, scenes=())
        assert session_shown(three(), empty, None, None).scenes == Scenes()


class TestModels:
    def opened(self, **sizes) -> AppState:
        """A file with a scene of each model, of so many parameters; none is loaded."""
        scenes = ()
        for number, (name, size) in enumerate(sizes.items(), 1):
            state = begun()
            own = {"model": model(name, n_parameters=size), "model_file": file(name)}
            session = session_of(
                dataclasses.replace(state, bench=dataclasses.replace(state.bench, **own))
            )
            scenes += (scene_state.Scene(id=number, title=name, session=session),)
        return dataclasses.replace(AppState(), scenes=Scenes(list=scenes))

    def came(self, state, key, name):
        ready = ModelReady(key=key, summary=model(name), file=file(name))
        return model_came(state, file(name).path, ready)

    def test_all_are_loaded_in_the_order_of_the_scenes(self):
        state = self.opened(one=5, two=5)
        assert file_ahead(state) == file("one").path
        state = self.came(state, 7, "one")
        assert file_ahead(state) == file("two").path
        loading = dataclasses.replace(state.bench, loading="two")
        assert file_ahead(dataclasses.replace(state, bench=loading)) is None
        state = self.came(state, 8, "two")
        assert file_ahead(state) is None
        for scene, key, name in ((2, 8, "two"), (1, 7, "one")):
            state = act(state, scene_shown, scene)
            bench = state.bench
            assert (bench.model_key, bench.absent, bench.model.name) == (key, None, name)

    def test_one_that_cannot_be_loaded_or_is_another_is_not_asked_for_again(self):
        for ready in (None, ModelReady(key=7, summary=model("x"), file=file("x"))):
            state = model_came(self.opened(one=5, two=5), file("one").path, ready)
            assert file_ahead(state) == file("two").path
            assert scene_shown(state, 1).bench.absent == "sum of one"

    def test_more_than_there_is_room_for_is_loaded_when_it_is_shown(self):
        state = self.opened(large=MOST_AHEAD, two=5)
        assert file_ahead(state) == file("two").path

    def test_they_are_kept_while_a_scene_needs_them(self):
        state = three()
        assert [loaded.key for loaded in state.scenes.models] == [1]
        other = {"model": model("two"), "model_key": 2, "model_file": file("two")}
        state = dataclasses.replace(state, bench=dataclasses.replace(state.bench, **other))
        state = act(state, scene_added)
        assert [loaded.key for loaded in state.scenes.models] == [1, 2]
        back = act(state, scene_shown, 1)
        assert (back.bench.model_key, back.bench.model.name) == (1, "one")
        assert [loaded.key for loaded in act(back, scene_deleted, 4).scenes.models] == [1]

    def test_a_model_in_no_file_is_known_while_the_window_is_open(self):
        unsaved = dataclasses.replace(begun().bench, model_file=None, model_key=5)
        state = act(dataclasses.replace(begun(), bench=unsaved), scene_added)
        other = {"model": model("two"), "model_key": 2, "model_file": file("two")}
        state = dataclasses.replace(state, bench=dataclasses.replace(state.bench, **other))
        assert act(state, scene_shown, 1).bench.model_key == 5
        read = dataclasses.replace(state, scenes=dataclasses.replace(state.scenes, models=()))
        assert scene_shown(read, 1).bench.absent == ""


def test_undo_of_work_and_of_scenes_go_together():
    state = act(begun(), scene_added)
    state = did(state, branch_renamed, 1, "mine")
    state = act(act(state, scene_added), scene_renamed, 2, "second")
    said = ["scene “我有猫 · mine” renamed", "scene “我有猫 · mine” added"]
    for name in said:
        assert names(state)[0] == name
        state = undone(state)
    assert "renamed to “mine”" in names(state)[0]
    state = undone(undone(state))
    assert (state.scenes.list, names(state)[0]) == ((), None)
    assert not any(branch.name for branch in state.bench.branches.branches)
    while state.history.future:
        state = redone(state)
    assert titles(state) == ["我有猫", "second"]
    assert state.bench.branches.branch(1).name == "mine"
