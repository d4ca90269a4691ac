"""Greedy decoding with a key/value cache, one token a step, with every weight recorded."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np
import torch
from torch import Tensor, nn

from model.arrays import FloatArray
from model.decoding.trained import TrainedModel, float_array, of_one, own_array
from model.messages import SourceError
from model.network.attention import KeyValue, MultiHeadAttention, causal_mask, whole_mask
from model.network.layers import DecoderLayer, FeedForward, OutputTransform, Residual
from model.network.linear import Linear, row_product
from model.network.transformer import Transformer
from model.special_tokens import BOS_ID, EOS_ID
from model.text.tokenizer import Source, Tokenizer
from model.traces.recording import Recording, check_size
from model.traces.trace import Candidate, DecodeStep, PlaceCandidates, Trace, kinds_of

# -------------------------------------------------------------------------------------- next token
# What a next-token distribution says: its best candidates, its entropy, and the step it makes.


TOP_K = 5
"""Default number of candidates per step."""


def decode_step(
    log_probabilities: Tensor,
    tokenizer: Tokenizer,
    *,
    index: int,
    fed: int,
    rows: tuple[FloatArray, FloatArray],
    before: int | None = None,
    given: int | None = None,
    top_k: int = TOP_K,
) -> DecodeStep:
    """The step for a distribution: its best token, or the ``given`` one.

    ``log_probabilities`` are ``[vocabulary]``; ``rows`` are the decoder and cross weights of the
    new token ``fed``, which followed the token ``before``; ``top_k`` is at least 1.
    """
    candidates = best_candidates(log_probabilities, tokenizer, top_k, after=fed)
    chosen = candidates[0].token_id if given is None else given
    decoder_rows, cross_rows = rows
    return DecodeStep(
        index=index,
        fed=tokenizer.token(fed, before),
        token=tokenizer.token(chosen, fed),
        token_id=chosen,
        log_probability=float(log_probabilities[chosen]),
        candidates=candidates,
        entropy=entropy_bits(log_probabilities),
        decoder_rows=decoder_rows,
        cross_rows=cross_rows,
        given=given is not None,
    )


def best_candidates(
    log_probabilities: Tensor, tokenizer: Tokenizer, top_k: int, *, after: int | None = None
) -> tuple[Candidate, ...]:
    """The most probable tokens of ``[vocabulary]``, best first, at most ``top_k``."""
    best = log_probabilities.topk(min(top_k, log_probabilities.numel()))
    return tuple(
        Candidate(tokenizer.token(token_id, after), token_id, value)
        for token_id, value in zip(best.indices.tolist(), best.values.tolist(), strict=True)
    )


def entropy_bits(log_probabilities: Tensor) -> float:
    """Entropy of a distribution ``[vocabulary]``, in bits."""
    known = log_probabilities.detach().numpy(force=True)
    # what is never predicted adds 0 · 1e9, not 0 · ∞, which is no number
    surprise = np.minimum(-known, np.float32(1e9))
    return float(np.exp(known).dot(surprise)) / math.log(2)


# ------------------------------------------------------------------------------------------ masked
# What an encoder alone expects at each place of a sentence, in one pass, everything recorded.


def masked_candidates(model: TrainedModel, text: str, *, top_k: int = TOP_K) -> Trace:
    """A trace without steps, with candidates for every place (Devlin et al. 2019, section 3.1).

    Its translation has the best candidate in each masked place. The other places contain their own
    token, which their candidates reflect.

    Args:
        model: a model without a decoder.
        text: as the user typed it, with the tokenizer's mask where a token is to be predicted.
        top_k: candidates of each place, 1 or more.

    Raises:
        SourceError: the sentence cannot be read, or its weights would fill the memory.
    """
    source, tokenizer = model.prepared(text), model.tgt_tokenizer
    check_size(source, model.config, max_steps=0)
    src = torch.tensor([source.ids], device=model.device)  # [1, source]
    with model.evaluating() as network:
        encoded = network.encode(src, whole_mask(src), record=True)
        log_probabilities = network.predict(encoded.memory)[0].float().log_softmax(dim=-1)
    places = tuple(
        _place(row, token_id, tokenizer, top_k=top_k)
        for token_id, row in zip(source.ids, log_probabilities, strict=True)
    )
    return Trace(
        source_text=source.text,
        source_tokens=source.tokens,
        source_ids=source.ids,
        encoder_weights=float_array(of_one(encoded.weights)),
        unknown=source.unknown,
        notices=source.notices,
        stop="end of sentence",
        translation=tokenizer.decode(place.token_id for place in places),
        kinds=kinds_of(model.config),
        places=places,
    )


def masked_text(model: TrainedModel, text: str, place: int) -> str:
    """A sentence with the mask in place of one token of its trace.

    Raises:
        SourceError: the sentence cannot be read, or the place has a mask or special token.
    """
    source, tokenizer = model.prepared(text), model.src_tokenizer
    masked = tokenizer.masked(source.text, place - len(tokenizer.prefix))
    if source.ids[place] == tokenizer.mask:
        raise SourceError("This token is already masked: its prediction is shown.")
    if masked == source.text:
        raise SourceError(
            "{token} marks the ends of every sentence and cannot be masked.",
            token=source.tokens[place],
        )
    return masked


def _place(row: Tensor, read: int, tokenizer: Tokenizer, *, top_k: int) -> PlaceCandidates:
    """Candidates of a place with the token ``read``. ``row``: log-probabilities ``[token]``."""
    candidates, masked = best_candidates(row, tokenizer, top_k), read == tokenizer.mask
    token_id = candidates[0].token_id if masked else read
    return PlaceCandidates(
        masked=masked,
        token_id=token_id,
        log_probability=float(row[token_id]),
        candidates=candidates,
        entropy=entropy_bits(row),
    )


# ----------------------------------------------------------------------------------------- reading
# What a model makes of a source, and of a whole target over it, everything recorded.


class Reading(NamedTuple):
    """The encoder's result for one sentence, kept while its target is decoded.

    Without an encoder there are no source tokens, no memory, and weights of 0 layers. ``memory``
    has keys and values for each decoder layer; ``src_mask`` is ``[1, 1, 1, source]``; ``weights``
    are the encoder's, ``[layers, heads, source, source]``; ``decoder_layers`` is the depth of the
    decoder.
    """

    memory: tuple[KeyValue, ...]
    src_mask: Tensor
    weights: FloatArray
    decoder_layers: int

    def recording(self, max_steps: int) -> Recording:
        """A recording with room for ``max_steps`` steps."""
        _, n_heads, n_source, _ = self.weights.shape
        return Recording(
            n_layers=self.decoder_layers,
            n_heads=n_heads,
            n_source=n_source,
            max_steps=max_steps,
        )


class TargetPass(NamedTuple):
    """One pass of the decoder over a whole target.

    ``logits`` is ``[target, vocabulary]``, ``decoder`` is ``[layers, heads, target, target]`` and
    ``cross`` ``[layers, heads, target, source]``.
    """

    logits: Tensor
    decoder: FloatArray
    cross: FloatArray


def read_source(model: TrainedModel, source: Source, mask: Tensor | None = None) -> Reading:
    """Run the encoder once; ``mask`` replaces the model's, ``[1, 1, source, source]``."""
    src = torch.tensor([source.ids], dtype=torch.long, device=model.device)  # [1, source]
    src_mask = whole_mask(src)
    with model.evaluating() as network:
        encoded = network.encode(src, src_mask if mask is None else mask, record=True)
        memory = network.project_memory(encoded.memory)
    weights = of_one(encoded.weights, none=(0, model.config.n_heads, 0, 0))
    return Reading(memory, src_mask, float_array(weights), model.config.depth("decoder"))


