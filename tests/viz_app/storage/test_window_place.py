"""Where a window was is kept, and believed only as far as it can be."""

import json

import pytest

from model.atomic import WriteError
from viz_app.storage.window_place import PLACE, WindowPlace, read_place, write_place

SOMEWHERE = WindowPlace(x=-20, y=30, width=1300, height=900, maximised=True)


def test_it_is_read_as_it_was_written(tmp_path):
    write_place(tmp_path / "new", SOMEWHERE)
    assert read_place(tmp_path / "new") == SOMEWHERE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "[]",
        "{}",
        "[" * 100_000,
        "\x00",
        *(
            json.dumps({"x": 0, "y": 0, "width": 9, "height": 9, "maximised": False, **wrong})
            for wrong in ({"x": 1e9}, {"width": 0}, {"height": "9"}, {"maximised": 1}, {"y": None})
        ),
    ],
)
def test_what_is_no_place_is_none(tmp_path, text):
    (tmp_path / PLACE).write_text(text)
    assert read_place(tmp_path) is None


def test_nothing_there_is_none(tmp_path):
    assert read_place(tmp_path) is None


def test_a_folder_that_takes_nothing_is_said(readonly_folder):
    with pytest.raises(WriteError):
        write_place(readonly_folder, SOMEWHERE)
