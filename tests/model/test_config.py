"""A configuration checks itself and survives JSON."""

import json
from typing import Any

import pytest

from model.config import LARGEST_SIZE, ModelConfig
from model.messages import ConfigError


def test_an_error_quotes_the_numbers_that_do_not_fit():
    with pytest.raises(ConfigError) as failure:
        ModelConfig(d_model=100, n_heads=8)
    assert isinstance(failure.value, ValueError)
    assert str(failure.value) == "d_model (100) must be divisible by n_heads (8)."


def test_a_value_that_cannot_be_is_refused_by_name():
    sizes = ("n_layers", "n_heads", "d_model", "d_ff", "max_len")
    no_sizes = (0, -1, 1.5, "8", True, None, LARGEST_SIZE + 1)
    wrong: list[tuple[str, Any]] = [(name, value) for name in sizes for value in no_sizes]
    no_shares = (-0.1, 1, 1.0, float("nan"), float("inf"), "0", None, True)
    wrong += [("dropout", value) for value in no_shares]
    wrong += [
        *(("norm", "layer"), ("positions", "rotary"), ("activation", "tanh")),
        *(("activation", ["relu"]), ("tie_embeddings", 1), ("tie_embeddings", "yes")),
    ]
    for name, value in wrong:
        with pytest.raises(ConfigError, match=rf"^{name} \("):
            ModelConfig(**{name: value})
    for value in (0, 0.0, 0.5, 0.999):
        assert ModelConfig(dropout=value).dropout == value


def test_json_gives_back_an_equal_configuration_and_an_unknown_field_is_named():
    numbers = {"n_layers": 2, "n_heads": 2, "d_model": 10, "d_ff": 7, "dropout": 0.25, "max_len": 9}
    switches = {"norm": "post", "positions": "learned", "tie_embeddings": True}
    config = ModelConfig(**numbers, **switches, activation="gelu")
    assert config.d_k == 5
    assert ModelConfig.from_json(json.loads(json.dumps(config.to_json()))) == config
    with pytest.raises(ConfigError, match="'n_layer'"):
        ModelConfig.from_json({"n_layer": 3})
    with pytest.raises(AttributeError):
        config.d_model = 4  # type: ignore[misc]


@pytest.mark.parametrize("name", ["encoder_layers", "decoder_layers"])
def test_one_of_both_stacks_may_have_no_layers(name: str):
    config = ModelConfig(**{name: 0})
    (other,) = config.stacks
    assert (config.depth(other), f"{other}_layers" != name) == (3, True)
    assert ModelConfig.from_json(json.loads(json.dumps(config.to_json()))) == config
    for wrong in (False, 0.0, -1):
        with pytest.raises(ConfigError, match=name):
            ModelConfig(**{name: wrong})


def test_a_network_without_any_layer_is_refused():
    with pytest.raises(ConfigError, match="cannot both be 0"):
        ModelConfig(encoder_layers=0, decoder_layers=0)
    with pytest.raises(ConfigError, match="needs both an encoder and a decoder"):
        ModelConfig(encoder_layers=0, share_embeddings=True)
