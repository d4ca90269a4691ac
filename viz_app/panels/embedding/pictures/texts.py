"""Texts of the embedding tab: sentences with exact values, tables, explanations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.config import ModelConfig
from model.lessons.embedding import (
    EmbeddedTokens,
    EmbeddingStage,
    NearToken,
    OutputLogits,
    RankedToken,
)
from model.special_tokens import HIDDEN_TOKENS, SPECIAL_TOKENS
from viz_app.panels.embedding.room import EmbeddingPart
from viz_app.storage.guide import TextPage
from viz_app.storage.value_tables import Tables, ValueTable, numbered
from viz_app.texts.labels import decimal_number, glossed_name, quoted, short_probability, text_page
from viz_app.texts.visible_token import visible

# ----------------------------------------------------------------------------------------- lessons
# The texts beside the parts of the embedding tab.


translate = QCoreApplication.translate

SPECIAL = HIDDEN_TOKENS.union(SPECIAL_TOKENS)
"""Tokens that stand for no word, and the one for unknown words."""


def near_title(side: EmbeddedTokens, token: int, gloss: str = "") -> str:
    text = translate("embedding", "Nearest to {token}: cosine similarity")
    return text.format(token=glossed_name(side.tokens[token], gloss))


def near_sentence(near: NearToken, gloss: str, *, rank: int) -> str:
    text = translate("embedding", "{rank}: {token} · id {id} · cosine similarity {value}")
    name, value = glossed_name(near.token, gloss), decimal_number(near.similarity, 4)
    told = text.format(rank=rank, token=name, id=near.token_id, value=value)
    return f"{told} · {special_name()}" if near.token in SPECIAL else told


def special_name() -> str:
    return translate("embedding", "special token")


def near_table(near: Sequence[NearToken], *, name: str) -> ValueTable:
    """Similarities, largest first."""
    return ValueTable(
        name=name,
        rows=tuple(visible(one.token) for one in near),
        columns=(translate("embedding", "cosine similarity"),),
        values=np.array([[one.similarity] for one in near]),
    )


def part_page(part: EmbeddingPart, config: ModelConfig | None) -> TextPage:
    """The text beside a part, for this model or, without one, for the paper's."""
    config = config or ModelConfig()
    if config.positions in {"relative", "none"}:
        row: str = config.positions
    else:
        row = "scaled" if config.scaled_embedding else "unscaled"
    norm = "normed" if config.embedding_norm else "plain"
    stacks = "both" if len(config.stacks) > 1 else config.stacks[0]
    return text_page(f"embedding-{part}", row, norm, stacks)


def part_formula(part: EmbeddingPart, config: ModelConfig | None) -> str:
    if part != "into":
        return "embedding_softmax" if part == "out" else "embedding_cosine"
    config = config or ModelConfig()
    scaled = "" if config.scaled_embedding else "_unscaled"
    placed = "_unplaced" if config.positions in {"relative", "none"} else ""
    return f"embedding_sum{scaled}{placed}" + ("_normed" if config.embedding_norm else "")


def part_texts() -> dict[str, tuple[str, str]]:
    return {
        "near": (
            translate("embedding", "Nearest tokens"),
            translate("embedding", "Tokens whose rows of the table are most similar"),
        ),
        "into": (
            translate("embedding", "Into the model"),
            translate("embedding", "Token → id → row of the table, scaled, + position"),
        ),
        "out": (
            translate("embedding", "Out of the model"),
            translate("embedding", "Logits and softmax of a position"),
        ),
    }


def side_texts() -> dict[str, tuple[str, str]]:
    return {
        "source": (
            translate("embedding", "Source"),
            translate("embedding", "The tokens that the encoder reads"),
        ),
        "target": (
            translate("embedding", "Target"),
            translate("embedding", "The tokens that the decoder reads"),
        ),
    }


# --------------------------------------------------------------------------------------- sentences
# The embedding tab in words: titles, and sentences with exact numbers.


def strip_titles(side: EmbeddedTokens) -> tuple[str, ...]:
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


def numbers_title(side: EmbeddedTokens, token: int, gloss: str = "") -> str:
    return translate(
        "embedding",
        "{token} · id {id} of {vocabulary} · position {position} · {d_model} dimensions",
    ).format(
        token=glossed_name(side.tokens[token], gloss),
        id=side.ids[token],
        vocabulary=f"{side.vocabulary:,}",
        position=token,
        d_model=side.d_model,
    )


