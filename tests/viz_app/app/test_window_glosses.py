"""What source tokens mean stands in every picture that they stand in, and goes with the switch."""

import pytest
from PySide6.QtCore import Qt

from model.checkpoint.shipped import SHIPPED_FOLDER
from model.lessons.one_head.matrices import SHAPES
from tests.viz_app.application import running, settle
from tests.viz_app.listening import plain
from viz_app.panels.attention.snapshot.difference import resolve_difference
from viz_app.workbench.changes.branching import branch_compared
from viz_app.workbench.changes.selection import kind_picked, option_picked

pytestmark = pytest.mark.window

ACROSS = Qt.Orientation.Horizontal
MEANT = ["I, me", "have", "one", "one", "cat"]


@pytest.fixture
def application(qtbot, tmp_path):
    path = SHIPPED_FOLDER / "zh-en.safetensors"
    with running(qtbot, tmp_path, model=path, text="我有一只猫。") as application:
        application.window.resize(1280, 800)
        yield application


@pytest.fixture
def window(application):
    return application.window


@pytest.fixture
def switched_off(application):
    """What a function says before and after glosses are switched off."""

    def both(said):
        before = said()
        application.window.menus.attention.action("glosses").trigger()
        return before, said()

    return both


def matrices(panel):
    return [picture.matrix for picture in panel.equation.shown()]


def texts(layout):
    return [label.text for label in layout.glosses]


def test_in_the_text(application, window, switched_off):
    application.bench.apply(option_picked, "view", "text")
    view = window.attention.pictures.text

    def below():
        view.grab()
        keys = view.layout_now().sentences[-1]
        return [label.text for label in keys.glosses(view.theme)]

    assert switched_off(below) == (["I, me", "have", "one", "cat"], [])


def test_in_the_table(window, switched_off):
    window.menus.attention.action("table").trigger()
    model = window.attention.table_dialog.table.model()
    assert switched_off(lambda: plain(model.headerData(4, ACROSS))) == ("猫 (cat)", "猫")


def test_where_branches_are_compared(qtbot, application, window, switched_off):
    window.timeline.intents.target_given.emit("I have a cat .")
    settle(qtbot, application)
    application.screen.apply(branch_compared, 0)
    focus = window.attention.focus

    def above():
        focus.grab()
        return texts(focus.layout_now())

    assert resolve_difference(application.screen.now, "cross") is not None
    assert switched_off(above) == (MEANT, [])


@pytest.mark.parametrize("stage", ["product", "mask", "softmax"])
def test_in_one_head(qtbot, application, window, switched_off, stage):
    window.show_tab("one_head")
    settle(qtbot, application)
    panel = window.pages["one_head"].panel
    panel.intents.stage_picked.emit(stage)

    def above():
        panel.grab()
        return [texts(panel.equation.view_of(name).layout_now()) for name in matrices(panel)]

    before, after = switched_off(above)
    of_keys = [SHAPES[name].columns == "key" for name in matrices(panel)]
    assert any(of_keys)
    assert before == [MEANT if keys else [] for keys in of_keys]
    assert not any(after)


def test_the_choice_of_a_query_says_it(qtbot, application, window):
    application.screen.apply(kind_picked, "encoder")
    window.show_tab("one_head")
    settle(qtbot, application)
    query = window.pages["one_head"].panel.choice.query
    assert "(cat)" in query.itemText(4)


@pytest.mark.parametrize("part", ["batch", "steps", "change", "rows"])
def test_in_masks(qtbot, application, window, switched_off, part):
    window.show_tab("masks")
    settle(qtbot, application)
    tab = window.pages["masks"].panel
    tab.intents.view_picked.emit(part)
    tab.intents.stage_picked.emit(1)
    settle(qtbot, application)
    places = {
        "batch": lambda shown: shown.masks.layout_now().matrices,
        "steps": lambda shown: shown.tiles.layout_now().matrices,
        "change": lambda shown: shown.tiles.layout_now().matrices,
        "rows": lambda shown: (shown.table.layout_now().matrix,),
    }

    def above():
        tab.grab()
        return {gloss for matrix in places[part](tab.part(part)) for gloss in texts(matrix)}

    before, after = switched_off(above)
    assert before
    assert before <= set(MEANT) | {"I", "today", "day", "weather"}
    assert after == set()
