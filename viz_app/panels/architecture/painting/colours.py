"""The colours of a model's blocks: those of its sides and of the kinds of attention."""

from __future__ import annotations

from model.lessons.architecture.record import Block, Stack
from viz_app.design.theme import Theme, mixed


def block_colour(block: Block, theme: Theme) -> str:
    """The colour of the kind of attention, or of the block's side."""
    if block.kind == "cross_attention":
        return theme.cross
    return side_colour(block.side, theme)


def side_colour(side: Stack, theme: Theme) -> str:
    """Encoder or decoder, as everywhere."""
    return theme.encoder if side == "encoder" else theme.decoder


def block_fill(block: Block, theme: Theme) -> str:
    """Attention is strongest, other trained blocks are tinted, what is not is the panel."""
    shares = {
        "self_attention": 0.26,
        "cross_attention": 0.26,
        "feed_forward": 0.12,
        "embedding": 0.05,
        "projection": 0.05,
        "softmax": 0.05,
    }
    if block.kind in {"norm", "final_norm"}:
        return mixed(theme.panel, theme.soft_text, share=0.18)
    return mixed(theme.panel, block_colour(block, theme), share=shares.get(block.kind, 0.0))
