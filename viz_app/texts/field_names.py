"""Names of the settings of a model and of its training, and of what a training record contains.

Without Qt: pages that are written without a window show them too.
"""

from __future__ import annotations

from collections.abc import Mapping

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP

FIELDS: Mapping[str, tuple[str, str]] = {
    "n_layers": (
        QT_TRANSLATE_NOOP("configuration", "layers"),
        QT_TRANSLATE_NOOP("configuration", "Number of layers in the encoder and in the decoder"),
    ),
    "n_heads": (
        QT_TRANSLATE_NOOP("configuration", "heads"),
        QT_TRANSLATE_NOOP("configuration", "Attention heads per layer; they split the width"),
    ),
    "d_model": (
        QT_TRANSLATE_NOOP("configuration", "width (d_model)"),
        QT_TRANSLATE_NOOP("configuration", "Size of a token's vector between layers"),
    ),
    "d_ff": (
        QT_TRANSLATE_NOOP("configuration", "inner width (d_ff)"),
        QT_TRANSLATE_NOOP("configuration", "Width inside the feed-forward networks"),
    ),
    "dropout": (
        QT_TRANSLATE_NOOP("configuration", "dropout"),
        QT_TRANSLATE_NOOP("configuration", "Fraction of values set to zero during training, 0 … 1"),
    ),
    "max_len": (
        QT_TRANSLATE_NOOP("configuration", "longest sentence"),
        QT_TRANSLATE_NOOP("configuration", "Maximum number of tokens in a sentence (max_len)"),
    ),
    "norm": (
        QT_TRANSLATE_NOOP("configuration", "normalisation"),
        QT_TRANSLATE_NOOP("configuration", "A norm before each sublayer, or after it"),
    ),
    "positions": (
        QT_TRANSLATE_NOOP("configuration", "positions"),
        QT_TRANSLATE_NOOP("configuration", "How the model encodes token positions"),
    ),
    "activation": (
        QT_TRANSLATE_NOOP("configuration", "activation"),
        QT_TRANSLATE_NOOP("configuration", "Between the two halves of a feed-forward network"),
    ),
    "tie_embeddings": (
        QT_TRANSLATE_NOOP("configuration", "tied embeddings"),
        QT_TRANSLATE_NOOP("configuration", "Target embedding and output layer share their weights"),
    ),
    "encoder_layers": (
        QT_TRANSLATE_NOOP("configuration", "layers of the encoder"),
        QT_TRANSLATE_NOOP("configuration", "Only if the encoder has a different number of layers"),
    ),
    "decoder_layers": (
        QT_TRANSLATE_NOOP("configuration", "layers of the decoder"),
        QT_TRANSLATE_NOOP("configuration", "Only if the decoder has a different number of layers"),
    ),
    "d_kv": (
        QT_TRANSLATE_NOOP("configuration", "width of a head (d_k)"),
        QT_TRANSLATE_NOOP("configuration", "Only if it is not the width divided by the heads"),
    ),
    "norm_type": (
        QT_TRANSLATE_NOOP("configuration", "kind of norm"),
        QT_TRANSLATE_NOOP("configuration", "LayerNorm, or RMSNorm, which has no mean and no bias"),
    ),
    "norm_epsilon": (
        QT_TRANSLATE_NOOP("configuration", "epsilon of norms"),
        QT_TRANSLATE_NOOP("configuration", "Added to the variance in a norm"),
    ),
    "final_norm": (
        QT_TRANSLATE_NOOP("configuration", "final norm"),
        QT_TRANSLATE_NOOP(
            "configuration",
            "One more norm after each stack; usually only with pre-norm, whose sums grow",
        ),
    ),
    "scaled_embedding": (
        QT_TRANSLATE_NOOP("configuration", "scaled embedding"),
        QT_TRANSLATE_NOOP(
            "configuration", "Token embeddings are multiplied by the square root of the width"
        ),
    ),
    "embedding_norm": (
        QT_TRANSLATE_NOOP("configuration", "norm after embedding"),
        QT_TRANSLATE_NOOP("configuration", "A norm after the positions have been added"),
    ),
    "sinusoids": (
        QT_TRANSLATE_NOOP("configuration", "order of sinusoids"),
        QT_TRANSLATE_NOOP("configuration", "Alternating sine and cosine, or sines, then cosines"),
    ),
    "closed_sinusoids": (
        QT_TRANSLATE_NOOP("configuration", "closed sinusoids"),
        QT_TRANSLATE_NOOP("configuration", "Sinusoids divide by d_model − 2 instead of d_model"),
    ),
    "position_offset": (
        QT_TRANSLATE_NOOP("configuration", "first position"),
        QT_TRANSLATE_NOOP("configuration", "Row of the table for the first token"),
    ),
    "relative_buckets": (
        QT_TRANSLATE_NOOP("configuration", "relative buckets"),
        QT_TRANSLATE_NOOP("configuration", "Number of relative-position biases per head"),
    ),
    "relative_distance": (
        QT_TRANSLATE_NOOP("configuration", "relative distance"),
        QT_TRANSLATE_NOOP("configuration", "Distances from here on share one bias"),
    ),
    "scaled_scores": (
        QT_TRANSLATE_NOOP("configuration", "scaled scores"),
        QT_TRANSLATE_NOOP(
            "configuration", "Scores are divided by the square root of the width of a head"
        ),
    ),
    "gated": (
        QT_TRANSLATE_NOOP("configuration", "gated feed-forward"),
        QT_TRANSLATE_NOOP("configuration", "Hidden values are multiplied by a gate"),
    ),
    "biases": (
        QT_TRANSLATE_NOOP("configuration", "biases"),
        QT_TRANSLATE_NOOP("configuration", "Projections of attention and feed-forward have biases"),
    ),
    "output_bias": (
        QT_TRANSLATE_NOOP("configuration", "output bias"),
        QT_TRANSLATE_NOOP("configuration", "The output layer has a bias for every token"),
    ),
    "output_transform": (
        QT_TRANSLATE_NOOP("configuration", "output transform"),
        QT_TRANSLATE_NOOP(
            "configuration", "Before the output layer: a projection, the activation and a norm"
        ),
    ),
    "share_embeddings": (
        QT_TRANSLATE_NOOP("configuration", "shared embeddings"),
        QT_TRANSLATE_NOOP("configuration", "Source and target share one embedding table"),
    ),
    "forbidden": (
        QT_TRANSLATE_NOOP("configuration", "never predicted"),
        QT_TRANSLATE_NOOP("configuration", "Ids of tokens that are never predicted"),
    ),
    "epochs": (
        QT_TRANSLATE_NOOP("configuration", "epochs"),
        QT_TRANSLATE_NOOP("configuration", "Passes over the whole corpus"),
    ),
    "batch_tokens": (
        QT_TRANSLATE_NOOP("configuration", "tokens in a batch"),
        QT_TRANSLATE_NOOP("configuration", "Upper limit: source, target and padding together"),
    ),
    "learning_rate": (
        QT_TRANSLATE_NOOP("configuration", "learning rate"),
        QT_TRANSLATE_NOOP("configuration", "The highest, reached after the warm-up"),
    ),
    "warmup": (
        QT_TRANSLATE_NOOP("configuration", "warm-up"),
        QT_TRANSLATE_NOOP(
            "configuration",
            "Updates over which the learning rate rises from 0; at most half of all",
        ),
    ),
    "schedule": (
        QT_TRANSLATE_NOOP("configuration", "schedule"),
        QT_TRANSLATE_NOOP("configuration", "How the learning rate decreases after the warm-up"),
    ),
    "clip": (
        QT_TRANSLATE_NOOP("configuration", "gradient clip"),
        QT_TRANSLATE_NOOP("configuration", "Larger gradient norms are scaled down to this"),
    ),
    "label_smoothing": (
        QT_TRANSLATE_NOOP("configuration", "label smoothing"),
        QT_TRANSLATE_NOOP(
            "configuration",
            "Probability spread evenly over all tokens, including the correct one, 0 … 1",
        ),
    ),
    "averaged": (
        QT_TRANSLATE_NOOP("configuration", "averaged epochs"),
        QT_TRANSLATE_NOOP(
            "configuration",
            "Number of last epochs over which the final weights are averaged",
        ),
    ),
    "patience": (
        QT_TRANSLATE_NOOP("configuration", "patience"),
        QT_TRANSLATE_NOOP(
            "configuration", "Epochs without a lower loss before stopping; 0 = never"
        ),
    ),
    "scored_every": (
        QT_TRANSLATE_NOOP("configuration", "score every"),
        QT_TRANSLATE_NOOP("configuration", "Epochs between scores; 0 = no score"),
    ),
    "level": (
        QT_TRANSLATE_NOOP("configuration", "tokens"),
        QT_TRANSLATE_NOOP("configuration", "Whole words, or learned subwords"),
    ),
    "vocabulary": (
        QT_TRANSLATE_NOOP("configuration", "vocabulary"),
        QT_TRANSLATE_NOOP("configuration", "Maximum vocabulary size for each language"),
    ),
    "seed": (
        QT_TRANSLATE_NOOP("configuration", "seed"),
        QT_TRANSLATE_NOOP("configuration", "The same seed gives the same run"),
    ),
    "weight_decay": (
        QT_TRANSLATE_NOOP("configuration", "weight decay"),
        QT_TRANSLATE_NOOP(
            "configuration",
            "Weights shrink by this fraction times the learning rate at every update",
        ),
    ),
    "r_drop": (
        QT_TRANSLATE_NOOP("configuration", "R-Drop"),
        QT_TRANSLATE_NOOP(
            "configuration",
            "Weight of the difference between two passes with different dropout; 0 = one pass",
        ),
    ),
    "validation": (
        QT_TRANSLATE_NOOP("configuration", "held-out pairs"),
        QT_TRANSLATE_NOOP("configuration", "Pairs to hold out if the corpus has no held-out pairs"),
    ),
    "precision": (
        QT_TRANSLATE_NOOP("configuration", "precision"),
        QT_TRANSLATE_NOOP(
            "configuration", "Of matrix products; automatic: bfloat16 where it pays off"
        ),
    ),
    "min_count": (
        QT_TRANSLATE_NOOP("configuration", "minimum count"),
        QT_TRANSLATE_NOOP("configuration", "A word seen less often becomes <unk>"),
    ),
    "lowercase": (
        QT_TRANSLATE_NOOP("configuration", "lower case"),
        QT_TRANSLATE_NOOP("configuration", "Learn and read text in lower case"),
    ),
}
"""Caption and tool tip of every field: of the model, of its updates, of how the corpus is read."""

