"""The layers of the complexity table in words and numbers."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from model.lessons.architecture import complexity
from viz_app.panels.architecture.state import Machine
from viz_app.panels.architecture.texts.blocks import lowered
from viz_app.texts.numbers import short_count

translate = QCoreApplication.translate

SIGNS: dict[complexity.TimedLayer, str] = {
    "self_attention": "●",
    "recurrent": "■",
    "convolutional": "▼",
    "restricted": "◆",
    "projected_attention": "○",
}
"""What marks each layer's points."""


def layer_type_name(layer: complexity.TimedLayer) -> str:
    """As in the table."""
    return {
        "self_attention": translate("architecture", "Self-attention"),
        "recurrent": translate("architecture", "Recurrent"),
        "convolutional": translate("architecture", "Convolutional"),
        "restricted": translate("architecture", "Self-attention (restricted)"),
        "projected_attention": translate("architecture", "Self-attention with its projections"),
    }[layer]


def table_row(layer: complexity.LayerType, extent: complexity.Extent) -> tuple[str, str, str]:
    """Complexity per layer, sequential operations, path length: order and value, rich text."""
    counted = float(complexity.operations(layer, extent.n, extent.d, k=extent.k, r=extent.r))
    path = complexity.path_length(layer, extent.n, k=extent.k, r=extent.r)
    return (
        _order(complexity.COMPLEXITY[layer], short_count(round(counted))),
        _order(
            complexity.SEQUENTIAL[layer], str(complexity.sequential_operations(layer, extent.n))
        ),
        _order(complexity.PATH_LENGTH[layer], f"{path:.3g}" if path < 1000 else str(round(path))),
    )


def operations_sentence(extent: complexity.Extent) -> str:
    """The counts of all layers at one place of the curves."""
    parts = (
        f"{layer_type_name(layer)} "
        + short_count(
            round(float(complexity.operations(layer, extent.n, extent.d, k=extent.k, r=extent.r)))
        )
        for layer in complexity.LAYER_TYPES
    )
    return _at(extent, parts)


def times_sentence(extent: complexity.Extent, times: tuple[complexity.LayerTime, ...]) -> str:
    """What was measured at one place of the curves."""
    here = [time for time in times if time.extent == extent]
    if not here:
        return translate("architecture", "n = {n}, d = {d}: not measured yet").format(
            n=extent.n, d=extent.d
        )
    return _at(extent, map(_time_part, here))


def _at(extent: complexity.Extent, parts: Iterable[str]) -> str:
    comma = translate("architecture", ", ")
    return translate("architecture", "n = {n}, d = {d}: {parts}").format(
        n=extent.n, d=extent.d, parts=comma.join(parts)
    )


def _time_part(time: complexity.LayerTime) -> str:
    """One layer's time, and how fast it multiplied."""
    template = translate(
        "architecture", "{name} {time} (median of {runs}; {rate} multiply-adds a second)"
    )
    return template.format(
        name=layer_type_name(time.layer),
        time=milliseconds(time.seconds),
        runs=time.runs,
        rate=short_count(round(complexity.multiply_adds(time.layer, time.extent) / time.seconds)),
    )


def milliseconds(seconds: float) -> str:
    """Three digits: ``0.0142 ms``, ``67.5 ms``."""
    value = 1000 * seconds
    return f"{value:.0f} ms" if value >= 1000 else f"{value:.3g} ms"


def machine_text(machine: Machine | None) -> str:
    """Where the times come from."""
    if machine is None:
        return translate("architecture", "not measured yet")
    if machine.device != "cpu":
        return machine.device.upper()
    if machine.threads == 1:
        return translate("architecture", "CPU, one thread")
    return translate("architecture", "CPU, {threads} threads").format(threads=machine.threads)


def _order(order: str, value: str) -> str:
    return f"O({lowered(order)}) = {value}" if order != "1" else "O(1) = 1"