def read_target(
    model: TrainedModel,
    reading: Reading,
    fed: Sequence[int],
    *,
    tgt_mask: Tensor | None = None,
    src_mask: Tensor | None = None,
) -> TargetPass:
    """All positions of a target at once, as in training, but without dropout.

    ``fed`` begins with the id of ``<s>``; the masks replace the model's own, ``[1, 1, target,
    target]`` and ``[1, 1, target, source]``.
    """
    tgt = torch.tensor([list(fed)], device=model.device)  # [1, target]
    causal = causal_mask(len(fed), device=model.device)
    with model.evaluating() as network:
        decoded = network.decode(
            tgt,
            reading.memory,
            tgt_mask=causal if tgt_mask is None else tgt_mask,
            src_mask=reading.src_mask if src_mask is None else src_mask,
            record=True,
        )
    own = of_one(decoded.self_weights)
    cross = of_one(decoded.cross_weights, none=(*own.shape[:3], 0))
    return TargetPass(decoded.logits[0].float(), own_array(own), own_array(cross))


# -------------------------------------------------------------------------------------------- rows
# The parts of a decoder for one row, in numpy, over the weights of a network's own parts.


def shared_array(tensor: Tensor) -> FloatArray:
    """An array of the same shape that shares the tensor's memory."""
    array: FloatArray = tensor.detach().numpy()
    return array


