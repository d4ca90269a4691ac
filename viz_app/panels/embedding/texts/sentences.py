"""The embedding tab in words: titles, and sentences with exact numbers."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.lessons.embedding.record import EmbeddedTokens, OutputLogits, RankedToken
from viz_app.texts.numbers import decimal_number, short_probability
from viz_app.texts.token_text import quoted

translate = QCoreApplication.translate


def strip_titles(side: EmbeddedTokens) -> tuple[str, str, str]:
    """What stands over the three strips."""
    return (
        translate("embedding", "row of the table × √{d_model} = {scale}").format(
            d_model=side.d_model, scale=f"{side.scale:.4g}"
        ),
        translate("embedding", "positional encoding"),
        translate("embedding", "into the model"),
    )


def number_names(side: EmbeddedTokens, token: int) -> tuple[str, str, str, str]:
    """What the four lines of a token's numbers are."""
    return (
        translate("embedding", "row {id} of the table").format(id=side.ids[token]),
        translate("embedding", "× √{d_model} = {scale}").format(
            d_model=side.d_model, scale=f"{side.scale:.4g}"
        ),
        translate("embedding", "+ position {position}").format(position=token),
        translate("embedding", "= into the model"),
    )


def numbers_title(side: EmbeddedTokens, token: int) -> str:
    """Which token's numbers they are."""
    return translate(
        "embedding", "{token} · id {id} of {vocabulary} · position {position} · {d_model} numbers"
    ).format(
        token=quoted(side.tokens[token]),
        id=side.ids[token],
        vocabulary=f"{side.vocabulary:,}",
        position=token,
        d_model=side.d_model,
    )


def number_sentence(side: EmbeddedTokens, token: int, dimension: int) -> str:
    """One number on its way into the model: the whole sum."""
    return translate(
        "embedding",
        "{token}, dimension {dimension}: {row} × {scale} = {scaled}; "
        "{scaled} + {position} (position {place}) = {sum}",
    ).format(
        token=quoted(side.tokens[token]),
        dimension=dimension,
        row=decimal_number(float(side.rows[token, dimension]), 4),
        scale=f"{side.scale:.4g}",
        scaled=decimal_number(float(side.scaled[token, dimension]), 4),
        position=decimal_number(float(side.positions[token, dimension]), 4),
        place=token,
        sum=decimal_number(float(side.embedded[token, dimension]), 4),
    )


def output_title(output: OutputLogits, step: int) -> str:
    """Which position it is."""
    return translate("embedding", "After {fed}: which token comes next?").format(
        fed=quoted(output.fed[step])
    )


def output_subtitle(output: OutputLogits, step: int, *, tied: bool) -> str:
    """Where the logits come from, and who was chosen."""
    chosen = output.chosen(step)
    text = (
        translate(
            "embedding",
            "{count} logits: the decoder’s vector times each row of the target’s own table "
            "(tied). {token} follows: rank {rank}.",
        )
        if tied
        else translate(
            "embedding",
            "{count} logits: the decoder’s vector times each row of the output projection. "
            "{token} follows: rank {rank}.",
        )
    )
    return text.format(
        count=f"{len(output.vocabulary):,}", token=quoted(chosen.token), rank=f"{chosen.rank:,}"
    )


def ranked_sentence(token: RankedToken, *, chosen: bool) -> str:
    """A token's rank, logit and probability."""
    text = translate(
        "embedding", "{token} · rank {rank} · logit {logit} · probability {probability}"
    ).format(
        token=quoted(token.token),
        rank=f"{token.rank:,}",
        logit=decimal_number(token.logit, 4),
        probability=f"{token.probability:.6f}",
    )
    if chosen:
        return translate("embedding", "{values} · this token follows").format(values=text)
    return text


def rest_name(count: int) -> str:
    """What the last row stands for."""
    return translate("embedding", "the other {count} tokens").format(count=f"{count:,}")


def rest_sentence(count: int, probability: float) -> str:
    """How much probability is not shown row by row."""
    return translate("embedding", "the other {count} tokens together: {probability}").format(
        count=f"{count:,}", probability=short_probability(probability)
    )


def output_columns() -> tuple[str, str]:
    """Over the two columns of bars."""
    return (
        translate("embedding", "logit z"),
        translate("embedding", "softmax p (sum 1)"),
    )


def histogram_titles(count: int) -> tuple[str, str]:
    """What goes up and what goes across."""
    return (
        translate("embedding", "all {count} logits, counted (log)").format(count=f"{count:,}"),
        translate("embedding", "logit"),
    )


def bin_sentence(count: int, low: float, high: float) -> str:
    """How many tokens have a logit in a stretch."""
    return translate("embedding", "tokens with a logit from {low} to {high}: {count}").format(
        count=f"{count:,}", low=decimal_number(low), high=decimal_number(high)
    )
