import gc
import shutil
import sys
from pathlib import Path

import pytest
from safetensors import _safetensors_rust

from viz_app.engine.torch_import import import_torch, open_library, warm_up_steps


def test_another_window_of_the_process_keeps_no_garbage_for_ever():
    import_torch()
    list(warm_up_steps())
    kept = gc.get_freeze_count()
    import_torch()
    assert list(warm_up_steps()) == []
    assert gc.get_freeze_count() == kept


@pytest.mark.skipif(sys.platform != "linux", reason="opened beforehand on Linux alone")
def test_a_packages_library_is_open_before_the_package_is_imported(tmp_path, monkeypatch):
    library = tmp_path / "packed" / "_C" / "lib.so"
    library.parent.mkdir(parents=True)
    (tmp_path / "packed" / "__init__.py").write_text("raise ImportError")
    shutil.copy(_safetensors_rust.__file__, library)
    monkeypatch.syspath_prepend(tmp_path)
    open_library("packed", "_C/lib.so")
    assert str(library) in Path("/proc/self/maps").read_text()


def test_what_is_not_there_is_left_to_the_import(tmp_path, monkeypatch):
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    open_library("bare", "_C/lib.so")
    open_library("not_installed_at_all", "lib.so")
