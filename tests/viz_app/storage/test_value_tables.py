"""Tables of numbers as lines with tabs."""

import numpy as np

from viz_app.storage.value_tables import ValueTable, numbered, tab_text

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


def test_several_tables_stand_below_their_names():
    first, second = tab_text((table_of(name="one"), table_of(name="two"))).split("\n\n")
    assert first.startswith("one\n\t我")
    assert second.startswith("two\n\t我")


def test_what_parts_cells_is_a_blank_in_a_name():
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
