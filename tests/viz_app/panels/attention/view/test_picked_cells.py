from tests.viz_app.painted import EN, ZH, focus, zeros
from viz_app.panels.attention.view.heatmap import cell_at_key, cell_at_row
from viz_app.workbench.state import Cell


def test_a_row_stands_for_its_heaviest_key():
    shown = focus(zeros(len(EN), len(ZH), r2c5=0.9, r2c6=0.1))
    assert cell_at_row(shown, 2) == Cell(2, 5)


def test_or_for_the_key_under_the_cursor():
    assert cell_at_row(focus(cell=Cell(4, 7)), 2) == Cell(2, 7)


def test_unless_that_is_masked():
    every = zeros(len(EN), len(EN), r2c1=0.9)
    assert cell_at_row(focus(every, kind="decoder", cell=Cell(8, 7)), 2) == Cell(2, 1)


def test_a_key_is_in_the_row_in_view():
    assert cell_at_key(focus(marked_row=6), 3) == Cell(6, 3)


def test_without_tokens_there_is_no_cell():
    assert cell_at_row(focus(source=()), 2) is None
    assert cell_at_key(focus(target=()), 2) is None
