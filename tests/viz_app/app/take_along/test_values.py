"""Through the real window: every picture has numbers, and they are those that it shows."""

import csv
import json
from io import StringIO

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from model.text.words import word_spans
from tests.viz_app.application import CTRL, click, press, said, settle
from viz_app.app.app_state import room_slot
from viz_app.panels.embedding.pictures.strips import TokenRow
from viz_app.panels.masks.pictures.masks import Masks
from viz_app.panels.masks.pictures.token_rows import TokenRows, Translations
from viz_app.panels.positions.panel import POSITIONS
from viz_app.panels.positions.pictures import Dials
from viz_app.panels.positions.view import AlteredBand
from viz_app.panels.training.replay.view import ReplayStrip
from viz_app.pictures.picture import Picture
from viz_app.widgets.picture_view import PictureView
from viz_app.workbench.changes.selection import kind_picked, option_picked, step_chosen
from viz_app.workbench.changes.translation import branch_compared

pytestmark = pytest.mark.window

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def page(window, pages):
    """Brings a page of a tab to the front; all its views of a class, or of such pictures."""

    def show(tab, name, pictured):
        assert name in (page for page in pages(tab))
        kind = PictureView if issubclass(pictured, Picture) else pictured
        found = [one for one in window.tabs.page().findChildren(kind) if one.isVisible()]
        return [
            one
            for one in found
            if isinstance(one.picture if kind is PictureView else one, pictured)
        ]

    return show


@pytest.fixture
def copied_tables(qtbot, window):
    """What Ctrl+Shift+V puts on the clipboard for a picture: names, columns, rows, numbers."""

    def copy(view):
        QGuiApplication.clipboard().clear()
        press(qtbot, view, Qt.Key.Key_V, CTRL | SHIFT)
        qtbot.waitUntil(lambda: bool(QGuiApplication.clipboard().text()))
        blocks = QGuiApplication.clipboard().text().strip("\n").split("\n\n")
        return [_read(block.split("\n"), named=len(blocks) > 1) for block in blocks]

    return copy


def _read(lines, *, named):
    name = lines.pop(0) if named else ""
    columns, *rows = (line.split("\t") for line in lines)
    numbers = np.array([[np.float32(text or "nan") for text in row[1:]] for row in rows])
    return name, tuple(columns[1:]), tuple(row[0] for row in rows), numbers


# ------------------------------------------------------------------------ as it is looked at


def test_hidden_tokens_are_in_no_value(qtbot, application, window, copied_tables):
    for name, value in (("special", "renormalised"), ("scale", "log")):
        application.bench.apply(option_picked, name, value)
    settle(qtbot, application)
    ((_, columns, _, values),) = copied_tables(window.attention.focus)
    trace, selection = application.screen.now.trace, application.screen.now.selection
    weights = trace.weights("cross")[selection.layer, selection.head][:, :-1]
    assert columns == trace.source_tokens[:-1]
    assert np.allclose(values, weights / weights.sum(axis=1, keepdims=True), atol=1e-6)


def test_the_values_of_a_step_end_with_its_row(qtbot, application, window, copied_tables):
    application.screen.apply(step_chosen, 1)
    settle(qtbot, application)
    ((_, _, rows, values),) = copied_tables(window.attention.focus)
    trace, selection = application.screen.now.trace, application.screen.now.selection
    assert rows == ("<s> → I", "I → have")
    assert (values == trace.weights("cross")[selection.layer, selection.head][:2]).all()


def test_zoom_hides_no_value(qtbot, window, copied_tables):
    view = window.attention.focus
    whole = copied_tables(view)
    for _ in range(6):
        press(qtbot, view, Qt.Key.Key_Plus)
    assert view.is_zoomed
    assert (copied_tables(view)[0][3] == whole[0][3]).all()


def test_several_heads_of_links_are_a_table_each(qtbot, application, window, copied_tables):
    application.bench.apply(option_picked, "view", "links")
    application.bench.apply(option_picked, "heads", (0, 2))
    settle(qtbot, application)
    tables = copied_tables(window.attention.pictures.current())
    trace, layer = application.screen.now.trace, application.screen.now.selection.layer
    assert [name[-6:] for name, *_ in tables] == ["head 1", "head 3"]
    for (*_, values), head in zip(tables, (0, 2), strict=True):
        assert (values == trace.weights("cross")[layer, head]).all()


def test_compared_branches_copy_their_difference(qtbot, application, window, copied_tables):
    """Of the rows that both have, where their names say both tokens."""
    window.timeline.room.type_token(3, "dog")
    settle(qtbot, application)
    application.bench.apply(branch_compared, 0)
    application.screen.apply(step_chosen, 99)
    settle(qtbot, application)
    tree, selection = application.screen.now.branches, application.screen.now.selection
    first, second = (
        branch.trace.weights("cross")[selection.layer, selection.head]
        for branch in (tree.branches[1], tree.branches[0])
    )
    ((_, columns, rows, values),) = copied_tables(window.attention.focus)
    assert columns == tree.branches[0].trace.source_tokens
    assert rows[3] == "a → dog / cat"
    both = min(len(first), len(second))
    np.testing.assert_allclose(values, first[:both] - second[:both], atol=1e-6)
    assert np.abs(values).max() > 0.01


