"""A model of any size with random weights, whose vocabulary is hundreds of short words."""

from itertools import product
from string import ascii_lowercase

import torch

from model.config import ModelConfig
from model.decoding.trained import TrainedModel
from model.network.transformer import Transformer
from model.special_tokens import EOS_ID
from model.text.word_tokenizer import WordTokenizer

WORDS = ["".join(letters) for letters in product(ascii_lowercase, repeat=2)]


def wordy_model(config: ModelConfig) -> TrainedModel:
    """It never says ``</s>``: a translation goes on until its length limit."""
    torch.manual_seed(0)
    tokenizer = WordTokenizer.trained([" ".join(WORDS)], level="word")
    network = Transformer(config, src_vocab=len(tokenizer), tgt_vocab=len(tokenizer)).eval()
    with torch.no_grad():
        network.output.weight[EOS_ID] = 0
    return TrainedModel(
        name="wordy", task="none", network=network, src_tokenizer=tokenizer, tgt_tokenizer=tokenizer
    )


def words(tokens: int) -> str:
    """A sentence that has so many tokens, ``</s>`` among them."""
    return " ".join(WORDS[: tokens - 1])
