"""What the scaling tab says: titles, numbers of a bar, the text beside the pictures."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.config import ModelConfig
from model.lessons.scaling.random_products import Spread
from model.lessons.scaling.softmax_study import SoftmaxStudy
from model.traces.trace import Kind
from viz_app.texts.numbers import MINUS, decimal_number, with_bits
from viz_app.texts.papers import VASWANI, cited
from viz_app.texts.sentences import one_after_another
from viz_app.texts.token_text import quoted
from viz_app.widgets.lesson_text import Lesson

translate = QCoreApplication.translate


def lesson() -> Lesson:
    """Why there is a scale."""
    return Lesson(
        title=translate("scaling", "Why scores are divided by √d_k (scaled dot product)"),
        body=(
            translate(
                "scaling",
                "How well a query fits a key is one number: both vectors multiplied component by "
                "component and added up (dot product). It is a sum of d_k numbers. If each of "
                "them has variance 1, the sum has variance d_k: wider vectors, larger scores.",
            ),
            translate(
                "scaling",
                "The softmax turns a row of scores into shares. Where scores lie far apart, one "
                "key gets nearly everything: the spread of the shares (entropy) falls to 0 bits, "
                "and so do the slopes of the softmax (its Jacobian). Without slopes, nothing is "
                "learned.",
            ),
            translate(
                "scaling",
                "Divided by √d_k, the scores have variance 1 again. Move the factor to see the "
                "same by hand.",
            ),
        ),
        source=cited((VASWANI, translate("papers", "§3.2.1, footnote 4"))),
    )


def own_scores_note(config: ModelConfig | None, kind: Kind) -> str:
    """What the model's own scores have that these have not, or the other way round."""
    if config is None:
        return ""
    texts = []
    if not config.scaled_scores:
        texts.append(
            translate("scaling", "This model does not divide: its scores are those at the left.")
        )
    if config.positions == "relative" and kind != "cross":
        texts.append(
            translate("scaling", "It adds biases for distances to them, which are left out here.")
        )
    return one_after_another(texts)


def products_title(divisor: float) -> str:
    """Of a histogram."""
    if divisor == 1:
        return translate("scaling", "Products q·k")
    return translate("scaling", "Scores q·k/√d_k")


def moments_note(histogram: Spread, *, beyond_too: bool = True) -> str:
    """Mean and variance, and what is beyond the axis, unless there is no room for that."""
    text = translate("scaling", "mean {mean} · variance {variance}").format(
        mean=number(histogram.mean), variance=number(histogram.variance)
    )
    if histogram.beyond < 5e-5 or not beyond_too:
        return text
    beyond = translate("scaling", "{share} beyond the axis").format(share=f"{histogram.beyond:.2%}")
    return f"{text} · {beyond}"


def bin_sentence(histogram: Spread, index: int) -> str:
    """How many numbers are in a bin."""
    low, high = histogram.edges[index : index + 2]
    share = float(histogram.shares[index])
    return translate("scaling", "{share} of {count} values ({n}) are from {low} to {high}").format(
        share=f"{share:.2%}",
        count=f"{histogram.count:,}",
        n=round(share * histogram.count),
        low=number(float(low)),
        high=number(float(high)),
    )


def softmax_title(divisor: float) -> str:
    """Of the bars."""
    if divisor == 1:
        return translate("scaling", "Softmax of factor × q·k")
    return translate("scaling", "Softmax of factor × q·k/√d_k")


def softmax_note(study: SoftmaxStudy) -> str:
    """What the entropy can be at most."""
    return translate("scaling", "entropy ≤ {bits} bits").format(bits=f"{study.most_entropy:.2f}")


def factor_text(factor: float) -> str:
    """``× 0.1``."""
    return f"× {factor:.3g}"


def entropy_text(study: SoftmaxStudy) -> str:
    """``2.41 bits``."""
    return with_bits(study.entropy)


def weight_sentence(study: SoftmaxStudy, name: str, key: int, *, random: bool) -> str:
    """One bar: the key's weight, and the score that it comes from."""
    return translate("scaling", "weight {weight} · {key} · score {score} after {factor}").format(
        weight=small(float(study.weights[key])),
        key=key_name(name, random=random),
        score=number(float(study.scores[key])),
        factor=factor_text(study.factor),
    )


def key_name(name: str, *, random: bool) -> str:
    """``key 3`` or ``key “猫”``."""
    return translate("scaling", "key {name}").format(name=name if random else quoted(name))


def jacobian_title(study: SoftmaxStudy) -> str:
    """Of the heatmap."""
    text = translate("scaling", "Jacobian of the softmax at {factor}")
    return text.format(factor=factor_text(study.factor))


def jacobian_note(study: SoftmaxStudy) -> str:
    """The largest entry, and what rows and columns are."""
    text = translate("scaling", "largest {largest} · row: weight, column: score")
    return text.format(largest=small(study.steepest))


def jacobian_sentence(
    study: SoftmaxStudy, names: tuple[str, ...], row: int, column: int, *, random: bool
) -> str:
    """One slope."""
    text = translate("scaling", "slope {slope} · weight of {row} when the score of {column} rises")
    return text.format(
        slope=small(float(study.jacobian[row, column])),
        row=key_name(names[row], random=random),
        column=key_name(names[column], random=random),
    )


def number(value: float) -> str:
    """Three digits or so, with a proper minus: ``−63.2``."""
    size = abs(value)
    text = f"{value:.0f}" if size >= 1000 else f"{value:.3g}" if size >= 0.01 else f"{value:.3f}"
    text = "0" if float(text) == 0 else text
    return text.replace("-", MINUS)


def small(value: float) -> str:
    """A weight or slope: four decimals, or its power of ten where they would hide it."""
    if abs(value) >= 1e-4 or value == 0:
        return decimal_number(value, 4)
    return f"{value:.1e}".replace("-", MINUS)


def share_name() -> str:
    """What a bin of a histogram holds."""
    return translate("scaling", "share")
