"""Conversion of a foreign model to a checkpoint, tensor by tensor."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path

from torch import Tensor

from model.checkpoint import header
from model.checkpoint.file import Digest, content_text, file_pieces, network_of, tokenizer_from
from model.checkpoint.locations import model_at, name_at
from model.checkpoint.readers import hub_models, own_transformer, toolkits
from model.checkpoint.readers.ctranslate2 import CTranslate2Folder, read_ctranslate2
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.recognised import Answers, Recognised
from model.checkpoint.readers.tensor_files import (
    ForeignModelError,
    SafetensorsFiles,
    TensorFile,
    TorchFiles,
    check_format,
)
from model.decoding.trained import TrainedModel
from model.files import filled_beside
from model.messages import ConfigError, UserError

HUB_READERS: Mapping[str, Callable[[HubFolder, Answers], Recognised]] = {
    "bart": hub_models.read_bart,
    "bert": hub_models.read_bert,
    "gpt2": hub_models.read_gpt2,
    "m2m_100": hub_models.read_m2m100,
    "marian": hub_models.read_marian,
    "mbart": hub_models.read_mbart,
    "t5": hub_models.read_t5,
}
"""By the ``model_type`` of a configuration."""

FILE_READERS: Mapping[
    str, tuple[Callable[[TensorFile], bool], Callable[[TensorFile, Path, Answers], Recognised]]
] = {
    toolkits.FAIRSEQ.family: (toolkits.FAIRSEQ.recognises, toolkits.read_fairseq),
    toolkits.JOEYNMT.family: (toolkits.JOEYNMT.recognises, toolkits.read_joeynmt),
    toolkits.OPENNMT_PY.family: (toolkits.OPENNMT_PY.recognises, toolkits.read_opennmt_py),
    own_transformer.FAMILY: (own_transformer.is_own, own_transformer.read_own),
}
"""By family: whether a file's tensors are of it, and what reads them; the first that says so.

