"""Markdown pages: of the guide in ``resources/guide``, and beside the tabs in ``resources/pages``.

A page of the guide is ``NAME.LANGUAGE.md``: a title (``#``) with an introduction, then sections
(``##``). Links between pages are ``NAME.LANGUAGE.md#anchor``, with the anchors that GitHub makes of
titles.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "guide"
PAGES = FOLDER.parent / "pages"

ORDER = (
    "window",
    "teaching",
    "training",
    "import",
    "command-line",
    "python",
    "interventions",
    "export",
    "results",
    "speed",
)
"""Pages in the order of the list; all others follow by name."""

_HEADING = re.compile(r"^##? +(.+)$")
_NOT_SHOWN = re.compile(r"^(<!--.*-->|!\[.*\]\(.*\))\n+", re.MULTILINE)
"""Marks around tables that programs write; images, which are not in the wheel."""
_MARKDOWN = re.compile(r"\]\([^)\s]*\)|[*`|]|\[(?=\S)")
"""Around words: targets of links, emphasis, code, table cells."""
_PAGE = re.compile(r"---\ntitle: (.+)\nsource: \|\n((?:  .+\n)+)---\n\n((?s:.+))")
_PARAGRAPH = re.compile(r"(?:<!-- if (.+) -->\n)?(.+)")


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


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPage:
    """The text beside a tab: at most 120 words, the plain word first, the term in brackets.

    Attributes:
        title: what it is about.
        body: paragraphs of plain text, with formulas.
        source: where the idea comes from, with addresses.
    """

    title: str
    body: tuple[str, ...]
    source: str


def read_page(name: str, language: str, facts: Collection[str] = ()) -> TextPage:
    """A page of ``resources/pages`` in ``en`` or ``zh``.

    A paragraph below ``<!-- if A or B -->`` is there if A or B is among the facts.

    Raises:
        OSError: there is no such page.
        ValueError: it has no title, no source or no text.
    """
    path = PAGES / f"{name}.{language}.md"
    page = _PAGE.fullmatch(path.read_text(encoding="utf-8"))
    if page is None:
        raise ValueError(f"{path.name}: a title, a source and paragraphs are needed.")
    title, source, body = page.groups()
    return TextPage(
        title=title,
        body=tuple(
            text
            for condition, text in _PARAGRAPH.findall(body)
            if not condition or not set(facts).isdisjoint(condition.split(" or "))
        ),
        source=dedent(source).strip(),
    )