CHOICES: Mapping[str | bool, str] = {
    "": QT_TRANSLATE_NOOP("configuration", "with pre-norm"),
    True: QT_TRANSLATE_NOOP("configuration", "always"),
    False: QT_TRANSLATE_NOOP("configuration", "never"),
    "post": QT_TRANSLATE_NOOP("configuration", "post-norm"),
    "pre": QT_TRANSLATE_NOOP("configuration", "pre-norm"),
    "sinusoidal": QT_TRANSLATE_NOOP("configuration", "sinusoidal"),
    "learned": QT_TRANSLATE_NOOP("configuration", "learned"),
    "relu": "ReLU",
    "gelu": "GELU",
    "gelu_tanh": "GELU (tanh)",
    "silu": "SiLU",
    "layer": "LayerNorm",
    "rms": "RMSNorm",
    "relative": QT_TRANSLATE_NOOP("configuration", "relative"),
    "interleaved": QT_TRANSLATE_NOOP("configuration", "alternating"),
    "halves": QT_TRANSLATE_NOOP("configuration", "sines, then cosines"),
    "given": QT_TRANSLATE_NOOP("configuration", "stored"),
    "none": QT_TRANSLATE_NOOP("configuration", "none"),
    "constant": QT_TRANSLATE_NOOP("configuration", "constant"),
    "cosine": QT_TRANSLATE_NOOP("configuration", "cosine"),
    "inverse-sqrt": QT_TRANSLATE_NOOP("configuration", "inverse root"),
    "word": QT_TRANSLATE_NOOP("configuration", "words"),
    "bpe": "BPE",
    "auto": QT_TRANSLATE_NOOP("configuration", "automatic"),
    "yes": QT_TRANSLATE_NOOP("configuration", "yes"),
    "no": QT_TRANSLATE_NOOP("configuration", "no"),
}
"""Of each choice of a field, and of a switch; the field's own terms stay as they are."""

