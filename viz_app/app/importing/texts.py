"""What the page says of a foreign model: the network in words, the check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from model.checkpoint.import_reading import ImportReading, PlaceStatus
from viz_app.app.importing.question_texts import question_texts
from viz_app.app.importing.snapshot import ImportSnapshot
from viz_app.panels.training.runs.texts.configuration import field_texts, value_text
from viz_app.texts.isolates import isolated
from viz_app.texts.message_text import message_text
from viz_app.texts.numbers import short_count

translate = QCoreApplication.translate


MOST_NAMED = 6
"""Of questions that are still open."""


class Fact(NamedTuple):
    """A line about the model."""

    caption: str
    value: str
    tip: str = ""


def can_be_imported() -> Iterator[str]:
    """Who has never imported a model reads what there is to choose, and what comes of it."""
    yield translate(
        "import",
        "A folder from the Hugging Face hub, with config.json, weights and tokenizer: Marian, "
        "BART, mBART, M2M100 and NLLB, T5, GPT-2, BERT.",
    )
    yield translate(
        "import",
        "A state dict that PyTorch has saved (.pt, .pth or .safetensors): torch.nn.Transformer, "
        "the Annotated Transformer, or your own loop with its vocabularies.",
    )
    yield translate("import", "A model of CTranslate2, OpenNMT-py, JoeyNMT or fairseq.")
    yield translate(
        "import",
        "The model itself is not changed: a copy is written among your models, and every tab "
        "shows it.",
    )


def family_text(reading: ImportReading) -> str:
    """``T5 · 12.3 M numbers of 16 bits``."""
    template = (
        translate("import", "{family} · {count} numbers of 16 bits")
        if reading.half
        else translate("import", "{family} · {count} numbers")
    )
    return template.format(family=reading.family, count=short_count(reading.n_numbers))


def facts(reading: ImportReading) -> Iterator[Fact]:
    """The network's numbers and switches, then its vocabularies."""
    texts, config = field_texts(), reading.config
    for name, value in config.to_json().items():
        if name != "dropout":  # it is of no use here: nothing was trained
            caption, tip = texts.get(name, (name.replace("_", " "), ""))
            unsaid = name in reading.unsaid
            yield Fact(caption, translate("import", "not said") if unsaid else _value(value), tip)
    if len(config.stacks) == 2:
        yield _vocabulary(translate("import", "source vocabulary"), reading.source_tokens)
        yield _vocabulary(translate("import", "target vocabulary"), reading.target_tokens)
    else:
        count = reading.target_tokens if config.depth("decoder") else reading.source_tokens
        yield _vocabulary(translate("import", "vocabulary"), count)


def _value(value: object) -> str:
    """Of a list the first ones."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value[:4])) + (" …" if len(value) > 4 else "")
    return value_text(value)


def _vocabulary(caption: str, count: int) -> Fact:
    tip = translate(
        "import",
        "Ids here are not those of the original: the special tokens come first, and one that it "
        "lacks is added.",
    )
    return Fact(caption, translate("import", "{count} tokens").format(count=f"{count:,}"), tip)


def counts_text(reading: ImportReading) -> str:
    """How many tensors have a place, and how many have none."""
    counts = reading.counts()
    placed = translate("import", "{count} placed").format(count=counts.get("placed", 0))
    others: tuple[tuple[str, PlaceStatus], ...] = (
        (translate("import", "{count} made up"), "made up"),
        (translate("import", "{count} left out"), "left out"),
        (translate("import", "{count} without a place"), "unplaced"),
        (translate("import", "{count} missing"), "missing"),
    )
    told = (
        template.format(count=counts[status]) for template, status in others if status in counts
    )
    return " · ".join((placed, *told))


def _still_open(names: Sequence[str]) -> str:
    """The first of them by name."""
    captions = _listed([question_texts(name)[0] for name in names[:MOST_NAMED]])
    more = len(names) - MOST_NAMED
    template = (
        translate("import", "Still to be answered: {names}, and {count} more.")
        if more > 0
        else translate("import", "Still to be answered: {names}.")
    )
    begin = translate("import", "The model does not say all of itself.")
    return _together(begin, template.format(names=captions, count=more))


def _ready(snapshot: ImportSnapshot) -> str:
    """What would be lost by the import, too: another model, and settings of the original."""
    said = translate("import", "Ready: every tensor has its place.")
    if snapshot.check == "replaces":
        replaced = translate(
            "import", "The model {name}, which was imported before, will be replaced."
        )
        said = _together(said, replaced.format(name=isolated(snapshot.state.name)))
    reading = snapshot.state.reading
    if reading is None or not reading.not_followed:
        return said
    settings = [f"{name} = {_value(value)}" for name, value in reading.not_followed.items()]
    more = ["…"] * (len(settings) > MOST_NAMED)
    template = translate(
        "import",
        "The likeliest token is taken at every step here; the original can write other texts, "
        "because of {settings}.",
    )
    listed = isolated(_listed(settings[:MOST_NAMED] + more))
    return _together(said, template.format(settings=listed))


def _listed(words: Sequence[str]) -> str:
    return translate("import", ", ").join(words)


def _together(first: str, second: str) -> str:
    """Two sentences, with a blank between them where the language has one."""
    return translate("import", "{first} {second}").format(first=first, second=second)


def check_text(snapshot: ImportSnapshot) -> str:
    """Whether it can be imported, and why not yet, in a sentence."""
    state = snapshot.state
    if snapshot.problem is not None:
        return message_text(snapshot.problem)
    if snapshot.check == "asks" and state.reading is not None:
        return _still_open(state.reading.open)
    if snapshot.check in {"ready", "replaces"}:
        return _ready(snapshot)
    return {
        "nothing": translate(
            "import",
            "Choose a model that another program has made: its folder, or the file with its "
            "weights. It can also be dropped on the window.",
        ),
        "reading": translate("import", "Looking at the model…"),
        "importing": translate("import", "Importing…"),
    }.get(snapshot.check, "")
