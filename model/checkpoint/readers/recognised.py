"""The result of a reader: everything that a checkpoint needs except the tensor values."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor

from model import values
from model.checkpoint.file import check_finite, written_shape
from model.checkpoint.import_reading import ImportQuestion, ImportReading, PlaceStatus, TensorRow
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.config import STACKS, ModelConfig, Stack
from model.messages import ConfigError, UserError
from model.runs.estimates import Sizes, parameter_shapes
from model.special_tokens import BOS_ID, SPECIAL_TOKENS
from model.text.tokenizer import Tokenizer


class SpecialIds(NamedTuple):
    """Foreign ids of what we call ``<pad>``, ``<s>``, ``</s>`` and ``<unk>``; None: there is none.

    ``start`` is what a decoder is fed first, which many models have no token of its own for.
    """

    pad: int | None
    start: int | None
    end: int | None
    unknown: int | None


class Vocabulary(NamedTuple):
    """Subwords by our ids.

    Attributes:
        pieces: of each id.
        rows: of each id the foreign one, whose row its tables have; −1 where there is none.
        forbidden: ids that the model never predicts: a start that is another token's copy, and
            what was made up.
    """

    pieces: tuple[str, ...]
    rows: tuple[int, ...]
    forbidden: tuple[int, ...]

    def ours(self, foreign: int) -> int:
        """Our id of a foreign one; of several, the token's own and not its copy's.

        Raises ConfigError if the id does not exist.
        """
        found = [index for index, row in enumerate(self.rows) if row == foreign]
        if not found:
            raise ConfigError("The vocabulary has no token {id}.", id=foreign)
        return found[0] if len(found) == 1 else next(i for i in found if i != BOS_ID)


def in_our_order(
    pieces: Sequence[str], special: SpecialIds, *, never: Sequence[int] = ()
) -> Vocabulary:
    """Put pieces in the order of their foreign ids into ours; ``never`` are never predicted.

    Raises ConfigError if a special token has an id beyond the pieces.
    """
    for name, index in special._asdict().items():
        if index is not None:
            values.read(values.within(0, len(pieces) - 1), index, f"the id of the token “{name}”")
    first = [-1 if index is None else index for index in special]
    taken = {special.pad, special.end, special.unknown}
    if special.start is not None and _is_start_alone(special):
        taken.add(special.start)
    rest = [index for index in range(len(pieces)) if index not in taken]
    rows = (*first, *rest)
    kept = (*SPECIAL_TOKENS, *(pieces[index] for index in rest))
    made_up = {place for place, row in enumerate(first) if row < 0}
    copies = set() if _is_start_alone(special) else {BOS_ID}
    forbidden = made_up | copies | {place for place, row in enumerate(rows) if row in never}
    return Vocabulary(kept, rows, tuple(sorted(forbidden & {*range(len(rows))})))


def _is_start_alone(special: SpecialIds) -> bool:
    """True if the start token has no other role, so that no row is copied."""
    return special.start not in {special.pad, special.end, special.unknown, None}


_MOST_DIGITS = 20


class Answers:
    """A user's answers, requested by a reader; stores each question in its order."""

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        """``given``: by the names of questions."""
        self._given = dict(given or {})
        self.questions: list[ImportQuestion] = []

    def choice(self, name: str, choices: Sequence[str], *, told: str | None = None) -> str:
        """One of ``choices``, ``told`` by the model; raises ForeignModelError for other answers."""
        answer = self._given.get(name, told)
        if answer is not None and answer not in choices:
            raise ForeignModelError(
                "{name} ({answer!r}) must be one of {choices}.",
                name=name,
                answer=answer,
                choices=", ".join(choices),
            )
        used = choices[0] if answer is None else answer
        self._keep(ImportQuestion(name, used, tuple(choices)), told=told)
        return used

    def number(
        self, name: str, *, default: int, smallest: int, largest: int, told: int | None = None
    ) -> int:
        """A whole number, ``default`` while open; raises ForeignModelError if out of range."""
        said = None if told is None else str(told)
        answer = self._given.get(name, said)
        used = str(default) if answer is None else answer
        short = used.isdecimal() and len(used) <= _MOST_DIGITS
        if not short or not smallest <= int(used) <= largest:
            raise ForeignModelError(
                "{name} ({answer!r}) must be a whole number from {smallest} to {largest}.",
                name=name,
                answer=used,
                smallest=smallest,
                largest=largest,
            )
        self._keep(ImportQuestion(name, used, (), smallest, largest), told=said)
        return int(used)

    def path(self, name: str, *, told: Path | None = None) -> Path | None:
        """A file's path; None while it is unanswered."""
        said = None if told is None else str(told)
        used = self._given.get(name, said) or ""
        self._keep(ImportQuestion(name, used, is_path=True), told=said)
        return Path(used) if used else None

    def unused(self) -> tuple[str, ...]:
        asked = {question.name for question in self.questions}
        return tuple(name for name in self._given if name not in asked)

    def _keep(self, question: ImportQuestion, *, told: str | None) -> None:
        given = question.name in self._given
        known, open_ = told is not None and not given, told is None and not given
        self.questions.append(dataclasses.replace(question, told=known, open=open_))


