"""What the curves say."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.runs.curve import CurvePoint
from viz_app.texts.numbers import short_loss

translate = QCoreApplication.translate


def short_number(value: float) -> str:
    """Three digits: ``0.000874``, ``1.31``."""
    return f"{value:.3g}"


def percent(share: float) -> str:
    """A share 0 … 1 in percent: ``87.5 %``."""
    return f"{100 * share:.1f} %"


def point_sentence(point: CurvePoint) -> str:
    """All that was measured at a point of a curve."""
    text = translate(
        "curves",
        "Update {update}, epoch {epoch}: loss {loss} nats per token, learning rate {rate}, "
        "gradient norm {norm}",
    ).format(
        update=point.update,
        epoch=point.epoch,
        loss=short_loss(point.loss),
        rate=short_number(point.learning_rate),
        norm=short_number(point.gradient_norm),
    )
    return "; ".join((text, *_measured(point)))


def _measured(point: CurvePoint) -> list[str]:
    parts = []
    if point.validation_loss is not None:
        text = translate("curves", "validation loss {loss}")
        parts.append(text.format(loss=short_loss(point.validation_loss)))
    if point.exact is not None:
        text = translate("curves", "exact match {share}")
        parts.append(text.format(share=percent(point.exact)))
    if point.bleu is not None:
        parts.append(f"BLEU {point.bleu:.1f}")
    return parts
