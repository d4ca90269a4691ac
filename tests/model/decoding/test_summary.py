"""What a summary says of relative positions: each head's bias for every distance."""

import numpy as np
import pytest
import torch

from model.config import ModelConfig
from model.decoding.samples import summary_of
from model.decoding.trained import TrainedModel
from model.network.transformer import Transformer
from model.text.word_tokenizer import WordTokenizer
from model.traces.summary import bias_shape
from tests.model.numpy_reference import bucket

SIZES = {"n_heads": 3, "d_model": 12, "d_ff": 8, "n_layers": 1, "dropout": 0.0}


def summarised(**switches):
    torch.manual_seed(0)
    config = ModelConfig(**SIZES, **switches)
    tokenizer = WordTokenizer.trained(["a b c"])
    network = Transformer(config, src_vocab=len(tokenizer), tgt_vocab=len(tokenizer))
    model = TrainedModel(
        name="m", task="m", network=network, src_tokenizer=tokenizer, tgt_tokenizer=tokenizer
    )
    return summary_of(model), network


@pytest.mark.parametrize(("buckets", "distance", "length"), [(8, 20, 64), (32, 128, 40), (7, 9, 3)])
def test_a_heads_bias_is_that_of_the_distances_bucket(buckets, distance, length):
    summary, network = summarised(
        positions="relative", relative_buckets=buckets, relative_distance=distance, max_len=length
    )
    for stack, table in (("encoder", network.encoder_bias), ("decoder", network.decoder_bias)):
        heads, count = bias_shape(summary.config, stack)
        own = count // 2 if stack == "encoder" else count - 1
        for place in range(count):
            row = bucket(place - own, buckets, distance, causal=stack == "decoder")
            found = summary.biases[stack][:, place]
            np.testing.assert_array_equal(found, table.table[row].detach().numpy())
        assert (heads, own) == (3, min(distance, length - 1))


def test_a_stack_that_is_not_there_and_other_positions_have_no_biases():
    summary, _ = summarised(positions="relative", decoder_layers=0)
    assert list(summary.biases) == ["encoder"]
    for positions in ("sinusoidal", "learned", "none"):
        assert summarised(positions=positions)[0].biases == {}


def test_the_curve_is_that_of_t5():
    t5 = pytest.importorskip("transformers.models.t5.modeling_t5")
    transformers = pytest.importorskip("transformers")
    summary, network = summarised(positions="relative", max_len=200)
    for stack, own in (("encoder", network.encoder_bias), ("decoder", network.decoder_bias)):
        config = transformers.T5Config(num_heads=3, d_model=12, is_decoder=stack == "decoder")
        theirs = t5.T5Attention(config, has_relative_attention_bias=True)
        theirs.relative_attention_bias.weight.data = own.table.data
        reach = summary.config.relative_distance
        matrix = theirs.compute_bias(2 * reach + 1, 2 * reach + 1)[0].detach().numpy()
        keys = matrix[:, reach, : summary.biases[stack].shape[1]]
        np.testing.assert_array_equal(summary.biases[stack], keys)
