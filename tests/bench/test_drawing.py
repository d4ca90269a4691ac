"""What drawing costs: all heads against matplotlib and BertViz, and a step in the whole window.

Times are the process's own, so that others' work on the same cores does not count; both sides take
turns, and ratios are judged.
"""

import statistics
import time
from collections.abc import Callable
from itertools import cycle
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from model.checkpoint.file import save_checkpoint
from model.config import ModelConfig
from model.decoding.greedy import translate_steps
from model.traces.trace import KINDS, Kind, Trace
from tests.bench.measuring import Figures
from tests.bench.random_trace import random_trace
from tests.bench.wordy_model import words, wordy_model
from tests.viz_app.application import running
from viz_app.design.theme import light_theme
from viz_app.widgets.mosaic_view import MosaicView
from viz_app.workbench.changes.translation import trace_arrived
from viz_app.workbench.snapshots.attention import MosaicSnapshot, resolve_mosaic
from viz_app.workbench.state import Workbench

pytestmark = pytest.mark.bench

ROUNDS = 7
LAYERS, HEADS = 6, 8
WIDTH, HEIGHT = 1280, 800
"""Of the window and of the figure, in px."""


def snapshot(trace: Trace, kind: Kind) -> MosaicSnapshot:
    shown = resolve_mosaic(trace_arrived(Workbench(), trace), kind)
    assert shown is not None
    assert shown.weights.shape[:2] == (LAYERS, HEADS)
    return shown


def show(qtbot, widget: QWidget) -> None:
    """Until then nothing is painted."""
    with qtbot.waitExposed(widget):
        widget.show()


def milliseconds(work: Callable[[], None]) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def compared(
    ours: Callable[[], None], theirs: Callable[[], None], *, rounds: int = ROUNDS
) -> tuple[float, float, float]:
    """Medians over rounds: our milliseconds, theirs, and the ratio. The first round warms up."""
    pairs = [(milliseconds(ours), milliseconds(theirs)) for _ in range(rounds + 1)][1:]
    left, right = (statistics.median(times) for times in zip(*pairs, strict=True))
    return left, right, statistics.median(our / their for our, their in pairs)


# ------------------------------------------------------------------------------ matplotlib


