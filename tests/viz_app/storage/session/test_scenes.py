"""Scenes in a session's file: in order, each trace and model once; damaged ones are refused."""

import dataclasses
import json
import zipfile

import numpy as np
import pytest

from tests.viz_app.branch_traces import DOG, ORIGINAL, decoded
from tests.viz_app.storage.mutated.forged import zipped
from tests.viz_app.storage.session.built import (
    branch,
    left,
    model_of,
    same,
    sessions,
    three_branches,
)
from viz_app.storage.branches import SessionError
from viz_app.storage.session import MOST_SCENES, Scene, Session, load_session, save_session


@pytest.fixture
def path(tmp_path):
    return tmp_path / "class.headlight"


def class_of(**fields) -> Session:
    """Three scenes: what is on the workbench, another moment of it, and another model's."""
    own = three_branches()
    moment = dataclasses.replace(own, current=0, compared=None, bench={"tab": "one_head"})
    other = Session(
        source_text="a b",
        branches=(branch(0, None, 0, decoded(DOG)),),
        model=model_of(checksum="d00d", positions="learned"),
    )
    scenes = (
        Scene(id=7, title="first", note="# Look\n\nat *this*", session=own),
        Scene(id=2, title="zweite", session=moment),
        Scene(id=9, title="第三", note="", session=other),
    )
    return dataclasses.replace(own, **{"scenes": scenes, **fields})


def names_in(path):
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def forged(path, change):
    """The file with another ``session.json``."""
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    told = json.loads(entries["session.json"])
    change(told)
    path.write_bytes(zipped({**entries, "session.json": json.dumps(told).encode()}))


def test_scenes_come_back_in_their_order(path):
    session = class_of()
    save_session(path, session)
    read = load_session(path)
    assert same(read, session)
    assert [(scene.id, scene.title) for scene in read.scenes] == [
        (7, "first"), (2, "zweite"), (9, "第三")
    ]  # fmt: skip
    save_session(path, read)
    assert same(load_session(path), session)


def test_a_trace_and_a_model_are_in_the_file_once(path):
    save_session(path, class_of())
    alone = set(names_in(path))
    assert {name for name in alone if name.startswith("scene-")} == {
        *(f"scene-9/branch-0/{kind}.npy" for kind in ("encoder", "decoder", "cross")),
        "scene-9/model/positions.npy",
    }
    own = load_session(path)
    first, second, third = (scene.session for scene in own.scenes)
    for session in (first, second):
        pairs = zip(own.branches, session.branches, strict=True)
        assert all(a.trace is b.trace for a, b in pairs)
        assert session.model is own.model
    assert third.model is not own.model
    # an equal trace that was decoded again
    again = Session(branches=(branch(0, None, 0, decoded(ORIGINAL)),))
    save_session(path, class_of(scenes=(Scene(id=1, title="", session=again),)))
    assert not [name for name in names_in(path) if name.startswith("scene-")]
    assert same(load_session(path).scenes[0].session, again)


def test_every_kind_of_session_can_be_a_scene(path):
    scenes = tuple(
        Scene(id=number, title=name, session=dataclasses.replace(session, model=model))
        for number, (name, session) in enumerate(sessions().items())
        for model in [session.model and dataclasses.replace(session.model, checksum=name)]
    )
    session = Session(scenes=scenes)
    save_session(path, session)
    assert same(load_session(path), session)


def test_shared_rows_go_on_from_a_trace_that_is_elsewhere(path):
    original = decoded(ORIGINAL)
    dog = left(DOG, original, 3)
    own = Session(branches=(branch(0, None, 0, original),))
    grown = dataclasses.replace(own, branches=(*own.branches, branch(1, 0, 3, dog)))
    session = dataclasses.replace(own, scenes=(Scene(id=1, title="", session=grown),))
    save_session(path, session)
    assert "scene-1/branch-1/encoder.npy" not in names_in(path)
    read = load_session(path).scenes[0].session.branches[1].trace
    np.testing.assert_array_equal(read.cross_weights, dog.cross_weights)


def test_a_file_without_scenes_opens_as_before(path):
    save_session(path, three_branches())
    forged(path, lambda told: told.pop("scenes"))
    assert same(load_session(path), three_branches())


def test_who_knows_no_scenes_reads_the_rest(path):
    """The session's own branches and model refer to nothing in a scene."""
    save_session(path, class_of())
    forged(path, lambda told: told.pop("scenes"))
    assert same(load_session(path), three_branches())


@pytest.mark.parametrize(
    "change",
    [
        lambda scenes: scenes[1].update(id=7),
        lambda scenes: scenes[1].update(id=-1),
        lambda scenes: scenes[0].update(title=3),
        lambda scenes: scenes[0].update(note="x" * 100_001),
        lambda scenes: scenes[0].pop("branches"),
        lambda scenes: scenes[0].update(model="scene-9/"),
        lambda scenes: scenes[0].update(current=99),
        lambda scenes: scenes[0]["branches"][0].update(same="branch-77"),
        lambda scenes: scenes[0]["branches"][1].update(same="branch-0"),
        lambda scenes: scenes[2].update(id=8),
        lambda scenes: scenes.extend([scenes[0]] * MOST_SCENES),
        lambda scenes: scenes.append("x"),
    ],
)
def test_damaged_scenes_are_refused(path, change):
    save_session(path, class_of())
    forged(path, lambda told: change(told["scenes"]))
    with pytest.raises(SessionError, match="is not a Headlight session, or it is damaged"):
        load_session(path)


def test_too_many_scenes_are_one_sentence(path):
    scene = Scene(id=1, title="", session=Session())
    with pytest.raises(SessionError, match=r"has 501 scenes; at most 500 can be saved\. Delete"):
        save_session(path, Session(scenes=(scene,) * (MOST_SCENES + 1)))
    assert not path.exists()
