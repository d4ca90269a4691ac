"""The blocks of a model in words and numbers."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.config import ModelConfig, NormType, Stack
from model.lessons.architecture.record import (
    ArchitectureRecord,
    Block,
    Product,
    StreamPoint,
    TensorShape,
)
from viz_app.panels.architecture.state import BesideBlocks
from viz_app.storage.value_tables import ValueTable
from viz_app.texts.numbers import NO_NUMBER, short_count

translate = QCoreApplication.translate

_SUBSCRIPT = re.compile(r"_(\w+)")
"""What comes after an underscore stands lower."""


def block_name(block: Block, config: ModelConfig) -> str:
    """As it stands in its box."""
    if block.kind == "self_attention" and block.side == "decoder":
        return translate("architecture", "Masked self-attention")
    norm = norm_name(config.norm_type)
    if block.kind == "final_norm":
        return translate("architecture", "Final {norm}").format(norm=norm)
    if block.kind == "feed_forward" and config.gated:
        return translate("architecture", "Gated feed-forward")
    return {
        "embedding": translate("architecture", "Embedding"),
        "positions": translate("architecture", "Positional encoding"),
        "embedding_norm": norm,
        "norm": norm,
        "self_attention": translate("architecture", "Self-attention"),
        "cross_attention": translate("architecture", "Cross-attention"),
        "feed_forward": translate("architecture", "Feed-forward"),
        "add": translate("architecture", "Addition"),
        "output_transform": translate("architecture", "Output transform"),
        "projection": translate("architecture", "Output projection"),
        "softmax": translate("architecture", "Softmax"),
    }[block.kind]


def norm_name(norm_type: NormType) -> str:
    """As the field writes it, in every language."""
    return "LayerNorm" if norm_type == "layer" else "RMSNorm"


def side_name(side: Stack) -> str:
    """``Encoder`` or ``Decoder``."""
    if side == "encoder":
        return translate("architecture", "Encoder")
    return translate("architecture", "Decoder")


def positions_text() -> str:
    """Beside the addition of the positional encoding."""
    return translate("architecture", "positions")


def result_text(side: Stack, *, remembered: bool) -> str:
    """What comes out at the top; what is ``remembered`` goes to the decoder."""
    if remembered:
        return translate("architecture", "memory")
    if side == "encoder":
        return translate("architecture", "probabilities of each token")
    return translate("architecture", "probabilities of the next token")


def layer_of(layer: int, n_layers: int) -> str:
    """``layer 2 of 3`` for 1."""
    template = translate("architecture", "layer {number} of {count}")
    return template.format(number=layer + 1, count=n_layers)


def folded_layers(layers: range) -> str:
    """``layer 1``, or ``layers 1–2  × 2``."""
    if len(layers) == 1:
        return translate("architecture", "layer {number}").format(number=layers[0] + 1)
    template = translate("architecture", "layers {first}–{last}  ×{count}")
    return template.format(first=layers[0] + 1, last=layers[-1] + 1, count=len(layers))


def total_lines(record: ArchitectureRecord) -> tuple[str, ...]:
    """What the whole model is, and how much of everything it has."""
    config = record.config
    kind = {
        "post": translate("architecture", "post-norm"),
        "pre": translate("architecture", "pre-norm"),
    }[config.norm]
    template = translate("architecture", "{layers} layers × {heads} heads, {norm}")
    return (
        template.format(layers=config.depths, heads=config.n_heads, norm=kind),
        translate("architecture", "{count} parameters").format(count=counted(record.n_parameters)),
        translate("architecture", "{count} multiply-adds for this sentence").format(
            count=short_count(record.multiply_adds)
        ),
    )


def unfold_sentence(layer: int) -> str:
    """What a click on folded layers does."""
    return translate("architecture", "Click to unfold layer {number}").format(number=layer + 1)


def block_place(block: Block, record: ArchitectureRecord) -> str:
    """``Encoder · layer 2 of 3``; of a norm and an addition also the sublayer around which."""
    parts = [side_name(block.side)]
    if block.layer is not None:
        parts.append(layer_of(block.layer, record.config.depth(block.side)))
    if block.sublayer is not None:
        around = {
            "self_attention": translate("architecture", "around self-attention"),
            "cross_attention": translate("architecture", "around cross-attention"),
            "feed_forward": translate("architecture", "around feed-forward"),
        }
        parts.append(around[block.sublayer])
    return " · ".join(parts)


def beside_text(block: Block, beside: BesideBlocks, record: ArchitectureRecord) -> str:
    """What stands beside a block; empty where there is nothing to tell."""
    if beside == "shapes":
        return "" if block.kind == "add" else size_list(block.shapes[-1])
    if beside == "parameters":
        return short_count(block.n_parameters) if block.n_parameters else ""
    return percent(record.share(block)) if block.multiply_adds else ""


def block_sentence(block: Block, record: ArchitectureRecord) -> str:
    """All of it in one line, for who points at the block or hears it."""
    template = translate(
        "architecture", "{name} · {place} · output {shape} · {parameters} · {share}"
    )
    return template.format(
        name=block_name(block, record.config),
        place=block_place(block, record),
        shape=size_list(block.shapes[-1]),
        parameters=translate("architecture", "{count} parameters").format(
            count=counted(block.n_parameters)
        ),
        share=translate("architecture", "{share} of the multiply-adds").format(
            share=percent(record.share(block))
        ),
    )


def size_list(shape: TensorShape) -> str:
    """``[8, 7, 32]``."""
    return f"[{', '.join(map(str, shape.sizes))}]"


def percent(share: float) -> str:
    """``4.1 %``; a share that would be 0.0 says that it is less than 0.1."""
    if share == 0:
        return "0 %"
    return f"{100 * share:.1f} %" if share >= 0.001 else "<0.1 %"


def block_table(blocks: Sequence[Block], config: ModelConfig, *, name: str) -> ValueTable:
    """Parameters and multiply-adds of blocks."""
    return ValueTable(
        name=name,
        rows=tuple(f"{side_name(block.side)} · {block_name(block, config)}" for block in blocks),
        columns=(
            translate("architecture", "parameters"),
            translate("architecture", "multiply-adds"),
        ),
        values=np.array([(block.n_parameters, block.multiply_adds) for block in blocks]),
    )


def counted(number: int) -> str:
    """With separators of thousands: ``263,168``."""
    return f"{number:,}"


def lowered(text: str) -> str:
    """Rich text in which what follows an underscore is a subscript."""
    return _SUBSCRIPT.sub(r"<sub>\1</sub>", html.escape(text))


def letter_list(shape: TensorShape) -> str:
    """``[h, n, d_k]`` as rich text."""
    return f"[{', '.join(lowered(letter) for letter in shape.letters)}]"


def product_letters(product: Product) -> str:
    """``n · d_model · d_ff`` as rich text."""
    return " · ".join(lowered(letter) for letter in product.letters)


def table_size(table: TensorShape) -> str:
    """How many numbers; a dash for those that count elsewhere."""
    return NO_NUMBER if table.shared else counted(table.numbers)


def stream_point(point: StreamPoint) -> str:
    """``after the embedding``, or ``after feed-forward of layer 2``."""
    if point.layer is None or point.sublayer is None:
        return translate("architecture", "after the embedding")
    template = {
        "self_attention": translate("architecture", "after self-attention of layer {number}"),
        "cross_attention": translate("architecture", "after cross-attention of layer {number}"),
        "feed_forward": translate("architecture", "after feed-forward of layer {number}"),
    }[point.sublayer]
    return template.format(number=point.layer + 1)
