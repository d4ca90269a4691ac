import pytest
from PySide6.QtCore import QRectF

from tests.viz_app.painted import words
from viz_app.design.theme import light_theme
from viz_app.pictures.matrix_layout import layout_matrix

SENTENCES = (
    (*"我有一只猫。", "</s>"),
    ("<s>", "I", "bought", "an", "interesting", "book", "in", "a", "bookstore", "."),
    words(40),
)


@pytest.mark.parametrize("height", [90, 160, 400])
@pytest.mark.parametrize("size", ["normal", "presentation"])
@pytest.mark.parametrize("texts", SENTENCES, ids=["Chinese", "English", "many"])
def test_cells_and_their_labels_stay_inside_of_any_space(qapp, texts, size, height):
    theme = light_theme(size)
    for width in range(240, 1000, 12):
        space = QRectF(20, 30, width, height)
        placed = layout_matrix(space, texts, texts, theme, largest=48)
        assert placed.grid.rect.bottom() <= space.bottom() + 1
        assert placed.grid.rect.right() <= space.right() + 1
        for label in placed.columns:
            assert label.rect.top() >= space.top() - 0.1
            assert label.rect.bottom() <= placed.grid.top
            assert label.rect.right() <= space.right() + 1.5 * theme.unit + 0.1


@pytest.mark.parametrize("texts", SENTENCES, ids=["Chinese", "English", "many"])
def test_the_cursor_moves_no_cell(qapp, texts):
    space, theme = QRectF(20, 30, 400, 260), light_theme()
    resting = layout_matrix(space, texts, texts, theme, largest=48)
    for column in range(len(texts)):
        at = layout_matrix(
            space, texts, texts, theme, largest=48, strong_rows=(1,), strong_columns=(column,)
        )
        assert at.grid == resting.grid
        assert column in [label.index for label in at.columns if label.weight == "bold"]
