"""The guide: Markdown pages of ``resources/guide``, and their sections.

A page is ``NAME.LANGUAGE.md``: a title (``#``) with an introduction, then sections (``##``). Links
between pages are ``NAME.LANGUAGE.md#anchor``, with the anchors that GitHub makes of titles.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "guide"

ORDER = ("window", "training", "import", "command-line", "python", "export", "results", "speed")
"""Pages in the order of the list; all others follow by name."""

_HEADING = re.compile(r"^##? +(.+)$")
_NOT_SHOWN = re.compile(r"^(<!--.*-->|!\[.*\]\(.*\))\n+", re.MULTILINE)
"""Marks around tables that programs write; images, which are not in the wheel."""
_MARKDOWN = re.compile(r"\]\([^)\s]*\)|[*`|]|\[(?=\S)")
"""Around words: targets of links, emphasis, code, table cells."""


@dataclass(frozen=True, slots=True)
class GuideSection:
    """A heading and the text below it; the first one of a page is its title and introduction.

    Attributes:
        words: heading and text without Markdown, in lower case, for the search.
    """

    title: str
    anchor: str
    words: str


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A page in one language; ``markdown`` is what a window shows of it."""

    name: str
    markdown: str
    sections: tuple[GuideSection, ...]


def guide_pages(language: str) -> tuple[GuidePage, ...]:
    """All pages in ``en`` or ``zh``, in the order of the list; raises OSError."""
    files = {path.name.split(".")[0]: path for path in FOLDER.glob(f"*.{language}.md")}
    names = sorted(files, key=lambda name: (ORDER.index(name) if name in ORDER else 99, name))
    texts = {name: _NOT_SHOWN.sub("", files[name].read_text(encoding="utf-8")) for name in names}
    return tuple(GuidePage(name, text, guide_sections(text)) for name, text in texts.items())


def guide_sections(markdown: str) -> tuple[GuideSection, ...]:
    """Cut a page at headings of the first and second level, not at ``#`` in code."""
    parts: list[list[str]] = []
    in_code = False
    for line in markdown.splitlines():
        in_code ^= line.startswith("```")
        heading = None if in_code else _HEADING.match(line)
        if heading:
            parts.append([_MARKDOWN.sub("", heading[1])])
        elif parts:
            parts[-1].append(line)
    return tuple(
        GuideSection(
            title=lines[0],
            anchor=re.sub(r"[^\w\- ]", "", lines[0].lower()).replace(" ", "-"),
            words=_MARKDOWN.sub("", "\n".join(lines)).lower(),
        )
        for lines in parts
    )
