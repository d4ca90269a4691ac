import dataclasses
from pathlib import Path
import time
import pytest
from PySide6.QtCore import Qt
from model.checkpoint.file import save_checkpoint
from model.config import ModelConfig
from tests.bench.wordy_model import WORDS, words, wordy_model
from tests.bench.rounds import Rounds
from tests.viz_app.application import running, settle, wait_for_translation
from viz_app.workbench.changes.translation import with_tree
from viz_app.workbench.state.branches import Branch

pytestmark = pytest.mark.bench


@pytest.fixture(params=["500", "large"])
def application(request, qtbot, tmp_path, one_torch_thread):
    layers, tokens = (3, 12) if request.param == "500" else (8, 128)
    config = ModelConfig(n_layers=layers, n_heads=8, d_model=64, d_ff=64, dropout=0.0, max_len=160)
    path = tmp_path / "wordy.safetensors"
    save_checkpoint(wordy_model(config), path)
    with running(qtbot, tmp_path, model=path, text=words(tokens)) as application:
        application.window.resize(1280, 800)
        application.window.show_tab("attention")
        settle(qtbot, application)
        if request.param == "500":
            application.bench.apply(with_branches)
        settle(qtbot, application)
        yield application


def with_branches(bench):
    tree = bench.branches
    made = [branch(tree.original.trace, i) for i in range(1, 500)]
    return with_tree(
        bench, dataclasses.replace(tree, branches=(*tree.branches, *made), next_id=501)
    )


def branch(trace, i):
    at = i % (len(trace.steps) - 1)
    word = WORDS[i % len(WORDS)]
    steps = list(trace.steps)
    steps[at] = dataclasses.replace(steps[at], token=word, token_id=100 + i, given=True)
    trace = dataclasses.replace(trace, steps=tuple(steps), recording=None)
    return Branch(id=i, parent=0, step=at, name=f"branch {i}", trace=trace)


def test_work(application, qtbot, tmp_path, monkeypatch):
    r = Rounds()
    path = tmp_path / "s.headlight"
    r.until(
        "save",
        path.exists,
        lambda: application.window.files.session_save_requested.emit(path, False),
    )
    settle(qtbot, application)
    k = application.sessions.keeping
    k._kept = type(k._kept)()
    r.until("autosave", lambda: k._under_way is None, k.keep)
    settle(qtbot, application)
    before = application.bench.now.branches

    def opened():
        return (
            application.bench.now.branches is not before
            and application.bench.now.branches is not None
        )

    r.until("open", opened, lambda: application.sessions.opening.open(path))
    r.settle("open after", lambda: None)
    n = iter(range(300))
    r.until("open rest", lambda: next(n) > 290, lambda: time.sleep(0.3))
    settle(qtbot, application)
    # branch delete / undo
    application.bench.now
    b = application.branching
    if len(application.bench.now.branches.branches) > 1:
        ids = [x.id for x in application.bench.now.branches.branches if x.parent is not None]
        from viz_app.workbench.changes import branching as br

        r.settle(
            "branch shown",
            lambda: (
                application.window.timeline.intents.branch_chosen.emit(ids[5])
                if hasattr(application.window.timeline.intents, "branch_chosen")
                else None
            ),
        )
        r.settle("undo menu", application.window.menus.edit.action("undo").trigger)
    sent = application.bench.now.source_text
    application.translation.translate("aa bb")
    settle(qtbot, application)
    undo = application.work.undo if hasattr(application.work, "undo") else None
    before2 = application.bench.now.branches
    r.until(
        "undo",
        lambda: application.bench.now.branches is not before2,
        application.window.menus.edit.action("undo").trigger,
    )
    r.settle("undo after", lambda: None)
    settle(qtbot, application)
    before3 = application.bench.now.branches
    r.until(
        "redo",
        lambda: application.bench.now.branches is not before3,
        application.window.menus.edit.action("redo").trigger,
    )
    r.settle("redo after", lambda: None)
    application.window.menus.edit.action("undo").trigger()
    settle(qtbot, application)
    r.settle("close menu etc", lambda: None)
    print("\nRESULT", {k: round(v) for k, v in r.longest.items()})
