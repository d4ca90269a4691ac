"""``headlight models``: what is shipped, trained here or imported, from checkpoint headers."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence

from model.checkpoint.header import ATTRIBUTION, IMPORTED, CheckpointHeader, origin_of, read_header
from model.messages import CheckpointError
from viz_app.cli.loading import complain_if_altered
from viz_app.cli.terminal import DONE, columns_of, show, visible
from viz_app.storage.library import Library, ModelEntry

TITLES = ("name", "from", "task", "layers × heads × d_model", "parameters", "size", "path")
_RIGHT = {"parameters", "size"}


def list_models(_: Namespace) -> int:
    """Print a table, then whose data a model has learned from, and why a file is not in it.

    Which shipped model is not what was shipped goes to stderr.
    """
    library = Library()
    entries = library.entries()
    if not entries:
        show(f"There are no models yet; those trained here go to {visible(str(library.folder))}.")
        return DONE
    rows: list[Sequence[str]] = [TITLES]
    sentences = []
    for entry in entries:
        try:
            header = read_header(entry.path)
            complain_if_altered(library, entry.path)
        except CheckpointError as error:
            sentences.append(f"{entry.name}: {error}")
            continue
        rows.append(_row(entry, header))
        if ATTRIBUTION in header.record:
            sentences.append(f"{entry.name}: {header.record[ATTRIBUTION]}")
    for line in (*aligned(rows), *map(visible, sentences)):
        show(line)
    return DONE


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lines with columns one under the other, titles first; numbers to the right."""
    titles, widths = rows[0], [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, titles, strict=True)
        yield "  ".join(
            _padded(text, width, right=title in _RIGHT) for text, width, title in cells
        ).rstrip()


def size_text(n_bytes: int) -> str:
    """A size as ``1.2 MB``."""
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if n_bytes >= size:
            return f"{n_bytes / size:.1f} {unit}"
    return f"{n_bytes} B"


def _row(entry: ModelEntry, header: CheckpointHeader) -> tuple[str, ...]:
    config = header.config
    row = (
        entry.name,
        _from(entry, header),
        header.task,
        f"{config.depths} × {config.n_heads} × {config.d_model}",
        f"{header.n_parameters:,}",
        size_text(header.n_bytes),
        str(entry.path),
    )
    return tuple(visible(cell) for cell in row)


def _from(entry: ModelEntry, header: CheckpointHeader) -> str:
    if entry.shipped:
        return "shipped"
    origin = origin_of(header.task, header.record)
    if origin is not None:
        return f"imported from {origin.source} ({origin.family})"
    return IMPORTED if header.task == IMPORTED else "trained here"


def _padded(text: str, width: int, *, right: bool) -> str:
    blanks = " " * (width - columns_of(text))
    return blanks + text if right else text + blanks
