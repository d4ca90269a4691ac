"""Fields described once, by their types: what a file, a form or an option may put into them.

A field is ``Annotated`` with its range (``Meta``) and with notes: a :class:`FieldText` has the
caption and the tip that the window shows. From the description follow the checks of files and of
values here, the form of the window, the options of the command line, and what a session keeps.
"""

from __future__ import annotations

import dataclasses
import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, dataclass
from functools import cache
from threading import RLock
from types import NoneType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeGuard,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import msgspec
from msgspec import Meta

from model.messages import ConfigError, Message

_T = TypeVar("_T")

# ------------------------------------------------------------------------------------------- types

LARGEST_WHOLE = 2**31 - 1
"""Larger counts are rejected; no widget could show them."""

LARGEST_NUMBER = 3.4e38
"""About the largest number of 32 bits: what was computed with these is not larger."""

LONGEST_TEXT = 100_000
MOST_ITEMS = 1_000_000
MOST_SHOWN = 1000
"""Of what a window shows each of, or all of the characters."""

UTF8 = r"\A[^\ud800-\udfff]*\Z"
OF_A_FILE = r"\A[^\ud800-\udc7f\udd00-\udfff]*\Z"
"""Names of files may contain bytes that are not UTF-8: Python has surrogates for them."""

Text = Annotated[str, Meta(max_length=LONGEST_TEXT, pattern=UTF8)]
ShortText = Annotated[str, Meta(max_length=MOST_SHOWN, pattern=UTF8)]
FileText = Annotated[str, Meta(max_length=LONGEST_TEXT, pattern=OF_A_FILE)]
FileName = Annotated[str, Meta(max_length=MOST_SHOWN, pattern=OF_A_FILE)]

Count = Annotated[int, Meta(ge=0, le=LARGEST_WHOLE)]
LargeCount = Annotated[int, Meta(ge=0, le=2**62)]
Number = Annotated[float, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]

Many = Annotated[tuple[_T, ...], Meta(max_length=MOST_ITEMS)]
Few = Annotated[tuple[_T, ...], Meta(max_length=MOST_SHOWN)]


class OneOf(NamedTuple):
    """The choices of a field where a ``Literal`` cannot have them, as for numbers."""

    choices: tuple[Any, ...]


# ----------------------------------------------------------------------------------------- reading


_READING = RLock()
"""While msgspec finds out what a dataclass has, another thread that reads one would crash."""


@overload
def read(kind: type[_T], value: object, name: str = "", *, strict: bool = True) -> _T: ...
@overload
def read(kind: Any, value: object, name: str = "", *, strict: bool = True) -> Any: ...
def read(kind: Any, value: object, name: str = "", *, strict: bool = True) -> Any:
    """A value from a file as the type that it is for, lists as tuples.

    Unless ``strict``, numbers may be written as texts.

    Other entries than the fields are ignored, except of a dataclass that is ``CLOSED``. Raises
    ConfigError, one sentence with the name and the value of the first wrong part.
    """
    try:
        with _READING:
            made = msgspec.convert(value, kind, strict=strict)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:  # the latter of surrogates
        raise _refusal(error, kind, value, name) from error
    if made is not None:
        for note in getattr(kind, "__metadata__", ()):
            if isinstance(note, OneOf):
                check_choice(name, made, note.choices)
    if isinstance(value, dict) and _is_object(kind, value):
        _check_closed(kind, value)
    return made


def check(made: Any) -> None:
    """Raise ConfigError unless each field of a dataclass has a value of its type."""
    for name, kind in hints_of(type(made)).items():
        read(kind, getattr(made, name), name)


def check_names(cls: type, names: Iterable[str]) -> None:
    """Raise ConfigError for a name that is no field of the dataclass."""
    unknown = sorted(set(names) - hints_of(cls).keys())
    if unknown:
        raise ConfigError("The configuration has an unknown field {name!r}.", name=unknown[0])


def check_choice(name: str, value: object, choices: Iterable[Any]) -> None:
    """Raise ConfigError unless the value is one of the choices."""
    if value not in choices:
        raise _not_one_of(name, value, choices)


def within(smallest: int, largest: int = LARGEST_WHOLE) -> Any:
    """The type of a whole number in a range that is known only now."""
    return Annotated[int, Meta(ge=smallest, le=largest)]


def fields_named(whole: object, names: Iterable[str]) -> dict[str, Any]:
    """Those fields of an object, by name."""
    return {name: getattr(whole, name) for name in names}


