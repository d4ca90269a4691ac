"""What a reader makes of a foreign model: all that a checkpoint needs but the numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from model.checkpoint.readers.places import TensorOrigin
from model.checkpoint.readers.questions import ImportQuestion
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.config import ModelConfig
from model.runs.parameter_shapes import parameter_shapes
from model.text.tokenizer import Tokenizer


@dataclass(frozen=True, eq=False, kw_only=True)
class Recognised:
    """A foreign model, understood.

    Attributes:
        family: whose format it is, as people call it.
        file: its tensors.
        places: of each of our parameters.
        left_out: foreign tensors that say what another one, or the configuration, says as well.
        questions: what it does not say of itself, and what it does say, with the answers.
        record: what else is to be kept of it, plain values.
    """

    family: str
    file: TensorFile
    config: ModelConfig
    src_tokenizer: Tokenizer
    tgt_tokenizer: Tokenizer
    places: Mapping[str, TensorOrigin]
    left_out: Sequence[str] = ()
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
        used = {name for place in self.places.values() for name in place.names}
        return tuple(name for name in self.file.shapes if name not in used | {*self.left_out})

    def check(self) -> None:
        """Raise ForeignModelError unless all is answered and every tensor and parameter placed."""
        for question in self.questions:
            if question.open:
                raise ForeignModelError(
                    "The {family} model does not say {name}: give it with --{name}.",
                    **_of(self, question.name),
                )
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
                "The {family} model has {count} tensors that have no place here: {names}.",
                family=self.family,
                count=len(self.unplaced),
                names=", ".join(self.unplaced[:5]),
            )


def _of(recognised: Recognised, name: str) -> dict[str, str]:
    return {"family": recognised.family, "name": name}
