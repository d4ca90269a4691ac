"""Models that are broken on purpose: each is found by its check, and by no other."""

import copy
import dataclasses
from collections.abc import Callable, Iterator
from types import MethodType

import pytest
import torch
import torch.nn.functional as F

from model.checkpoint.file import load
from model.decoding.trained import TrainedModel
from model.lessons.checks.record import CHECK_NAMES, CheckedHead, CheckName, Finding
from model.lessons.checks.with_torch.checks_of import check_steps
from model.lessons.checks.with_torch.patient import SENTENCES, Patient
from model.network.attention import KeyValue, MultiHeadAttention
from model.network.positional import PositionTable
from model.network.transformer import Encoded, Transformer
from model.special_tokens import BOS_ID
from model.training.variants import varied
from tests.model.builders import TINY, untrained_model

Break = Callable[[TrainedModel], None]


def checks(model: TrainedModel) -> dict[CheckName, Finding]:
    return {check.name: check for check in check_steps(model)}


def not_passed(found: dict[CheckName, Finding]) -> dict[CheckName, str]:
    return {name: check.verdict for name, check in found.items() if check.verdict != "passed"}


def attentions(model: TrainedModel) -> Iterator[MultiHeadAttention]:
    return (part for part in model.network.modules() if isinstance(part, MultiHeadAttention))


@pytest.fixture
def copied(copying: TrainedModel) -> TrainedModel:
    """A model that copies, to be broken."""
    return dataclasses.replace(copying, network=copy.deepcopy(copying.network))


class SeesPadding(Transformer):
    """Its encoder attends to padding like to any other token."""

    def encode(self, src, src_mask, *, record=False):
        """Whatever the mask says."""
        return super().encode(src, torch.ones_like(src_mask), record=record)


class WithoutMemory(Transformer):
    """What the encoder found is lost on the way to the decoder."""

    def encode(self, src, src_mask, *, record=False):
        """The weights, and nothing else."""
        encoded = super().encode(src, src_mask, record=record)
        return Encoded(torch.zeros_like(encoded.memory), encoded.weights)


class Forgetful(Transformer):
    """Its cache loses what the first token was."""

    def decode(self, tgt, memory, *, past=None, **options):
        """With zeros for the first key and value."""
        if past is not None:
            past = tuple(KeyValue(*map(_without_first, layer)) for layer in past)
        return super().decode(tgt, memory, past=past, **options)


def _without_first(kept: torch.Tensor) -> torch.Tensor:
    kept = kept.clone()
    kept[:, :, 0] = 0
    return kept


def see_padding(model: TrainedModel) -> None:
    model.network.__class__ = SeesPadding


def lose_memory(model: TrainedModel) -> None:
    model.network.__class__ = WithoutMemory


def forget(model: TrainedModel) -> None:
    model.network.__class__ = Forgetful


def without_values(model: TrainedModel) -> None:
    for layer in model.network.decoder_layers:
        torch.nn.init.zeros_(layer.cross.w_v.weight)


def without_positions(model: TrainedModel) -> None:
    for embedding in (model.network.src_embedding, model.network.tgt_embedding):
        embedding.positions = PositionTable(torch.zeros_like(embedding.positions.table))


def without_normalising(model: TrainedModel) -> None:
    def explicit(self, q, kv, mask, bias):
        """Powers that are not divided by their sum."""
        weights = self.scores(q, kv.k, bias).exp()
        weights = weights if mask is None else weights.masked_fill(~mask, 0)
        return weights @ kv.v, weights

    for attention in attentions(model):
        attention._explicit = MethodType(explicit, attention)


def kill_head(model: TrainedModel) -> None:
    _scale_head(model, 0.0)


def saturate_head(model: TrainedModel) -> None:
    _scale_head(model, 1000.0)


def _scale_head(model: TrainedModel, factor: float) -> None:
    """Queries and keys of the encoder's second head."""
    attention, rows = model.network.encoder_layers[0].attention, slice(TINY.d_k, 2 * TINY.d_k)
    for projection in (attention.w_q, attention.w_k):
        projection.weight.data[rows] *= factor
        projection.bias.data[rows] *= factor


