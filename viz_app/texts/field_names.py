"""Names of the settings of a model and of its training, and of what a training record contains.

Without Qt: pages that are written without a window show them too.
"""

from __future__ import annotations

from collections.abc import Mapping

from model.config import ModelConfig
from model.runs.presets import TrainingConfig
from model.values import FieldText, captions_of
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP

FIELDS: Mapping[str, FieldText] = {**captions_of(ModelConfig), **captions_of(TrainingConfig)}
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
