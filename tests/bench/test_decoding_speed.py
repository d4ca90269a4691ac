"""What decoding a token costs with all weights recorded, in CPU time of one thread.

Against Hugging Face's Marian, the encoder's share in both.
"""

import time
from collections.abc import Callable
from itertools import product
from string import ascii_lowercase
from typing import Any

import pytest
import torch

from model.config import ModelConfig
from model.decoding.greedy import translate_steps
from model.decoding.trained import TrainedModel
from model.network.transformer import Transformer
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from model.text.word_tokenizer import WordTokenizer
from tests.bench.measuring import Figures, paired

pytestmark = pytest.mark.bench

ROUNDS = 9
OF_HUGGING_FACE = 0.6
VOCABULARY, SOURCE, NEW_TOKENS = 6000, 20, 40
CONFIG = ModelConfig(n_layers=3, n_heads=8, d_model=256, d_ff=512, dropout=0.0, max_len=128)
WORDS = ["".join(letters) for letters in product(ascii_lowercase, repeat=3)][: VOCABULARY - 4]
TEXT = " ".join(WORDS[: SOURCE - 1])


def our_model() -> TrainedModel:
    """Random weights; ``</s>`` is never the best candidate."""
    tokenizer = WordTokenizer.trained([" ".join(WORDS)], level="word", size=VOCABULARY)
    assert len(tokenizer) == VOCABULARY
    network = Transformer(CONFIG, src_vocab=len(tokenizer), tgt_vocab=len(tokenizer)).eval()
    with torch.no_grad():
        network.output.weight[EOS_ID] = 0
    return TrainedModel(
        name="ours", task="none", network=network, src_tokenizer=tokenizer, tgt_tokenizer=tokenizer
    )


def marian() -> Any:
    """Hugging Face's model of the same sizes, with random weights; it never says ``</s>``."""
    transformers = pytest.importorskip("transformers")
    config = transformers.MarianConfig(
        vocab_size=VOCABULARY,
        d_model=CONFIG.d_model,
        encoder_layers=CONFIG.n_layers,
        decoder_layers=CONFIG.n_layers,
        encoder_attention_heads=CONFIG.n_heads,
        decoder_attention_heads=CONFIG.n_heads,
        encoder_ffn_dim=CONFIG.d_ff,
        decoder_ffn_dim=CONFIG.d_ff,
        max_position_embeddings=CONFIG.max_len,
        pad_token_id=PAD_ID,
        eos_token_id=EOS_ID,
        forced_eos_token_id=None,
        decoder_start_token_id=BOS_ID,
        attn_implementation="eager",
    )
    model = transformers.MarianMTModel(config).eval()
    model.final_logits_bias[0, EOS_ID] = -torch.inf
    return model


def decode_ours(model: TrainedModel) -> None:
    *_, trace = translate_steps(model, TEXT, max_steps=NEW_TOKENS)
    assert len(trace.source_ids) == SOURCE
    assert len(trace.steps) == NEW_TOKENS
    assert trace.steps[-1].decoder_rows.shape == (3, 8, NEW_TOKENS)


def decode_theirs(model: Any, src: torch.Tensor) -> None:
    with torch.no_grad():
        result = model.generate(
            input_ids=src,
            attention_mask=torch.ones_like(src),
            num_beams=1,
            do_sample=False,
            max_new_tokens=NEW_TOKENS,
            output_attentions=True,
            return_dict_in_generate=True,
            use_cache=True,
        )
    assert result.sequences.shape == (1, NEW_TOKENS + 1)
    assert len(result.cross_attentions) == NEW_TOKENS
    assert result.cross_attentions[-1][0].shape == (1, 8, 1, SOURCE)
    assert result.decoder_attentions[-1][0].shape == (1, 8, 1, NEW_TOKENS)


def milliseconds_a_token(decode: Callable[[], None]) -> float:
    start = time.process_time()
    decode()
    return (time.process_time() - start) / NEW_TOKENS * 1000


def test_a_token_with_all_weights_takes_little_of_hugging_face_s_time(one_torch_thread, measured):
    torch.manual_seed(0)
    ours, theirs = our_model(), marian()
    src = torch.arange(SOURCE)[None] + 4  # [1, source]

    def run() -> Figures:
        rounds = [
            (
                milliseconds_a_token(lambda: decode_ours(ours)),
                milliseconds_a_token(lambda: decode_theirs(theirs, src)),
            )
            for _ in range(ROUNDS + 1)
        ][1:]
        return paired(rounds, peer="Marian")

    measured("a token of a small model, all weights", run, budget=OF_HUGGING_FACE)