def is_number(value: object) -> TypeGuard[float]:
    """True for int and float, False for bool."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _check_closed(cls: Any, value: Mapping[str, Any]) -> None:
    if getattr(cls, "CLOSED", False):
        check_names(cls, value)
    for name, field in described(cls).items():
        if _is_object(field.kind, value.get(name)):
            _check_closed(field.kind, value[name])


# ------------------------------------------------------------------------------------ descriptions


@dataclass(frozen=True, slots=True)
class FieldText:
    """What the window says of a field: English, translated where it is shown.

    Attributes:
        offered: the choices for a new value, where those are not all.
        in_form: False for a field that only files and the command line set.
    """

    caption: str
    tip: str
    offered: tuple[Any, ...] = ()
    in_form: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A field of a dataclass as its annotation describes it.

    Attributes:
        annotation: the whole type, for :func:`read`.
        kind: the type without None, range and notes, such as ``int`` or ``tuple[int, ...]``.
        optional: None is a value, too.
        choices: of a ``Literal`` or :class:`OneOf`; else empty.
        limits: of ``Meta``: ``ge``, ``gt``, ``le``, ``lt``, ``min_length``, ``max_length``.
        notes: all other parts of ``Annotated``.
        default: ``dataclasses.MISSING`` without one.
    """

    name: str
    annotation: Any
    kind: Any
    optional: bool
    choices: tuple[Any, ...]
    limits: Mapping[str, Any]
    notes: tuple[Any, ...]
    default: Any

    def note(self, kind: type[_T]) -> _T | None:
        """The first note of a kind, or None."""
        return next((note for note in self.notes if isinstance(note, kind)), None)


def described(cls: type) -> Mapping[str, Described]:
    """The fields of a dataclass by name, in order."""
    return _all_described(cls)


@cache
def _all_described(cls: type) -> Mapping[str, Described]:
    hints, found = hints_of(cls), {}
    for field in dataclasses.fields(cls):
        made = field.default_factory
        default = field.default if made is MISSING else made()
        found[field.name] = _described(field.name, hints[field.name], default)
    return found


def captions_of(cls: type) -> Mapping[str, FieldText]:
    """The fields of a dataclass that have a caption."""
    noted = {name: field.note(FieldText) for name, field in described(cls).items()}
    return {name: setting for name, setting in noted.items() if setting is not None}


def hints_of(cls: type) -> Mapping[str, Any]:
    """The types of a dataclass's fields; what is imported for type checking only is Any."""
    return _hints(cls)


@cache
def _hints(cls: type) -> Mapping[str, Any]:
    return {field.name: _hint(cls, field.name) for field in dataclasses.fields(cls)}


def _hint(cls: type, name: str) -> Any:
    owner = next(base for base in cls.__mro__ if name in inspect.get_annotations(base))
    alone = {name: inspect.get_annotations(owner)[name]}
    holder = type(name, (), {"__module__": owner.__module__, "__annotations__": alone})
    try:
        return get_type_hints(holder, include_extras=True)[name]
    except NameError:  # imported for type checking only
        return Any


def _described(name: str, annotation: Any, default: Any = MISSING) -> Described:
    kind, notes = _taken_apart(annotation)
    alternatives = tuple(part for part in get_args(kind) if part is not NoneType)
    optional = NoneType in get_args(kind)
    if optional and len(alternatives) == 1:
        kind, more = _taken_apart(alternatives[0])
        notes = (*notes, *more)
    limits = [note for note in notes if isinstance(note, Meta)]
    named = [choice for note in notes if isinstance(note, OneOf) for choice in note.choices]
    return Described(
        name=name,
        annotation=annotation,
        kind=kind,
        optional=optional,
        choices=get_args(kind) if get_origin(kind) is Literal else tuple(named),
        limits={
            key: limit
            for note in limits
            for key in _LIMITS
            if (limit := getattr(note, key)) is not None
        },
        notes=tuple(note for note in notes if not isinstance(note, Meta)),
        default=default,
    )


_LIMITS = ("ge", "gt", "le", "lt", "min_length", "max_length")


def _taken_apart(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    """Type and notes of an annotation."""
    if get_origin(annotation) is not Annotated:
        return annotation, ()
    kind, *notes = get_args(annotation)
    return kind, tuple(notes)


# -------------------------------------------------------------------------------------------- kept


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value, order="deterministic")  # sets as sorted lists


@dataclass(frozen=True, slots=True)
class Keep:
    """Marks a field that a session keeps: a choice that cannot be computed again.

    Attributes:
        read: the type of its value in a file, where that is not the field's own.
        made: the field's value from that one; raises ConfigError.
        plain: the value for a file.
    """

    read: Any = None
    made: Callable[[Any], Any] = lambda value: value
    plain: Callable[[Any], Any] = _plain


InSession = Annotated[_T, Keep()]


def kept_fields(cls: type) -> Mapping[str, tuple[Described, Keep]]:
    noted = {name: (field, field.note(Keep)) for name, field in described(cls).items()}
    return {name: (field, keep) for name, (field, keep) in noted.items() if keep is not None}


def kept_values(own: object) -> dict[str, Any]:
    """The kept fields of a slice, as plain values for JSON."""
    fields = kept_fields(type(own))
    return {name: keep.plain(getattr(own, name)) for name, (_, keep) in fields.items()}