def _of_maybe(tensor: Tensor | None) -> FloatArray | None:
    return None if tensor is None else shared_array(tensor)


class RowProjection:
    """xWᵀ + b."""

    def __init__(self, linear: Linear) -> None:
        self.size = linear.out_features
        self._product = row_product(linear.weight)
        self._bias = _of_maybe(linear.bias)

    def __call__(self, x: FloatArray, out: FloatArray) -> FloatArray:
        """``[in_features]`` → ``[out_features]``, written to ``out``."""
        self._product(x, out)
        return out if self._bias is None else np.add(out, self._bias, out=out)


class RowNorm:
    """LayerNorm or RMSNorm."""

    def __init__(self, norm: nn.LayerNorm | nn.RMSNorm) -> None:
        self._weight = shared_array(norm.weight)
        self._bias = _of_maybe(norm.bias if isinstance(norm, nn.LayerNorm) else None)
        self._share, self._epsilon = 1 / len(self._weight), norm.eps or 0.0
        self._shares = np.full_like(self._weight, self._share)

    def __call__(self, x: FloatArray, out: FloatArray) -> FloatArray:
        """``[d_model]`` → ``[d_model]``, written to ``out``, which may be ``x``."""
        if self._bias is not None:
            x = np.subtract(x, x.dot(self._shares), out=out)
        np.divide(x, np.sqrt(x.dot(x) * self._share + self._epsilon), out=out)
        np.multiply(out, self._weight, out=out)
        return out if self._bias is None else np.add(out, self._bias, out=out)


def row_norm(norm: nn.Module) -> RowNorm | None:
    """None for an identity instead of a norm."""
    return RowNorm(norm) if isinstance(norm, nn.LayerNorm | nn.RMSNorm) else None


class RowTransform:
    """LayerNorm(f(xW + b))."""

    def __init__(self, transform: OutputTransform) -> None:
        self._w, self._norm = RowProjection(transform.w), RowNorm(transform.norm)
        self._activation = transform.activation
        self._row = np.empty(self._w.size, np.float32)

    def __call__(self, x: FloatArray) -> FloatArray:
        """``[d_model]`` → the same shape."""
        activated = self._activation(torch.from_numpy(self._w(x, self._row))).numpy()
        return self._norm(activated, self._row)


class _Residual:
    """Post-norm or pre-norm."""

    def __init__(self, residual: Residual) -> None:
        self._pre, self._norm = residual.pre, RowNorm(residual.norm)
        self._row = np.empty_like(shared_array(residual.norm.weight))

    def enter(self, x: FloatArray) -> FloatArray:
        return self._norm(x, self._row) if self._pre else x

    def leave(self, x: FloatArray, output: FloatArray) -> None:
        """Add the sublayer's output to the stream ``x`` in place, ``[d_model]``."""
        np.add(x, output, out=x)
        if not self._pre:
            self._norm(x, x)


class _FeedForward:
    """f(xW₁)W₂, gated or not."""

    def __init__(self, feed_forward: FeedForward) -> None:
        self._w_1, self._w_2 = RowProjection(feed_forward.w_1), RowProjection(feed_forward.w_2)
        self._w_3 = None if feed_forward.w_3 is None else RowProjection(feed_forward.w_3)
        self._activation = feed_forward.activation
        self._hidden, self._gate = np.empty((2, self._w_1.size), np.float32)
        self._as_tensor = torch.from_numpy(self._hidden)

    def __call__(self, x: FloatArray, out: FloatArray) -> FloatArray:
        """``[d_model]`` → the same shape."""
        self._w_1(x, self._hidden)
        hidden: FloatArray = self._activation(self._as_tensor).numpy()
        if self._w_3 is not None:
            hidden = np.multiply(hidden, self._w_3(x, self._gate), out=self._hidden)
        return self._w_2(hidden, out)


