"""The rules of the house that neither ruff nor import-linter can see."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(path for top in ("model", "viz_app") for path in (ROOT / top).rglob("*.py"))

FILE_LIMIT = 800
SMALL_FILE = 80
"""Lines. A smaller file is merged with its neighbour, unless it is a boundary."""

BOUNDARY_NAMES = {"__init__.py", "panel.py", "controller.py", "jobs.py", "intents.py"}
"""What a panel declares, and the borders between its state, its views and the worker."""

BOUNDARIES = {
    "model/arrays.py": "imported by every room, imports none",
    "model/special_tokens.py": "imported by every room, imports none",
    "model/steps.py": "imported by every room, imports none",
    "viz_app/__main__.py": "where Python starts",
    "viz_app/app/panels.py": "the only list of panels",
    "viz_app/app/window_options.py": "between the command line and the window",
    "viz_app/cli/interrupt.py": "imported before everything else",
    "viz_app/cli/main.py": "imported before everything else; commands are imported by it",
    "viz_app/engine/collection.py": "imported before everything slow",
    "viz_app/engine/plain_imports.py": "imported before everything slow",
    "viz_app/engine/step.py": "part of the engine without Qt",
    "viz_app/panels/attention/pictures/figures.py": "above the pictures of all views",
    "viz_app/panels/training/run_lines.py": "below the four tabs of training, which share it",
    "viz_app/storage/desktop_files.py": "files outside Headlight's own folders",
    "viz_app/texts/field_names.py": "texts without Qt",
    "viz_app/texts/translation_mark.py": "texts without Qt",
    "viz_app/texts/visible_token.py": "texts without Qt",
}
"""Small files that stay, with the reason."""

FUNCTION_LIMIT = 50
"""Lines of a body; most have up to 40."""

MAIN_WINDOW_LIMIT = 200
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "common", "misc"}
FOREIGN_STATE_DICTS = ROOT / "model" / "checkpoint" / "readers" / "tensor_files.py"
"""The one place that reads what ``torch.save`` wrote."""

UNPICKLERS = {"cPickle", "cloudpickle", "dill", "joblib", "marshal", "pickle", "shelve"}


# ------------------------------------------------------------------------------------- file by file


def test_files_functions_and_the_main_window_stay_short():
    assert not [_place(path) for path in SOURCES if _line_count(path) > FILE_LIMIT]
    assert _line_count(ROOT / "viz_app" / "app" / "main_window.py") <= MAIN_WINDOW_LIMIT
    functions = [(path, node) for path in SOURCES for node in ast.walk(_parse(path))]
    assert not [
        _place(path, node)
        for path, node in functions
        if isinstance(node, ast.FunctionDef) and _body_lines(node) > FUNCTION_LIMIT
    ]


def test_files_are_not_cut_small():
    small = {
        _place(path)
        for path in SOURCES
        if _line_count(path) < SMALL_FILE and path.name not in BOUNDARY_NAMES
    }
    assert small == set(BOUNDARIES)


def test_no_two_public_types_have_one_name_and_files_are_named_after_a_concept():
    names = Counter(name for path in SOURCES for name in _public_types(_parse(path)))
    assert not [name for name, count in names.items() if count > 1]
    places = [_place(path) for path in SOURCES]
    assert not [place for place in places if VAGUE_NAMES & set(Path(place).with_suffix("").parts)]
    assert {path.relative_to(ROOT).parts[0] for path in SOURCES} == {"model", "viz_app"}


def test_a_public_type_is_a_class_or_another_name_of_one():
    tree = ast.parse(
        "class A: ...\nclass _B: ...\nC = Literal['c']\nD: TypeAlias = int\nE = F | None\n"
        "G = NewType('G', int)\nH = I\nJ = K()\nLIMIT = 3\nname = value.other"
    )
    assert [*_public_types(tree)] == ["A", "C", "D", "E", "G", "H"]


# --------------------------------------------------------------------------------- what is imported


def test_the_window_is_there_before_pyqtgraph():
    """Importing it takes half as long as all else that comes before the first paint."""
    made = (
        "from PySide6.QtWidgets import QApplication;"
        "from viz_app.app.main_window import MainWindow;"
        "app = QApplication(['', '-platform', 'minimal']);"
        "window = MainWindow();"
        "window.show();"
        "window.show_tab('training');"
    )
    not_yet = "import sys; assert 'pyqtgraph' not in sys.modules;"
    assert "pyqtgraph" in _loaded_after(
        made + not_yet + "window.furnish(); window.late['training'].make();"
    )


def test_the_window_is_there_before_what_the_worker_alone_needs():
    """Tokenizers and checkpoints are read by the worker; the window waits for neither."""
    loaded = _loaded_by("viz_app.app.bootstrap")
    assert not loaded & {"torch", "tokenizers", "safetensors", "sacrebleu", "pyqtgraph"}


def test_the_window_is_there_before_what_only_an_action_needs():
    """Files of pictures, boxes of the menu *Help*, options of commands: no start asks for them."""
    late = {
        "PySide6.QtSvg",
        "viz_app.app.dialogs.guide",
        "viz_app.app.dialogs.help",
        "viz_app.app.dialogs.import_state",
        "viz_app.app.dialogs.importing",
        "viz_app.cli.picture_options",
        "viz_app.cli.models",
        "viz_app.cli.train",
        "viz_app.pictures.svg_files",
    }
    started = "import sys, viz_app.app.bootstrap; from viz_app.cli.parser import parse; parse([]);"
    _loaded_after(f"{started} assert not {late} & set(sys.modules);")


def test_torch_and_qt_wait_until_they_are_asked_for():
    # Importing torch takes a second; the window is there before.
    assert "torch" not in _loaded_by(*_modules_of("viz_app"))
    modules = [*_modules_of("model"), *_pure_modules()]
    assert not {"PySide6", "pyqtgraph"} & _loaded_by(*modules)
    assert "model" in _loaded_by("model")
    assert not _loaded_by("model") - _loaded_after("import importlib, typing;") - {"model"}


def test_controllers_use_qt_core_only():
    """Import-linter sees PySide6 as a whole, so its parts are looked at here."""
    used = {
        f"{_place(path, node)} {name}"
        for path in SOURCES
        if {"controller", "controllers"} & set(path.relative_to(ROOT).with_suffix("").parts)
        for name, node in _imported(_parse(path))
        if name.startswith("PySide6.") and not name.startswith("PySide6.QtCore")
    }
    assert not used


# ------------------------------------------------------------------------------------- what is said


def _swallows_errors(node: ast.AST) -> bool:
    """A handler for every error must raise again, or report the very error that it caught."""
    if not isinstance(node, ast.ExceptHandler):
        return False
    caught = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    blanket = any(
        kind is None or ast.unparse(kind) in {"Exception", "BaseException"} for kind in caught
    )
    inside = [child for statement in node.body for child in ast.walk(statement)]
    raises = any(isinstance(child, ast.Raise) for child in inside)
    reports = any(isinstance(child, ast.Name) and child.id == node.name for child in inside)
    return blanket and not raises and not reports


def _is_unpickling(node: ast.AST) -> bool:
    if isinstance(node, ast.keyword):
        allowed = isinstance(node.value, ast.Constant) and node.value.value is False
        return node.arg == "allow_pickle" and not allowed
    return any(
        name.split(".")[0] in UNPICKLERS or name == "torch.load" for name, _ in _names_of(node)
    )


def _is_eval(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"eval", "exec", "compile", "__import__"}
    )


RULES = {
    "raises instead of asserting": (lambda node: isinstance(node, ast.Assert), "assert x"),
    "swallows no error": (_swallows_errors, "try: f()\nexcept (KeyError, Exception): g()"),
    "reads without pickle": (_is_unpickling, "from torch import load"),
    "evaluates no text": (_is_eval, "eval('1')"),
    "waits without sleeping": (
        lambda node: any(name == "time.sleep" for name, _ in _names_of(node)),
        "import time\ntime.sleep(1)",
    ),
}


@pytest.mark.parametrize("rule", RULES)
def test_source(rule):
    assert not _places_that_break()[rule]


@pytest.mark.parametrize("rule", RULES)
def test_rule_finds_what_it_is_for(rule):
    breaks, example = RULES[rule]
    assert any(breaks(node) for node in ast.walk(ast.parse(example)))
    innocent = "try: model.eval()\nexcept (KeyError, OSError): np.load(f, allow_pickle=False)"
    assert not any(breaks(node) for node in ast.walk(ast.parse(innocent)))


# -------------------------------------------------------------------------------------------- tools


@cache
def _places_that_break() -> dict[str, list[str]]:
    """By rule; the sources are walked through once."""
    places: dict[str, list[str]] = {rule: [] for rule in RULES}
    for path in SOURCES:
        guarded = _guarded(_parse(path)) if path == FOREIGN_STATE_DICTS else set()
        for node in ast.walk(_parse(path)):
            if node in guarded:
                continue
            for rule, (breaks, _) in RULES.items():
                if breaks(node):
                    places[rule].append(_place(path, node))
    return places


def _guarded(tree: ast.Module) -> set[ast.AST]:
    """Names of ``torch.load`` where it reads tensors and plain values alone."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    safe = [
        call
        for call in calls
        if ast.unparse(call.func) == "torch.load"
        and any(ast.unparse(option) == "weights_only=True" for option in call.keywords)
    ]
    return {part for call in safe for part in ast.walk(call.func)}


