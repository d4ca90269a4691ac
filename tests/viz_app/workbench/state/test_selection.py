"""Choosing kind, layer, head, step and cell."""

from viz_app.workbench.state.selection import Cell, Selection, with_head, with_step, within


def test_another_kind_drops_the_cell():
    selection = Selection(kind="cross", cell=Cell(1, 2))
    assert with_head(selection, "encoder", 1, 1) == Selection(kind="encoder", layer=1, head=1)


def test_another_head_of_the_same_kind_keeps_the_cell():
    selection = Selection(kind="cross", cell=Cell(1, 2))
    assert with_head(selection, "cross", 0, 1).cell == Cell(1, 2)


def test_a_step_stays_between_the_first_and_the_last(tiny_trace):
    last = len(tiny_trace.steps) - 1
    assert with_step(Selection(), -5, tiny_trace).step == 0
    assert with_step(Selection(), 1, tiny_trace).step == 1
    assert with_step(Selection(), 999, tiny_trace).step == last


def test_without_a_trace_there_is_only_step_0():
    assert with_step(Selection(step=3), 2, None).step == 0


def test_a_selection_outside_a_smaller_trace_comes_back_in(tiny_trace):
    wide = Selection(kind="encoder", layer=5, head=7, step=99, cell=Cell(50, 0))
    assert within(wide, tiny_trace) == Selection(
        kind="encoder", layer=1, head=1, step=len(tiny_trace.steps) - 1
    )


def test_the_cursor_goes_along_with_the_step(tiny_trace):
    cross = Selection(kind="cross", step=0, cell=Cell(0, 3))
    assert with_step(cross, 2, tiny_trace).cell == Cell(2, 3)
    encoder = Selection(kind="encoder", step=0, cell=Cell(0, 3))
    assert with_step(encoder, 2, tiny_trace).cell == Cell(0, 3)