def imshow_grid(tokens: int, *, axes_on: bool) -> tuple[Any, list[Any]]:
    """A canvas of Agg with 48 images, and these."""
    pytest.importorskip("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH / 100, HEIGHT / 100), dpi=100)
    canvas = FigureCanvasAgg(figure)
    blank = np.zeros((tokens, tokens), dtype=np.float32)
    images = []
    for axes in figure.subplots(LAYERS, HEADS).flat:
        images.append(axes.imshow(blank, vmin=0, vmax=1, aspect="auto"))
        axes.set_axis_on() if axes_on else axes.set_axis_off()
    return canvas, images


@pytest.mark.parametrize(("tokens", "budget"), [(128, 1 / 9), (512, 1 / 20)])
def test_new_data_of_48_heads_is_painted_faster_than_by_matplotlib(qtbot, measured, tokens, budget):
    traces = [random_trace(tokens, seed=seed) for seed in range(2)]
    snapshots = cycle([snapshot(trace, kind) for kind in KINDS for trace in traces])
    arrays = cycle([trace.weights(kind) for kind in KINDS for trace in traces])
    view = MosaicView(light_theme())
    qtbot.addWidget(view)
    view.resize(WIDTH, HEIGHT)
    show(qtbot, view)

    def ours() -> None:
        view.set_snapshot(next(snapshots))
        view.repaint()
        assert view.painted

    def theirs(canvas: Any, images: list[Any]) -> None:
        weights = next(arrays).reshape(-1, tokens, tokens)
        for image, head in zip(images, weights, strict=True):
            image.set_data(head)
        canvas.draw()

    for name, most in (("with axes", budget), ("bare", 1)):
        grid = imshow_grid(tokens, axes_on=name == "with axes")

        def run(grid: tuple[Any, list[Any]] = grid) -> Figures:
            our, their, ratio = compared(ours, lambda: theirs(*grid))
            return Figures(ratio, f"{our:.1f} ms", f"matplotlib {their:.0f} ms")

        measured(f"48 heads of {tokens} tokens painted, {name}", run, budget=most)


# -------------------------------------------------------------------------------- BertViz


@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # BertViz leaves one open
def test_all_three_kinds_are_on_screen_before_bertviz_has_its_page(
    qtbot, one_torch_thread, measured
):
    """128 tokens, from the weights on; BertViz's page is written but not yet opened.

    Translating, which both have to wait for, is measured beside it.
    """
    bertviz = pytest.importorskip("bertviz")
    import torch

    trace = random_trace(128, seed=0)
    tensors = {
        f"{kind}_attention": [torch.from_numpy(np.array(layer))[None] for layer in weights]
        for kind in KINDS
        for weights in (trace.weights(kind),)
    }
    tokens = [f"{name}{index}" for index, name in enumerate(trace.source_tokens)]

    def theirs() -> None:
        page = bertviz.model_view(
            **tensors, encoder_tokens=tokens, decoder_tokens=tokens, html_action="return"
        )
        assert len(page.data) > 10**7

    traces = cycle([trace, random_trace(128, seed=1)])
    window, views = three_mosaics(qtbot)

    def ours() -> None:
        shown = next(traces)
        for kind, view in views.items():
            view.set_snapshot(snapshot(shown, kind))
            view.repaint()
            assert view.painted

    our, their, ratio = compared(ours, theirs, rounds=3)
    assert window.isVisible()
    model = wordy_model(
        ModelConfig(n_layers=LAYERS, n_heads=HEADS, d_model=64, d_ff=128, max_len=128)
    )
    before = milliseconds(lambda: list(translate_steps(model, words(128), max_steps=128)))
    from_text = (before + our) / (before + their)
    ends = Figures(from_text, f"{before + our:.0f} ms", f"{before + their:.0f} ms")
    measured("the same with translating before both", lambda: ends, budget=1)
    found = Figures(ratio, f"{our:.1f} ms", f"BertViz {their:.0f} ms")
    measured("three kinds of 128 tokens on screen", lambda: found, budget=1 / 20)


def three_mosaics(qtbot) -> tuple[QWidget, dict[Kind, MosaicView]]:
    """The three kinds side by side."""
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    views = {kind: MosaicView(light_theme(), titled=True) for kind in KINDS}
    for view in views.values():
        row.addWidget(view)
    window.resize(WIDTH, HEIGHT)
    show(qtbot, window)
    return window, views


# ------------------------------------------------------------------------- the whole window

STEPS = 32
STEP_MS = 16


def test_a_decode_step_is_shown_in_16_ms(qtbot, tmp_path, one_torch_thread, measured):
    """3 layers × 8 heads; from the store's change until nothing is left to paint."""
    model = wordy_model(
        ModelConfig(n_layers=3, n_heads=8, d_model=64, d_ff=128, dropout=0.0, max_len=64)
    )
    path = tmp_path / "wordy.safetensors"
    save_checkpoint(model, path)
    traces = list(translate_steps(model, words(STEPS), max_steps=STEPS))
    assert len(traces[-1].steps) == STEPS
    with running(qtbot, tmp_path, model=path, text="aa ab ac") as application:
        application.window.resize(WIDTH, HEIGHT)
        times = []
        for _ in range(3):
            application.bench.apply(trace_arrived, traces[0])
            settle(application.window)
            for trace in traces[1:]:
                start = time.thread_time()
                application.bench.apply(trace_arrived, trace)
                settle(application.window)
                times.append((time.thread_time() - start) * 1000)
        assert application.screen.now.trace is traces[-1]
    median, longest = statistics.median(times), max(times)
    found = Figures(median, f"longest {longest:.1f} ms")
    measured("a decoded step on screen", lambda: found, budget=STEP_MS, unit="ms")


def settle(window: QWidget) -> None:
    """Let the window lay out and paint what has changed."""
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
    QApplication.processEvents()
    assert window.isVisible()