def restored(own: _T, told: object) -> _T:
    """The slice with values from a file; missing or invalid ones are ignored."""
    entries = told if isinstance(told, Mapping) else {}
    values: dict[str, Any] = {}
    for name, (field, keep) in kept_fields(type(own)).items():
        if name in entries:
            with suppress(ConfigError):  # a choice that another version had, or nobody
                values[name] = keep.made(read(keep.read or field.annotation, entries[name], name))
    changed: Any = own
    return dataclasses.replace(changed, **values) if values else own


# ---------------------------------------------------------------------------------------- refusals


def _refusal(error: Exception, annotation: Any, value: Any, name: str) -> ConfigError:
    field = _described(name, annotation)
    for part, inner, inner_name in _parts(field, value):
        try:
            read(part, inner, inner_name)
        except ConfigError as refused:
            return refused
    if isinstance(error.__cause__, ConfigError):  # the parts do not fit together
        return error.__cause__
    for part in described(field.kind).values() if _is_object(field.kind, value) else ():
        if part.default is MISSING and part.name not in value:
            return ConfigError("{name} is missing.", name=_inner(name, part.name))
    return _wrong(field, value)


def _is_object(kind: Any, value: object) -> bool:
    return dataclasses.is_dataclass(kind) and isinstance(value, dict)


def _parts(field: Described, value: Any) -> Iterator[tuple[Any, Any, str]]:
    """Type, value and name of each part that a value consists of."""
    kind, inner = field.kind, get_args(field.kind)
    if _is_object(kind, value):
        for key, hint in hints_of(kind).items():
            if key in value:
                yield hint, value[key], _inner(field.name, key)
    elif isinstance(value, dict) and get_origin(kind) is dict:
        for key, item in value.items():
            yield inner[1], item, _inner(field.name, str(key))
    elif isinstance(value, list | tuple) and get_origin(kind) in {tuple, list, frozenset}:
        fixed = get_origin(kind) is tuple and inner[-1] is not Ellipsis
        for index, item in enumerate(value[: len(inner)] if fixed else value):
            yield inner[index if fixed else 0], item, field.name


def _inner(name: str, key: str) -> str:
    return f"{name}.{key}" if name else key


def _wrong(field: Described, value: object) -> ConfigError:
    if field.choices:
        return _not_one_of(field.name, value, field.choices)
    if field.kind is int:
        return _no_whole(field.name, value, field.limits)
    if field.kind is float:
        return _no_number(field.name, value, field.limits)
    if get_origin(field.kind) in {tuple, list, frozenset}:
        return _no_list(field, value)
    sentences = {
        bool: Message("{name} ({value!r}) must be true or false."),
        str: Message("{name} ({value!r}) must be text."),
    }
    usual = Message("{name} ({value!r}) must be an object.")
    return ConfigError(sentences.get(field.kind, usual).template, name=field.name, value=value)


def _no_whole(name: str, value: object, limits: Mapping[str, Any]) -> ConfigError:
    sentence = Message("{name} ({value!r}) must be a whole number of at least {smallest}.")
    if "le" in limits:
        sentence = Message(
            "{name} ({value!r}) must be a whole number from {smallest} to {largest}."
        )
    smallest, largest = limits.get("ge", -math.inf), limits.get("le")
    return ConfigError(
        sentence.template, name=name, value=value, smallest=smallest, largest=largest
    )


def _not_one_of(name: str, value: object, choices: Iterable[Any]) -> ConfigError:
    return ConfigError(
        "{name} ({value!r}) must be one of {choices}.",
        name=name,
        value=value,
        choices=", ".join(map(str, choices)),
    )


def _no_number(name: str, value: object, limits: Mapping[str, Any]) -> ConfigError:
    sentences = {
        ("ge", "lt"): Message(
            "{name} ({value!r}) must be at least {smallest:g} and below {largest:g}."
        ),
        ("gt", "lt"): Message(
            "{name} ({value!r}) must be above {smallest:g} and below {largest:g}."
        ),
        ("gt",): Message("{name} ({value!r}) must be above {smallest:g}."),
    }
    smallest = limits.get("ge", limits.get("gt", -math.inf))
    largest = limits.get("le", limits.get("lt", math.inf))
    usual = Message("{name} ({value!r}) must be a number from {smallest:.6g} to {largest:.6g}.")
    return ConfigError(
        sentences.get(tuple(limits), usual).template,
        name=name,
        value=value,
        smallest=smallest,
        largest=largest,
    )


def _no_list(field: Described, value: object) -> ConfigError:
    inner = get_args(field.kind)
    fixed = len(inner) if get_origin(field.kind) is tuple and inner[-1] is not Ellipsis else None
    return ConfigError(
        "{name} ({value!r}) must be a list of {fewest} to {most} values.",
        name=field.name,
        value=value,
        fewest=fixed or field.limits.get("min_length", 0),
        most=fixed or field.limits.get("max_length", MOST_ITEMS),
    )
