"""Every source that a reader is given can be opened."""

import ast
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from viz_app.app.dialogs.help import REFERENCES
from viz_app.panels.architecture.pictures import texts as architecture
from viz_app.panels.bleu import pictures as bleu
from viz_app.panels.embedding.pictures import texts as embedding
from viz_app.panels.forcing import pictures as forcing
from viz_app.panels.masks.pictures import texts as masks
from viz_app.panels.one_head.pictures import texts as one_head
from viz_app.panels.positions.pictures import texts as positions
from viz_app.panels.scaling import pictures as scaling
from viz_app.panels.training.experiments import pictures
from viz_app.texts import picture_caption
from viz_app.texts.picture_caption import VASWANI, XIONG, Paper, cited

PAPERS = [paper for paper in vars(picture_caption).values() if isinstance(paper, Paper)]

ROOT = Path(__file__).resolve().parents[3]
MODULES = (architecture, bleu, embedding, forcing, masks, one_head, positions, scaling, pictures)
UNKNOWN = re.compile(
    r"\b(course report|reading report|book excerpt|encoder notes|blog|paper section|[Pp]aper \d)",
    re.IGNORECASE,
)


def sources():
    """Every expression that is given as a lesson's ``source``, evaluated as the window does."""
    for module in MODULES:
        for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "source":
                yield pytest.param(
                    module, ast.unparse(node.value), id=f"{module.__name__} {node.lineno}"
                )


@pytest.mark.parametrize(("module", "expression"), [*sources()])
def test_a_lesson_names_a_paper_and_where_to_open_it(module, expression):
    lines = eval(expression, vars(module)).splitlines()
    links = {paper.link: paper.name for paper in PAPERS}
    assert lines
    for name, link in zip(lines[::2], lines[1::2], strict=True):
        assert name.split(",")[0] == links[link]


def test_all_lessons_were_looked_at():
    assert len(list(sources())) >= 28


def test_a_place_stands_behind_the_paper():
    assert cited((VASWANI, "§3.1"), (XIONG, "")) == (
        "Vaswani et al. 2017, §3.1\nhttps://arxiv.org/abs/1706.03762\n"
        "Xiong et al. 2020\nhttps://arxiv.org/abs/2002.04745"
    )


def test_every_paper_has_authors_a_year_and_an_address_of_its_own():
    assert len({paper.link for paper in PAPERS}) == len(PAPERS)
    for paper in PAPERS:
        assert re.fullmatch(r"[A-Z]\w+( et al\.| and [A-Z]\w+)? (19|20)\d\d", paper.name)
        assert urlsplit(paper.link).netloc in {"arxiv.org", "aclanthology.org", "doi.org"}


def test_no_text_and_no_docstring_names_a_document_that_nobody_can_identify():
    """The texts that the project came from have their titles in the About box, once."""
    found = [
        f"{path}:{number}: {line.strip()}"
        for folder in ("viz_app", "model")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if UNKNOWN.search(line) and path.name != "help.py"
    ]
    assert found == []
    assert len(REFERENCES) == 5
