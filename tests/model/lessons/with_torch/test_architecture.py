"""The blocks of a model with one sentence in it, against the network itself."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from torch.utils.flop_counter import FlopCounterMode

from model.config import ModelConfig
from model.decoding.trained import TrainedModel
from model.lessons.architecture import ArchitectureRecord, Block
from model.lessons.with_torch.architecture import architecture_record
from model.network.attention import padding_mask, target_mask
from model.network.transformer import Transformer, count_parameters
from model.special_tokens import BOS_ID, EOS_ID
from tests.model import one_stack
from tests.model.architectures import architectures
from tests.model.builders import config, untrained_model

SRC = (5, 6, 7, 8, EOS_ID)
TGT = (BOS_ID, 9, 5, 6)

KINDS = {
    "post": config(norm="post"),
    "pre": config(norm="pre"),
    "tied": config(norm="post", tie_embeddings=True),
    "learned": config(norm="pre", positions="learned"),
}


@pytest.fixture(scope="module", params=KINDS)
def model(request: pytest.FixtureRequest) -> TrainedModel:
    return untrained_model(KINDS[request.param])


@pytest.fixture(scope="module")
def record(model: TrainedModel) -> ArchitectureRecord:
    return architecture_record(model, SRC, TGT)


def forward(network: Transformer) -> torch.Tensor:
    """Logits by the explicit path, as any caller would compute them. ``[target, vocabulary]``."""
    src, tgt = torch.tensor([SRC]), torch.tensor([TGT])
    mask = padding_mask(src)
    encoded = network.encode(src, mask, record=True)
    if not network.config.depth("decoder"):
        return network.predict(encoded.memory)[0]
    memory = network.project_memory(encoded.memory)
    decoded = network.decode(tgt, memory, tgt_mask=target_mask(tgt), src_mask=mask, record=True)
    return decoded.logits[0]


def found(record: ArchitectureRecord, **wanted: object) -> list[Block]:
    return [
        block
        for block in record.blocks
        if all(getattr(block, name) == value for name, value in wanted.items())
    ]


@settings(max_examples=40, deadline=None)
@given(architectures())
def test_blocks_of_any_architecture_count_as_the_network_does(architecture: ModelConfig):
    model = untrained_model(architecture)
    record = architecture_record(model, SRC, TGT)
    assert record.n_parameters == count_parameters(model.network)
    with FlopCounterMode(display=False) as counter:
        forward(model.network)
    assert record.multiply_adds == counter.get_total_flops() / 2
    for side in architecture.stacks:
        stream = record.stream(side)
        assert len(stream.lengths) == len(stream.points) == len(stream.updates) + 1
    norms = (torch.nn.LayerNorm, torch.nn.RMSNorm)
    modules = [module for module in model.network.modules() if isinstance(module, norms)]
    gains = {tuple(module.weight.tolist()) for module in modules}
    assert {tuple(one.norm.alpha.tolist()) for one in record.blocks if one.norm} <= gains
    shown = sum(block.norm is not None for block in record.blocks)
    assert shown == len(modules) - architecture.output_transform  # that is the transform's


def test_each_block_has_the_parameters_of_its_module(
    model: TrainedModel, record: ArchitectureRecord
):
    layer = model.network.decoder_layers[1]
    modules = {
        "self_attention": layer.attention,
        "cross_attention": layer.cross,
        "feed_forward": layer.feed_forward,
        "norm": layer.cross_residual.norm,
    }
    for kind, module in modules.items():
        for block in found(record, side="decoder", layer=1, kind=kind):
            assert block.n_parameters == sum(p.numel() for p in module.parameters())
            sizes = sorted(tuple(p.shape)[::-1] for p in module.parameters())
            assert sorted(table.sizes for table in block.tables) == sizes


def test_an_output_transform_is_a_block_of_its_own():
    model = one_stack.bert()
    record = architecture_record(model, SRC, TGT)
    transform, projection, softmax = record.blocks[-3:]
    kinds = [block.kind for block in (transform, projection, softmax)]
    assert kinds == ["output_transform", "projection", "softmax"]
    own = model.network.output_transform.parameters()
    assert transform.n_parameters == sum(parameter.numel() for parameter in own)
    assert projection.n_parameters == len(model.tgt_tokenizer)  # its bias; the table is tied
    assert record.n_parameters == count_parameters(model.network)
    assert not found(architecture_record(one_stack.gpt(), (), TGT), kind="output_transform")


def test_a_tied_table_counts_at_the_embedding():
    record = architecture_record(untrained_model(KINDS["tied"]), SRC, TGT)
    (embedding,) = found(record, side="decoder", kind="embedding")
    (projection,) = found(record, kind="projection")
    assert projection.n_parameters == 0
    assert projection.tables[0].shared
    assert embedding.n_parameters == projection.tables[0].numbers > 0


def test_multiply_adds_of_one_attention_and_one_feed_forward(
    model: TrainedModel, record: ArchitectureRecord
):
    network, src = model.network, torch.tensor([SRC])
    x = network.src_embedding(src)
    layer = network.encoder_layers[0]
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        layer.attention(x, layer.attention.keys_values(x), None, record=True)
    (attention,) = found(record, side="encoder", layer=0, kind="self_attention")
    assert attention.multiply_adds == counter.get_total_flops() / 2
    with FlopCounterMode(display=False) as counter, torch.no_grad():
        layer.feed_forward(x)
    (feed_forward,) = found(record, side="encoder", layer=0, kind="feed_forward")
    assert feed_forward.multiply_adds == counter.get_total_flops() / 2


def test_tokens_stand_at_the_positions_and_shares_are_parts_of_one(
    model: TrainedModel, record: ArchitectureRecord
):
    assert sum(record.share(block) for block in record.blocks) == pytest.approx(1)
    assert record.tokens("encoder") == tuple(model.src_tokenizer.token(i) for i in SRC)
    assert record.tokens("decoder")[0] == "<s>"
    for block in record.blocks:
        out = block.shapes[-1]
        rows = out.sizes[out.letters.index("n" if block.side == "encoder" else "m")]
        assert rows == len(record.tokens(block.side))


def layer_norm(x: np.ndarray, epsilon: float) -> np.ndarray:
    """(x − μ)/√(σ² + ε) in double precision."""
    x = x.astype(np.float64)
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + epsilon)


def encoder_by_hand(model: TrainedModel) -> list[tuple[np.ndarray, np.ndarray]]:
    """What goes into the first layer's two norms and what comes out, without hooks."""
    network, pre = model.network, model.config.norm == "pre"
    layer = network.encoder_layers[0]
    pairs: list[tuple[np.ndarray, np.ndarray]] = []

    def norm(residual: torch.nn.Module, x: torch.Tensor) -> torch.Tensor:
        module = residual.norm
        gain, shift = module.weight.numpy(), module.bias.numpy()
        out = layer_norm(x.numpy(), module.eps) * gain + shift
        pairs.append((x[0].numpy(), out[0]))
        return torch.tensor(out, dtype=torch.float32)

    x = network.src_embedding(torch.tensor([SRC]))
    for residual, sublayer in (
        (
            layer.attention_residual,
            lambda h: layer.attention(h, layer.attention.keys_values(h), None)[0],
        ),
        (layer.feed_forward_residual, layer.feed_forward),
    ):
        x = x + sublayer(norm(residual, x)) if pre else norm(residual, x + sublayer(x))
    return pairs