Make = Callable[..., Tensor]


@dataclass(frozen=True, slots=True)
class TensorPlace:
    """A parameter computed from foreign tensors.

    Attributes:
        names: the tensors that it is made of; none where it is made up.
        how: in a word or two what is done beside copying, for who wants to check.
        computed: its numbers are new ones, which 16 bits may not hold.
    """

    names: tuple[str, ...]
    make: Make
    how: str = ""
    computed: bool = False


TensorPlaces = dict[str, TensorPlace]
"""By the names of our parameters."""


def copied(name: str) -> TensorPlace:
    return TensorPlace((name,), lambda tensor: tensor)


def transposed(name: str) -> TensorPlace:
    """A matrix stored as ``[in, out]``."""
    return TensorPlace((name,), lambda tensor: tensor.t(), "transposed")


def part(name: str, index: int, count: int, *, transpose: bool = False) -> TensorPlace:
    """One of ``count`` equal parts of packed rows, or of columns, which become rows.

    ``[count · out, in]``, or with ``transpose`` ``[in, count · out]``, → ``[out, in]``; a bias
    ``[count · out]`` → ``[out]``.
    """

    def make(tensor: Tensor) -> Tensor:
        rows = tensor.t() if transpose and tensor.dim() == 2 else tensor
        return rows.chunk(count)[index]

    return TensorPlace((name,), make, f"part {index + 1} of {count}")


def rows(name: str, order: Sequence[int], *, is_bias: bool = False) -> TensorPlace:
    """A table's rows in another order; a row of −1 is zeros.

    The description counts rows missing in the table: zeros and copies of others.

    ``[foreign rows, …]`` → ``[rows, …]``; a bias may be ``[1, rows]``.
    """

    def make(table: Tensor) -> Tensor:
        table = table.squeeze(0) if is_bias and table.dim() == 2 else table
        if table.is_meta and table.dim():
            return table.new_empty(len(order), *table.shape[1:])
        index = torch.tensor(order)
        picked = table[index.clamp(min=0)]
        picked[index < 0] = 0
        return picked

    added = len(order) - len({row for row in order if row >= 0})
    how = f"reordered, {added} added" if added else "rows reordered"
    return TensorPlace((name,), make, how)


def first_rows(name: str, start: int, stop: int) -> TensorPlace:
    """``[rows, d_model]`` → ``[stop − start, d_model]``."""
    how = f"from row {start}" if start else ""
    return TensorPlace((name,), lambda table: table[start:stop], how)


def flat_table(table: Tensor) -> Tensor:
    """``[rows, width]`` of a table of positions, without its dimension of size 1."""
    return table.reshape(-1, table.size(-1))


def position_rows(name: str, count: int) -> TensorPlace:
    """The first rows of a table of positions of any supported shape."""
    return TensorPlace((name,), lambda table: flat_table(table)[:count], f"first {count} rows")


