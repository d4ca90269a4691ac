"""Tensors, parameters and matrix products of a block as tables of rich text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication

from model.lessons.architecture.record import ArchitectureRecord, Block
from viz_app.design.theme import Theme
from viz_app.panels.architecture.texts.blocks import (
    counted,
    letter_list,
    lowered,
    percent,
    product_letters,
    size_list,
    table_size,
)

translate = QCoreApplication.translate

Cells = Sequence[str]


def shapes_table(block: Block, theme: Theme) -> str:
    """Name, letters and numbers of each tensor of this sentence."""
    rows = ((lowered(s.name), letter_list(s), size_list(s)) for s in block.shapes)
    return _table(rows, theme)


def parameters_title(block: Block, record: ArchitectureRecord) -> str:
    """How many trained numbers, and which part of all."""
    if not block.tables:
        return translate("architecture", "No parameters")
    if not block.n_parameters:
        return translate("architecture", "Parameters: shared with the embedding, counted there")
    template = translate("architecture", "Parameters: {count} · {share} of all")
    share = percent(block.n_parameters / record.n_parameters)
    return template.format(count=counted(block.n_parameters), share=share)


def parameters_table(block: Block, theme: Theme) -> str:
    """Name, letters and count of each trained table."""
    rows = ((lowered(t.name), letter_list(t), table_size(t)) for t in block.tables)
    return _table(rows, theme)


def products_title(block: Block, record: ArchitectureRecord) -> str:
    """How many multiply-adds, and which part of all."""
    if not block.products:
        return translate("architecture", "No matrix product: it computes number by number")
    template = translate("architecture", "Multiply-adds: {count} · {share} of all")
    share = percent(record.share(block))
    return template.format(count=counted(block.multiply_adds), share=share)


def products_table(block: Block, theme: Theme) -> str:
    """Name, letters and count of each matrix product."""
    rows = (
        (lowered(product.name), product_letters(product), counted(product.multiply_adds))
        for product in block.products
    )
    return _table(rows, theme)


def _table(rows: Iterable[Cells], theme: Theme) -> str:
    """The first column is the name, the last stands at the right."""
    size = f"font-size: {theme.small}px"
    lines = "".join(
        f'<tr><td>{name}&nbsp;</td><td><span style="color:{theme.soft_text}">{letters}'
        f'</span></td><td align="right">&nbsp;{number}</td></tr>'
        for name, letters, number in rows
    )
    return f'<table width="100%" cellspacing="0" cellpadding="1" style="{size}">{lines}</table>'