class _Attention:
    """From one query to cached keys and values: QKᵀ/√d_k, softmax, V, W_O."""

    def __init__(self, attention: MultiHeadAttention) -> None:
        self._w_q, self._w_o = RowProjection(attention.w_q), RowProjection(attention.w_o)
        width, heads = self._w_q.size, attention.n_heads
        d_k = width // heads
        self._divisor = np.array(math.sqrt(d_k) if attention.scaled else 1.0, np.float32)
        self._row = np.empty(width, np.float32)
        self._query = self._row.reshape(heads, d_k, 1)
        self._context = self._row.reshape(heads, 1, d_k)  # the query is not read any more then

    def __call__(
        self,
        x: FloatArray,
        out: FloatArray,
        *,
        kv: _Heads,
        weights: FloatArray,
        bias: FloatArray | None = None,
    ) -> None:
        """``[d_model]`` → the same shape, written to ``out``; and weights ``[heads, key]``."""
        keys, values = kv
        np.divide(self._w_q(x, self._row), self._divisor, out=self._row)
        scores = np.matmul(keys, self._query)[:, :, 0]  # [heads, key]
        if bias is not None:
            np.add(scores, bias, out=scores)
        torch.softmax(torch.from_numpy(scores), -1, out=torch.from_numpy(weights))
        np.matmul(weights[:, None], values, out=self._context)  # [heads, 1, d_k]
        self._w_o(self._row, out)


_Heads = tuple[FloatArray, FloatArray]
"""Keys and values, each ``[heads, key, d_k]``."""


