"""What a sentence is called, and what is done with it: a source, a prompt, or what to fill in."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from model.config import Stack

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelWords:
    """Words of the header.

    Attributes:
        sentence, sentence_tip, placeholder: of the field.
        action, action_tip: of the button beside it.
    """

    sentence: str
    sentence_tip: str
    placeholder: str
    action: str
    action_tip: str


def model_words(stacks: tuple[Stack, ...]) -> ModelWords:
    """Those of a model that has these stacks."""
    if stacks == ("decoder",):
        return _of_prompts()
    return _of_masks() if stacks == ("encoder",) else _of_sources()


def _of_sources() -> ModelWords:
    return ModelWords(
        sentence=translate("HeaderBar", "Source sentence"),
        sentence_tip=translate(
            "HeaderBar", "The sentence to translate; Return translates it, Alt+Down lists others"
        ),
        placeholder=translate("HeaderBar", "Type or paste a sentence"),
        action=translate("HeaderBar", "Translate"),
        action_tip=translate("HeaderBar", "Translate the source"),
    )


def _of_prompts() -> ModelWords:
    return ModelWords(
        sentence=translate("HeaderBar", "Prompt"),
        sentence_tip=translate(
            "HeaderBar",
            "The prompt, which the model goes on with; Return generates, Alt+Down lists others",
        ),
        placeholder=translate("HeaderBar", "Type a prompt: the model goes on with it"),
        action=translate("HeaderBar", "Generate"),
        action_tip=translate("HeaderBar", "Go on with the prompt, token by token"),
    )


def _of_masks() -> ModelWords:
    return ModelWords(
        sentence=translate("HeaderBar", "Sentence"),
        sentence_tip=translate(
            "HeaderBar",
            "The sentence to read; write [MASK] for a token to be predicted. Return predicts, "
            "Alt+Down lists others",
        ),
        placeholder=translate("HeaderBar", "Type a sentence, with [MASK] for a token to predict"),
        action=translate("HeaderBar", "Predict"),
        action_tip=translate("HeaderBar", "Read the sentence and predict what is masked"),
    )
