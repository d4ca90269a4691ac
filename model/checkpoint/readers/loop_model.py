"""A model of somebody's own training loop: known layers, and all around them that is asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from model.checkpoint.readers.bart_layers import embedding_places, output_bias
from model.checkpoint.readers.loop_tables import LoopTables, Outside, ask_tables, position_place
from model.checkpoint.readers.loop_tokens import Tokens, ask_tokens
from model.checkpoint.readers.places import TensorOrigin, TensorOrigins
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.config import ModelConfig


def loop_model(
    outside: Outside, answers: Answers, *, family: str, places: TensorOrigins, **switches: Any
) -> Recognised:
    """The whole of it; ``places`` are those of the layers, ``switches`` what they told or asked.

    Raises:
        ForeignModelError: a table is missing, or an answer cannot be used.
        ConfigError: two sizes do not fit together.
    """
    tables = ask_tables(outside, answers)
    shared = outside.equal(tables.source, tables.target)
    source, target, output = (outside.file.shapes[name][0] for name in tables[:3])
    if output != target:
        raise ForeignModelError(
            "{output} has {rows} rows, but {table}, the target's, {others}.",
            output=tables.output,
            rows=output,
            table=tables.target,
            others=target,
        )
    src, tgt = ask_tokens(answers, source=source, target=target, shared=shared)
    config = ModelConfig(
        max_len=tables.length,
        output_bias=tables.bias is not None,
        tie_embeddings=outside.equal(tables.target, tables.output),
        share_embeddings=shared and src.vocabulary == tgt.vocabulary,
        forbidden=tgt.vocabulary.forbidden,
        **_positions(tables),
        **switches,
    )
    return Recognised(
        questions=tuple(answers.questions),
        family=family,
        file=outside.file,
        config=config,
        src_tokenizer=src.tokenizer,
        tgt_tokenizer=tgt.tokenizer,
        places=places | dict(_around(config, tables, src, tgt)),
        left_out=(tables.source, tables.output),  # copies, where they are not used
    )


def ask_heads(answers: Answers, d_model: int) -> int:
    """A number that divides d_model, which the configuration checks."""
    default = next(heads for heads in (8, 4, 2, 1) if d_model % heads == 0)
    return answers.number("heads", default=default, smallest=1, largest=d_model)


def depth_of(file: TensorFile, before: str, after: str) -> int:
    """Layers whose numbers stand between, from 0 on."""
    return next(layer for layer in count() if f"{before}{layer}{after}" not in file.shapes)


def matrix(file: TensorFile, name: str) -> tuple[int, int]:
    """Rows and columns of a tensor by which a size is told.

    Raises:
        ForeignModelError: it is missing, or no matrix.
    """
    shape = file.shapes.get(name, ())
    if len(shape) != 2:
        raise ForeignModelError("There is no matrix {name}.", name=name)
    return shape[0], shape[1]


def _positions(tables: LoopTables) -> dict[str, Any]:
    if tables.positions in {"sinusoidal", "halves"}:
        halves = tables.positions == "halves"
        return {"positions": "sinusoidal", "sinusoids": "halves" if halves else "interleaved"}
    return {"positions": tables.positions}


def _around(
    config: ModelConfig, tables: LoopTables, src: Tokens, tgt: Tokens
) -> Iterator[tuple[str, TensorOrigin]]:
    names = (tables.source, tables.target, tables.output)
    vocabularies = (src.vocabulary, tgt.vocabulary)
    yield from embedding_places(config, names, vocabularies).items()
    if tables.bias is not None:
        yield "output.bias", output_bias(tables.bias, tgt.vocabulary)
    for side, name in (("src", tables.src_positions), ("tgt", tables.tgt_positions)):
        if name is not None:
            place = position_place(name, rows=config.max_len)
            yield f"{side}_embedding.positions.table", place
