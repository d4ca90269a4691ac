"""Reading the pages of the guide."""

import pytest

from viz_app.storage import guide
from viz_app.storage.guide import ORDER, guide_pages, guide_sections

PAGE = """# Pages & *words*

An introduction with a [link](other.en.md#weights).

## In a `notebook`, too

```python
# no heading
## nor this
```

### Nor this one

## 用 Python 读取

A **bold** word.
"""


def test_a_page_is_cut_at_its_title_and_sections():
    sections = guide_sections(PAGE)
    assert [(section.title, section.anchor) for section in sections] == [
        ("Pages & words", "pages--words"),
        ("In a notebook, too", "in-a-notebook-too"),
        ("用 Python 读取", "用-python-读取"),
    ]
    assert "## nor this" in sections[1].words and "### nor this one" in sections[1].words


def test_a_search_finds_titles_and_words_but_no_addresses():
    first, _, last = guide_sections(PAGE)
    assert "pages & words" in first.words and "a link." in first.words
    assert "weights" not in first.words
    assert "a bold word." in last.words


@pytest.mark.parametrize("language", ["en", "zh"])
def test_pages_come_in_the_order_of_the_list_and_others_after(language, monkeypatch, tmp_path):
    assert [page.name for page in guide_pages(language)][: len(ORDER)] == list(ORDER)
    monkeypatch.setattr(guide, "FOLDER", tmp_path)
    for name in ("zoo", "apes", "python", "window"):
        (tmp_path / f"{name}.{language}.md").write_text(f"# {name}\n", encoding="utf-8")
    (tmp_path / "other.fr.md").write_text("# Autre\n", encoding="utf-8")
    names = [page.name for page in guide_pages(language)]
    assert names == ["window", "python", "apes", "zoo"]


def test_images_and_marks_of_tables_are_not_shown(monkeypatch, tmp_path):
    monkeypatch.setattr(guide, "FOLDER", tmp_path)
    text = (
        "# A\n\n![A picture](../readme/a.png)\n\n<!-- speed -->\n\n| a |\n\n<!-- end of speed -->\n"
    )
    (tmp_path / "a.en.md").write_text(text, encoding="utf-8")
    (page,) = guide_pages("en")
    assert page.markdown == "# A\n\n| a |\n\n"