def scaled(place: TensorPlace, factor: float) -> TensorPlace:
    make = place.make
    return TensorPlace(
        place.names, lambda *given: _times(make(*given), factor), f"× {factor:.4g}", computed=True
    )


def _times(tensor: Tensor, factor: float) -> Tensor:
    return tensor if tensor.is_meta else tensor * factor


def zeros(*shape: int) -> TensorPlace:
    """Zeros for a parameter that the foreign model does not have."""
    return TensorPlace((), lambda: torch.zeros(shape), "zeros")


def kept_kind(file: TensorFile, place: TensorPlace) -> torch.dtype:
    """The stored precision of a parameter: its own if it has 16 bits, else float32."""
    kinds = {file.kinds.get(name) for name in place.names}
    for kind in () if place.computed else (torch.float16, torch.bfloat16):
        if kinds == {kind}:
            return kind
    return torch.float32


def _loaded(file: TensorFile, name: str, place: TensorPlace) -> Tensor:
    tensor = file.load(name)
    if not tensor.is_floating_point():
        raise ForeignModelError(
            "{name} contains {kind} values: weights in an unsupported compressed format.",
            name=name,
            kind=str(tensor.dtype).removeprefix("torch."),
        )
    # hardly anything can be done with numbers of 8 bits
    return tensor.float() if place.computed or tensor.element_size() == 1 else tensor


def made(file: TensorFile, name: str, place: TensorPlace, shape: Sizes) -> Tensor:
    """One parameter, contiguous, in the precision of :func:`kept_kind`.

    Raises ForeignModelError if its shape differs from the configuration, or a value is not finite.
    """
    tensors = [_loaded(file, source, place) for source in place.names]
    tensor = _fitting(name, place, shape, tensors).to(kept_kind(file, place))
    try:
        check_finite(", ".join(place.names), tensor)
    except ConfigError as error:
        raise ForeignModelError("{error}", error=error) from error
    return tensor.contiguous()


def _fitting(name: str, place: TensorPlace, shape: Sizes, tensors: Sequence[Tensor]) -> Tensor:
    sources = ", ".join(place.names)
    try:
        tensor = place.make(*tensors)
    except (RuntimeError, IndexError) as error:  # it has fewer dimensions, or fewer rows
        raise ForeignModelError(
            "{sources} ({found}) cannot form {name} ({expected}): {error}.",
            sources=sources,
            found=", ".join(written_shape(source.shape) for source in tensors),
            name=name,
            expected=written_shape(shape),
            error=error,
        ) from error
    check_shape(name, place, tuple(tensor.shape), shape)
    return tensor


def shape_made(file: TensorFile, place: TensorPlace) -> Sizes | None:
    """The shape of a place's tensor from shapes alone; None if unknown or impossible."""
    try:
        sources = [torch.empty(file.shapes[name], device="meta") for name in place.names]
        return tuple(place.make(*sources).shape)
    except (RuntimeError, IndexError):
        return None


def check_shape(name: str, place: TensorPlace, found: Sizes | None, expected: Sizes) -> None:
    """Raise ForeignModelError if a place makes a tensor of another shape than ours."""
    if found is not None and found != expected:
        raise ForeignModelError(
            "{sources} gives {name} the shape {found}, but the configuration says {expected}.",
            sources=", ".join(place.names),
            name=name,
            found=written_shape(found),
            expected=written_shape(expected),
        )


TensorNames = Mapping[str, str | TensorPlace]
"""What their modules are called, and perhaps what is done with them, by ours.

``{stack}`` stands for the encoder and the decoder, ``{side}`` for their ``src`` and ``tgt``,
``{layer}`` for a number. What ends in ``.weight``, ``.bias`` or ``.table`` is one tensor.
"""

SIDES: Mapping[Stack, str] = {"encoder": "src", "decoder": "tgt"}
_TENSORS = (".weight", ".bias", ".table")


class TableNames(NamedTuple):
    """Foreign names of both embeddings, of the output projection and of its bias."""

    source: str
    target: str
    output: str
    bias: str = ""


