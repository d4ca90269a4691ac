"""``torch.nn.Transformer`` as one would train it: the yardstick of the training benchmarks."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model.config import ModelConfig
from model.decoding.batches import Batch
from model.network.layers import sinusoidal_table
from model.network.transformer import Transformer
from model.special_tokens import PAD_ID
from tests.model.torch_reference import pairs, torch_core, values


class TorchTranslator(nn.Module):
    """Torch's encoder and decoder between embeddings and a tied output projection."""

    def __init__(self, config: ModelConfig, *, src_vocab: int, tgt_vocab: int) -> None:
        """The sizes, norm and dropout of a configuration of ours."""
        super().__init__()
        self.core = torch_core(config)
        self.src_embedding = nn.Embedding(src_vocab, config.d_model)
        self.tgt_embedding = nn.Embedding(tgt_vocab, config.d_model)
        self.dropout = nn.Dropout(config.dropout)
        self.register_buffer("positions", sinusoidal_table(config.max_len, config.d_model))
        for embedding in (self.src_embedding, self.tgt_embedding):
            nn.init.normal_(embedding.weight, std=config.d_model**-0.5)

    # what tests.model.torch_reference.pairs asks for
    @property
    def src_table(self) -> Tensor:
        return self.src_embedding.weight

    @property
    def tgt_table(self) -> Tensor:
        return self.tgt_embedding.weight

    @property
    def output(self) -> Tensor:
        return self.tgt_embedding.weight

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        """Logits ``[batch, target, vocabulary]``; torch's masks are True = may *not* attend."""
        length = tgt.size(1)
        decoded = self.core(
            self._embedded(src, self.src_embedding),
            self._embedded(tgt, self.tgt_embedding),
            tgt_mask=torch.ones(length, length, dtype=torch.bool, device=tgt.device).triu(1),
            src_key_padding_mask=src == PAD_ID,
            tgt_key_padding_mask=tgt == PAD_ID,
            memory_key_padding_mask=src == PAD_ID,
        )
        return F.linear(decoded, self.output)

    def loss(self, batch: Batch, label_smoothing: float) -> Tensor:
        """Mean over the target tokens, by the library."""
        logits = self(batch.src, batch.tgt_in).flatten(0, 1)  # [batch * target, vocabulary]
        return F.cross_entropy(
            logits, batch.tgt_out.flatten(), ignore_index=PAD_ID, label_smoothing=label_smoothing
        )

    def _embedded(self, ids: Tensor, table: nn.Embedding) -> Tensor:
        scaled = table(ids) * math.sqrt(table.embedding_dim)
        return self.dropout(scaled + self.positions[: ids.size(1)])


def twin_of(network: Transformer) -> TorchTranslator:
    """Torch's model with the sizes and the weights of ours, whose embeddings must be tied."""
    vocabularies = [
        embedding.tokens.num_embeddings
        for embedding in (network.src_embedding, network.tgt_embedding)
    ]
    twin = TorchTranslator(network.config, src_vocab=vocabularies[0], tgt_vocab=vocabularies[1])
    with torch.no_grad():
        for _, ours, theirs in pairs(network, twin, values):
            theirs.copy_(ours)
    return twin