@cache
def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def _line_count(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def _body_lines(node: ast.FunctionDef) -> int:
    body = node.body[1:] if ast.get_docstring(node) else node.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def _place(path: Path, node: ast.AST | None = None) -> str:
    line = getattr(node, "lineno", None)
    return f"{path.relative_to(ROOT)}" + (f":{line}" if line else "")


def _public_types(tree: ast.Module) -> Iterator[str]:
    """Classes that *tree* defines, and capitalised names that it gives to types."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from _capitalised(node.name)
        elif isinstance(node, ast.AnnAssign) and "TypeAlias" in ast.unparse(node.annotation):
            yield from _capitalised(ast.unparse(node.target))
        elif isinstance(node, ast.Assign) and _is_type(node.value):
            yield from _capitalised(ast.unparse(node.targets[0]))


def _is_type(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return ast.unparse(value.func) in {"NewType", "TypeVar", "NamedTuple", "namedtuple"}
    return isinstance(value, ast.Subscript | ast.BinOp | ast.Name | ast.Attribute)


def _capitalised(name: str) -> Iterator[str]:
    if re.fullmatch(r"[A-Z](\w*[a-z]\w*)?", name):
        yield name


def _names_of(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Dotted names that *node* itself imports or reads: ``a``, ``a.b``, ``torch.load``."""
    if isinstance(node, ast.Import):
        yield from ((alias.name, node) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from ((f"{node.module}.{alias.name}", node) for alias in node.names)
    elif isinstance(node, ast.Attribute):
        yield ast.unparse(node), node


def _imported(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Every module or name imported anywhere in *tree*, ``__future__`` aside."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (pair for pair in _names_of(node) if not pair[0].startswith("__future__"))


def _modules_of(top: str) -> list[str]:
    places = [path.relative_to(ROOT).with_suffix("") for path in SOURCES]
    names = [".".join(place.parts).removesuffix(".__init__") for place in places]
    return [name for name in names if name.partition(".")[0] == top]


def _pure_modules() -> list[str]:
    pure = {"room", "state", "slices", "changes", "snapshot", "snapshots", "storage"}
    return [name for name in _modules_of("viz_app") if pure & set(name.split("."))]


def _loaded_by(*modules: str) -> set[str]:
    """Top-level modules that a fresh Python has loaded after importing *modules*."""
    return _loaded_after(f"import importlib; [importlib.import_module(m) for m in {modules}];")


def _loaded_after(code: str) -> set[str]:
    """Top-level modules that a fresh Python has loaded when it has run *code*."""
    code += "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr
    return set(done.stdout.split())
