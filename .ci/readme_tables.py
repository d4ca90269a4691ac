"""Tables in README that programs write, each between two comments with its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"


def put_table(name: str, rows: Sequence[Sequence[str]], *, below: str) -> None:
    """Put rows, headings first, in the place of the table so named; ``below`` stands under it."""
    heads, *others = rows
    lines = [f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *others)]
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    table = "\n".join([begin, "", *lines, "", below, "", end])
    place = re.compile(f"{begin}.*?{end}", re.DOTALL)
    text, found = place.subn(lambda _: table, README.read_text(encoding="utf-8"))
    if found != 1:
        raise SystemExit(f"README.md has {found} places for the table {name!r}")
    README.write_text(text, encoding="utf-8")