def learn_unshifted(model: TrainedModel) -> None:
    """To predict the very token that is fed."""
    noise = torch.Generator().manual_seed(0)
    optimizer = torch.optim.Adam(model.network.parameters(), lr=3e-3)
    size = len(model.tgt_tokenizer)
    for _ in range(100):
        src, ids = torch.randint(4, size, (2, 16, 12), generator=noise)
        fed = torch.cat((torch.full((16, 1), BOS_ID), ids), dim=1)
        loss = F.cross_entropy(model.network(src, fed).flatten(0, 1), fed.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def with_nan(model: TrainedModel) -> None:
    model.network.encoder_layers[0].feed_forward.w_1.weight.data[3, 4] = torch.nan


def overflowing(model: TrainedModel) -> None:
    model.network.decoder_layers[0].feed_forward.w_1.weight.data[:] = 3e38


def untie(model: TrainedModel) -> None:
    model.network.config = dataclasses.replace(model.config, tie_embeddings=True)


BROKEN: dict[CheckName, tuple[Break, ...]] = {
    "weights": (with_nan,),
    "activations": (overflowing,),
    "padding": (see_padding,),
    "shift": (learn_unshifted,),
    "source": (lose_memory, without_values),
    "positions": (without_positions,),
    "cache": (forget,),
    "rows": (without_normalising,),
    "dead_heads": (kill_head,),
    "saturated_heads": (saturate_head,),
    "tied": (untie,),
}


def test_a_model_that_is_well_passes(copying: TrainedModel):
    found = checks(copying)
    assert tuple(found) == CHECK_NAMES
    assert not_passed(found) == {}


@pytest.mark.parametrize(
    ("name", "breaking"), [(name, one) for name, breaks in BROKEN.items() for one in breaks]
)
def test_a_broken_model_is_found_by_its_check_alone(copied, name: CheckName, breaking: Break):
    breaking(copied)
    found = checks(copied)
    assert [other for other, check in found.items() if check.failed] == [name]
    for check in found.values():
        assert (check.rests_on is not None) == (check.verdict == "not applicable")
    assert {check.rests_on for check in found.values()} <= {name, None}


def test_a_decoder_that_sees_the_future_is_found(copied: TrainedModel):
    found = checks(varied(copied, "peeking"))
    assert not_passed(found) == {"future": "failed", "cache": "not applicable"}
    assert found["future"].number > 100 * found["future"].limit


def test_heads_and_tensors_are_named(copied: TrainedModel):
    kill_head(copied)
    assert checks(copied)["dead_heads"].heads == (CheckedHead("encoder", 0, 1),)
    with_nan(copied)
    assert checks(copied)["weights"].names == ("encoder_layers.0.feed_forward.w_1.weight",)


def test_a_head_that_always_looks_at_the_same_place_is_worth_a_word(copied: TrainedModel):
    attention = copied.network.decoder_layers[0].cross
    with torch.no_grad():
        kill, rows = (attention.w_q, attention.w_k), slice(0, TINY.d_k)
        for projection in kill:
            projection.weight[rows] = 0
            projection.bias[rows] = 1
    fixed = _always_first(attention)
    attention._explicit = MethodType(fixed, attention)
    found = checks(copied)["dead_heads"]
    assert (found.verdict, found.note) == ("warning", "fixed heads")
    assert CheckedHead("cross", 0, 0) in found.heads


def _always_first(attention: MultiHeadAttention):
    before = attention._explicit

    def explicit(self, q, kv, mask, bias):
        """995 thousandths on the first key of the first head."""
        _, weights = before(q, kv, mask, bias)
        weights[:, 0] = 0.005 / (weights.size(-1) - 1)
        weights[:, 0, :, 0] = 0.995
        return weights @ kv.v, weights

    return explicit


def test_a_second_table_with_the_same_numbers_is_worth_a_word(copied: TrainedModel):
    copied.network.output.weight.data.copy_(copied.network.tgt_embedding.tokens.weight.data)
    found = checks(copied)["tied"]
    assert (found.verdict, found.note, found.number) == ("warning", "same values", 0)


@pytest.mark.parametrize("name", ["zh-en", "reverse"])
def test_what_is_shipped_is_well(name: str):
    assert not_passed(checks(load(name))) == {}


@pytest.mark.parametrize(
    "changes",
    [
        {"positions": "none"},
        {"positions": "relative", "scaled_scores": False, "biases": False, "norm_type": "rms"},
        {"positions": "learned", "tie_embeddings": True, "norm": "post"},
        {"forbidden": (0, 1, 3), "output_bias": True, "decoder_layers": 1, "d_kv": 5},
        {"max_len": 3},
        {"max_len": 1},
    ],
)
def test_every_network_can_be_checked(changes):
    """Random weights need not be well; what rests on the code alone is."""
    found = checks(untrained_model(dataclasses.replace(TINY, **changes)))
    assert tuple(found) == CHECK_NAMES
    code = ("weights", "activations", "future", "padding", "cache", "rows", "tied")
    for name in code:
        assert found[name].verdict in ("passed", "not applicable"), found[name]
    if "max_len" not in changes:
        assert all(found[name].verdict == "passed" for name in code)
    if changes.get("positions") == "none":
        assert (found["positions"].verdict, found["positions"].note) == (
            "not applicable",
            "no positions",
        )


def test_sentences_are_the_samples_and_random_ones(copying: TrainedModel):
    patient = Patient(copying)
    first, *_ = patient.sources
    assert copying.src_tokenizer.decode(first) == "a b c d e f"
    assert len(patient.sources) == len(set(patient.sources)) == SENTENCES
    assert all(sentence.fed[0] == BOS_ID for sentence in patient.sentences)
    assert copying.tgt_tokenizer.decode(patient.sentences[0].fed) == "a b c d e f"


def test_the_model_is_as_it_was(copied: TrainedModel):
    copied.network.train()
    before = {name: values.clone() for name, values in copied.network.state_dict().items()}
    checks(copied)
    assert copied.network.training
    for name, values in copied.network.state_dict().items():
        torch.testing.assert_close(values, before[name], rtol=0, atol=0)
    assert not any(module._forward_hooks for module in copied.network.modules())
