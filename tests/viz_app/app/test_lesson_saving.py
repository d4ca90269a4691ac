"""Scenes saved as a lesson: what is written opens again and shows the same."""

import dataclasses
import shutil

import pytest
from PySide6.QtGui import QAction

from model.checkpoint.file import save_checkpoint
from model.traces.interventions import Intervention, Site, head_sites
from model.values import kept_values
from tests.viz_app.application import drop, running, said, settle, type_and_translate
from tests.viz_app.conftest import TINY, untrained
from viz_app.app import scene_state
from viz_app.app.app_state import room_of, whole_slot
from viz_app.app.lesson_state import check_lesson
from viz_app.app.panels import PANELS
from viz_app.storage.lessons import read_lesson
from viz_app.workbench.changes.selection import (
    cell_picked,
    covers_set,
    head_picked,
    option_picked,
    row_labels_picked,
    step_chosen,
)
from viz_app.workbench.changes.translation import branch_compared
from viz_app.workbench.state import Cell

NOTE = """# Look *here*

1. the **first** row
2. `</s>`, [a link](https://x.org)

> <b>bold</b> and 2 * 3 * 4 with √d_k

```
## code
```
"""


@pytest.fixture
def application(qtbot, tmp_path, tiny_checkpoint):
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    shutil.copy(tiny_checkpoint, shipped / "zh-en.safetensors")
    other = untrained(TINY).named("other")
    other.network.output.weight.data += 0.01
    save_checkpoint(other, shipped / "other.safetensors")
    with running(qtbot, tmp_path, model=None, text="e d c b a") as application:
        settle(qtbot, application)
        yield application


def picture(application):
    """What a class sees of the workbench."""
    state = application.store.state
    bench = application.screen.now
    panel = next(panel for panel in PANELS if panel.name == bench.tab)
    page = next(other for other in PANELS if other.name == panel.page_name)
    own = None if page.name == "attention" else kept_values(room_of(state, page).own)
    branch = bench.branches.current_branch
    selection = dataclasses.replace(bench.selection, cell=None)
    return {
        "model": bench.model.name,
        "text": bench.source_text,
        "tokens": [step.token for step in branch.trace.steps],
        "off": branch.interventions,
        "tab": bench.tab,
        "selection": selection,
        "attention": bench.attention,
        "covers": bench.covers,
        "panel": own,
    }


def add(qtbot, application, title):
    settle(qtbot, application)
    whole_slot(application.store).apply(scene_state.scene_added)
    scenes = application.store.state.scenes
    whole_slot(application.store).apply(scene_state.scene_renamed, scenes.current, title)
    return picture(application)


def prepare(qtbot, application):
    """Scenes of every kind that a lesson can say."""
    apply, seen = application.screen.apply, []
    apply(head_picked, "decoder", 1, 0)
    apply(step_chosen, 1)
    for name, value in (("view", "focus"), ("words", True), ("mass", 0.5), ("tint", "entropy")):
        apply(option_picked, name, value)
    seen.append(add(qtbot, application, "A head: <b>one</b> & “two” #1"))
    for name, value in (("words", False), ("view", "grid"), ("combination", "mean")):
        apply(option_picked, name, value)
    type_and_translate(qtbot, application, "b c")
    application.window.show_tab("masks")
    settle(qtbot, application)
    seen.append(add(qtbot, application, "Masks"))
    application.window.show_tab("one_head")
    settle(qtbot, application)
    application.branching.type_token(1, "d")
    settle(qtbot, application)
    apply(branch_compared, None)
    seen.append(add(qtbot, application, "A word is given"))
    sites = head_sites(application.screen.now.model.config, "cross")
    off = tuple(Intervention(site=site, how="mean") for site in sites)
    application.window.show_tab("attention")
    application.branching.intervene(off, same_target=False)
    settle(qtbot, application)
    apply(branch_compared, None)
    apply(covers_set, ("later", "row"))
    seen.append(add(qtbot, application, "Off, too"))
    apply(covers_set, ())
    other = next(each.path for each in application.screen.now.models if each.name == "other")
    application.models.open(other)
    settle(qtbot, application)
    type_and_translate(qtbot, application, "e d")
    for tab in ("embedding", "positions", "architecture", "scaling", "runs"):
        application.window.show_tab(tab)
        seen.append(add(qtbot, application, tab))
    return seen