RECORD: Mapping[str, str] = {
    "attribution": QT_TRANSLATE_NOOP("record", "attribution"),
    "base": QT_TRANSLATE_NOOP("record", "base model"),
    "chrf": "chrF",
    "bleu": "BLEU",
    "contributors": QT_TRANSLATE_NOOP("record", "contributors"),
    "corpus": QT_TRANSLATE_NOOP("record", "corpus"),
    "curve": QT_TRANSLATE_NOOP("record", "learning curve"),
    "device": QT_TRANSLATE_NOOP("record", "device"),
    "epoch": QT_TRANSLATE_NOOP("record", "epoch"),
    "exact": QT_TRANSLATE_NOOP("record", "share of exact translations"),
    "family": QT_TRANSLATE_NOOP("record", "model family"),
    "fingerprint": QT_TRANSLATE_NOOP("record", "fingerprint"),
    "heldout": QT_TRANSLATE_NOOP("record", "held-out pairs"),
    "loss": QT_TRANSLATE_NOOP("record", "loss"),
    "name": QT_TRANSLATE_NOOP("record", "name"),
    "pairs": QT_TRANSLATE_NOOP("record", "pairs"),
    "python": "Python",
    "replicas": QT_TRANSLATE_NOOP("record", "replicas"),
    "seconds": QT_TRANSLATE_NOOP("record", "seconds"),
    "signatures": QT_TRANSLATE_NOOP("record", "sacreBLEU signature"),
    "source": QT_TRANSLATE_NOOP("record", "imported from"),
    "threads": QT_TRANSLATE_NOOP("record", "threads"),
    "training": QT_TRANSLATE_NOOP("record", "training"),
    "update": QT_TRANSLATE_NOOP("record", "update"),
    "updates": QT_TRANSLATE_NOOP("record", "updates"),
    "validation": QT_TRANSLATE_NOOP("record", "validation"),
    "versions": QT_TRANSLATE_NOOP("record", "versions"),
}
"""Of each key of a training record; keys below ``training`` are those of :data:`FIELDS`."""
