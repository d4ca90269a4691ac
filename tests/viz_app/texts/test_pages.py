"""The pages beside the tabs are complete in both languages, and their sources can be opened."""

import re
from itertools import chain
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PySide6.QtWidgets import QLabel

from model.lessons.by_hand import PUZZLE_NAMES
from model.lessons.positions import PAPERS
from model.runs.experiments import EXPERIMENTS
from viz_app.app.appearance import speaking
from viz_app.app.dialogs.help import REFERENCES
from viz_app.design.theme import light_theme
from viz_app.panels.architecture.room import ARCHITECTURE_VIEWS
from viz_app.panels.embedding.room import PARTS
from viz_app.panels.masks.room import VIEWS
from viz_app.panels.one_head.room import STAGES
from viz_app.panels.positions.room import PAGES as POSITION_PAGES
from viz_app.pictures.typeset import is_formula, parts_of
from viz_app.storage.guide import PAGES, read_page
from viz_app.texts.labels import text_page
from viz_app.widgets.lesson_page import LessonText, SourceLabel

ROOT = Path(__file__).resolve().parents[3]
NAMES = sorted({path.name.split(".")[0] for path in PAGES.glob("*.md")})
CONDITION = re.compile(r"^<!-- if (.+) -->$", re.MULTILINE)
PAPER = re.compile(r"[A-Z]\w+( et al\.| and [A-Z]\w+)? (19|20)\d\d(, .+)?")
UNKNOWN = re.compile(
    r"\b(course report|reading report|book excerpt|encoder notes|blog|paper section|[Pp]aper \d)",
    re.IGNORECASE,
)


def written(name, language):
    return (PAGES / f"{name}.{language}.md").read_text(encoding="utf-8")


def facts_of(name):
    """Every fact on which a paragraph depends, with those that are true at the same time."""
    conditions = CONDITION.findall(written(name, "en"))
    return sorted({fact for condition in conditions for fact in condition.split(" or ")})


def test_every_page_belongs_to_a_tab():
    named = {
        "architecture": (*ARCHITECTURE_VIEWS, "block"),
        "embedding": PARTS,
        "experiment": [experiment.name for experiment in EXPERIMENTS],
        "masks": VIEWS,
        "one_head": (
            *STAGES,
            *("scale-moved", "scale-added", "scale-kept"),
            *("hand", *(f"hand-{puzzle}" for puzzle in PUZZLE_NAMES)),
        ),
        "positions": (*POSITION_PAGES, "relative", "none"),
    }
    pages = (f"{tab}-{name}" for tab, names in named.items() for name in names)
    assert sorted(chain(pages, ("bleu", "forcing", "scaling", "why"))) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_page_says_the_same_in_both_languages(name):
    english, chinese = (written(name, language) for language in ("en", "zh"))
    assert CONDITION.findall(english) == CONDITION.findall(chinese)
    facts = facts_of(name)
    one, other = (read_page(name, language, facts) for language in ("en", "zh"))
    assert len(one.body) == len(other.body) >= 1
    for paragraph, translated in zip(one.body, other.body, strict=True):
        formulas = [{*filter(is_formula, parts_of(text))} for text in (paragraph, translated)]
        assert formulas[0] == formulas[1]
        assert re.search(r"[\u4e00-\u9fff]", translated)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_short_and_names_a_paper_and_where_to_open_it(name):
    for fact in facts_of(name) or [""]:
        page = read_page(name, "en", [fact])
        assert sum(len(paragraph.split()) for paragraph in page.body) <= 120 or "exp" in name
    lines = {language: read_page(name, language).source.splitlines() for language in ("en", "zh")}
    assert lines["en"][1::2] == lines["zh"][1::2]
    for paper, link in zip(lines["en"][::2], lines["en"][1::2], strict=True):
        assert PAPER.fullmatch(paper)
        assert urlsplit(link).netloc in {"arxiv.org", "aclanthology.org", "doi.org"}


def test_a_paper_has_one_address():
    links = {}
    for name in NAMES:
        lines = read_page(name, "en").source.splitlines()
        for paper, link in zip(lines[::2], lines[1::2], strict=True):
            links.setdefault(paper.split(",")[0], set()).add(link)
    assert all(len(known) == 1 for known in links.values())
    assert len(set.union(*links.values())) == len(links)


def test_every_page_is_shown_in_both_languages(qtbot, qapp):
    text = LessonText(light_theme(), lambda: text_page(NAMES[0]))
    qtbot.addWidget(text)
    for language, name in (("en", "en"), ("zh_CN", "zh")):
        with speaking(language, qapp):
            for page in NAMES:
                facts = facts_of(page)
                text.set_lesson(lambda page=page, facts=facts: text_page(page, *facts))
                shown = read_page(page, name, facts)
                title, body = (label.accessibleName() for label in text.findChildren(QLabel)[:2])
                assert (title, body) == (shown.title, "\n\n".join(shown.body))
                assert text.findChild(SourceLabel).source() == shown.source


def test_paragraphs_have_conditions_and_every_page_a_source(monkeypatch, tmp_path):
    assert len(read_page("positions-table", "en").body) == 1
    bodies = [read_page("positions-table", "en", [kind]).body for kind in ("learned", "given")]
    assert [len(body) for body in bodies] == [3, 3]
    assert bodies[0][-1] == bodies[1][-1]
    assert PAPERS.sinusoids in facts_of("positions-table")
    monkeypatch.setattr("viz_app.storage.guide.PAGES", tmp_path)
    (tmp_path / "a.en.md").write_text("---\ntitle: A\n---\n\nText.\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.en\.md: a title, a source and paragraphs"):
        read_page("a", "en")


def test_no_text_and_no_docstring_names_a_document_that_nobody_can_identify():
    """The texts that the project came from have their titles in the About box, once."""
    found = [
        f"{path}:{number}: {line.strip()}"
        for folder in ("viz_app", "model", "resources/pages")
        for path in sorted((ROOT / folder).rglob("*.*"))
        if path.suffix in {".py", ".md"} and path.name != "help.py"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if UNKNOWN.search(line)
    ]
    assert found == []
    assert len(REFERENCES) == 5
