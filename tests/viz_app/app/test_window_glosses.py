"""What source tokens mean stands in every picture that they stand in, and goes with the switch."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocumentFragment

from model.checkpoint.locations import SHIPPED_FOLDER
from model.lessons.one_head import SHAPES
from model.traces.trace import Candidate
from tests.viz_app.application import click, running, settle
from tests.viz_app.listening import plain
from viz_app.app.app_state import room_slot
from viz_app.panels.attention.room import resolve_difference
from viz_app.panels.masks.panel import MASKS
from viz_app.panels.masks.room import stage_picked
from viz_app.pictures.labels import text_width
from viz_app.workbench.changes.selection import kind_picked, option_picked
from viz_app.workbench.changes.translation import branch_compared
from viz_app.workbench.room import sets
from viz_app.workbench.state import Cell

pytestmark = pytest.mark.window

ACROSS = Qt.Orientation.Horizontal
MEANT = ["I, me", "have", "one", "one", "cat"]
"""Of 我有一只猫。"""


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
def with_and_without(window):
    """What a function says with glosses, and while they are switched off."""

    def both(said):
        before = said()
        switch = window.menus.attention.action("glosses")
        switch.trigger()
        after = said()
        switch.trigger()
        return before, after

    return both


def texts(layout):
    return [label.text for label in layout.glosses]


def test_in_the_place_to_look(qtbot, application, window, with_and_without):
    """The table, the text, and the difference between two branches."""
    window.menus.attention.action("table").trigger()
    model = window.attention.table_dialog.table.model()
    names = with_and_without(lambda: plain(model.headerData(4, ACROSS)))
    assert names == ("猫 (cat)", "猫")

    application.bench.apply(option_picked, "view", "text")
    view = window.attention.pictures.text

    def below():
        view.grab()
        keys = view.spots().sentences[-1]
        return [label.text for label in keys.glosses(view.theme)]

    assert with_and_without(below) == (["I, me", "have", "one", "cat"], [])

    application.bench.apply(option_picked, "view", "focus")
    window.timeline.room.give_target("I have a cat .")
    settle(qtbot, application)
    window.timeline.room.apply(branch_compared, 0)
    assert resolve_difference(application.screen.now, "cross") is not None
    focus = window.attention.focus

    def above():
        focus.grab()
        return texts(focus.spots())

    assert with_and_without(above) == (MEANT, [])


def test_in_one_head(qtbot, application, window, with_and_without):
    window.show_tab("one_head")
    settle(qtbot, application)
    panel = window.pages["one_head"].panel
    for stage in ("product", "mask", "softmax"):
        click(qtbot, panel.bar.buttons[stage])
        matrices = [picture.matrix for picture in panel.equation.pictures]
        keys = [SHAPES[matrix].columns == "key" for matrix in matrices]

        def above():
            panel.grab()
            return [texts(view.spots()) for view in panel.equation.views if view.picture]

        before, after = with_and_without(above)
        assert before == [MEANT if are_keys else [] for are_keys in keys]
        assert not any(after)
    application.screen.apply(kind_picked, "encoder")
    settle(qtbot, application)
    assert with_and_without(lambda: plain(panel.choice.query.itemText(4))) == ("猫 (cat)", "猫")


def test_in_embedding(qtbot, application, window, with_and_without):
    window.show_tab("embedding")
    settle(qtbot, application)
    panel = window.pages["embedding"].panel

    def near():
        return panel.near.near["source"].accessibleDescription()

    with_meaning, without = map(plain, with_and_without(near))
    assert "“我” (I, me)" in with_meaning and "I, me" not in without
    panel.parts.picked.emit("into")
    settle(qtbot, application)
    strips = panel.into.strips

    def beside():
        strips.grab()
        return strips.spots().glosses[1]

    def told():
        return plain(strips.accessibleDescription()).partition(" · ")[0]

    assert with_and_without(told) == ("“我” (I, me)", "“我”")
    needed = text_width(strips.theme, "I, me", size=strips.theme.small)
    assert with_and_without(beside) == (needed, 0)


def test_in_positions(qtbot, application, window, with_and_without):
    window.show_tab("positions")
    settle(qtbot, application)
    panel = window.pages["positions"].panel
    table = panel.page("table").table
    names = with_and_without(lambda: plain(table.picture.say(Cell(4, 0))).partition(" · ")[2])
    assert names == ("position 4 “猫” (cat), dimension 0", "position 4 “猫”, dimension 0")

    panel.choice.button("without").click()
    panel.page("without").sentence.button("own").click()
    settle(qtbot, application)
    band = panel.page("without").bands[0]

    def listed():
        return (
            QTextDocumentFragment.fromHtml(band.source.text()).toPlainText().replace("\u2060", "")
        )

    before, after = with_and_without(listed)
    assert " ".join(before.split()) == "我 0 I, me 有 1 have 一 2 one 只 3 one 猫 4 cat 。 5 </s> 6"
    assert " ".join(after.split()) == "我 0 有 1 一 2 只 3 猫 4 。 5 </s> 6"


def test_of_a_chinese_candidate(window, with_and_without):
    bars = window.timeline.candidates

    def told():
        candidates = (Candidate("猫", 9, -0.1),)
        bars.set_snapshot(replace(window.timeline._snapshot, candidates=candidates, chosen_id=9))
        return plain(bars.sentence(0)).partition(": ")[0]

    assert with_and_without(told) == ("“猫” (cat)", "“猫”")


def test_in_masks(qtbot, application, window, with_and_without):
    window.show_tab("masks")
    settle(qtbot, application)
    tab = window.pages["masks"].panel
    places = {
        "batch": lambda part: part.masks.spots().matrices,
        "steps": lambda part: part.tiles.spots().matrices,
        "change": lambda part: part.tiles.spots().matrices,
        "rows": lambda part: (part.table.spots().matrix,),
    }
    for name, layouts in places.items():
        room_slot(application.store, MASKS).apply(sets("view"), name)
        room_slot(application.store, MASKS).apply(stage_picked, 1)
        settle(qtbot, application)

        def above(name=name, layouts=layouts):
            tab.grab()
            return [gloss for matrix in layouts(tab.part(name)) for gloss in texts(matrix)]

        before, after = with_and_without(above)
        assert before
        assert after == []
