"""README and the guide: short, complete in both languages, true to the commands and the window."""

import re
import shlex
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from viz_app.cli.parser import COMMANDS, parse
from viz_app.storage.guide import FOLDER, ORDER, guide_sections

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PAGES = sorted(FOLDER.glob("*.md"))
ENGLISH, CHINESE = (sorted(FOLDER.glob(f"*.{language}.md")) for language in ("en", "zh"))
CODE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
SENTENCE = 12
"""Words; a shorter one may be said twice."""


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def words_of(page: Path) -> str:
    return CODE.sub("", text_of(page))


def test_readme_is_short_begins_with_the_window_and_a_decoding_and_links_every_page():
    lines = text_of(README).splitlines()
    assert len(lines) <= 250
    beginning = "\n".join(lines[:10])
    assert re.findall(r"^!\[[^\]]+\]\(([^)]+)\)$", beginning, re.MULTILINE) == [
        "resources/readme/window.png",
        "resources/readme/decoding.gif",
    ]
    assert (ROOT / "resources" / "readme" / "decoding.gif").stat().st_size <= 1_500_000
    assert (ROOT / "resources" / "readme" / "window.png").stat().st_size <= 500_000
    linked = {Path(link).name for link in LINK.findall(text_of(README)) if "/guide/" in link}
    assert {f"{name}.en.md" for name in ORDER} <= linked


def test_every_page_has_both_languages_with_the_same_sections_and_code():
    assert {page.name.split(".")[0] for page in PAGES} >= set(ORDER)
    assert [page.name.replace(".en.", ".zh.") for page in ENGLISH] == [
        page.name for page in CHINESE
    ]
    for english, chinese in zip(ENGLISH, CHINESE, strict=True):
        pair = text_of(english), text_of(chinese)
        one, other = (len(guide_sections(text)) for text in pair)
        assert one == other, english.name
        assert rows_of(pair[0]) == rows_of(pair[1]), english.name
        assert code_of(pair[0]) == code_of(pair[1]), english.name


def code_of(text: str) -> list[tuple[str, str]]:
    """Language and text of each block, without comments, which are translated."""
    return [(name, re.sub(r" *# .*", "", code)) for name, code in CODE.findall(text)]


def rows_of(text: str) -> list[int]:
    return [line.count("|") for line in text.splitlines() if line.startswith("| ")]


def test_a_page_uses_what_the_window_can_show():
    for page in PAGES:
        text = words_of(page)
        assert text.startswith("# "), page.name
        assert not re.search(r"^(#{3,}|>|\d+\.) ", text, re.MULTILINE), page.name
        prose = re.sub(r"`[^`]*`|^<!-- .* -->$", "", text, flags=re.MULTILINE)
        assert "<" not in prose, page.name
        assert "[`" not in prose and "![" not in prose.replace("\n![", ""), page.name


def test_links_lead_to_files_and_sections():
    for page in (README, *PAGES):
        for link in LINK.findall(words_of(page)):
            if link.startswith("https://"):
                continue
            name, _, anchor = link.partition("#")
            target = (page.parent / name) if name else page
            assert target.is_file(), f"{page.name}: {link}"
            if anchor:
                anchors = [section.anchor for section in guide_sections(text_of(target))]
                assert anchor in anchors, f"{page.name}: {link}"
            if page.parent == target.parent == FOLDER:
                assert page.name.split(".")[1:] == target.name.split(".")[1:], (
                    f"{page.name}: {link}"
                )


def commands_of(page: Path) -> list[list[str]]:
    code = "".join(code for _, code in CODE.findall(text_of(page))).replace("\\\n", " ")
    lines = re.findall(r"^(?:torchrun .*)?headlight +([a-z].*)$", code, re.MULTILINE)
    return [shlex.split(line.split(" < ")[0], comments=True) for line in lines]


def test_every_command_is_one_and_a_wrong_one_would_be_found():
    for page in (README, *PAGES):
        for arguments in commands_of(page):
            parse(arguments)
        for command in re.findall(r"`headlight ([a-z-]+)", words_of(page)):
            assert command in COMMANDS, f"{page.name}: {command}"
    names = {arguments[0] for page in ENGLISH for arguments in commands_of(page)}
    assert names == set(COMMANDS)
    with pytest.raises(SystemExit):
        parse(["render", "a b", "-o", "figures", "--colour"])


def sentences_of(page: Path) -> list[str]:
    text = re.sub(r"^[#|!-].*$|<!--.*-->", "\n\n", words_of(page), flags=re.MULTILINE)
    cells = re.findall(r"[^|]+", "".join(re.findall(r"^\|.*$", words_of(page), re.MULTILINE)))
    items = re.findall(r"^- (.*)$", words_of(page), re.MULTILINE)
    parts = [*text.split("\n\n"), *cells, *items]
    joined = [" ".join(part.split()) for part in parts]
    return [one for part in joined for one in re.split(r"(?<=[.!?;:])\s", part)]


def test_nothing_is_said_twice():
    said = Counter(
        sentence.lower()
        for page in (README, *ENGLISH)
        for sentence in sentences_of(page)
        if len(sentence.split()) >= SENTENCE
    )
    assert len(said) > 150
    assert not [sentence for sentence, count in said.items() if count > 1]


def labels(which: str) -> set[str]:
    tree = ET.parse(ROOT / "resources" / "translations" / "headlight_zh_CN.ts")
    texts = {message.findtext(which, "") for message in tree.getroot().iter("message")}
    return {re.sub(r"\(&\w\)|&(?=\w)|…$|\(&\w\)…$", "", text) for text in texts}


def test_menus_and_buttons_have_the_names_of_the_window():
    known = labels("source")
    for page in ENGLISH:
        for label in re.findall(r"(?<![*\w])\*([A-Z][^*\n]+)\*", words_of(page)):
            parts = [part.removesuffix("…") for part in label.split(" → ")]
            assert set(parts) <= known, f"{page.name}: {label}"
    known = labels("translation")
    for page in CHINESE:
        for label in re.findall(r"“([^”]* → [^”]*)”", words_of(page)):
            parts = [part.removesuffix("…") for part in label.split(" → ")]
            assert set(parts) <= known, f"{page.name}: {label}"
