"""Settings survive, even a broken file."""

import dataclasses
import json
import os

import pytest

from model.files import WriteError
from viz_app.storage.settings import (
    PLACE,
    Settings,
    WindowPlace,
    load_settings,
    read_place,
    save_settings,
    write_place,
)

# ------------------------------------------------------------------------------ test settings file


def test_saved_settings_come_back(tmp_path):
    path = tmp_path / "new" / "settings.json"
    assert load_settings(path) == (Settings(), None)
    chosen = Settings(
        theme="dark",
        language="zh_CN",
        size="presentation",
        device="cpu",
        colour_map="cividis",
        recent_models=("/a/b.safetensors", "/c.safetensors"),
    )
    save_settings(path, chosen)
    assert load_settings(path) == (chosen, None)


def test_a_broken_file_is_set_aside_and_said(tmp_path):
    path = tmp_path / "settings.json"
    large = b" " * (2**24 + 1)
    for content in (b"{", b"\xff\xfe", b"[1]", b"", b"null", b"[" * 100_000, large):
        path.write_bytes(content)
        settings, message = load_settings(path)
        assert settings == Settings()
        assert "broken" in str(message)
        assert (tmp_path / "settings.json.broken").read_bytes() == content


def test_a_bad_value_is_reset_alone_and_said(tmp_path):
    path = tmp_path / "settings.json"
    wrong = [("theme", bad) for bad in ("purple", 3, None, [], {})]
    wrong += [("glosses", bad) for bad in (0, 1, 1.0, "true", None)]  # what is almost a flag
    wrong += [(field.name, "jet") for field in dataclasses.fields(Settings)]
    for name, bad in wrong:
        path.write_text(json.dumps({"size": "presentation", "unknown": 1, name: bad}))
        settings, message = load_settings(path)
        assert settings == Settings(size="normal" if name == "size" else "presentation")
        assert f"{name} has an invalid value {bad!r}" in str(message)


def test_of_many_recent_models_the_first_are_kept(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"recent_models": [f"/{n}" for n in range(20_000)]}))
    assert load_settings(path) == (Settings(recent_models=tuple(f"/{n}" for n in range(8))), None)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX files")
def test_a_pipe_is_not_waited_for(tmp_path):
    path = tmp_path / "settings.json"
    os.mkfifo(path)
    settings, message = load_settings(path)
    assert settings == Settings()
    assert "Not a regular file" in str(message)


def test_a_folder_that_is_a_file_gives_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteError, match="cannot be created"):
        save_settings(tmp_path / "file" / "settings.json", Settings())


def test_a_file_that_cannot_be_read_or_set_aside_is_left_alone_and_said(tmp_path):
    path = tmp_path / "settings.json"
    path.mkdir()
    settings, message = load_settings(path)
    assert settings == Settings()
    assert str(path) in str(message)
    path.rmdir()
    path.write_text("{")
    (tmp_path / "settings.json.broken").mkdir()
    settings, message = load_settings(path)
    assert settings == Settings()
    assert "Cannot read the settings file" in str(message)
    assert path.read_text() == "{"


def test_a_value_that_is_long_or_deep_is_said_in_short(tmp_path):
    path = tmp_path / "settings.json"
    for value in ("[" * 900 + "]" * 900, "[" * 5000 + "]" * 5000, f'"{"x" * 100_000}"'):
        path.write_text(f'{{"theme": {value}}}')
        settings, message = load_settings(path)
        assert settings == Settings()
        assert len(str(message)) < 400


# ------------------------------------------------------------------------------- test window place
# Where a window was is kept, and believed only as far as it can be.


SOMEWHERE = WindowPlace(x=-20, y=30, width=1300, height=900, maximised=True)


def test_it_is_read_as_it_was_written(tmp_path, readonly_folder):
    with pytest.raises(WriteError):
        write_place(readonly_folder, SOMEWHERE)
    assert read_place(tmp_path / "new") is None
    write_place(tmp_path / "new", SOMEWHERE)
    assert read_place(tmp_path / "new") == SOMEWHERE


def test_what_is_no_place_is_none(tmp_path):
    good = {"x": 0, "y": 0, "width": 9, "height": 9, "maximised": False}
    wrong = ({"x": 1e9}, {"width": 0}, {"height": "9"}, {"maximised": 1}, {"y": None})
    for text in (
        *("", "[", "[]", "{}", "[" * 100_000, "\x00"),
        *(json.dumps({**good, **other}) for other in wrong),
    ):
        (tmp_path / PLACE).write_text(text)
        assert read_place(tmp_path) is None