def number_sentence(side: EmbeddedTokens, token: int, dimension: int, gloss: str = "") -> str:
    steps = "; ".join(_steps(side, token, dimension))
    return translate("embedding", "{token}, dimension {dimension}: {steps}").format(
        token=glossed_name(side.tokens[token], gloss), dimension=dimension, steps=steps
    )


def _steps(side: EmbeddedTokens, token: int, dimension: int) -> Iterator[str]:
    def number(stage: EmbeddingStage) -> str:
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
    if not decodes:
        return translate("embedding", "At {read}: which token belongs here?").format(
            read=quoted(output.fed[step])
        )
    return translate("embedding", "After {fed}: which token comes next?").format(
        fed=quoted(output.fed[step])
    )


def output_subtitle(output: OutputLogits, step: int, *, tied: bool, decodes: bool = True) -> str:
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
                "{count} logits: the decoder’s vector times each row of the target "
                "embedding (tied). Next token: {token}, rank {rank}.",
            )
            if tied
            else translate(
                "embedding",
                "{count} logits: the decoder’s vector times each row of the output "
                "projection. Next token: {token}, rank {rank}.",
            )
        )
    )
    return text.format(
        count=f"{len(output.vocabulary):,}", token=quoted(chosen.token), rank=f"{chosen.rank:,}"
    )


def ranked_sentence(token: RankedToken, *, chosen: bool) -> str:
    text = translate(
        "embedding", "{token} · rank {rank} · logit {logit} · probability {probability}"
    ).format(
        token=quoted(token.token),
        rank=f"{token.rank:,}",
        logit=decimal_number(token.logit, 4),
        probability=f"{token.probability:.6f}",
    )
    if chosen:
        return translate("embedding", "{values} · next token").format(values=text)
    return text


def rest_name(count: int) -> str:
    return translate("embedding", "the other {count} tokens").format(count=f"{count:,}")


def rest_sentence(count: int, probability: float) -> str:
    return translate("embedding", "the other {count} tokens together: {probability}").format(
        count=f"{count:,}", probability=short_probability(probability)
    )


def output_columns() -> tuple[str, str]:
    return (
        translate("embedding", "logit z"),
        translate("embedding", "softmax p (sum 1)"),
    )


def histogram_titles(count: int) -> tuple[str, str]:
    return (
        translate("embedding", "histogram of {count} logits (log)").format(count=f"{count:,}"),
        translate("embedding", "logit"),
    )


def bin_sentence(count: int, low: float, high: float) -> str:
    return translate("embedding", "tokens with a logit from {low} to {high}: {count}").format(
        count=f"{count:,}", low=decimal_number(low), high=decimal_number(high)
    )


# ------------------------------------------------------------------------------------------ tables
# The numbers of the embedding tab as tables.


def strip_tables(side: EmbeddedTokens) -> Tables:
    """Per token the scaled table row, its position and their sum."""
    tokens, dimensions = tuple(map(visible, side.tokens)), numbered(side.d_model, first=0)
    values = [side.values(stage) for stage in strip_stages(side)]
    return tuple(
        ValueTable(name=name, rows=tokens, columns=dimensions, values=numbers)
        for name, numbers in zip(strip_titles(side), values, strict=True)
    )


def strip_stages(side: EmbeddedTokens) -> tuple[EmbeddingStage, ...]:
    """Stage of each strip: scaled row, position if one is added, input of the first layer."""
    return ("scaled", "embedded") if side.positions is None else ("scaled", "positions", "embedded")


def token_tables(side: EmbeddedTokens, token: int) -> Tables:
    """As :func:`strip_tables` for one token, with the unscaled table row."""
    return (
        ValueTable(
            name=visible(side.tokens[token]),
            rows=number_names(side, token),
            columns=numbered(side.d_model, first=0),
            values=np.stack([side.values(stage)[token] for stage in side.stages]),
        ),
    )


def output_table(tokens: Sequence[RankedToken], *, name: str) -> ValueTable:
    """Logit and probability of tokens, best first."""
    return ValueTable(
        name=name,
        rows=tuple(visible(token.token) for token in tokens),
        columns=("logit", translate("embedding", "probability")),
        values=np.array([[token.logit, token.probability] for token in tokens]),
    )


def token_row_table(tokens: Sequence[str], chosen: int, *, name: str) -> ValueTable:
    """Positions of tokens, from 0 as in their encodings, and a 1 at the chosen one."""
    places = np.arange(len(tokens))
    return ValueTable(
        name=name,
        rows=tuple(map(visible, tokens)),
        columns=(translate("embedding", "position"), translate("embedding", "chosen")),
        values=np.stack([places, places == chosen], axis=1),
    )
