"""A model of somebody's own training loop: known layers, and all around them that is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, get_args

import torch

from model.checkpoint.readers.bart_layers import embedding_places, output_bias
from model.checkpoint.readers.loop_options import loop_options, whole_number
from model.checkpoint.readers.loop_tables import LoopTables, Outside, ask_tables
from model.checkpoint.readers.loop_tokens import Tokens, ask_tokens
from model.checkpoint.readers.places import TensorPlace, TensorPlaces, position_rows
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.config import Activation, ModelConfig, Norm

EPSILONS = ("1e-05", "1e-06", "1e-08", "1e-12")
"""What norms add to the variance; the first is what torch's own add."""

_NUMBERS = re.compile(r"(^|[._])(position_ids|positions)$")
_MASK = re.compile(r"(^|[._])\w*mask$")
_OPEN = re.compile(r"(^|[._])(src|enc|mem)")
"""Of masks: which of them are to hide nothing, as the others hide the future."""


def loop_model(
    outside: Outside, answers: Answers, *, family: str, places: TensorPlaces, **switches: Any
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
    said = loop_options(outside.file)
    src, tgt = ask_tokens(answers, said, source=source, target=target, shared=shared)
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
        left_out=(  # tables that are copies, where they are not used
            *(tables.source, tables.output, *tables.copies),
            *(name for name in outside.file.shapes if _is_implied(outside.file, name)),
        ),
    )


def _is_implied(file: TensorFile, name: str) -> bool:
    """Whether a tensor says only what the network does anyway: numbers of positions, or a mask."""
    shape = [size for size in file.shapes[name] if size != 1]
    if _NUMBERS.search(name) and len(shape) <= 1:
        numbers = file.load(name).flatten()
        return bool((numbers == torch.arange(len(numbers))).all())
    if not _MASK.search(name) or len(shape) != 2 or shape[0] != shape[1]:
        return False
    marked = file.load(name).reshape(shape).bool()
    if _OPEN.search(name):
        return bool(marked.all() or not marked.any())
    future = torch.ones_like(marked).triu(1)
    return torch.equal(marked, future) or torch.equal(~marked, future)


def ask_switches(
    answers: Answers, d_model: int, told: Mapping[str, str], *, epsilons: Sequence[str] = EPSILONS
) -> dict[str, Any]:
    """What leaves no trace in shapes: ``told`` are answers by questions, the rest is asked."""

    def choice(name: str, choices: Iterable[str]) -> str:
        """Of some, in their order; what is told of an epsilon is one of them."""
        also = [told[name]] if name == "epsilon" and name in told else []
        return answers.choice(name, tuple(dict.fromkeys((*choices, *also))), told=told.get(name))

    default = next(heads for heads in (8, 4, 2, 1) if d_model % heads == 0)
    return {
        "n_heads": answers.number(
            "heads", default=default, smallest=1, largest=d_model, told=whole_number(told, "heads")
        ),
        "norm": choice("norm", get_args(Norm)),
        "activation": choice("activation", get_args(Activation)),
        "norm_epsilon": float(choice("epsilon", epsilons)),
        "scaled_embedding": choice("scaled", ("yes", "no")) == "yes",
    }


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
) -> Iterator[tuple[str, TensorPlace]]:
    names = (tables.source, tables.target, tables.output)
    vocabularies = (src.vocabulary, tgt.vocabulary)
    yield from embedding_places(config, names, vocabularies).items()
    if tables.bias is not None:
        yield "output.bias", output_bias(tables.bias, tgt.vocabulary)
    for side, name in (("src", tables.src_positions), ("tgt", tables.tgt_positions)):
        if name is not None:
            place = position_rows(name, config.max_len)
            yield f"{side}_embedding.positions.table", place