class _Cache:
    """Keys and values of one decoder layer's tokens so far, a row each."""

    def __init__(self, attention: MultiHeadAttention, max_steps: int) -> None:
        self._w_k, self._w_v = RowProjection(attention.w_k), RowProjection(attention.w_v)
        self._keys, self._values = np.empty((2, max_steps, self._w_k.size), np.float32)
        apart = (max_steps, attention.n_heads, self._w_k.size // attention.n_heads)
        self._by_head = tuple(
            rows.reshape(apart).transpose(1, 0, 2) for rows in (self._keys, self._values)
        )

    def extended(self, x: FloatArray, step: int) -> _Heads:
        """Keys and values with those of the newest token ``[d_model]`` added."""
        self._w_k(x, self._keys[step])
        self._w_v(x, self._values[step])
        keys, values = self._by_head
        return keys[:, : step + 1], values[:, : step + 1]


class RowLayer:
    """One decoder layer, with its keys and values so far."""

    def __init__(self, layer: DecoderLayer, memory: KeyValue | None, *, max_steps: int) -> None:
        """Room for ``max_steps`` tokens; ``memory`` is None without an encoder."""
        self._attention, self._cache = (
            _Attention(layer.attention),
            _Cache(layer.attention, max_steps),
        )
        self._attention_residual = _Residual(layer.attention_residual)
        self._memory: _Heads | None = None
        if memory is not None:
            self._memory = (shared_array(memory.k[0]), shared_array(memory.v[0]))
            self._cross, self._cross_residual = (
                _Attention(layer.cross),
                _Residual(layer.cross_residual),
            )
        self._feed_forward = _FeedForward(layer.feed_forward)
        self._feed_forward_residual = _Residual(layer.feed_forward_residual)
        self._output = np.empty(layer.feed_forward.w_2.out_features, np.float32)

    def __call__(
        self,
        x: FloatArray,
        step: int,
        *,
        own: FloatArray,
        cross: FloatArray,
        bias: FloatArray | None,
    ) -> None:
        """Change ``x`` ``[d_model]`` in place and write the new weights.

        ``own`` is ``[heads, key]``, ``cross`` ``[heads, source]``; ``bias`` is added to the scores
        of the self-attention, ``[heads, key]``.
        """
        output = self._output
        h = self._attention_residual.enter(x)
        kv = self._cache.extended(h, step)
        self._attention(h, output, kv=kv, weights=own, bias=bias)
        self._attention_residual.leave(x, output)
        if self._memory is not None:
            h = self._cross_residual.enter(x)
            self._cross(h, output, kv=self._memory, weights=cross)
            self._cross_residual.leave(x, output)
        h = self._feed_forward_residual.enter(x)
        self._feed_forward_residual.leave(x, self._feed_forward(h, output))


# ----------------------------------------------------------------------------------------- feeding
# A decoder that is fed token by token and tells its weights: by numpy where it can, else as it is.


class Fed(NamedTuple):
    """The decoder's result for one more token.

    ``logits`` are ``[vocabulary]`` and valid until the next token is fed; ``own`` are the new rows
    of the decoder's weights, ``[layers, heads, key]``, ``cross`` those of the cross-attention,
    ``[layers, heads, source]``.
    """

    logits: Tensor
    own: FloatArray
    cross: FloatArray


class Feeding(Protocol):
    """One decode of one sentence."""

    def feed(self, token_id: int) -> Fed:
        """Feed one token and return its logits and weights."""


def feeding(model: TrainedModel, reading: Reading, *, max_steps: int) -> Feeding:
    """The fastest implementation for a model, for at most ``max_steps`` tokens."""
    if has_rows(model.network):
        return RowFeeding(model.network, reading.memory, max_steps=max_steps)
    return NetworkFeeding(model, reading)


def has_rows(network: Transformer) -> bool:
    """True if numpy can compute the network: unmodified, in float32, on a CPU."""
    weight = network.output.weight
    plain = weight.is_cpu and weight.dtype == torch.float32
    return plain and type(network) is Transformer and not torch.is_autocast_enabled("cpu")


class NetworkFeeding:
    """The network itself, on any device."""

    def __init__(self, model: TrainedModel, reading: Reading) -> None:
        self._model, self._reading = model, reading
        self._past: tuple[KeyValue, ...] | None = None

    def feed(self, token_id: int) -> Fed:
        tgt = torch.tensor([[token_id]], device=self._reading.src_mask.device)  # [1, 1]
        with self._model.evaluating() as network:
            # one sentence alone has no padding, and nothing comes after its last token
            decoded = network.decode(
                tgt,
                self._reading.memory,
                tgt_mask=None,
                src_mask=None,
                past=self._past,
                record=True,
            )
        self._past = decoded.past
        own = _last_rows(decoded.self_weights)
        cross = own[..., :0] if decoded.cross_weights is None else _last_rows(decoded.cross_weights)
        return Fed(decoded.logits[0, -1].float(), own, cross)


def _last_rows(weights: Tensor | None) -> FloatArray:
    """Weights of the last query, ``[layers, heads, key]``; may share the tensor's memory."""
    return own_array(of_one(weights)[:, :, -1])


class RowFeeding:
    """The same by numpy, over the network's own weights."""

    def __init__(self, network: Transformer, memory: Sequence[KeyValue], *, max_steps: int) -> None:
        """Room for ``max_steps`` tokens over the projected memory of one sentence."""
        embedding, transform = network.tgt_embedding, network.output_transform
        self._tokens, self._scale = shared_array(embedding.tokens.weight), embedding.scale
        self._positions = shared_array(embedding.positions.table)
        self._norm, self._last_norm = row_norm(embedding.norm), row_norm(network.decoder_norm)
        self._bias = network.decoder_bias
        self._layers = [
            RowLayer(layer, memory[index] if memory else None, max_steps=max_steps)
            for index, layer in enumerate(network.decoder_layers)
            if isinstance(layer, DecoderLayer)
        ]
        self._transform = (
            RowTransform(transform) if isinstance(transform, OutputTransform) else None
        )
        self._output = RowProjection(network.output)
        self._logits = np.empty(self._output.size, np.float32)
        self._forbidden = list(network.config.forbidden)
        self._rows = (network.config.depth("decoder"), network.config.n_heads)
        self._n_source = memory[0].k.size(2) if memory else 0
        self._fed = 0

    def feed(self, token_id: int) -> Fed:
        """Feed one token.

        Raises:
            IndexError: there is no position, or no room, for another token.
        """
        own = np.empty((*self._rows, self._fed + 1), np.float32)  # [layers, heads, key]
        cross = np.empty((*self._rows, self._n_source), np.float32)  # [layers, heads, source]
        with np.errstate(all="ignore"):  # torch is silent about what is no number, too
            x, bias = self._embedded(token_id), self._bias_row()
            for layer, own_rows, cross_rows in zip(self._layers, own, cross, strict=True):
                layer(x, self._fed, own=own_rows, cross=cross_rows, bias=bias)
            self._predict(x)
        self._fed += 1
        return Fed(torch.from_numpy(self._logits), own, cross)

    def _embedded(self, token_id: int) -> FloatArray:
        x: FloatArray = self._tokens[token_id] * np.float32(self._scale)  # [d_model]
        np.add(x, self._positions[self._fed], out=x)
        return x if self._norm is None else self._norm(x, x)

    def _bias_row(self) -> FloatArray | None:
        """Relative position bias of the newest query, ``[heads, key]``, or None."""
        if self._bias is None:
            return None
        return shared_array(self._bias(self._fed, 1, self._fed + 1)[0, :, 0])

    def _predict(self, x: FloatArray) -> None:
        if self._last_norm is not None:
            self._last_norm(x, x)
        if self._transform is not None:
            x = self._transform(x)
        self._output(x, self._logits)
        if self._forbidden:
            self._logits[self._forbidden] = -np.inf


# ------------------------------------------------------------------------------------------ greedy


def translate_steps(
    model: TrainedModel,
    text: str,
    *,
    prefix: Sequence[int] = (),
    max_steps: int | None = None,
    top_k: int = TOP_K,
) -> Iterator[Trace]:
    """Translate a sentence; yields the trace after the encoder, then after every step.

    Without an encoder the sentence is the beginning of the target. Without a decoder there is a
    single trace: :func:`model.decoding.greedy.masked_candidates`.

    Args:
        model: the model to decode with.
        text: as the user typed it.
        prefix: target ids that the decoder is fed instead of the best candidates, each with its own
            log-probability. A prefix that ends on ``</s>`` makes this teacher forcing. Default: the
            prompt, or the model's forced first token.
        max_steps: stop after so many tokens; default: the model's positions, or twice the source
            length and a few more.
        top_k: candidates of each step, 1 or more.

    Raises:
        SourceError: the sentence cannot be translated, its weights would fill the memory, or the
            prefix is too long.
    """
    if not model.config.depth("decoder"):
        yield masked_candidates(model, text, top_k=top_k)
        return
    source = model.prepared(text)
    prefix = prefix or source.prompt or model.tgt_tokenizer.prefix
    prefix = prefix[: prefix.index(EOS_ID) + 1] if EOS_ID in prefix else prefix
    n_source, max_len = len(source.ids or source.prompt), model.config.max_len
    limit = length_limit(n_source, max_len) if max_steps is None else min(max_len, max_steps)
    _check_room(prefix, limit)
    if prefix and prefix[-1] == EOS_ID:
        limit = len(prefix)
    check_size(source, model.config, max_steps=limit)
    reading = read_source(model, source)
    recording = reading.recording(limit)
    kinds = kinds_of(model.config)
    trace = Trace.begun(source, reading.weights, recording=recording, kinds=kinds)
    yield trace
    for step in greedy_steps(
        model, reading, prefix=prefix, max_steps=limit, top_k=top_k, recording=recording
    ):
        trace = extended(trace, step, model.tgt_tokenizer, limit=limit)
        yield trace


def extended(trace: Trace, step: DecodeStep, tokenizer: Tokenizer, *, limit: int) -> Trace:
    """The trace with its next step; finished after ``</s>`` or ``limit`` steps."""
    text = tokenizer.decode((*trace.predicted_ids, step.token_id))
    longer = trace.with_step(step, translation=text)
    if step.token_id == EOS_ID:
        return longer.stopped("end of sentence")
    return longer.stopped("length limit") if len(longer.steps) == limit else longer


def length_limit(n_source: int, max_len: int) -> int:
    """Default maximum number of tokens of a translation."""
    return min(max_len, 2 * n_source + 10)


def translate(model: TrainedModel, text: str) -> Trace:
    """The finished trace of a sentence; raises SourceError if it cannot be translated."""
    *_, trace = translate_steps(model, text)
    return trace


def greedy_steps(
    model: TrainedModel,
    reading: Reading,
    *,
    prefix: Sequence[int] = (),
    max_steps: int,
    top_k: int = TOP_K,
    recording: Recording | None = None,
) -> Generator[DecodeStep]:
    """Decode one token per step until ``</s>`` or ``max_steps``; ``prefix`` is fed first.

    The rows of the steps are views of the ``recording`` (default: a new one).

    Raises:
        SourceError: the prefix is longer than ``max_steps``.
    """
    _check_room(prefix, max_steps)
    if recording is None:
        recording = reading.recording(max_steps)
    decoder = feeding(model, reading, max_steps=max_steps)
    before, fed = None, BOS_ID
    for index in range(max_steps):
        with torch.inference_mode():  # lighter than no_grad; nothing of a step is ever trained
            logits, own, cross = decoder.feed(fed)
            step = decode_step(
                logits.log_softmax(dim=-1),
                model.tgt_tokenizer,
                index=index,
                before=before,
                fed=fed,
                rows=recording.append(own, cross),
                given=prefix[index] if index < len(prefix) else None,
                top_k=top_k,
            )
        yield step
        before, fed = fed, step.token_id
        if fed == EOS_ID:
            return


def _check_room(prefix: Sequence[int], max_steps: int) -> None:
    if len(prefix) > max_steps:
        raise SourceError(
            "The given target has {tokens} tokens; there is room for {largest}.",
            tokens=len(prefix),
            largest=max_steps,
        )
