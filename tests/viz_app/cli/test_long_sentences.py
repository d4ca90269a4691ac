"""A sentence whose weights would fill the memory is refused by every command, in one sentence."""

import pytest

from model.config import ModelConfig
from model.runs.presets import TrainingConfig

MANY_HEADS = ModelConfig(n_layers=8, n_heads=16, d_model=16, d_ff=16, dropout=0.0, max_len=2000)
TEXT = "a b " * 300
# 128 heads × (601² + 1212² + 1212 × 601) cells of 4 bytes are 1249.3 MB of 2²⁰
WHY = (
    "headlight: The source “a b a b a b a b a b a b …” has 600 tokens: all heads for up to "
    "1212 target tokens would need 1250 MB; the limit is 1024 MB. Translate it in parts.\n"
)


@pytest.fixture(scope="module")
def checkpoint(one_torch_thread, tmp_path_factory):
    from model.checkpoint.file import save_checkpoint
    from model.text.tasks import generated
    from model.training.new_model import new_model

    corpus = generated("reverse", pairs=200, heldout=10)
    model = new_model(corpus, MANY_HEADS, TrainingConfig(seed=3), task="reverse")
    path = tmp_path_factory.mktemp("checkpoints") / "heads.safetensors"
    save_checkpoint(model, path)
    return path


def test_it_is_refused_and_nothing_is_written(headlight, checkpoint, tmp_path):
    for command, *options in (
        ("translate",),
        ("translate", "--json"),
        ("export", "-o", tmp_path / "trace.npz"),
        ("render", "-o", tmp_path / "figures"),
    ):
        outcome = headlight(command, TEXT, "--model", checkpoint, *options)
        assert (outcome.status, outcome.out, outcome.err) == (1, "", WHY)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_shorter_sentence_of_the_same_model_is_translated(headlight, checkpoint):
    assert headlight("translate", "a b c", "--model", checkpoint).status == 0
