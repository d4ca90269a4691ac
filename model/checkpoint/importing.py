"""A foreign model becomes a checkpoint, tensor by tensor."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from model.atomic import filled_beside
from model.checkpoint import header
from model.checkpoint.file import Digest
from model.checkpoint.pieces import file_pieces
from model.checkpoint.readers import (
    annotated,
    fairseq,
    joeynmt,
    opennmt_py,
    torch_transformer,
)
from model.checkpoint.readers.bart import read_bart
from model.checkpoint.readers.bert import read_bert
from model.checkpoint.readers.ctranslate2 import CTranslate2Folder, read_ctranslate2
from model.checkpoint.readers.gpt2 import read_gpt2
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.m2m100 import read_m2m100
from model.checkpoint.readers.marian import read_marian
from model.checkpoint.readers.mbart import read_mbart
from model.checkpoint.readers.places import made
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.t5 import read_t5
from model.checkpoint.readers.tensor_files import (
    ForeignModelError,
    SafetensorsFiles,
    TensorFile,
    TorchFiles,
)
from model.foreign_files import shown_name

HUB_READERS: Mapping[str, Callable[[HubFolder, Answers], Recognised]] = {
    "bart": read_bart,
    "bert": read_bert,
    "gpt2": read_gpt2,
    "m2m_100": read_m2m100,
    "marian": read_marian,
    "mbart": read_mbart,
    "t5": read_t5,
}
"""By the ``model_type`` of a configuration."""

FILE_READERS: Mapping[
    str,
    tuple[Callable[[TensorFile], bool], Callable[[TensorFile, Path, Answers], Recognised]],
] = {
    fairseq.FAMILY: (fairseq.is_fairseq, fairseq.read_fairseq),
    joeynmt.FAMILY: (joeynmt.is_joeynmt, joeynmt.read_joeynmt),
    opennmt_py.FAMILY: (opennmt_py.is_opennmt_py, opennmt_py.read_opennmt_py),
    torch_transformer.FAMILY: (
        torch_transformer.is_torch_transformer,
        torch_transformer.read_torch_transformer,
    ),
    annotated.FAMILY: (annotated.is_annotated, annotated.read_annotated),
}
"""By family: whether a file's tensors are of it, and what reads them; the first that says so.

A reader is told the file's path too: vocabularies may lie beside it.
"""


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """Tensors done, of how many."""

    done: int
    total: int


def recognise(path: Path, answers: Mapping[str, str] | None = None) -> Recognised:
    """What a folder or file is; whether all is answered and placed, its ``check`` tells.

    Raises:
        ForeignModelError: it is nothing that is known, or it does not fit together.
        ConfigError: its numbers are not those of a network.
    """
    asked = Answers(answers)
    try:
        recognised = _folder(path, asked) if path.is_dir() else _file(path, asked)
    except OSError as error:  # a folder that nobody may look into
        raise ForeignModelError(
            "{path} cannot be read: {reason}.", path=path, reason=error
        ) from error
    for name in asked.unused():
        raise ForeignModelError(
            "{name} is not asked of a {family} model.", name=name, family=recognised.family
        )
    record = {"source": shown_name(path.resolve().name), **recognised.record}
    return dataclasses.replace(recognised, record=record)


def _folder(path: Path, answers: Answers) -> Recognised:
    converted = CTranslate2Folder(path)
    if converted.is_one:
        return read_ctranslate2(converted, answers)
    folder = HubFolder(path)
    if folder.family not in HUB_READERS:
        raise ForeignModelError(
            "{path} is a model of the family {family!r}; known are {known}.",
            path=path,
            family=folder.family,
            known=", ".join(sorted(HUB_READERS)),
        )
    return HUB_READERS[folder.family](folder, answers)


def _file(path: Path, answers: Answers) -> Recognised:
    kind = SafetensorsFiles if path.suffix == ".safetensors" else TorchFiles
    file = kind([path])
    for recognises, read in FILE_READERS.values():
        if recognises(file):
            return read(file, path, answers)
    raise ForeignModelError(
        "{path} holds no model that is known. Known are {known}; its tensors begin with {names}.",
        path=path,
        known=", ".join(FILE_READERS),
        names=", ".join([*file.shapes][:4]),
    )


def import_steps(recognised: Recognised, path: Path) -> Generator[ImportProgress]:
    """Write a checkpoint; a ``yield`` after each tensor is a place to stop, and leaves nothing.

    Raises:
        ForeignModelError: a tensor does not fit, or holds what is no number.
        WriteError: the file cannot be written.
    """
    recognised.check()
    tensors = _Streamed(recognised)
    content = json.dumps(_content(recognised), sort_keys=True)
    total = 2 * len(tensors)
    digest = Digest(content)
    for done, name in enumerate(sorted(tensors), start=1):
        digest.add(name, tensors[name])
        yield ImportProgress(done, total)
    metadata = {header.CONTENT: content, header.DIGEST: digest.text}
    with filled_beside(path) as file:
        for done, piece in enumerate(file_pieces(tensors, metadata, likes=tensors.likes)):
            file.write(piece)
            yield ImportProgress(len(tensors) + done, total)


class _Streamed(Mapping[str, Tensor]):
    """Our parameters, each made when it is asked for."""

    def __init__(self, recognised: Recognised) -> None:
        self._recognised, self._shapes = recognised, recognised.shapes
        kind = torch.float16 if recognised.file.half else torch.float32
        self.likes = {
            name: torch.empty(shape, dtype=kind, device="meta")
            for name, shape in self._shapes.items()
        }

    def __getitem__(self, name: str) -> Tensor:
        of = self._recognised
        return made(of.file, name, of.places[name], self._shapes[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._shapes)

    def __len__(self) -> int:
        return len(self._shapes)


def _content(recognised: Recognised) -> dict[str, object]:
    return {
        "version": header.FORMAT_VERSION,
        "task": header.IMPORTED,
        "config": recognised.config.to_json(),
        "src_tokenizer": recognised.src_tokenizer.to_json(),
        "tgt_tokenizer": recognised.tgt_tokenizer.to_json(),
        "record": {"family": recognised.family, **recognised.record},
    }
