"""Which tables of tokens a model of the Hugging Face hub uses: some are said to be shared."""

from __future__ import annotations

from model.checkpoint.readers.hub_folder import HubFolder


def tables_used(folder: HubFolder, shared: str, *others: str, output: str = "") -> tuple[str, ...]:
    """Which tensor each of ``others``, and then the ``output``, is.

    A table that is not stored is the ``shared`` one, or whichever of them is stored; an output only
    if the configuration ties it. What is stored with other numbers is used, whatever is said.
    """
    known = folder.tensors.shapes
    roles = (*others, output) if output else others
    first = next((name for name in (shared, *roles) if name in known), shared)
    tied = folder.flag("tie_word_embeddings", default=True)
    return tuple(
        name
        if (name in known or (name == output and not tied)) and not _same(folder, name, first)
        else first
        for name in roles
    )


def _same(folder: HubFolder, name: str, other: str) -> bool:
    return name in folder.tensors.shapes and folder.tensors.same(name, other)