A reader is told the file's path too: vocabularies may lie beside it.
"""


_ANY_TEXT = "A cat, Größe 12. 我有一只猫 – 😀"
"""Characters inside and outside of typical vocabularies."""


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """Tensors done, of how many."""

    done: int
    total: int


def recognise(path: Path, answers: Mapping[str, str] | None = None) -> Recognised:
    """Recognise a folder or file; its ``check`` tells whether all is answered and placed.

    Raises ForeignModelError if the format is unknown, or its parts do not match, ConfigError if its
    sizes are not those of a network.
    """
    asked = Answers(answers)
    try:
        recognised = recognise_with(path, asked)
    except ConfigError as error:
        raise ConfigError("{path}: {error}", path=path, error=error) from error
    for name in asked.unused():
        raise _not_asked(name, asked, recognised.family)
    return recognised


def _not_asked(name: str, asked: Answers, family: str) -> ForeignModelError:
    known = ", ".join(question.name for question in asked.questions)
    if not known:
        return ForeignModelError(
            "{name} does not apply to a {family} model.", name=name, family=family
        )
    return ForeignModelError(
        "{name} does not apply to a {family} model; supported: {known}.",
        name=name,
        family=family,
        known=known,
    )


def recognise_with(path: Path, asked: Answers) -> Recognised:
    """As :func:`recognise`; unused answers are ignored, and ``asked`` collects the questions.

    Raises ForeignModelError or ConfigError as :func:`recognise`.
    """
    try:
        path = model_at(path)
        recognised = _folder(path, asked) if path.is_dir() else _file(path, asked)
    except OSError as error:  # a folder that nobody may look into
        raise ForeignModelError(
            "{path} cannot be read: {reason}.", path=path, reason=error
        ) from error
    record = {header.SOURCE: name_at(path), **recognised.record}
    if recognised.not_followed:
        record["not followed"] = dict(recognised.not_followed)
    return dataclasses.replace(recognised, record=record, questions=tuple(asked.questions))


def _folder(path: Path, answers: Answers) -> Recognised:
    converted = CTranslate2Folder(path)
    if converted.is_one:
        return read_ctranslate2(converted, answers)
    folder = HubFolder(path)
    if not folder.family:
        raise ForeignModelError(
            "{path} does not state the model family (model_type); supported: {known}.",
            path=folder.path / "config.json",
            known=", ".join(sorted(HUB_READERS)),
        )
    if folder.family not in HUB_READERS:
        raise ForeignModelError(
            "{path} is a model of the family {family!r}; supported: {known}.",
            path=path,
            family=folder.family,
            known=", ".join(sorted(HUB_READERS)),
        )
    return HUB_READERS[folder.family](folder, answers)


def _file(path: Path, answers: Answers) -> Recognised:
    kind = SafetensorsFiles if path.suffix == ".safetensors" else TorchFiles
    check_format(path)
    file = kind([path])
    if header.CONTENT in file.others:
        raise ForeignModelError(
            "{path} is a Headlight checkpoint: open it; no import is needed.", path=path
        )
    for recognises, read in FILE_READERS.values():
        if recognises(file):
            return read(file, path, answers)
    raise ForeignModelError(
        "{path} contains no supported model. Supported: {known}; its tensors begin with {names}.",
        path=path,
        known=", ".join(FILE_READERS),
        names=", ".join([*file.shapes][:4]),
    )


def import_steps(recognised: Recognised, path: Path) -> Generator[ImportProgress]:
    """Write a checkpoint; closing the generator at a ``yield`` (one per tensor) leaves no file.

    Raises ForeignModelError if a tensor does not fit, or contains NaN or infinity, WriteError if
    the file cannot be written.
    """
    recognised.check()
    check_tokenizers(recognised)
    likes = recognised.likes()
    content = content_text(
        task=header.IMPORTED,
        config=recognised.config,
        src=recognised.src_tokenizer,
        tgt=recognised.tgt_tokenizer,
        record={header.FAMILY: recognised.family, **recognised.record},
    )
    total = 2 * len(likes)
    digest = Digest(content)
    for done, name in enumerate(sorted(likes), start=1):
        digest.add(name, recognised.tensor(name))
        yield ImportProgress(done, total)
    metadata = {header.CONTENT: content, header.DIGEST: digest.text}
    with filled_beside(path) as file:
        for done, piece in enumerate(file_pieces(likes, metadata, recognised.tensor)):
            file.write(piece)
            yield ImportProgress(len(likes) + done, total)


def model_steps(recognised: Recognised) -> Generator[ImportProgress, None, TrainedModel]:
    """The model in float32, a ``yield`` per tensor; raises ForeignModelError for wrong tensors."""
    recognised.check()
    check_tokenizers(recognised)
    src, tgt = recognised.src_tokenizer, recognised.tgt_tokenizer
    tensors: dict[str, Tensor] = {}
    for name in recognised.shapes:
        tensors[name] = recognised.tensor(name).float()
        yield ImportProgress(len(tensors), len(recognised.shapes))
    return TrainedModel(
        name=Path(recognised.record[header.SOURCE]).stem,
        task=header.IMPORTED,
        network=network_of(recognised.config, tensors, src_vocab=len(src), tgt_vocab=len(tgt)),
        src_tokenizer=src,
        tgt_tokenizer=tgt,
        record={header.FAMILY: recognised.family, **recognised.record},
    )


def check_tokenizers(recognised: Recognised) -> None:
    """Raise ForeignModelError unless both tokenizers work, also after saving and loading them."""
    # It takes as long as reading them: what the libraries read they do not always write in a form
    # that can be read again.
    for side in dict.fromkeys((recognised.src_tokenizer, recognised.tgt_tokenizer)):
        try:
            kept = tokenizer_from(json.loads(json.dumps(side.to_json())))
            kept.decode(kept.encode(_ANY_TEXT).ids)
        except (UserError, UnicodeError) as error:
            raise ForeignModelError(
                "The tokenizer of the {family} model cannot be used: {error}",
                family=recognised.family,
                error=error,
            ) from error
