"""A state dict, or an answer, that is not as it should be is one sentence."""

import re
from pathlib import Path

import numpy as np
import pytest
import torch

from model.checkpoint.importing import FILE_READERS
from model.checkpoint.readers.recognised import Answers, made
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.messages import ConfigError, UserError
from tests.every import every
from tests.model.checkpoint.readers.hub import imported, refused
from tests.model.checkpoint.readers.seq2seq import answered, saved, seq2seq
from tests.model.checkpoint.readers.test_own_transformer import (
    ANNOTATED,
    answers,
    reference_of,
    stored,
)


class InMemory(TensorFile):
    def __init__(self, state: dict[str, torch.Tensor]) -> None:
        self.state, self.others = state, {}
        self.shapes = {name: tuple(tensor.shape) for name, tensor in state.items()}
        self.kinds = {name: tensor.dtype for name, tensor in state.items()}

    def load(self, name: str) -> torch.Tensor:
        return self.state[name]


def read_all(file: TensorFile, answers: dict[str, str]) -> None:
    """All that importing does before it writes."""
    for recognises, read in FILE_READERS.values():
        if recognises(file):
            found = read(file, Path("x.pt"), Answers(answers))
            found.check()
            for name, place in found.places.items():
                made(file, name, place, found.shapes[name])
            return
    raise ForeignModelError("unknown")


STATE = seq2seq().state_dict()


def changed(path: Path, state: dict[str, torch.Tensor]) -> Path:
    torch.save(state, path / "loop.pt")
    return path / "loop.pt"


LAYERS = "transformer.decoder.layers"


@every(
    ("removed", "said"),
    [
        (f"{LAYERS}.1.multihead_attn.out_proj.weight", "multihead_attn has 0 matrices, not 1"),
        ("transformer.encoder.layers.1.norm2.weight", "There is no norm transformer.enc"),
        (f"{LAYERS}.2.linear2.weight", f"{LAYERS}.2 has 1 matrices, not 2: {LAYERS}.2.linear1"),
        (f"{LAYERS}.0.linear1.weight", f"{LAYERS}.0 has 1 matrices, not 2: {LAYERS}.0.linear2"),
        (f"{LAYERS}.0.self_attn.in_proj_weight", "Found 0 stacks whose layers have 2 attentions"),
        ("transformer.decoder.norm.weight", "one norm, or none has one: transformer.encoder.norm"),
        ("transformer.encoder.layers.0.self_attn.in_proj_weight", "attention only in layers 1"),
    ],
)
def test_a_missing_tensor_is_one_sentence(tmp_path: Path, removed: str, said: str):
    state = {name: tensor for name, tensor in STATE.items() if name != removed}
    assert said in refused(changed(tmp_path, state), answered(tmp_path))


@every(
    ("added", "said"),
    [
        ("transformer.encoder.layers.0.extra", "that cannot be mapped: transformer.enc"),
        ("head2.weight", "that cannot be mapped: head2.weight"),
        ("other.layers.0.self_attn.in_proj_weight", "Found 2 stacks whose layers have 1 attent"),
    ],
)
def test_a_tensor_too_many_is_one_sentence(tmp_path: Path, added: str, said: str):
    path = changed(tmp_path, {**STATE, added: torch.ones(3, 3)})
    assert said in refused(path, answered(tmp_path))


def test_positions_that_are_a_table_where_there_is_none_are_one_sentence(tmp_path: Path):
    layers = {name: STATE[name] for name in STATE if name.startswith("transformer.")}
    said = refused(changed(tmp_path, layers), answered(tmp_path, positions="learned"))
    assert re.search("No position table found: .* has width 16", said)


@pytest.mark.parametrize("shape", [(), (0,), (5,), (3, 5), (2, 2, 2)])
def test_a_shape_that_does_not_fit_is_one_sentence(tmp_path: Path, shape: tuple[int, ...]):
    answers = answered(tmp_path)
    for name in STATE:
        with pytest.raises((ForeignModelError, ConfigError)) as raised:
            read_all(InMemory({**STATE, name: torch.ones(shape)}), answers)
        assert "\n" not in str(raised.value)
    path = changed(tmp_path, {**STATE, "generator.bias": torch.ones(shape)})
    with pytest.raises((ForeignModelError, ConfigError)):
        imported(path, tmp_path / "ours", answers)
    assert not (tmp_path / "ours").exists()


@every(
    ("said", "expected"),
    [
        ({"heads": "3"}, "d_model (16) must be divisible by n_heads (3)"),
        ({"heads": "x"}, "heads ('x') must be a whole number from 1 to 16"),
        ({"norm": "up"}, "norm ('up') must be one of"),
        ({"positions": "learned", "src_positions": "none"}, "src-positions ('none') must be one"),
        ({"source_ends": "start"}, "must be one of both, end, none"),
        ({"pad": "19"}, "pad ('19') must be a whole number from 0 to 18"),
        ({"hats": "2"}, "hats does not apply to a torch.nn.Transformer model"),
        ({"tgt_vocab": "missing.txt"}, "missing.txt cannot be read"),
        ({"tgt_table": "src_tok_emb.weight"}, "generator.weight has 19 rows, but src_tok_emb"),
    ],
)
def test_an_answer_that_cannot_be_used_is_one_sentence(tmp_path: Path, said, expected: str):
    assert expected in refused(saved(seq2seq(), tmp_path), answered(tmp_path, **said))


def test_a_file_of_no_known_model_names_what_is_known_and_what_it_holds(tmp_path: Path):
    said = refused(changed(tmp_path, {f"layer{i}": torch.ones(2) for i in range(9)}))
    known = r"Supported: .*torch\.nn\.Transformer, .*; its tensors begin with layer0, layer1, "
    assert re.search(known, said)


def mutated(state: dict[str, torch.Tensor], noise: np.random.Generator) -> dict[str, torch.Tensor]:
    """A few tensors gone, renamed, of another shape, or of another kind of numbers."""
    state = dict(state)
    for _ in range(noise.integers(1, 4)):
        name = str(noise.choice([*state]))
        tensor = state.pop(name)
        match noise.integers(6):
            case 0:
                state["".join(noise.permutation([*name]))] = tensor
            case 1:
                state[name] = torch.zeros(tuple(noise.integers(0, 20, size=noise.integers(4))))
            case 2:
                state[name] = tensor.flatten()
            case 3:
                state[name] = tensor.mT if tensor.dim() == 2 else tensor[None]
            case 4:
                state[name] = tensor.long()
            case _:
                pass
    return state


@pytest.mark.parametrize("family", ["torch", "annotated"])
def test_mutated_models_are_read_or_one_sentence(tmp_path: Path, family: str):
    """Through all of importing and at length: ``tests/viz_app/cli/mutated``."""
    own, said, refused = STATE, answered(tmp_path), 0
    if family == "annotated":
        own, said = stored(ANNOTATED, reference_of(ANNOTATED)), answers(tmp_path, ANNOTATED)
    for seed in range(100):
        try:
            read_all(InMemory(mutated(own, np.random.default_rng(seed))), said)
        except UserError as error:
            refused += 1
            assert len(str(error)) < 1000
    assert refused > 70
