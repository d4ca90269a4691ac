"""Tables of numbers as lines with tabs."""

import csv
import json
from io import StringIO

import numpy as np
import pytest

from model.messages import UserError
from tests.viz_app.full_disk import full_disk
from viz_app.storage.value_tables import ValueTable, numbered, tab_text, write_tables

# ------------------------------------------------------------------------------- test value tables


NAMES = ("我", 'a"b', "x,y")
VALUES = np.array([[0.1, 1e-8, 1 / 3], [np.nan, -2.5, 16777217]], np.float32)


def table_of(values=VALUES, *, name="weights", mask=None):
    rows = numbered(len(values))
    return ValueTable(
        name=name, rows=rows, columns=NAMES[: values.shape[1]], values=values, mask=mask
    )


def test_one_table_is_its_names_and_its_numbers():
    lines = [line.split("\t") for line in tab_text((table_of(),)).splitlines()]
    assert lines[0] == ["", *NAMES]
    assert [line[0] for line in lines[1:]] == ["1", "2"]
    numbers = [[float(text) if text else np.nan for text in line[1:]] for line in lines[1:]]
    assert np.array_equal(np.array(numbers, np.float32), VALUES, equal_nan=True)


def test_several_tables_stand_below_their_names_and_what_parts_cells_is_a_blank_there():
    first, second = tab_text((table_of(name="one"), table_of(name="two"))).split("\n\n")
    assert first.startswith("one\n\t我")
    assert second.startswith("two\n\t我")
    table = ValueTable(name="t", rows=("a\tb\r\nc",), columns=("\u2028",), values=np.ones((1, 1)))
    assert tab_text((table,)) == "\t \na b c\t1.0\n"


def test_what_is_masked_is_no_zero():
    values = np.array([[0.5, 0.0], [-1e9, np.nan]], np.float32)
    table = table_of(values, mask=np.array([[True, False], [False, False]]))
    first, second = (line.split("\t")[1:] for line in tab_text((table,)).splitlines()[1:])
    assert first == ["0.5", ""]
    assert (float(second[0]), second[1]) == (-1e9, "")
    assert "0.0" in tab_text((table_of(values),))


def test_marks_of_the_screen_are_in_no_file():
    table = ValueTable(
        name="\u2068שלום\u2069 · head 1",
        rows=("\u2068א\u2069 → \u2068ب\u2069",),
        columns=("\u2068א\u2069  0",),
        values=np.ones((1, 1)),
    )
    assert (table.name, table.rows, table.columns) == ("שלום · head 1", ("א → ب",), ("א  0",))


# -------------------------------------------------------------------------------- test value files
# Tables of numbers as files, read back with NumPy, json and csv alone.


@pytest.fixture
def written(tmp_path):
    def write(suffix, *tables):
        path = tmp_path / f"numbers{suffix}"
        write_tables(path, tables, caption="zh-en · 我")
        return path

    return write


def test_npz_of_one_table(written):
    mask = ~np.isnan(VALUES)
    with np.load(written(".npz", table_of(mask=mask)), allow_pickle=False) as file:
        assert np.array_equal(file["values"], VALUES, equal_nan=True)
        assert file["values"].dtype == np.float32
        assert tuple(file["columns"]) == NAMES
        assert tuple(file["rows"]) == ("1", "2")
        assert (file["mask"] == mask).all()
        assert file["caption"] == "zh-en · 我"


def test_npz_of_several_tables_with_the_same_names_and_with_others(written):
    path = written(".npz", table_of(name="one"), table_of(2 * VALUES, name="two"))
    with np.load(path, allow_pickle=False) as file:
        assert np.array_equal(file["values"], [VALUES, 2 * VALUES], equal_nan=True)
        assert tuple(file["names"]) == ("one", "two")
    path = written(".npz", table_of(name="one"), table_of(VALUES[:1, :2], name="two"))
    with np.load(path, allow_pickle=False) as file:
        assert np.array_equal(file["values_1"], VALUES, equal_nan=True)
        assert np.array_equal(file["values_2"], VALUES[:1, :2])
        assert tuple(file["columns_2"]) == NAMES[:2]


def test_json(written):
    found = json.loads(written(".json", table_of(name="one"), table_of(name="two")).read_text())
    assert found["caption"] == "zh-en · 我"
    assert [table["name"] for table in found["tables"]] == ["one", "two"]
    numbers = np.array(found["tables"][0]["values"], np.float32)  # None becomes NaN
    assert np.array_equal(numbers, VALUES, equal_nan=True)
    assert found["tables"][0]["columns"] == list(NAMES)


def test_csv(written):
    rows = list(csv.DictReader(StringIO(written(".csv", table_of()).read_text())))
    assert [row["value"] for row in rows[:2]] == ["0.1", "1e-08"]
    assert rows[3]["value"] == ""
    assert {row["column_name"] for row in rows} == set(NAMES)
    assert (rows[-1]["row"], rows[-1]["column"], rows[-1]["counts_from"]) == ("2", "3", "1")


def test_a_full_disk_leaves_what_was_there(written, tmp_path):
    for suffix in (".npz", ".json", ".csv"):
        path = tmp_path / f"numbers{suffix}"
        path.write_text("before")
        with full_disk(), pytest.raises(UserError, match="cannot be written"):
            written(suffix, table_of())
        assert path.read_text() == "before"


def test_another_suffix_is_refused(tmp_path):
    with pytest.raises(UserError, match=r"numbers.xlsx must end in .npz, .json or .csv"):
        write_tables(tmp_path / "numbers.xlsx", (table_of(),), caption="")
    assert not list(tmp_path.iterdir())


def test_a_csv_says_what_is_masked(written):
    mask = np.array([[True, False, True], [True, True, True]])
    rows = list(csv.DictReader(StringIO(written(".csv", table_of(mask=mask)).read_text())))
    assert [row["may_attend"] for row in rows] == ["1", "0", "1", "1", "1", "1"]
    plain = csv.DictReader(StringIO(written(".csv", table_of()).read_text()))
    assert {row["may_attend"] for row in plain} == {""}