def test_pieces_of_a_word_are_one_value(qtbot, application, window, copied_tables):
    """A query is the mean of its pieces, a key is their sum."""
    application.translation.translate("我喜欢读1984这本书。")
    settle(qtbot, application)
    application.bench.apply(option_picked, "words", True)
    application.bench.apply(kind_picked, "encoder")
    settle(qtbot, application)
    trace, selection = application.screen.now.trace, application.screen.now.selection
    tokens = trace.source_tokens
    spans = word_spans(tokens)
    assert len(spans) < len(tokens)
    weights = trace.encoder_weights[selection.layer, selection.head]
    ((_, columns, _, values),) = copied_tables(window.attention.focus)
    assert len(columns) == len(spans)
    expected = [[weights[a:b, c:d].sum(axis=1).mean() for c, d in spans] for a, b in spans]
    np.testing.assert_allclose(values, expected, atol=1e-6)


# ------------------------------------------------------------------------ one by one


def test_a_batch_says_which_places_are_padding(page, copied_tables, application):
    (batch,) = page("masks", "batch", TokenRows)
    tables = copied_tables(batch)
    assert [name for name, *_ in tables] == ["sentence 1", "sentence 2"]
    for _, tokens, rows, values in tables:
        assert rows == ("1 for a token, 0 for padding",)
        assert values[0].tolist() == [float(token != "<pad>") for token in tokens]
    first, second = (tokens for _, tokens, *_ in tables)
    source = application.screen.now.trace.source_tokens
    assert first == source + ("<pad>",) * (len(second) - len(source))
    assert "<pad>" in first


def test_the_places_of_a_causal_mask_are_numbered(qtbot, application, window, page, copied_tables):
    (block,) = page("masks", "steps", TokenRows)
    click(qtbot, window.tabs.page().panel.part("steps").masks.button("causal"))
    settle(qtbot, application)
    ((_, tokens, rows, values),) = copied_tables(block)
    assert rows == ("position",)
    assert values[0].tolist() == list(range(1, len(tokens) + 1))


def test_a_row_of_tokens_says_which_is_chosen(page, copied_tables, application):
    (row,) = page("embedding", "out", TokenRow)
    ((_, columns, tokens, values),) = copied_tables(row)
    trace, step = application.screen.now.trace, application.screen.now.selection.step
    assert columns == ("position", "chosen")
    assert tokens == tuple(one.fed for one in trace.steps)
    assert values[:, 0].tolist() == list(range(len(tokens)))
    assert np.flatnonzero(values[:, 1]).tolist() == [step]


def test_dials_say_where_their_hands_point(page, copied_tables, application, window):
    (dials,) = page("positions", "rotation", Dials)
    ((_, columns, rows, values),) = copied_tables(dials)
    assert columns[:3] == ("degrees", "PE(2), sine", "PE(2), cosine")
    assert columns[5:] == (
        *("PE(5), sine", "PE(5), cosine"),
        *(f"R, row {row}, column {column}" for row in (0, 1) for column in (0, 1)),
    )
    first = np.array([int(name.split()[1].rstrip(",")) for name in rows])
    assert len(set(first)) == len(dials.spots().rects) > 1
    turn = 10000.0 ** (-first / application.bench.now.model.config.d_model)
    before, after, block = 2 * turn, 5 * turn, 3 * turn
    hands = [np.degrees(block), np.sin(before), np.cos(before), *2 * [np.sin(after), np.cos(after)]]
    turns = [np.cos(block), np.sin(block), -np.sin(block), np.cos(block)]
    assert np.abs(values - np.stack([*hands, *turns], axis=1)).max() < 1e-4


def test_both_translations_say_how_probable_their_tokens_are(
    qtbot, application, page, copied_tables
):
    (view,) = page("masks", "change", Translations)
    trace = application.screen.now.trace
    expected = [(one.probability, one.log_probability) for one in trace.steps]
    ((_, columns, tokens, values),) = copied_tables(view)
    assert columns == ("column", "probability", "log probability", "changed")
    assert tokens == trace.predicted_tokens
    assert np.allclose(values[:, 1:3], expected)
    assert not values[:, 3].any()
    (tiles,) = page("masks", "change", Masks)
    press(qtbot, tiles, Qt.Key.Key_Home)
    press(qtbot, tiles, Qt.Key.Key_Return)
    settle(qtbot, application)
    real, own = copied_tables(view)
    assert (real[0], own[0]) == ("Real masks", "Your masks")
    assert np.allclose(real[3][:, 1:3], expected)
    assert np.allclose(own[3][:, 1], np.exp(own[3][:, 2]))
    assert not np.allclose(own[3][:4, 1], real[3][:4, 1])