def within(ours: str, theirs: str, names: TensorNames) -> dict[str, str | TensorPlace]:
    """The same names with something before them."""
    return {f"{ours}{own}": _named(other, before=theirs) for own, other in names.items()}


def placed(
    config: ModelConfig,
    names: TensorNames,
    tables: TableNames,
    vocabularies: Sequence[Vocabulary],
    **kinds: tuple[str, str],
) -> TensorPlaces:
    """Places of the parameters that a network has, in its order; ``kinds`` as :func:`by_name`."""
    src, tgt = (vocabulary.rows for vocabulary in vocabularies)
    found = {
        "src_embedding.tokens.weight": rows(tables.source, src),
        "tgt_embedding.tokens.weight": rows(tables.target, tgt),
        "output.weight": rows(tables.output, tgt),
        "output.bias": rows(tables.bias, tgt, is_bias=True),
    }
    found |= by_name(names, config.depth, **kinds)
    needed = parameter_shapes(config, src_vocabulary=1, tgt_vocabulary=1)
    return {name: found[name] for name in needed if name in found}


def by_name(
    names: TensorNames,
    depth: Callable[[Stack], int],
    *,
    norm_kinds: tuple[str, str] = (".weight", ".bias"),
    kinds: tuple[str, str] = (".weight", ".bias"),
) -> TensorPlaces:
    """Places of all parameters that a network of this ``depth`` can have.

    ``kinds`` and ``norm_kinds`` are what follows the name of a foreign module.
    """
    found: TensorPlaces = {}
    for stack, (ours, theirs) in product(STACKS, names.items()):
        endings = zip(_TENSORS, norm_kinds if ours.endswith("norm") else kinds, strict=False)
        for own, other in [("", "")] if ours.endswith(_TENSORS) else [*endings]:
            place = _named(theirs, after=other)
            for layer in range(depth(stack) if "{layer}" in ours else 1):
                at = {"stack": stack, "side": SIDES[stack], "layer": layer}
                sources = tuple(name.format(**at) for name in place.names)
                found[ours.format(**at) + own] = dataclasses.replace(place, names=sources)
    return found


def _named(place: str | TensorPlace, *, before: str = "", after: str = "") -> TensorPlace:
    of = copied(place) if isinstance(place, str) else place
    return dataclasses.replace(of, names=tuple(f"{before}{name}{after}" for name in of.names))


