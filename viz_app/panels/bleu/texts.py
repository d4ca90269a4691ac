"""What the BLEU tab says: sentences with the very numbers, and the text beside them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.lessons.bleu.explained import MAX_ORDER, BleuExplained, OrderCounts
from viz_app.texts.isolates import isolated
from viz_app.texts.papers import CHEN, PAPINENI, POST, cited
from viz_app.texts.visible_token import visible
from viz_app.widgets.lesson_text import Lesson

translate = QCoreApplication.translate

_ROOTS = {2: "√", 3: "³√", 4: "⁴√"}


def bleu_lesson() -> Lesson:
    """How BLEU counts."""
    return Lesson(
        title=translate("bleu", "How close is a translation to a correct one?"),
        body=(
            translate(
                "bleu",
                "BLEU counts the pieces of the translation that also occur in a correct one "
                "(reference): single words, pairs, and so on, up to four words in a row "
                "(n-grams).",
            ),
            translate(
                "bleu",
                "A piece counts at most as often as it occurs in the reference (clipping). The "
                "share that matches is the precision. A translation that is too short would score "
                "well too easily, so it is penalised (brevity penalty).",
            ),
            translate(
                "bleu",
                "Long matches are rare: one changed word spoils up to four 4-grams. That is why "
                "BLEU says little about a single sentence; it is computed over a whole file and "
                "reported with its settings (signature).",
            ),
        ),
        source=cited((PAPINENI, ""), (CHEN, translate("papers", "smoothing")), (POST, "sacrebleu")),
    )


def sentence_titles(bleu: BleuExplained) -> tuple[str, str]:
    """Over the two sentences."""
    return (
        translate("bleu", "Translation, length c = {count}").format(count=len(bleu.translation)),
        translate("bleu", "Reference, length r = {count}").format(count=len(bleu.reference)),
    )


def match_sentence(order: OrderCounts, match: int) -> str:
    """How often an n-gram is there, and how often it counts."""
    found = order.matches[match]
    text = translate(
        "bleu", "{ngram}: {translation} × in the translation, {reference} × in the reference"
    )
    words = text.format(
        ngram=_quoted(found.ngram),
        translation=len(found.translation),
        reference=len(found.reference),
    )
    return translate("bleu", "{values}: counts {counted} ×").format(
        values=words, counted=found.counted
    )


def lone_sentence(ngram: tuple[str, ...], *, is_reference: bool) -> str:
    """That an n-gram is in one sentence only."""
    text = (
        translate("bleu", "{ngram}: not in the translation")
        if is_reference
        else translate("bleu", "{ngram}: not in the reference, no match")
    )
    return text.format(ngram=_quoted(ngram))


def clipped_sentence(order: OrderCounts, match: int, *, is_reference: bool) -> str:
    """That this occurrence is one too many."""
    if is_reference:
        return translate("bleu", "{values}; this one has no partner left").format(
            values=match_sentence(order, match)
        )
    return translate("bleu", "{values}; this one is one too many (clipped)").format(
        values=match_sentence(order, match)
    )


def order_name(n: int) -> str:
    """An order as the field calls it."""
    return {
        1: translate("bleu", "1-gram"),
        2: translate("bleu", "2-gram"),
        3: translate("bleu", "3-gram"),
        4: translate("bleu", "4-gram"),
    }[n]


def order_texts() -> dict[str, tuple[str, str]]:
    """Text and tool tip of the buttons, by order."""
    tips = (
        translate("bleu", "Mark single words"),
        translate("bleu", "Mark pairs of words"),
        translate("bleu", "Mark three words in a row"),
        translate("bleu", "Mark four words in a row"),
    )
    return {str(n): (order_name(n), tips[n - 1]) for n in range(1, MAX_ORDER + 1)}


def order_sentence(bleu: BleuExplained, n: int) -> str:
    """One line of the table."""
    order = bleu.orders[n - 1]
    if not order.total:
        return translate("bleu", "{order}: the translation is too short to have one").format(
            order=order_name(n)
        )
    if order.smoothed:
        text = translate(
            "bleu", "{order}: 0 of {total} match; smoothed (exp) to {precision} % instead of 0"
        )
    else:
        text = translate("bleu", "{order}: {matched} of {total} match, precision {precision} %")
    return text.format(
        order=order_name(n),
        matched=order.matched,
        total=order.total,
        precision=f"{order.precision:.2f}",
    )


def penalty_sentence(bleu: BleuExplained) -> str:
    """The brevity penalty with its numbers."""
    c, r = len(bleu.translation), len(bleu.reference)
    if c >= r:
        return translate("bleu", "c = {c} ≥ r = {r}: BP = 1").format(c=c, r=r)
    if not c:
        return translate("bleu", "c = 0: BP = 0")
    return translate("bleu", "c = {c} < r = {r}: BP = exp(1 − {r}/{c}) = {value}").format(
        c=c, r=r, value=f"{bleu.brevity_penalty:.4f}"
    )


def score_sentence(bleu: BleuExplained) -> str:
    """The score as penalty times the geometric mean of the precisions."""
    if not bleu.score:
        return translate("bleu", "No word matches, so BLEU is 0.")
    parts = " · ".join(f"{order.precision:.4g}" for order in bleu.orders[: bleu.highest])
    root = f"{_ROOTS[bleu.highest]}({parts})" if bleu.highest > 1 else parts
    return translate("bleu", "{penalty} · {root} = {score}").format(
        penalty=f"{bleu.brevity_penalty:.4g}", root=root, score=f"{bleu.score:.2f}"
    )


def smoothing_mark() -> str:
    """On the bar of an order without a match."""
    return translate("bleu", "smoothed")


def smoothing_sentence(bleu: BleuExplained) -> str:
    """Why no match is not 0 %, with the very numbers; nothing where nothing is smoothed."""
    parts = []
    smoothed = (order for order in bleu.orders if order.smoothed)
    for halvings, order in enumerate(smoothed, start=1):
        share = f"1 / ({2**halvings} · {order.total})"
        parts.append(f"{order_name(order.n)} {share} = {order.precision:.2f} %")
    if not parts or not bleu.score:
        return ""
    return translate(
        "bleu",
        "Smoothed: an order without a match would make the whole score 0, so the first such order "
        "counts as half a match, the next as a quarter, and so on: {orders}.",
    ).format(orders=translate("bleu", ", ").join(parts))


def short_sentence(bleu: BleuExplained) -> str:
    """What a file would score, where that is something else; else nothing."""
    if not bleu.translation or len(bleu.translation) >= len(bleu.orders):
        return ""
    return translate(
        "bleu",
        "The translation has {words} words, so N = {highest} (effective order). headlight "
        "evaluate always takes N = 4: {corpus} for this sentence alone.",
    ).format(words=len(bleu.translation), highest=bleu.highest, corpus=f"{bleu.corpus_score:.2f}")


def table_titles() -> tuple[str, str]:
    """Over counts and bars."""
    return (
        translate("bleu", "matches / total"),
        translate("bleu", "precision p"),
    )


def _quoted(ngram: tuple[str, ...]) -> str:
    """The words with plain blanks between them, in the language's quotation marks."""
    words = " ".join(visible(word) for word in ngram)
    return translate("tokens", "“{token}”").format(token=isolated(words))
