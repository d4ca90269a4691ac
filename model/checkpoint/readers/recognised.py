"""What a reader makes of a foreign model: all that a checkpoint needs but the numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

from model.checkpoint.import_reading import (
    ImportQuestion,
    ImportReading,
    PlaceStatus,
    TensorRow,
)
from model.checkpoint.readers.places import TensorPlace, check_shape, shape_made
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.config import ModelConfig
from model.messages import UserError
from model.runs.parameter_shapes import parameter_shapes
from model.text.tokenizer import Tokenizer


@dataclass(frozen=True, eq=False, kw_only=True)
class Recognised:
    """A foreign model, understood.

    Attributes:
        family: whose format it is, as people call it.
        file: its tensors.
        places: of each of our parameters.
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

    @property
    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """Of our parameters."""
        return parameter_shapes(
            self.config,
            src_vocabulary=len(self.src_tokenizer),
            tgt_vocabulary=len(self.tgt_tokenizer),
        )

    @property
    def unplaced(self) -> tuple[str, ...]:
        """Foreign tensors that nothing of ours is made of."""
        return tuple(name for name in self._unused if name not in self.left_out)

    @property
    def dropped(self) -> tuple[str, ...]:
        """Those of :attr:`left_out` that there are, and that nothing is made of."""
        return tuple(name for name in self._unused if name in self.left_out)

    @property
    def _unused(self) -> Iterator[str]:
        used = {name for place in self.places.values() for name in place.names}
        return (name for name in self.file.shapes if name not in used)

    def check(self) -> None:
        """Raise ForeignModelError unless all is answered and every tensor and parameter placed."""
        names = [question.name for question in self.questions if question.open]
        if len(names) == 1:
            raise ForeignModelError(
                "The {family} model does not say {name}: give it with --{name}.",
                **_of(self, names[0]),
            )
        if names:
            raise ForeignModelError(
                "The {family} model does not say {names}: give each as in --{name} VALUE; "
                "`headlight import FILE --dry-run` says what it can be.",
                family=self.family,
                names=", ".join(names),
                name=names[0],
            )
        self.check_places()

    def check_places(self) -> None:
        """Raise ForeignModelError unless every tensor and every parameter has its place."""
        for name in self.shapes:
            if name not in self.places:
                raise ForeignModelError(
                    "Nothing in the {family} model is {name}.", **_of(self, name)
                )
        largest = sum(map(math.prod, self.file.shapes.values()))
        for name, shape in self.shapes.items():
            if not self.places[name].names and math.prod(shape) > largest:
                raise ForeignModelError(
                    "{name} would be larger than all of the {family} model.", **_of(self, name)
                )
        for place in self.places.values():
            for source in place.names:
                if source not in self.file.shapes:
                    raise ForeignModelError(
                        "The {family} model has no tensor {name}.", **_of(self, source)
                    )
        if self.unplaced:
            raise ForeignModelError(
                "The {family} model has tensors that have no place here: {names} ({count} in all).",
                family=self.family,
                count=len(self.unplaced),
                names=", ".join(self.unplaced[:5]),
            )
        for name, shape in self.shapes.items():
            if self.places[name].names:
                found = shape_made(self.file, self.places[name])
                check_shape(name, self.places[name], found, shape)

    def reading(self) -> ImportReading:
        """All of this as plain values, for who shows it."""
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
            questions=tuple(self.questions),
            rows=tuple(self._rows()),
            n_numbers=sum(map(math.prod, self.file.shapes.values())),
            half=bool(kinds) and kinds <= {torch.float16, torch.bfloat16},
            not_followed=dict(self.not_followed),
            problem=problem,
        )

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
            yield TensorRow(theirs=(name,), shape=known[name], status="left out")
        for name in self.unplaced:
            yield TensorRow(theirs=(name,), shape=known[name], status="unplaced")


def _status(place: TensorPlace | None, missing: Sequence[str]) -> PlaceStatus:
    if place is None or missing:
        return "missing"
    return "placed" if place.names else "made up"


def _of(recognised: Recognised, name: str) -> dict[str, str]:
    return {"family": recognised.family, "name": name}
