"""One sentence for the user, kept as template and values so that a window can translate it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with named placeholders, e.g. ``Message("line {line} is empty", {"line": 3})``."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.values)


NO_MEMORY = Message("Not enough memory.")


MOST_SENTENCES = 5
"""Maximum number of sentences in a message."""

_JOINED = "{first} {second}"


def joined(messages: Sequence[Message]) -> Message:
    """Several sentences as one message, long lists cut; raises ValueError without a message."""
    if not messages:
        raise ValueError("no message to join")
    shown = list(messages[:MOST_SENTENCES])
    if len(messages) > MOST_SENTENCES:
        shown.append(Message("And {count} more.", {"count": len(messages) - MOST_SENTENCES}))
    whole = shown[0]
    for message in shown[1:]:
        whole = Message(_JOINED, {"first": whole, "second": message})
    return whole


def sentences_in(message: Message) -> int:
    if message.template != _JOINED:
        return 1
    return sum(sentences_in(part) for part in message.values.values() if isinstance(part, Message))


LONGEST_TEXT, LONGEST_VALUE = 400, 120
"""Characters of a text and of another value that a sentence quotes: a file may have longer ones."""


class UserError(Exception):
    """A failure that the user can understand and act on; ``str()`` is one English sentence."""

    def __init__(self, template: str, /, **values: object) -> None:
        """Store the template and the values that it quotes.

        Of an OSError only the reason is quoted: ``No space left on device``; of a UserError its
        sentence; long values are shortened in the middle.
        """
        self.message = Message(template, {name: _quoted(value) for name, value in values.items()})
        super().__init__(str(self.message))

    def _render_traceback_(self) -> list[str]:
        import traceback

        ours = str(Path(__file__).parents[1]), "<string>"  # where a dataclass is made
        frames = traceback.extract_tb(self.__traceback__)
        theirs = [frame for frame in frames if not frame.filename.startswith(ours)]
        return [*traceback.format_list(theirs[-1:]), f"{type(self).__name__}: {self}"]


class ConfigError(UserError, ValueError):
    """A configuration with inconsistent values."""


class SourceError(UserError):
    """A source sentence that cannot be translated."""


class CorpusError(UserError):
    """A corpus that cannot be read or contains no usable pair."""


class CheckpointError(UserError):
    """A checkpoint that cannot be read, trusted or written."""


class TrainingError(UserError):
    """A training run that cannot start or continue."""


class DeviceError(UserError):
    """A device name that does not exist."""


def _quoted(value: object) -> object:
    if isinstance(value, UserError):
        return value.message
    if isinstance(value, OSError):
        value = value.strerror or value
    if isinstance(value, Path) and len(str(value)) > LONGEST_TEXT:
        value = str(value)
    if isinstance(value, str):  # what is spelled out takes several characters for one
        return _shortened(value, LONGEST_TEXT if value.isprintable() else LONGEST_VALUE)
    if isinstance(value, Exception):
        return _shortened(" ".join(str(value).splitlines()), LONGEST_VALUE)
    if isinstance(value, int | list | tuple | dict) and len(text := _repr(value)) > LONGEST_VALUE:
        return _Written(_shortened(text, LONGEST_VALUE))
    return value


def _repr(value: object) -> str:
    try:
        return repr(value)
    except (ValueError, RecursionError):
        return f"… {LONGEST_VALUE * '…'}"


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 2 :]}"


@dataclass(frozen=True, slots=True)
class _Written:
    """A quoted value whose ``repr`` has no further quotation marks."""

    text: str

    def __repr__(self) -> str:
        return self.text
