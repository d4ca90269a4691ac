"""What pages say, in English; who has Qt hands in the same words in another language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP

TRANSLATIONS = Path(__file__).resolve().parents[2] / "resources" / "translations"

PageWords = Mapping[str, str]
"""By their names in the templates and in the script."""

ATTENTION_WORDS: PageWords = {
    "attention": QT_TRANSLATE_NOOP("html", "Attention"),
    "encoder": QT_TRANSLATE_NOOP("html", "Encoder self-attention"),
    "decoder": QT_TRANSLATE_NOOP("html", "Decoder self-attention"),
    "cross": QT_TRANSLATE_NOOP("html", "Cross-attention"),
    "kinds": QT_TRANSLATE_NOOP("html", "Kind of attention"),
    "heads": QT_TRANSLATE_NOOP("html", "All heads: a line for each layer"),
    "layer": QT_TRANSLATE_NOOP("html", "Layer {layer}"),
    "head": QT_TRANSLATE_NOOP("html", "Head {head}"),
    "place": QT_TRANSLATE_NOOP("html", "Layer {layer} · head {head}"),
    "axes": QT_TRANSLATE_NOOP("html", "row attends to column"),
    "rows": QT_TRANSLATE_NOOP("html", "row (fed in → predicted) attends to column"),
    "cell": QT_TRANSLATE_NOOP("html", "“{query}” attends to “{key}”: {value} · {place}"),
    "masked_cell": QT_TRANSLATE_NOOP("html", "“{query}” may not attend to “{key}”: masked"),
    "masked": QT_TRANSLATE_NOOP("html", "masked"),
    "levels": QT_TRANSLATE_NOOP("html", "Colours from 0 to 1"),
    "numbers": QT_TRANSLATE_NOOP("html", "Numbers of every head"),
    "hint": QT_TRANSLATE_NOOP("html", "Click a head, point at a cell, or use Tab and arrow keys."),
}

REPORT_WORDS: PageWords = {
    "report": QT_TRANSLATE_NOOP("html", "Report"),
    "made_by": QT_TRANSLATE_NOOP(
        "html", "Made by Headlight {version}. This page needs no network."
    ),
    "source": QT_TRANSLATE_NOOP("html", "Source"),
    "translation": QT_TRANSLATE_NOOP("html", "Translation"),
    "text": QT_TRANSLATE_NOOP("html", "Text"),
    "filled": QT_TRANSLATE_NOOP("html", "Filled in"),
    "tokens": QT_TRANSLATE_NOOP("html", "Tokens"),
    "branch": QT_TRANSLATE_NOOP("html", "Branch"),
    "unknown": QT_TRANSLATE_NOOP("html", "Not known to the model"),
    "steps": QT_TRANSLATE_NOOP("html", "Steps"),
    "step": QT_TRANSLATE_NOOP("html", "Step"),
    "fed": QT_TRANSLATE_NOOP("html", "Fed in"),
    "predicted": QT_TRANSLATE_NOOP("html", "Predicted"),
    "probability": QT_TRANSLATE_NOOP("html", "Probability"),
    "candidates": QT_TRANSLATE_NOOP("html", "Best candidates"),
    "given": QT_TRANSLATE_NOOP("html", "given"),
    "nothing": QT_TRANSLATE_NOOP("html", "Nothing was decoded."),
    "model": QT_TRANSLATE_NOOP("html", "Model"),
    "name": QT_TRANSLATE_NOOP("html", "Name"),
    "task": QT_TRANSLATE_NOOP("html", "Task"),
    "imported": QT_TRANSLATE_NOOP("html", "Imported from"),
    "origin": QT_TRANSLATE_NOOP("html", "Where it comes from"),
    "parameters": QT_TRANSLATE_NOOP("html", "Parameters"),
    "vocabularies": QT_TRANSLATE_NOOP("html", "Vocabulary of source and target"),
    "device": QT_TRANSLATE_NOOP("html", "Computed on"),
    "configuration": QT_TRANSLATE_NOOP("html", "Configuration"),
    "record": QT_TRANSLATE_NOOP("html", "Training record"),
    "curve": QT_TRANSLATE_NOOP("html", "Learning curve"),
    "curve_told": QT_TRANSLATE_NOOP(
        "html", "Loss by update, in nats per token: a line for training, dots for validation."
    ),
    "training_loss": QT_TRANSLATE_NOOP("html", "Training"),
    "validation_loss": QT_TRANSLATE_NOOP("html", "Validation"),
    "last_values": QT_TRANSLATE_NOOP("html", "Last values"),
    "update": QT_TRANSLATE_NOOP("html", "Update"),
    "loss": QT_TRANSLATE_NOOP("html", "Loss"),
    "before": QT_TRANSLATE_NOOP("html", "The training of the model that it went on from"),
    "many": QT_TRANSLATE_NOOP("html", "{count} values, in the model's file"),
    "versions": QT_TRANSLATE_NOOP("html", "Versions"),
    "contents": QT_TRANSLATE_NOOP("html", "On this page"),
    "what": QT_TRANSLATE_NOOP("html", "What"),
    "value": QT_TRANSLATE_NOOP("html", "Value"),
}

ALL_WORDS: PageWords = {**ATTENTION_WORDS, **REPORT_WORDS}


def words_in(language: str) -> PageWords:
    """Every word in ``en`` or ``zh_CN``, without Qt: from the file that its own is made from."""
    if language == "en":
        return ALL_WORDS
    known = _translations(language)
    return {name: known.get(text) or text for name, text in ALL_WORDS.items()}


@lru_cache
def _translations(language: str) -> Mapping[str, str]:
    """Of the context of pages."""
    root = ElementTree.parse(TRANSLATIONS / f"headlight_{language}.ts").getroot()
    messages = root.iterfind("context[name='html']/message")
    return {one.findtext("source", ""): one.findtext("translation", "") for one in messages}


def translated_words(translate: Callable[[str, str], str]) -> PageWords:
    """Every word, by a function of context and text such as ``QCoreApplication.translate``."""
    return {name: translate("html", text) for name, text in ALL_WORDS.items()}
