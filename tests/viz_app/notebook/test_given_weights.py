"""The shapes are those of Hugging Face, by its own code where it is installed."""

import numpy as np
import pytest
import torch

import headlight

LETTERS = "a b c"


@pytest.fixture(scope="module")
def trace() -> headlight.ShownTrace:
    """Two layers of four heads over four source tokens, ``</s>`` included."""
    return headlight.translate(LETTERS, model="reverse", device="cpu")


def test_they_are_tuples_of_layers_for_each_token_with_the_keys_so_far(trace):
    encoder = trace.encoder_attentions
    assert shapes(encoder) == ((1, 4, 4, 4),) * 2
    np.testing.assert_array_equal(np.concatenate(encoder), trace.weights("encoder"))
    for kind, keys in (("cross", (4, 4, 4, 4)), ("decoder", (1, 2, 3, 4))):
        attentions = getattr(trace, f"{kind}_attentions")
        assert shapes(attentions) == tuple(((1, 4, 1, count),) * 2 for count in keys)
        for row, (token, count) in enumerate(zip(attentions, keys, strict=True)):
            whole = trace.weights(kind)[:, :, row]
            np.testing.assert_array_equal(np.concatenate(token)[:, :, 0], whole[..., :count])
            assert not whole[..., count:].any()
    for array in (encoder[0], trace.cross_attentions[0][0]):
        assert array.dtype == np.float32
        assert not array.flags.writeable


@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_view_puts_them_together_again(trace, kind):
    picture = headlight.view(
        getattr(trace, f"{kind}_attentions"),
        query_tokens=trace.fed_tokens,
        key_tokens=trace.fed_tokens if kind == "decoder" else trace.source_tokens,
        kind=kind,
    )
    (shown,) = picture._pictures
    np.testing.assert_array_equal(shown.weights, trace.weights(kind))
    np.testing.assert_array_equal(shown.mask, trace.trace.mask(kind))


@pytest.mark.filterwarnings("default")  # its own
def test_they_have_the_shapes_that_transformers_gives():
    transformers = pytest.importorskip("transformers", reason="needs transformers: make bench")
    torch.manual_seed(0)
    config = transformers.MarianConfig(
        vocab_size=20,
        d_model=16,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=16,
        decoder_ffn_dim=16,
        decoder_start_token_id=1,
        pad_token_id=0,
        eos_token_id=None,
        forced_eos_token_id=None,
        attn_implementation="eager",
    )
    theirs = transformers.MarianMTModel(config).eval()
    out = theirs.generate(
        torch.tensor([[3, 4, 5, 2]]),
        max_new_tokens=4,
        min_new_tokens=4,
        num_beams=1,
        do_sample=False,
        output_attentions=True,
        return_dict_in_generate=True,
    )
    ours = headlight.translate(LETTERS, model="reverse", device="cpu")  # 4 tokens to 4, too
    assert shapes(ours.encoder_attentions) == shapes(out.encoder_attentions)
    assert shapes(ours.decoder_attentions) == shapes(out.decoder_attentions)
    assert shapes(ours.cross_attentions) == shapes(out.cross_attentions)
    picture = headlight.view(out.decoder_attentions)
    (shown,) = picture._pictures
    assert shown.weights.shape == (2, 4, 4, 4)
    np.testing.assert_array_equal(shown.mask, np.tri(4, dtype=bool))


def shapes(nested: object) -> object:
    """The shapes of arrays in tuples of tuples."""
    if isinstance(nested, tuple):
        return tuple(map(shapes, nested))
    return tuple(nested.shape)