@dataclass(frozen=True, eq=False, kw_only=True)
class Recognised:
    """A foreign model, understood.

    Attributes:
        left_out: foreign tensors that change nothing that is computed: copies of others, tables
            that the configuration tells, and what is not asked of the model here.
        not_followed: settings by which the original generates other texts than are decoded here.
        questions: what it does not say of itself, and what it does say, with the answers.
        record: what else is to be kept of it, plain values.
    """

    family: str
    file: TensorFile
    config: ModelConfig
    src_tokenizer: Tokenizer
    tgt_tokenizer: Tokenizer
    places: Mapping[str, TensorPlace]
    left_out: Sequence[str] = ()
    not_followed: Mapping[str, Any] = field(default_factory=dict)
    questions: Sequence[ImportQuestion] = ()
    record: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def shapes(self) -> Mapping[str, Sizes]:
        src, tgt = len(self.src_tokenizer), len(self.tgt_tokenizer)
        return parameter_shapes(self.config, src_vocabulary=src, tgt_vocabulary=tgt)

    def likes(self) -> dict[str, Tensor]:
        """Our parameters without data, in the precision that they are kept in."""
        return {
            name: torch.empty(shape, dtype=kept_kind(self.file, self.places[name]), device="meta")
            for name, shape in self.shapes.items()
        }

    def tensor(self, name: str) -> Tensor:
        """One of our parameters; raises ForeignModelError if it does not fit, or is not finite."""
        return made(self.file, name, self.places[name], self.shapes[name])

    @property
    def unplaced(self) -> tuple[str, ...]:
        return tuple(name for name in self._unused if name not in self.left_out)

    @property
    def dropped(self) -> tuple[str, ...]:
        return tuple(name for name in self._unused if name in self.left_out)

    @property
    def _unused(self) -> Iterator[str]:
        used = {name for place in self.places.values() for name in place.names}
        return (name for name in self.file.shapes if name not in used)

    def check(self) -> None:
        """Raise ForeignModelError unless all questions are answered and all tensors placed."""
        names = [question.name for question in self.questions if question.open]
        if len(names) == 1:
            raise ForeignModelError(
                "The {family} model does not state {name}: give it with --{name}.",
                **_of(self, names[0]),
            )
        if names:
            raise ForeignModelError(
                "The {family} model does not state {names}: give each as --{name} VALUE; "
                "`headlight import FILE --dry-run` lists the possible values.",
                family=self.family,
                names=", ".join(names),
                name=names[0],
            )
        self.check_places()

    def check_places(self) -> None:
        """Raise ForeignModelError unless every tensor and every parameter has a place."""
        for name in self.shapes:
            if name not in self.places:
                raise ForeignModelError(
                    "The {family} model has no tensor for {name}.", **_of(self, name)
                )
        largest = sum(map(math.prod, self.file.shapes.values()))
        for name, shape in self.shapes.items():
            if not self.places[name].names and math.prod(shape) > largest:
                raise ForeignModelError(
                    "{name} would be larger than the whole {family} model.", **_of(self, name)
                )
        for place in self.places.values():
            for source in place.names:
                if source not in self.file.shapes:
                    raise ForeignModelError(
                        "The {family} model has no tensor {name}.", **_of(self, source)
                    )
        if self.unplaced:
            raise ForeignModelError(
                "The {family} model has tensors that cannot be mapped: {names} ({count} in all).",
                family=self.family,
                count=len(self.unplaced),
                names=", ".join(self.unplaced[:5]),
            )
        for name, shape in self.shapes.items():
            if self.places[name].names:
                found = shape_made(self.file, self.places[name])
                check_shape(name, self.places[name], found, shape)

    def reading(self) -> ImportReading:
        problem, kinds = None, {*self.file.kinds.values()}
        try:
            self.check_places()
        except UserError as error:
            problem = error.message
        return ImportReading(
            family=self.family,
            config=self.config,
            source_tokens=len(self.src_tokenizer),
            target_tokens=len(self.tgt_tokenizer),
            added=self._added(),
            questions=tuple(self.questions),
            rows=tuple(self._rows()),
            n_numbers=sum(map(math.prod, self.file.shapes.values())),
            half=bool(kinds) and kinds <= {torch.float16, torch.bfloat16},
            not_followed=dict(self.not_followed),
            problem=problem,
        )

    def _added(self) -> dict[str, str]:
        # Also if a ``tokenizer.json`` adds them.
        src, tgt = self.src_tokenizer, self.tgt_tokenizer
        texts = {
            "source": (*src.tokens(src.prefix), "…", *src.tokens(src.suffix)),
            "target": (*tgt.tokens((BOS_ID, *tgt.prefix)), "…"),
        }
        used = zip(STACKS, texts.items(), strict=True)
        return {side: " ".join(text) for stack, (side, text) in used if self.config.depth(stack)}

    def _rows(self) -> Iterator[TensorRow]:
        known = self.file.shapes
        for ours, shape in self.shapes.items():
            place = self.places.get(ours)
            theirs = place.names if place else ()
            missing = tuple(name for name in theirs if name not in known)
            yield TensorRow(
                theirs=theirs,
                missing=missing,
                ours=ours,
                shape=shape,
                how=place.how if place else "",
                status=_status(place, missing),
            )
        for name in self.dropped:
            yield TensorRow(theirs=(name,), shape=known[name], status="ignored")
        for name in self.unplaced:
            yield TensorRow(theirs=(name,), shape=known[name], status="unplaced")


def _status(place: TensorPlace | None, missing: Sequence[str]) -> PlaceStatus:
    if place is None or missing:
        return "missing"
    return "placed" if place.names else "created"


def _of(recognised: Recognised, name: str) -> dict[str, str]:
    return {"family": recognised.family, "name": name}
