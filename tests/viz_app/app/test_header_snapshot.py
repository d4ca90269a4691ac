"""Names in a list of models."""

from pathlib import Path

import pytest

from viz_app.app.header_snapshot import listed_name
from viz_app.storage.library import ModelEntry, ModelFile


def listed(*paths: str, shipped: str = "", file: ModelFile | None = None) -> list[str]:
    models = [ModelEntry(Path(path).stem, Path(path), path == shipped) for path in paths]
    return [listed_name(entry, models, file) for entry in models]


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (("/a/one", "/a/two"), ["one", "two"]),
        (("/a/one", "/b/one", "/b/two"), ["one · a", "one · b", "two"]),
        (("/a/x/one", "/b/x/one"), ["one · a/x", "one · b/x"]),
        (("/a/x/one", "/b/x/one", "/y/one"), ["one · a/x", "one · b/x", "one · y"]),
        (("/x/one", "/a/x/one"), ["one · /x", "one · a/x"]),
    ],
)
def test_no_two_look_the_same(paths, names):
    assert listed(*paths) == names


def test_a_shipped_one_has_its_name_alone():
    assert listed("/s/one", "/a/one", shipped="/s/one") == ["one", "one · a"]


def test_one_that_is_not_what_was_shipped_is_marked():
    file = ModelFile(path=Path("/s/one"), checksum="1", altered=True)
    names = listed("/s/one", "/a/one", shipped="/s/one", file=file)
    assert names == ["one (changed)", "one · a"]