def test_norms_are_those_of_a_pass_by_hand(model: TrainedModel, record: ArchitectureRecord):
    with model.evaluating():
        pairs = encoder_by_hand(model)
    norms = found(record, side="encoder", layer=0, kind="norm")
    for block, (before, after) in zip(norms, pairs, strict=True):
        seen = block.norm
        np.testing.assert_allclose(seen.mean_before, before.mean(-1), atol=1e-5)
        np.testing.assert_allclose(seen.variance_before, before.var(-1), rtol=1e-4)
        np.testing.assert_allclose(seen.mean_after, after.mean(-1), atol=1e-5)
        np.testing.assert_allclose(seen.variance_after, after.var(-1), rtol=1e-4)


def test_every_norm_makes_mean_0_and_variance_1_before_gain_and_shift(record: ArchitectureRecord):
    norms = [block.norm for block in record.blocks if block.norm is not None]
    assert norms
    for norm in norms:
        np.testing.assert_allclose(norm.mean_normalised, 0, atol=1e-5)
        nearly = norm.variance_before / (norm.variance_before + norm.epsilon)
        np.testing.assert_allclose(norm.variance_normalised, nearly, rtol=1e-4)
        assert np.abs(norm.mean_after).max() > 1e-3  # the gain and the shift undo it


def test_the_stream_is_what_the_layers_write_and_sublayers_add(
    model: TrainedModel, record: ArchitectureRecord
):
    with model.evaluating() as network:
        ends = [network.src_embedding(torch.tensor([SRC]))]
        for layer in network.encoder_layers:
            ends.append(layer(ends[-1], padding_mask(torch.tensor([SRC])))[0])
        first = network.encoder_layers[0]
        h = first.attention_residual.enter(ends[0])
        added = first.attention(h, first.attention.keys_values(h), None)[0]
    stream = record.stream("encoder")
    expected = [end[0].norm(dim=-1).numpy() for end in ends]
    np.testing.assert_allclose(stream.lengths[::2], expected, rtol=1e-4)
    assert [point.sublayer for point in stream.points[1:3]] == ["self_attention", "feed_forward"]
    np.testing.assert_allclose(stream.updates[0], added[0].norm(dim=-1).numpy(), rtol=1e-4)
    assert record.stream("decoder").updates.shape == (6, len(TGT))


def test_the_network_is_left_as_it_was_and_arrays_are_read_only(model: TrainedModel):
    model.network.train()
    record = architecture_record(model, SRC, TGT)
    assert model.network.training
    assert not any(module._forward_hooks for module in model.network.modules())
    model.network.eval()
    norm = next(block.norm for block in record.blocks if block.norm is not None)
    for array in (norm.mean_before, norm.alpha, record.streams[0].lengths):
        assert array.dtype == np.float32
        assert not array.flags.writeable
