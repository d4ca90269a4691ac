"""Heads computed by plain formulas."""

import numpy as np

from model.arrays import frozen
from model.lessons.one_head import HeadAnatomy

SOURCE = ("我", "有", "猫", "</s>")
FED = ("<s>", "I", "have", "a", "cat", ".")
HEADS, D_K = 2, 3
D_MODEL = HEADS * D_K


def anatomy_of(kind="cross", *, layer=1, head=1, norm="pre", seed=0) -> HeadAnatomy:
    """A head of 2, of width 3, for a short sentence."""
    random = np.random.default_rng(seed)
    queries = SOURCE if kind == "encoder" else FED
    keys = FED if kind == "decoder" else SOURCE
    n_q, n_k = len(queries), len(keys)
    before = random.normal(size=(n_q, D_MODEL))
    gain, bias = random.normal(size=(2, D_MODEL))
    x_query = layer_norm(before, gain, bias) if norm == "pre" else before
    x_key = random.normal(size=(n_k, D_MODEL)) if kind == "cross" else x_query
    w_q, w_k, w_v = random.normal(size=(3, HEADS, D_K, D_MODEL))
    b_q, b_k, b_v = random.normal(size=(3, HEADS, D_K))
    w_o, b_o = random.normal(size=(HEADS, D_MODEL, D_K)), random.normal(size=D_MODEL)
    q, k, v = (
        np.einsum("ti,hdi->htd", x, w) + b[:, None]
        for x, w, b in ((x_query, w_q, b_q), (x_key, w_k, b_k), (x_key, w_v, b_v))
    )
    products = np.einsum("hqd,hkd->hqk", q, k)
    scores = products / np.sqrt(D_K)
    mask = np.tri(n_q, n_k, dtype=bool) if kind == "decoder" else np.ones((n_q, n_k), bool)
    masked = np.where(mask, scores, -np.inf)
    raised = np.exp(masked - masked.max(-1, keepdims=True))
    weights = raised / raised.sum(-1, keepdims=True)
    context = np.einsum("hqk,hkd->hqd", weights, v)
    contributions = np.einsum("hqd,hid->hqi", context, w_o)
    output = contributions.sum(axis=0) + b_o
    added = before + output
    arrays = {
        "before": before,
        "norm_gain": gain,
        "norm_bias": bias,
        "x_query": x_query,
        "x_key": x_key,
        "w_q": w_q[head],
        "w_k": w_k[head],
        "w_v": w_v[head],
        "b_q": b_q[head],
        "b_k": b_k[head],
        "b_v": b_v[head],
        "q": q[head],
        "k": k[head],
        "v": v[head],
        "products": products[head],
        "scores": scores[head],
        "masked_scores": masked[head],
        "weights": weights[head],
        "context": context[head],
        "concatenation": np.concatenate(list(context), axis=1),
        "w_o": w_o[head],
        "b_o": b_o,
        "contributions": contributions,
        "output": output,
        "added": added,
        "after": layer_norm(added, gain, bias) if norm == "post" else added,
    }
    return HeadAnatomy(
        kind=kind,
        layer=layer,
        head=head,
        norm=norm,
        query_tokens=queries,
        key_tokens=keys,
        norm_epsilon=1e-5,
        mask=frozen(mask),
        **{name: frozen(array.astype(np.float32)) for name, array in arrays.items()},
    )


def layer_norm(x: np.ndarray, gain: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Over the last axis."""
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * gain + bias
