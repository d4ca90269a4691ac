"""What every test may use: markers that skip by themselves, private folders, shared data."""

from __future__ import annotations

import errno
import gc
import os
import re
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

import model  # noqa: F401 - before torch, as in the application
from tests.patience import PatientQtBot

if TYPE_CHECKING:
    from tests.browser import Chromium, Page

# Machines here are noisy: how long an example takes says nothing about the code.
settings.register_profile("headlight", deadline=None)
settings.load_profile("headlight")

# No window pops up while testing, unless a platform is asked for (as under Xvfb).
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

pytest_plugins = ["pytester", "tests.leaks"]

ROOT = Path(__file__).resolve().parent.parent


LAYERS = tomllib.loads((ROOT / "tests" / "layers.toml").read_text(encoding="utf-8"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--layer",
        choices=("quick", "check", "nightly"),
        help="where no paths are given: the files of this layer, see tests/layers.toml",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Where no paths are given, collect the files of the layer, and no others."""
    layer = config.getoption("layer")
    if layer is None or config.args_source is pytest.Config.ArgsSource.ARGS:
        return
    files = layer_tests(layer)
    if config.option.markexpr == "window":
        files = [file for file in files if "mark.window" in (ROOT / file).read_text("utf-8")]
    config.args = [str(ROOT / file) for file in files]
    if layer == "check":
        config.option.deselect = [*(config.option.deselect or ()), *LAYERS["nightly"]]


def layer_tests(layer: str) -> list[str]:
    """Paths of its test files, or of single tests, from the root; those of check by size.

    The largest files come first, so that at the end no worker is left with one of them.
    """
    if layer != "check":
        return LAYERS[layer]
    later = {ROOT / entry for entry in LAYERS["nightly"]}
    files = {*(ROOT / "tests").rglob("test_*.py")} - later
    files = sorted(files, key=lambda file: (-file.stat().st_size, file))
    return [file.relative_to(ROOT).as_posix() for file in files]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Collect thousands of tests without a look for garbage among what stays to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("gpu") is not None:
        import torch

        if not torch.cuda.is_available():
            pytest.skip("no CUDA device")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long unless ``-m`` speaks of it: timing has no place among tests."""
    unasked = {"bench", "soak"} - set(re.findall(r"\w+", config.option.markexpr))
    left = [item for item in items if any(map(item.get_closest_marker, unasked))]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]


@pytest.fixture(autouse=True)
def private_folders(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Settings, sessions and trained models of a test stay out of the user's own folders.

    Each test gets its own; the folders are made by whoever writes into them.
    """
    name = sha256(request.node.nodeid.encode()).hexdigest()[:12]
    home = tmp_path_factory.getbasetemp() / "homes" / name
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(home / variable))


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> PatientQtBot:
    return PatientQtBot(request)


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """The folder of real text beside the checkout; absent on a user's machine."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"no shared data: {folder} is absent")
    return folder


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """A headless browser; tests take a ``browser``, a tab of it."""
    from tests import browser

    if browser.chromium_program() is None:
        pytest.skip(browser.MISSING)
    with browser.chromium_running(tmp_path_factory.mktemp("chromium")) as program:
        yield program


@pytest.fixture
def browser(chromium: Chromium) -> Iterator[Page]:
    from tests.browser import Page

    page = Page(chromium)
    yield page
    page.close()


@pytest.fixture
def readonly_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that takes no files, for root too, whom permission bits do not stop."""
    own = tmp_path / "read-only"
    own.mkdir()
    own.chmod(0o555)
    kernels = (Path("/sys/kernel"), Path("/sys"), Path("/proc/sys"))
    found = next((folder for folder in (own, *kernels) if _refuses_files(folder)), None)
    if found is None:
        pytest.skip("every folder takes files from whoever runs the tests, those of the kernel too")
    yield found
    own.chmod(0o755)


def _refuses_files(folder: Path) -> bool:
    probe = folder / f"headlight-probe-{os.getpid()}"
    try:
        probe.touch()
    except OSError as error:
        return error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}
    probe.unlink()
    return False


@pytest.fixture(scope="session")
def one_torch_thread() -> Iterator[None]:
    """Let torch compute in one thread: reproducible, and fair to tests that run beside."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
