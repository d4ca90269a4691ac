"""The embedding tab in words: titles, and sentences with exact numbers."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication

from model.lessons.embedding.record import EmbeddedTokens, EmbeddingStage, OutputLogits, RankedToken
from viz_app.texts.numbers import decimal_number, short_probability
from viz_app.texts.token_text import quoted

translate = QCoreApplication.translate


def strip_titles(side: EmbeddedTokens) -> tuple[str, ...]:
    """What stands over the strips: the row, its position where one is added, and the sum."""
    row = (
        translate("embedding", "row of the table × √{d_model} = {scale}").format(
            d_model=side.d_model, scale=f"{side.scale:.4g}"
        )
        if "scaled" in side.stages
        else translate("embedding", "row of the table")
    )
    placed = (translate("embedding", "positional encoding"),) if side.positions is not None else ()
    last = (
        translate("embedding", "into the model")
        if side.summed is None
        else translate("embedding", "normalised, into the model")
    )
    return (row, *placed, last)


def number_names(side: EmbeddedTokens, token: int) -> tuple[str, ...]:
    """What the lines of a token's numbers are."""
    names: dict[EmbeddingStage, str] = {
        "rows": translate("embedding", "row {id} of the table").format(id=side.ids[token]),
        "scaled": translate("embedding", "× √{d_model} = {scale}").format(
            d_model=side.d_model, scale=f"{side.scale:.4g}"
        ),
        "positions": translate("embedding", "+ position {position}").format(position=token),
        "summed": translate("embedding", "= sum"),
        "embedded": translate("embedding", "= into the model")
        if side.summed is None
        else translate("embedding", "normalised: into the model"),
    }
    return tuple(names[stage] for stage in side.stages)


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
    steps = "; ".join(_steps(side, token, dimension))
    return translate("embedding", "{token}, dimension {dimension}: {steps}").format(
        token=quoted(side.tokens[token]), dimension=dimension, steps=steps
    )


def _steps(side: EmbeddedTokens, token: int, dimension: int) -> Iterator[str]:
    """What this model does with a number, step by step."""

    def number(stage: EmbeddingStage) -> str:
        """As it is then."""
        return decimal_number(float(side.values(stage)[token, dimension]), 4)

    if side.stages == ("rows", "embedded"):
        yield number("rows")
    if "scaled" in side.stages:
        yield f"{number('rows')} × {side.scale:.4g} = {number('scaled')}"
    if side.positions is not None:
        yield translate("embedding", "{scaled} + {position} (position {place}) = {sum}").format(
            scaled=number("scaled"),
            position=number("positions"),
            place=token,
            sum=number("embedded" if side.summed is None else "summed"),
        )
    if side.summed is not None:
        yield translate("embedding", "normalised: {value}").format(value=number("embedded"))


def output_title(output: OutputLogits, step: int, *, decodes: bool = True) -> str:
    """Which position it is."""
    if not decodes:
        return translate("embedding", "At {read}: which token belongs here?").format(
            read=quoted(output.fed[step])
        )
    return translate("embedding", "After {fed}: which token comes next?").format(
        fed=quoted(output.fed[step])
    )


def output_subtitle(output: OutputLogits, step: int, *, tied: bool, decodes: bool = True) -> str:
    """Where the logits come from, and who was chosen."""
    chosen = output.chosen(step)
    text = translate(
        "embedding",
        "{count} logits: the encoder’s vector times each row of the output projection. {token} "
        "has rank {rank}.",
    )
    text = (
        text
        if not decodes
        else (
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
