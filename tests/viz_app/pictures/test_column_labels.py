from model.special_tokens import SPECIAL_TOKENS
from tests.every import every
from tests.viz_app.painted import overlaps, words
from viz_app.design.theme import light_theme
from viz_app.pictures.cell_image import CellGrid
from viz_app.pictures.labels import column_labels, column_style

THEME = light_theme()
ENGLISH = ("<s>", "I", "bought", "an", "interesting", "book", "in", "a", "bookstore", ".", "</s>")
SENTENCES = {
    "Chinese": (*"我昨天在书店买了一本有趣的书", "</s>"),
    "English": ENGLISH,
    "dense": ENGLISH * 5,
    "padded": (*"我有一只猫", "</s>", "<pad>", "<pad>", "<pad>"),
    "mixed": words(12),
    "many": words(128),
}
each_sentence = every("texts", SENTENCES.values())
each_cell = every("cell", [2.5, 5, 10, 16, 24, 38, 60])
each_size = every("size", ["normal", "presentation"])
each_room = every("longest", [20.0, 60.0])


def grid_of(columns, width):
    return CellGrid(left=100, top=100, cell_width=width, cell_height=20, rows=1, columns=columns)


def labels_of(texts, cell, *, longest=80.0, size="normal", **options):
    theme = light_theme(size)
    style = column_style(texts, cell, theme, longest=longest)
    return column_labels(texts, grid_of(len(texts), cell), theme, style=style, gap=4, **options)


def texts_of(labels):
    return [label.text for label in labels]


@each_size
@each_room
@each_cell
@each_sentence
def test_labels_never_overlap(qapp, texts, cell, longest, size):
    theme = light_theme(size)
    style = column_style(texts, cell, theme, longest=longest)
    for strong in ((), (len(texts) // 2,), (len(texts) - 1,)):
        labels = labels_of(texts, cell, longest=longest, size=size, strong=strong)
        assert not overlaps([label.rect for label in labels])
        assert all(label.rect.bottom() <= 100 - 3.9 for label in labels)
        assert all(label.rect.top() >= 100 - 4 - style.height - 0.1 for label in labels)
        assert {label.index for label in labels if label.weight == "bold"} == set(strong)


@each_size
@each_room
@each_cell
@each_sentence
def test_only_special_tokens_may_be_set_in_another_way(qapp, texts, cell, longest, size):
    labels = labels_of(texts, cell, longest=longest, size=size)
    special = [label for label in labels if texts[label.index] in SPECIAL_TOKENS]
    others = [label for label in labels if label not in special]
    for alike in (special, others):
        assert len({(label.turned, label.size) for label in alike}) <= 1
    assert others or cell < 5


@each_size
@each_room
@each_cell
@each_sentence
def test_special_tokens_are_whole_or_left_out(qapp, texts, cell, longest, size):
    for strong in ((), (len(texts) - 1,)):
        for label in labels_of(texts, cell, longest=longest, size=size, strong=strong):
            if texts[label.index] in SPECIAL_TOKENS:
                assert label.text == texts[label.index]


def test_the_sample_sentence_is_upright(qapp):
    texts = (*"我有一只猫。", "</s>")
    labels = labels_of(texts, 44)
    assert texts_of(labels) == list(texts)
    assert not any(label.turned for label in labels)


def test_in_narrow_columns_only_the_special_token_is_turned(qapp):
    texts = (*"我有一只小猫", "</s>")
    labels = labels_of(texts, 20)
    assert texts_of(labels) == list(texts)
    assert [label.turned for label in labels] == [False] * 6 + [True]


def test_all_words_of_a_dense_sentence_are_turned(qapp):
    labels = labels_of(ENGLISH, 20)
    assert texts_of(labels) == list(ENGLISH)
    assert all(label.turned for label in labels)


def test_in_large_type_the_end_of_the_sample_sentence_can_be_read(qapp):
    texts = (*"我有一只猫。", "</s>")
    labels = labels_of(texts, 38.0, longest=20.0, size="presentation")
    assert texts_of(labels) == list(texts)
    assert not any(label.turned for label in labels)


def test_a_special_token_without_room_is_there_under_the_cursor(qapp):
    texts = (*"我有一只猫。", "</s>")
    resting = labels_of(texts, 18, longest=16)
    assert texts_of(resting) == list("我有一只猫。")
    at = labels_of(texts, 18, longest=16, strong=(6,))
    assert texts_of(at)[-1] == "</s>"
    assert not at[-1].turned
    assert len(resting) - 2 <= len(at) < len(texts)


@each_cell
def test_labels_hardly_stick_out_over_the_columns(qapp, cell):
    texts = ("extraordinarily", "a", "I", "a", "extraordinarily")
    labels = labels_of(texts, cell)
    left, right = 100 - 1.5 * THEME.unit, 100 + 5 * cell + 1.5 * THEME.unit
    for label in labels:
        if not label.turned and len(labels) == 5:
            assert label.rect.left() >= left - 0.1
            assert label.rect.right() <= right + 0.1


def test_long_words_are_elided(qapp):
    (label,) = labels_of(("extraordinarily",), 20, longest=50.0)
    assert label.turned
    assert label.text.endswith("…")
    assert label.rect.height() <= 50


def test_of_a_zoomed_matrix_only_what_is_in_view_is_labelled(qapp):
    grid = grid_of(12, 40)
    viewport = grid.rect.adjusted(130, 0, -130, 0)
    labels = labels_of(tuple("abcdefghijkl"), 40, viewport=viewport)
    assert texts_of(labels) == list("defghi")
