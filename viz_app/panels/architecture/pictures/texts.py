"""Texts of the blocks: names, sizes, explanations."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.config import STACKS, Activation, ModelConfig, NormType, Stack
from model.lessons.architecture import (
    ArchitectureRecord,
    Block,
    BlockKind,
    Product,
    StreamPoint,
    TensorShape,
)
from viz_app.panels.architecture.room import BesideBlocks
from viz_app.storage.value_tables import ValueTable
from viz_app.texts.labels import NO_NUMBER, short_count
from viz_app.texts.sentences import one_after_another
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP

# ------------------------------------------------------------------------------------------ blocks

translate = QCoreApplication.translate

_SUBSCRIPT = re.compile(r"_(\w+)")
"""The part after an underscore is a subscript."""


def block_name(block: Block, config: ModelConfig) -> str:
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
    # Not translated: the field uses the same name in every language.
    return "LayerNorm" if norm_type == "layer" else "RMSNorm"


def side_name(side: Stack) -> str:
    """``Encoder`` or ``Decoder``."""
    if side == "encoder":
        return translate("architecture", "Encoder")
    return translate("architecture", "Decoder")


def result_text(side: Stack, *, remembered: bool) -> str:
    """Name of the output; ``remembered``: it is the memory of a decoder."""
    if remembered:
        return translate("architecture", "memory")
    if side == "encoder":
        return translate("architecture", "probabilities of each token")
    return translate("architecture", "probabilities of the next token")


def layer_of(layer: int, n_layers: int) -> str:
    """``layer 2 of 3`` for index 1."""
    template = translate("architecture", "layer {number} of {count}")
    return template.format(number=layer + 1, count=n_layers)


def folded_layers(layers: range) -> str:
    """``layer 1``, or ``layers 1–2  × 2``."""
    if len(layers) == 1:
        return translate("architecture", "layer {number}").format(number=layers[0] + 1)
    template = translate("architecture", "layers {first}–{last}  ×{count}")
    return template.format(first=layers[0] + 1, last=layers[-1] + 1, count=len(layers))


def total_lines(record: ArchitectureRecord) -> tuple[str, ...]:
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


TAB_TITLES: Mapping[str, str] = {
    "embedding": QT_TRANSLATE_NOOP("panels", "Embedding"),
    "positions": QT_TRANSLATE_NOOP("panels", "Positions"),
    "one_head": QT_TRANSLATE_NOOP("panels", "One head"),
    "scaling": QT_TRANSLATE_NOOP("panels", "Scaling"),
    "masks": QT_TRANSLATE_NOOP("panels", "Masks"),
    "forcing": QT_TRANSLATE_NOOP("panels", "Teacher forcing"),
    "bleu": QT_TRANSLATE_NOOP("panels", "BLEU"),
}
"""Of the tabs that the map leads to."""


def tab_title(tab: str) -> str:
    return translate("panels", TAB_TITLES[tab])


def link_sentence(sentence: str, tab: str) -> str:
    template = translate("architecture", "{sentence} · click or Return: {tab}")
    return template.format(sentence=sentence, tab=tab_title(tab))


def unfold_sentence(layer: int) -> str:
    return translate("architecture", "Click to expand layer {number}").format(number=layer + 1)


def block_place(block: Block, record: ArchitectureRecord) -> str:
    """``Encoder · layer 2 of 3``; for norms and additions also their sublayer."""
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
    if beside == "shapes":
        return "" if block.kind == "add" else size_list(block.shapes[-1])
    if beside == "parameters":
        return short_count(block.n_parameters) if block.n_parameters else ""
    return percent(record.share(block)) if block.multiply_adds else ""


def block_sentence(block: Block, record: ArchitectureRecord) -> str:
    """All facts of a block in one line, for tool tips and screen readers."""
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
    """``4.1 %``; a share that would round to 0.0 is shown as less than 0.1."""
    if share == 0:
        return "0 %"
    return f"{100 * share:.1f} %" if share >= 0.001 else "<0.1 %"


def block_table(blocks: Sequence[Block], config: ModelConfig, *, name: str) -> ValueTable:
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
    """With thousands separators: ``263,168``."""
    return f"{number:,}"


def lowered(text: str) -> str:
    """Rich text in which the part after an underscore is a subscript."""
    return _SUBSCRIPT.sub(r"<sub>\1</sub>", html.escape(text))


def letter_list(shape: TensorShape) -> str:
    """``[h, n, d_k]`` as rich text."""
    return f"[{', '.join(lowered(letter) for letter in shape.letters)}]"


def product_letters(product: Product) -> str:
    """``n · d_model · d_ff`` as rich text."""
    return " · ".join(lowered(letter) for letter in product.letters)


def table_size(table: TensorShape) -> str:
    """Number of parameters; a dash for parameters that another block counts."""
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


# ------------------------------------------------------------------------------------ explanations

ACTIVATIONS: Mapping[Activation, str] = {
    "relu": "ReLU",
    "gelu": "GELU",
    "gelu_tanh": "GELU (tanh)",
    "silu": "SiLU",
}
GATED: Mapping[Activation, str] = {
    "relu": "ReGLU",
    "gelu": "GEGLU",
    "gelu_tanh": "GEGLU",
    "silu": "SwiGLU",
}
"""Names of Shazeer 2020 for a feed-forward with a gate."""


def block_explanation(block: Block, record: ArchitectureRecord) -> str:
    """What a block does, for the choices that its model has made."""
    told: dict[BlockKind, Callable[[Block, ModelConfig], Iterator[str]]] = {
        "embedding": _embedding,
        "positions": _positions,
        "self_attention": _attention,
        "cross_attention": _attention,
        "feed_forward": _feed_forward,
        "add": _add,
        "output_transform": _output_transform,
        "projection": _projection,
        "softmax": _softmax,
    }
    return one_after_another(told.get(block.kind, _norm)(block, record.config))


def formula_names(block: Block, record: ArchitectureRecord) -> tuple[str, ...]:
    """Names of the formulas of a block in ``resources/formulas``."""
    config = record.config
    norm = "architecture_norm" + ("_rms" if config.norm_type == "rms" else "")
    if _has_distances(block, config):
        scores = "_moved" if config.scaled_scores else "_added"
    else:
        scores = "" if config.scaled_scores else "_kept"
    heads = "architecture_heads", "architecture_head" + scores
    gated, biases = "_gated" if config.gated else "", "" if config.biases else "_unbiased"
    table = "tied" if config.tie_embeddings else "projection"
    return {
        "embedding": ("architecture_embedding" + ("" if config.scaled_embedding else "_unscaled"),),
        "positions": (_positions_formula(config),),
        "embedding_norm": (norm,),
        "norm": (norm,),
        "final_norm": (norm,),
        "self_attention": heads,
        "cross_attention": heads,
        "feed_forward": (f"architecture_{config.activation}{gated}{biases}",),
        "add": ("architecture_add",),
        "output_transform": ("architecture_transform" + biases, norm),
        "projection": (f"architecture_{table}" + ("_biased" if config.output_bias else ""),),
        "softmax": ("architecture_softmax",),
    }[block.kind]


def _positions_formula(config: ModelConfig) -> str:
    if config.positions != "sinusoidal":
        return "architecture_learned"
    order = "halves" if config.sinusoids == "halves" else "sinusoidal"
    return f"architecture_{order}" + ("_closed" if config.closed_sinusoids else "")


def _has_distances(block: Block, config: ModelConfig) -> bool:
    return config.positions == "relative" and block.kind == "self_attention"


def _embedding(_: Block, config: ModelConfig) -> Iterator[str]:
    if config.scaled_embedding:
        yield translate(
            "architecture", "Looks up a vector for each token and multiplies it by √d_model."
        )
    else:
        yield translate("architecture", "Looks up a vector for each token.")
    if config.share_embeddings:
        yield translate("architecture", "Source and target share this table.")
    if config.positions == "none":
        yield translate("architecture", "No information about token positions is added.")
    elif config.positions == "relative":
        yield translate(
            "architecture",
            "No positions are added: biases in self-attention encode the distance between tokens.",
        )


def _positions(_: Block, config: ModelConfig) -> Iterator[str]:
    yield translate(
        "architecture",
        "Adds to each vector an encoding of its position in the sentence.",
    )
    if config.positions == "learned":
        yield translate("architecture", "The table was learned.")
    elif config.positions == "given":
        yield translate("architecture", "The table is stored with the model and not trained.")
    elif config.sinusoids == "halves":
        yield translate("architecture", "Sines fill the first half, cosines the second.")
    if config.positions == "sinusoidal" and config.closed_sinusoids:
        yield translate("architecture", "The exponent divides by d_model − 2.")
    if config.positions == "sinusoidal" and config.position_offset:
        yield translate("architecture", "The first token has position {offset}.").format(
            offset=config.position_offset
        )


def _norm(block: Block, config: ModelConfig) -> Iterator[str]:
    pre, rms = config.norm == "pre", config.norm_type == "rms"
    if block.kind == "embedding_norm":
        yield translate("architecture", "Every row is normalised once before the first layer.")
    elif block.kind == "final_norm" and pre:
        yield translate(
            "architecture",
            "Pre-norm leaves the residual stream unnormalised, so it is normalised once at "
            "the end.",
        )
    elif block.kind == "final_norm":
        yield translate(
            "architecture",
            "Post-norm layers are already normalised; this model normalises once more.",
        )
    elif rms and pre:
        yield translate(
            "architecture",
            "Pre-norm: the sublayer's input is divided by its root mean square and scaled "
            "by the trained α; the residual stream itself is unchanged.",
        )
    elif rms:
        yield translate(
            "architecture",
            "Post-norm: after the addition every row is divided by its root mean square, then "
            "scaled by the trained α.",
        )
    elif pre:
        yield translate(
            "architecture",
            "Pre-norm: the sublayer's input is normalised to mean 0 and variance 1, then "
            "scaled by the trained α and shifted by b; the residual stream itself is "
            "unchanged.",
        )
    else:
        yield translate(
            "architecture",
            "Post-norm: after the addition every row is normalised to mean 0 and variance "
            "1, then scaled by the trained α and shifted by b.",
        )


def _attention(block: Block, config: ModelConfig) -> Iterator[str]:
    if block.kind == "cross_attention":
        yield translate(
            "architecture",
            "Each target token receives a weighted mean over the encoder output (memory): "
            "queries come from the target, keys and values from the encoder.",
        )
    elif block.side == "decoder":
        yield translate(
            "architecture",
            "Each target token receives a weighted mean of the values of itself and the "
            "tokens before it; later tokens are masked.",
        )
    else:
        yield translate(
            "architecture",
            "Each source token receives a weighted mean of the values of all source tokens.",
        )
    if _has_distances(block, config):
        yield translate(
            "architecture",
            "B is a bias per head and distance, added to the scores; all layers share the "
            "first layer's.",
        )
    if not config.scaled_scores:
        yield translate("architecture", "Scores are not divided by √d_k.")
    if config.d_k * config.n_heads != config.d_model:
        yield translate(
            "architecture", "A head has {d_k} dimensions, not d_model / h = {share}."
        ).format(d_k=config.d_k, share=f"{config.d_model / config.n_heads:g}")
    if not config.biases:
        yield translate("architecture", "Its projections have no biases.")


def _feed_forward(_: Block, config: ModelConfig) -> Iterator[str]:
    yield translate(
        "architecture", "The same small network is applied to each position separately."
    )
    if config.gated:
        yield translate(
            "architecture",
            "Gated: hidden values passed through {activation} are multiplied by a second, "
            "linear projection ({name}).",
        ).format(activation=ACTIVATIONS[config.activation], name=GATED[config.activation])
    else:
        yield translate("architecture", "Its activation is {activation}.").format(
            activation=ACTIVATIONS[config.activation]
        )
    if not config.biases:
        yield translate("architecture", "Its projections have no biases.")


def _add(*_: object) -> Iterator[str]:
    yield translate(
        "architecture",
        "Residual connection: the sublayer's output is added to the residual stream.",
    )


def _output_transform(_: Block, config: ModelConfig) -> Iterator[str]:
    yield translate(
        "architecture",
        "Before the output projection, each row passes through a linear layer of the same "
        "width, {activation} and a norm, which prepare it for comparison with the token "
        "embeddings (Devlin et al. 2019).",
    ).format(activation=ACTIVATIONS[config.activation])


def _projection(_: Block, config: ModelConfig) -> Iterator[str]:
    if config.stacks == STACKS:
        yield translate("architecture", "Scores every token of the target vocabulary for each row.")
    else:
        yield translate("architecture", "Scores every token of the vocabulary for each row.")
    if config.output_bias:
        yield translate("architecture", "Every token of the vocabulary has a bias.")


def _softmax(block: Block, config: ModelConfig) -> Iterator[str]:
    if block.side == "encoder":
        yield translate(
            "architecture",
            "Turns a row of scores into probabilities of the token at its position.",
        )
    else:
        yield translate(
            "architecture", "Turns a row of scores into probabilities of the next token."
        )
    if config.forbidden:
        yield translate("architecture", "{count} tokens are never predicted.").format(
            count=len(config.forbidden)
        )
