"""Pages for who comes next name only what is there."""

import re
from pathlib import Path

import pytest

from tests.every import every

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (ROOT / "resources" / "guide").glob("*.md")
PAGES = (
    *("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"),
    *sorted(path.relative_to(ROOT).as_posix() for path in GUIDE),
)
PACKAGES = sorted(
    path.parent for top in ("model", "viz_app") for path in (ROOT / top).rglob("__init__.py")
)


def named_paths(page: str) -> set[str]:
    """What looks like a path of the project: code with a slash, from one of its own folders."""
    code = re.findall(r"`([^`\s]+)`", (ROOT / page).read_text(encoding="utf-8"))
    tops = ("model/", "viz_app/", "tests/", "resources/", ".ci/")
    return {word for word in code if word.startswith(tops)}


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_a_page_names_exists(page):
    assert not [path for path in named_paths(page) if not (ROOT / path).exists()]


def test_the_page_of_the_architecture_says_where_to_go():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = text[text.index("## To change X, open Y") :]
    assert len(named_paths("ARCHITECTURE.md")) >= 40
    assert len(re.findall(r"^\| .* \|$", table, re.MULTILINE)) >= 2 + 15


@every("folder", PACKAGES)
def test_every_folder_says_what_lives_there(folder):
    text = (folder / "__init__.py").read_text(encoding="utf-8")
    assert re.match(r'"""[A-Z].*\.', text)
