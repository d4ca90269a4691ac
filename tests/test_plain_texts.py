"""Names are text: tool tips and labels are made in one place each; Qt has nothing to guess."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "viz_app").rglob("*.py"))

TIPS = {"setToolTip": -1, "setTabToolTip": 1, "showText": 1, "setWhatsThis": -1}
"""What shows a text that Qt takes for HTML when it looks like it, and which argument that is."""

LABELS = "viz_app/widgets/layout.py"


def _calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield _name(node), node


def _name(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _tips(tree: ast.AST) -> Iterator[ast.expr]:
    for name, call in _calls(tree):
        if name in TIPS:
            yield call.args[TIPS[name]]
        if name == "setItemData" and ast.unparse(call).endswith("ToolTipRole)"):
            yield call.args[1]


def _is_plain(text: ast.expr) -> bool:
    """Whether no name can be in it as it is: a sentence of ours, or made by ``tool_tip``."""
    if isinstance(text, ast.IfExp):
        return _is_plain(text.body) and _is_plain(text.orelse)
    if isinstance(text, ast.Constant):
        return "<" not in str(text.value)
    if not isinstance(text, ast.Call):
        return False
    said = _name(text) in {"tr", "translate"} and all(map(_is_plain, text.args))
    return said or _name(text) in {"tool_tip", "toolTip"}


def _wrong_places(source: str) -> list[int]:
    tree = ast.parse(source)
    labels = [call.lineno for name, call in _calls(tree) if name == "QLabel"]
    return labels + [text.lineno for text in _tips(tree) if not _is_plain(text)]


@pytest.mark.parametrize(
    "source",
    [
        "button.setToolTip(name)",
        "button.setToolTip(self.tr('Use {name}').format(name=name))",
        "button.setToolTip(f'{name} (F7)')",
        "button.setToolTip(self.tr('Tokens such as <s>'))",
        "box.setItemData(row, str(path), Qt.ItemDataRole.ToolTipRole)",
        "QToolTip.showText(place, sentence, self)",
        "label = QLabel(name, self)",
    ],
)
def test_what_shows_a_name_as_qt_likes_is_found(source):
    assert _wrong_places(source)


def test_every_tool_tip_with_a_name_in_it_is_made_by_one_function():
    """And every label by ``text_label``: Qt never guesses whether a name is HTML."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in SOURCES
        if path.relative_to(ROOT).as_posix() != LABELS
        for line in _wrong_places(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []
