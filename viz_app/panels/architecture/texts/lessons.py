"""The texts beside the architecture tab's pages."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from viz_app.panels.architecture.state import ArchitectureView
from viz_app.texts.papers import BA, VASWANI, XIONG, cited
from viz_app.widgets.lesson_text import Lesson

translate = QCoreApplication.translate


def architecture_lesson(view: ArchitectureView) -> Lesson:
    """The text of a page in the current language; at most 120 words each."""
    return {"diagram": _diagram, "norms": _norms, "complexity": _complexity}[view]()


def _diagram() -> Lesson:
    return Lesson(
        title=translate("architecture", "The model, block by block"),
        body=(
            translate(
                "architecture",
                "Read upwards. A row of numbers for each token runs through all layers (residual"
                " stream); each block reads it and adds what it found.",
            ),
            translate(
                "architecture",
                "Choose a block: its tensors with the sizes of this sentence, its trained numbers"
                " (parameters), its work (multiply-adds of the matrix products, masked cells"
                " included; all tokens at once, as in training).",
            ),
            translate(
                "architecture",
                "Choose a LayerNorm: it brings each row to mean 0 and variance 1, before the"
                " trained α and b move it again; an RMSNorm only divides by the root mean square."
                " σ is the standard deviation; the variance σ²"
                " divides by d_model.",
            ),
        ),
        source=cited((VASWANI, translate("papers", "figure 1, §3")), (BA, "")),
    )


def _norms() -> Lesson:
    return Lesson(
        title=translate("architecture", "Where to normalise"),
        body=(
            translate(
                "architecture",
                "The paper normalises after each addition (post-norm). Later models normalise only"
                " what a sublayer reads (pre-norm): the stream itself is never scaled down, so "
                "it grows with depth, and needs one more LayerNorm at the end.",
            ),
            translate(
                "architecture",
                "In the right plot, untrained networks of this model's size read this sentence "
                "once. Post-norm, the decoder's last layers get the largest gradients: such models "
                "need a slow start (warm-up). Pre-norm, all layers get similar ones. The effect "
                "grows with depth.",
            ),
        ),
        source=cited((VASWANI, "§3.1"), (XIONG, translate("papers", "figure 3"))),
    )


def _complexity() -> Lesson:
    return Lesson(
        title=translate("architecture", "What a layer costs"),
        body=(
            translate(
                "architecture",
                "n is the length of the sentence, d the width of a row, k a kernel's width, r a"
                " window's. While n is below d, self-attention does less work than recurrence; it"
                " waits for nothing (sequential operations) and joins any two tokens in one step"
                " (path length).",
            ),
            translate(
                "architecture",
                "The table leaves out constants and the four projections (4·n·d²). The logarithm"
                " needs dilated kernels; plain ones need n/k layers.",
            ),
            translate(
                "architecture",
                "Measured: one forward pass over one sentence, float32, median; one head, nn.RNN"
                " (tanh), nn.Conv1d.",
            ),
        ),
        source=cited((VASWANI, translate("papers", "§4, table 1"))),
    )
