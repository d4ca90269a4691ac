import gc
import importlib
import subprocess
import sys

import pytest

from viz_app.engine.collection import FEW, many_imports, many_lasting_objects, many_passing_objects

ALL = pytest.mark.parametrize("many", [many_passing_objects, many_lasting_objects, many_imports])


@ALL
def test_nothing_is_collected_inside_and_something_afterwards_also_after_an_error(many):
    with many():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ValueError), many():
        raise ValueError
    assert gc.isenabled()


def test_what_lasts_is_never_walked_and_what_passes_may_be():
    with many_lasting_objects():
        made = [[] for _ in range(10)]
    walked = {id(one) for one in gc.get_objects()}
    assert not walked & {id(one) for one in made}
    with many_passing_objects():
        made = [[] for _ in range(10)]
    assert {id(one) for one in gc.get_objects()} >= {id(one) for one in made}


@pytest.mark.parametrize(("count", "kept"), [(10, False), (2 * FEW, True)])
def test_what_may_be_little_is_walked_if_it_is(count, kept):
    with many_lasting_objects(or_few=True):
        made = [[] for _ in range(count)]
    walked = {id(one) for one in gc.get_objects()}
    assert (id(made[0]) not in walked) == kept


def test_modules_are_never_walked_and_nothing_is_kept_where_none_is_new(tmp_path, monkeypatch):
    (tmp_path / "headlight_made_up.py").write_text("made = [[] for _ in range(10)]")
    monkeypatch.syspath_prepend(tmp_path)
    with many_imports():
        module = importlib.import_module("headlight_made_up")
    kept = gc.get_freeze_count()
    walked = {id(one) for one in gc.get_objects()}
    assert not walked & {id(one) for one in module.made}
    with many_imports():
        importlib.import_module("headlight_made_up")
    assert gc.get_freeze_count() <= kept


READ = """
import sys, linecache
import PySide6.QtCore
from model.config import ModelConfig
print(any(name.endswith("config.py") for name in linecache.cache))
import viz_app.app.bootstrap
import model.training.run
for name in ("main_window.py", "torch/optim/adamw.py", "numpy/__init__.py"):
    print(any(file.endswith(name) for file in linecache.cache))
"""


def test_what_is_imported_with_the_window_is_not_read():
    """Before that it is, or there would be nothing to keep PySide from."""
    done = subprocess.run(
        [sys.executable, "-c", READ], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.split() == ["True", "False", "False", "False"]
