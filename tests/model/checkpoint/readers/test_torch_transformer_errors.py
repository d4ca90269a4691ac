"""A state dict, or an answer, that is not as it should be is one sentence."""

from pathlib import Path

import numpy as np
import pytest
import torch

from model.checkpoint.importing import FILE_READERS, import_steps, recognise
from model.checkpoint.readers.recognised import Answers, made
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.messages import ConfigError, UserError
from tests.model.checkpoint.readers.seq2seq import answered, saved, seq2seq
from tests.model.checkpoint.readers.test_annotated import Annotated


class InMemory(TensorFile):
    """Tensors that lie in no file."""

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


def changed(path: Path, change) -> Path:
    """A file in which something is not as it should be."""
    state = dict(STATE)
    change(state)
    torch.save(state, path / "loop.pt")
    return path / "loop.pt"


@pytest.mark.parametrize(
    ("removed", "said"),
    [
        (
            "transformer.decoder.layers.1.multihead_attn.out_proj.weight",
            "decoder.layers.1.multihead_attn has 0 matrices, not 1",
        ),
        ("transformer.encoder.layers.1.norm2.weight", "There is no norm .*encoder.layers.1.norm2"),
        (
            "transformer.decoder.layers.2.linear2.weight",
            "decoder.layers.2 has 1 matrices, not 2: .*linear1",
        ),
        (
            "transformer.decoder.layers.0.linear1.weight",
            "decoder.layers.0 has 1 matrices, not 2: .*linear2",
        ),
        (
            "transformer.decoder.layers.0.self_attn.in_proj_weight",
            "Found 0 stacks whose layers have 2 attentions, as in a decoder",
        ),
        (
            "transformer.decoder.norm.weight",
            "one norm, or none has one: transformer.encoder.norm",
        ),
        ("transformer.encoder.layers.0.self_attn.in_proj_weight", "has attention only in layers 1"),
    ],
)
def test_a_missing_tensor_is_one_sentence(tmp_path: Path, removed: str, said: str):
    path = changed(tmp_path, lambda state: state.pop(removed))
    with pytest.raises(ForeignModelError, match=said):
        recognise(path, answered(tmp_path)).check()


@pytest.mark.parametrize(
    ("added", "said"),
    [
        (
            "transformer.encoder.layers.0.extra",
            "that cannot be mapped: transformer.enc",
        ),
        ("head2.weight", "that cannot be mapped: head2.weight"),
        (
            "other.layers.0.self_attn.in_proj_weight",
            "Found 2 stacks whose layers have 1 attentions",
        ),
    ],
)
def test_a_tensor_too_many_is_one_sentence(tmp_path: Path, added: str, said: str):
    path = changed(tmp_path, lambda state: state.update({added: torch.ones(3, 3)}))
    with pytest.raises(ForeignModelError, match=said):
        recognise(path, answered(tmp_path)).check()


def test_positions_that_are_a_table_where_there_is_none_are_one_sentence(tmp_path: Path):
    def change(state: dict[str, torch.Tensor]) -> None:
        for name in [name for name in state if not name.startswith("transformer.")]:
            del state[name]

    path = changed(tmp_path, change)
    with pytest.raises(ForeignModelError, match=r"No position table found: .* has width 16"):
        recognise(path, answered(tmp_path, positions="learned"))


@pytest.mark.parametrize("shape", [(), (0,), (5,), (3, 5), (2, 2, 2)])
def test_a_shape_that_does_not_fit_is_one_sentence(tmp_path: Path, shape: tuple[int, ...]):
    answers = answered(tmp_path)
    for name in STATE:
        with pytest.raises((ForeignModelError, ConfigError)) as raised:
            read_all(InMemory({**STATE, name: torch.ones(shape)}), answers)
        assert "\n" not in str(raised.value)


def test_a_shape_that_does_not_fit_leaves_no_file(tmp_path: Path):
    path = changed(tmp_path, lambda state: state.update({"generator.bias": torch.ones(3)}))
    with pytest.raises(ForeignModelError):
        for _ in import_steps(recognise(path, answered(tmp_path)), tmp_path / "ours"):
            pass
    assert not (tmp_path / "ours").exists()


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"heads": "3"}, r"d_model \(16\) must be divisible by n_heads \(3\)"),
        ({"heads": "x"}, r"heads \('x'\) must be a whole number from 1 to 16"),
        ({"norm": "up"}, "norm .'up'. must be one of"),
        ({"positions": "learned", "src_positions": "none"}, "src-positions .'none'. must be one"),
        ({"source_ends": "start"}, "must be one of both, end, none"),
        ({"pad": "19"}, r"pad \('19'\) must be a whole number from 0 to 18"),
        ({"hats": "2"}, "hats does not apply to a torch.nn.Transformer model"),
        ({"tgt_vocab": "missing.txt"}, "missing.txt cannot be read"),
        ({"tgt_table": "src_tok_emb.weight"}, "generator.weight has 19 rows, but src_tok_emb"),
    ],
)
def test_an_answer_that_cannot_be_used_is_one_sentence(tmp_path: Path, said, expected: str):
    with pytest.raises((ForeignModelError, ConfigError), match=expected):
        recognise(saved(seq2seq(), tmp_path), answered(tmp_path, **said))


def test_a_file_of_no_known_model_names_what_is_known_and_what_it_holds(tmp_path: Path):
    torch.save({f"layer{i}": torch.ones(2) for i in range(9)}, tmp_path / "x.pt")
    with pytest.raises(
        ForeignModelError,
        match=r"Supported: .*torch\.nn\.Transformer, .*; its tensors begin with layer0, layer1, ",
    ):
        recognise(tmp_path / "x.pt")


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


@pytest.mark.parametrize("own", [STATE, Annotated().state_dict()], ids=["torch", "annotated"])
def test_mutated_models_are_read_or_one_sentence(tmp_path: Path, own: dict[str, torch.Tensor]):
    """Through all of importing and at length: ``tests/viz_app/cli/mutated``."""
    answers, refused = answered(tmp_path), 0
    for seed in range(100):
        try:
            read_all(InMemory(mutated(own, np.random.default_rng(seed))), answers)
        except UserError as error:
            refused += 1
            assert len(str(error)) < 1000
    assert refused > 70
