"""The shipped translations: complete, with the holes of the English texts, and compiled."""

import ast
import re
import string
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from viz_app.pictures.typeset import is_formula, parts_of

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "resources" / "translations").glob("*.ts"))

pytestmark = pytest.mark.parametrize("ts", SOURCES, ids=[path.stem for path in SOURCES])


def texts(ts: Path) -> list[tuple[str, str]]:
    return [
        (message.findtext("source", ""), message.findtext("translation", ""))
        for message in ET.parse(ts).getroot().iter("message")
    ]


def holes(text: str) -> set[tuple[str, str | None, str | None]]:
    """Name, format and conversion of each ``{…}``."""
    return {
        (name, spec, conversion)
        for _, name, spec, conversion in string.Formatter().parse(text)
        if name is not None
    }


def formulas(text: str) -> list[str]:
    return sorted(part for part in parts_of(text) if is_formula(part))


def test_chinese_is_shipped_and_every_text_of_the_code_is_translated(ts):
    assert ROOT / "resources" / "translations" / "headlight_zh_CN.ts" in SOURCES
    assert len(texts(ts)) > 300
    script = ROOT / ".ci" / "update-translations"
    check = [sys.executable, str(script), "--check"]
    run = subprocess.run(check, check=False, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_no_text_stands_in_an_f_string_where_nothing_would_collect_it(ts: Path):
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in (ROOT / "viz_app").rglob("*.py")
        for shown in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(shown, ast.JoinedStr)
        for call in ast.walk(shown)
        if isinstance(call, ast.Call)
        and ast.unparse(call.func).rpartition(".")[2] in {"tr", "translate"}
        and call.args
        and isinstance(call.args[0], ast.Constant)
    ]
    assert not hidden


def test_a_translation_has_holes_formulas_and_mnemonics_of_its_text_and_no_blanks_around_it(ts):
    def letters(text: str) -> list[str]:
        return [letter.lower() for letter in re.findall(r"&(\w)", text)]

    for english, translation in texts(ts):
        for part in (holes, formulas, letters):
            assert part(translation) == part(english), english
        assert translation == translation.strip()


def test_what_is_shipped_is_compiled_from_it(ts: Path, tmp_path: Path):
    compiled = tmp_path / "compiled.qm"
    lrelease = Path(sys.executable).parent / "pyside6-lrelease"
    subprocess.run([str(lrelease), "-silent", str(ts), "-qm", str(compiled)], check=True)
    assert compiled.read_bytes() == ts.with_suffix(".qm").read_bytes(), (
        "run .ci/update-translations"
    )
