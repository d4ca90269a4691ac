"""Folders of CTranslate2: ``model.bin`` beside vocabularies (Klein et al. 2020)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from model.checkpoint.foreign_paths import CTRANSLATE2_MODEL
from model.checkpoint.readers.ctranslate2_file import CTranslate2File
from model.checkpoint.readers.ctranslate2_switches import (
    BIAS,
    FAMILY,
    OUTPUT,
    SPECS,
    TABLE,
    TARGET,
    Spec,
    check_attributes,
    network_config,
    source_table,
)
from model.checkpoint.readers.ctranslate2_vocabulary import (
    in_order,
    source_ends,
    tokenizers,
    vocabulary_pieces,
)
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.places import (
    TensorPlace,
    TensorPlaces,
    copied,
    first_rows,
    part,
    rows,
    scaled,
)
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.checkpoint.readers.vocabulary import Vocabulary
from model.config import STACKS, ModelConfig, Stack


class CTranslate2Folder(HubFolder):
    """One that may have no configuration: older ones have none."""

    @cached_property
    def config(self) -> dict[str, Any]:
        """Of ``config.json``, empty where there is none.

        Raises:
            ForeignModelError: it is no object.
        """
        return self.json("config.json")

    @property
    def is_one(self) -> bool:
        """Whether it is CTranslate2's: the hub's name a ``model_type`` in their configuration."""
        return self.has(CTRANSLATE2_MODEL) and not self.family


def read_ctranslate2(folder: CTranslate2Folder, answers: Answers) -> Recognised:
    """A network by the switches that the file stores; packed projections are taken apart.

    Raises:
        ForeignModelError: something is missing, or there is no such network here.
        ConfigError: two numbers do not fit together.
    """
    file = CTranslate2File(folder.file(CTRANSLATE2_MODEL))
    if file.spec not in SPECS:
        raise ForeignModelError(
            "{path} is a {family} model of the kind {spec!r}; known are {known}.",
            path=folder.path,
            family=FAMILY,
            spec=file.spec,
            known=", ".join(name for name in SPECS if name),
        )
    spec = Spec(file)
    check_attributes(spec)
    vocabularies, sources = _vocabularies(folder, spec, answers)
    config = network_config(folder, spec, vocabularies)
    ends = source_ends(folder, file.attributes, sources, answers)
    src, tgt = tokenizers(folder, vocabularies, ends, answers)
    places = _places(spec, config, vocabularies)
    return Recognised(
        questions=tuple(answers.questions),
        family=FAMILY,
        file=file,
        config=config,
        src_tokenizer=src,
        tgt_tokenizer=tgt,
        places=places,
        left_out=_left_out(spec, places),
    )


def _vocabularies(
    folder: HubFolder, spec: Spec, answers: Answers
) -> tuple[tuple[Vocabulary, Vocabulary], list[str]]:
    """Of source and target, and the pieces of the source as they were listed."""
    sources = vocabulary_pieces(folder, "source", spec.shape(source_table(spec))[0])
    targets = vocabulary_pieces(folder, "target", spec.shape(TARGET)[0])
    attributes = spec.file.attributes
    tgt = in_order(
        folder,
        targets,
        answers,
        zero_start=bool(attributes.get("decoder/start_from_zero_embedding", 0)),
        from_end=not attributes.get("with_target_bos", 1),
    )
    src = tgt if sources == targets else in_order(folder, sources, None)
    return (src, tgt), sources


def _places(
    spec: Spec, config: ModelConfig, vocabularies: tuple[Vocabulary, Vocabulary]
) -> TensorPlaces:
    src, tgt = vocabularies
    places = {"tgt_embedding.tokens.weight": rows(TARGET, tgt.rows)}
    if not config.share_embeddings:
        places["src_embedding.tokens.weight"] = rows(source_table(spec), src.rows)
    if not config.tie_embeddings:
        places["output.weight"] = rows(f"{OUTPUT}/weight", tgt.rows)
    if config.output_bias:
        places["output.bias"] = rows(f"{OUTPUT}/bias", tgt.rows)
    for stack in STACKS:
        places |= dict(_stack(config, stack))
    factor = spec.file.attributes.get("decoder/scale_outputs", 1.0)
    if factor != 1:  # the logits are multiplied by it: the last norm can do that
        for name in (name for name in [*places] if name.startswith("decoder_norm.")):
            places[name] = scaled(places[name], factor)
    return places


def _stack(config: ModelConfig, stack: Stack) -> Iterator[tuple[str, TensorPlace]]:
    side = "src_embedding" if stack == "encoder" else "tgt_embedding"
    for layer in range(config.depth(stack)):
        yield from _layer(config, stack, layer)
    if config.has_final_norm:
        yield from _norm(config, f"{stack}_norm", f"{stack}/layer_norm")
    if config.embedding_norm:
        yield from _norm(config, f"{side}.norm", f"{stack}/layernorm_embedding")
    if config.positions == "given":
        yield f"{side}.positions.table", first_rows(TABLE.format(stack), 0, config.max_len)
    if config.positions == "relative":
        yield f"{stack}_bias.table", copied(BIAS.format(stack, 0))


def _layer(config: ModelConfig, stack: Stack, layer: int) -> Iterator[tuple[str, TensorPlace]]:
    ours, theirs = f"{stack}_layers.{layer}.", f"{stack}/layer_{layer}/"
    self_attention = (("w_q", 0, 0, 3), ("w_k", 0, 1, 3), ("w_v", 0, 2, 3), ("w_o", 1, 0, 1))
    cross = (("w_q", 0, 0, 1), ("w_k", 1, 0, 2), ("w_v", 1, 1, 2), ("w_o", 2, 0, 1))
    sublayers = [("attention", "self_attention", self_attention)]
    if stack == "decoder":
        sublayers.append(("cross", "attention", cross))
    for name, other, packed in sublayers:
        for own, linear, index, count in packed:
            source = f"{theirs}{other}/linear_{linear}"
            yield from _linear(config, f"{ours}{name}.{own}", source, (index, count))
        yield from _norm(config, f"{ours}{name}_residual.norm", f"{theirs}{other}/layer_norm")
    names = {"w_1": "linear_0", "w_2": "linear_1"}
    for own, other in {**names, **({"w_3": "linear_0_noact"} if config.gated else {})}.items():
        yield from _linear(config, f"{ours}feed_forward.{own}", f"{theirs}ffn/{other}", (0, 1))
    yield from _norm(config, f"{ours}feed_forward_residual.norm", f"{theirs}ffn/layer_norm")


def _linear(
    config: ModelConfig, ours: str, theirs: str, of: tuple[int, int]
) -> Iterator[tuple[str, TensorPlace]]:
    """A projection, or the part ``of`` one that stands for several."""
    index, count = of
    for kind in ("weight", "bias") if config.biases else ("weight",):
        name = f"{theirs}/{kind}"
        yield f"{ours}.{kind}", copied(name) if count == 1 else part(name, index, count)


def _norm(config: ModelConfig, ours: str, theirs: str) -> Iterator[tuple[str, TensorPlace]]:
    yield f"{ours}.weight", copied(f"{theirs}/gamma")
    if config.norm_type == "layer":
        yield f"{ours}.bias", copied(f"{theirs}/beta")


def _left_out(spec: Spec, places: TensorPlaces) -> list[str]:
    """Other names of what is placed."""
    root = spec.file.root
    used = {root(name) for place in places.values() for name in place.names}
    return [name for name in spec.file.shapes if root(name) in used]