def save(qtbot, application, path):
    application.window.files.lesson_save_requested.emit(path)
    settle(qtbot, application)
    return said(application.window).partition(": ")[2]


def lesson_state(application):
    return application.store.state.lesson


@pytest.mark.window
def test_what_is_saved_opens_again_and_each_scene_shows_the_same(qtbot, application, tmp_path):
    path = tmp_path / "class.en.md"
    entry = application.window.findChild(QAction, "action-save-lesson")
    assert not entry.isEnabled()
    seen = prepare(qtbot, application)
    assert entry.isEnabled()
    scene = application.store.state.scenes.list[0].id
    whole_slot(application.store).apply(scene_state.scene_noted, scene, NOTE)
    assert save(qtbot, application, path) == f"The lesson was saved as {path}."

    lesson = read_lesson(path)
    check_lesson(lesson, application.library)
    assert (lesson.title, lesson.model, len(lesson.scenes)) == ("class", "zh-en", len(seen))
    assert lesson.scenes[0].title == "A head: < b>one< /b> & “two” #1"
    assert lesson.scenes[0].note == (
        "Look here",
        "1. the first row",
        "2. </s>, a link",
        "< b>bold< /b> and 2 * 3 * 4 with √d_k",
        "code",
    )
    assert lesson.scenes[3].hide == ("later", "row")
    application.window.show_tab("masks")
    drop(application.window, path)
    for number, expected in enumerate(seen):
        qtbot.waitUntil(
            lambda number=number: (
                lesson_state(application).posed and lesson_state(application).index == number
            )
        )
        settle(qtbot, application)
        shown = picture(application)
        assert {name: (shown[name], expected[name]) for name in shown} == {
            name: (expected[name], expected[name]) for name in shown
        }
        application.work.lessons.go(1)


def test_what_a_lesson_cannot_contain_is_told_with_its_scenes(qtbot, application, tmp_path):
    path = tmp_path / "class.md"
    apply = application.screen.apply
    apply(row_labels_picked, "fed")
    add(qtbot, application, "labels")
    apply(row_labels_picked, "both")
    zero = Intervention(site=Site("z", "cross", 0, 0), how="zero")
    application.branching.intervene((zero,), same_target=False)
    settle(qtbot, application)
    apply(branch_compared, 0)
    apply(cell_picked, "cross", Cell(0, 0))
    add(qtbot, application, "more")
    assert save(qtbot, application, path) == (
        f"The lesson was saved as {path}. Scene 1 was saved without the choice of row labels. "
        "Scene 2 was saved without interventions other than switched-off heads. Scene 2 was saved "
        "without the comparison of branches. Scene 2 was saved without the selected cell."
    )
    check_lesson(read_lesson(path), application.library)


def test_a_model_without_a_name_is_refused_and_the_file_stays(
    qtbot, application, tmp_path, tiny_checkpoint
):
    path = tmp_path / "class.md"
    path.write_text("mine", encoding="utf-8")
    nameless = untrained(TINY).named("nameless")
    nameless.network.output.weight.data += 0.02
    save_checkpoint(nameless, tmp_path / "nameless.safetensors")
    application.models.open(tmp_path / "nameless.safetensors")
    settle(qtbot, application)
    add(qtbot, application, "one")
    assert save(qtbot, application, path).startswith("Scene 1 uses the model 'nameless', which is")
    assert path.read_text(encoding="utf-8") == "mine"
    assert not [*tmp_path.glob("class*.tmp")]


def test_a_folder_that_is_not_there_is_one_sentence(qtbot, application, tmp_path):
    add(qtbot, application, "one")
    said_ = save(qtbot, application, tmp_path / "none" / "class.md")
    assert "none" in said_
    assert said_.count("\n") == 0
