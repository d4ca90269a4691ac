"""How large gradients are at the start of training, post-norm and pre-norm. Numpy only."""

from __future__ import annotations

from dataclasses import dataclass

from model.arrays import FloatArray
from model.config import Norm


@dataclass(frozen=True, eq=False, kw_only=True)
class NormGradients:
    """Gradient norms of untrained networks on one sentence, as in Xiong et al. 2020, figure 3.

    Attributes:
        norm: where the LayerNorm stands in these networks.
        seeds: the weights of each network are drawn from one.
        encoder, decoder: ‖∂loss/∂W₂‖, the Frobenius norm of the gradient of each layer's second
            feed-forward matrix, ``[seed, layer]``; read-only.
        losses: the mean loss of a target token, in nats, ``[seed]``; read-only.
    """

    norm: Norm
    seeds: tuple[int, ...]
    encoder: FloatArray
    decoder: FloatArray
    losses: FloatArray


@dataclass(frozen=True, slots=True, kw_only=True)
class NormComparison:
    """The same architecture with its norms in both places; grows by one network at a time.

    Attributes:
        done, total: networks measured, and to be measured.
    """

    post: NormGradients
    pre: NormGradients
    done: int
    total: int

    def of(self, norm: Norm) -> NormGradients:
        """Of the networks with the norm in one place."""
        return self.post if norm == "post" else self.pre