def test_a_moved_token_has_its_number_of_positions(page, copied_tables, application):
    room_slot(application.store, POSITIONS).apply(lambda room: room.changed(sentence="own"))
    bands = page("positions", "without", AlteredBand)
    trace = application.screen.now.trace
    tables = [copied_tables(band) for band in bands]
    places = [source[3][:, 0] for source, *_ in tables]
    assert all(source[2] == trace.source_tokens for source, *_ in tables)
    assert places[0].tolist() == list(range(len(trace.source_tokens)))
    assert sorted(places[1]) == sorted(places[0])
    assert np.isnan(places[2]).all()
    kept, same = tables[0][1], [token in trace.predicted_tokens for token in tables[2][1][2]]
    assert kept[2] == trace.predicted_tokens
    assert not kept[3].any()
    assert tables[2][1][3][:, 0].tolist() == [float(not one) for one in same]
    sure = sum(step.log_probability for step in trace.steps)
    assert tables[0][2][3].item() == pytest.approx(sure, abs=1e-4)


def test_the_strip_of_a_time_lapse_has_losses_and_moments(page, copied_tables):
    (strip,) = page("time_lapse", "attention", ReplayStrip)
    losses, moments = copied_tables(strip)
    updates = np.arange(1, 41)
    assert losses[1] == ("loss · reverse-1", "validation_loss · reverse-1")
    assert losses[2] == tuple(map(str, updates))
    assert np.allclose(losses[3][:, 0], 3 * np.exp(-updates / 30) + 0.02)
    measured = updates % 10 == 0
    held_out = 3.2 * np.exp(-updates[measured] / 30) + 0.03
    assert np.allclose(losses[3][measured, 1], held_out)
    assert np.isnan(losses[3][~measured, 1]).all()
    assert moments[1] == ("epoch", "loss", "shown")
    assert moments[2] == ("0", "1", "2", "5", "10", "20", "30", "40")
    assert moments[3][:, 0].tolist() == [0, 1, 1, 1, 1, 2, 3, 4]
    assert np.isnan(moments[3][0, 1])
    assert np.allclose(moments[3][1:, 1], losses[3][[0, 1, 4, 9, 19, 29, 39], 0])
    assert moments[3][:, 2].tolist() == [0] * 7 + [1]


@pytest.mark.parametrize(
    ("tab", "name", "pictured"),
    [
        ("embedding", "out", TokenRow),
        ("masks", "batch", TokenRows),
        ("masks", "change", Translations),
        ("positions", "rotation", Dials),
        ("positions", "without", AlteredBand),
        ("time_lapse", "attention", ReplayStrip),
    ],
)
def test_they_are_the_same_in_files(
    qtbot, application, window, page, copied_tables, file_dialogs, tmp_path, tab, name, pictured
):
    view = page(tab, name, pictured)[0]
    window.activateWindow()
    view.setFocus()
    tables = copied_tables(view)
    for suffix in (".npz", ".json", ".csv"):
        path = tmp_path / f"numbers{suffix}"
        file_dialogs.append(path)
        window.menus.edit.action("save_numbers").trigger()
        settle(qtbot, application)
        assert said(window) == f"Note: The values were saved as {path}."
        for (_, columns, rows, values), written in zip(tables, _written(path), strict=True):
            assert (columns, rows) == written[:2]
            assert np.allclose(values, written[2], equal_nan=True)


def _written(path):
    """Columns, rows and numbers of every table of a file."""
    if path.suffix == ".json":
        tables = json.loads(path.read_text())["tables"]
        return [
            (tuple(one["columns"]), tuple(one["rows"]), np.array(one["values"], float))
            for one in tables
        ]
    if path.suffix == ".npz":
        file = np.load(path, allow_pickle=False)
        ends = [key.removeprefix("values") for key in file if key.startswith("values")]
        return [
            tuple(
                tuple(file[part + end].tolist()) if part != "values" else file[part + end]
                for part in ("columns", "rows", "values")
            )
            for end in ends
        ]
    found = {}
    for line in csv.DictReader(StringIO(path.read_text())):
        found.setdefault(line["table"], []).append(line)
    return [_cells(lines) for lines in found.values()]


def _cells(lines):
    shape = int(lines[-1]["row"]), int(lines[-1]["column"])
    columns = tuple(line["column_name"] for line in lines[: shape[1]])
    rows = tuple(line["row_name"] for line in lines[:: shape[1]])
    return columns, rows, np.array([float(line["value"] or "nan") for line in lines]).reshape(shape)
