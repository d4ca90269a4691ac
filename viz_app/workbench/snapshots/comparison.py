"""Snapshot for comparing two branches: their tokens side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile, zip_longest

from viz_app.workbench.snapshots.branch_rows import BranchRow, branch_rows
from viz_app.workbench.snapshots.token_line import TokenLine, branch_line
from viz_app.workbench.state.branches import BranchTree


@dataclass(frozen=True, slots=True)
class Column:
    """A place in both lines: the steps whose tokens stand there; None where a line has none."""

    current: int | None
    compared: int | None
    same: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonSnapshot:
    """Two branches.

    Attributes:
        current, compared: as rows of the list of branches.
        current_line, compared_line: their tokens.
        columns: how these are aligned: the common beginning, then by longest common runs.
    """

    current: BranchRow
    compared: BranchRow
    current_line: TokenLine
    compared_line: TokenLine
    columns: tuple[Column, ...]


def comparison_of(tree: BranchTree) -> ComparisonSnapshot | None:
    """The current branch of a tree beside the compared one, or None without one."""
    if tree.compared is None:
        return None
    rows = {row.id: row for row in branch_rows(tree)}
    current, compared = branch_line(tree, tree.current), branch_line(tree, tree.compared)
    return ComparisonSnapshot(
        current=rows[tree.current],
        compared=rows[tree.compared],
        current_line=current,
        compared_line=compared,
        columns=aligned(current.tokens, compared.tokens),
    )


@lru_cache(maxsize=4)
def aligned(current: tuple[str, ...], compared: tuple[str, ...]) -> tuple[Column, ...]:
    """Two lines of tokens in common columns.

    The common beginning comes first, because there the two decodes are the same; the rest is
    aligned by :class:`difflib.SequenceMatcher`. Tokens that took the place of others stand under
    those as far as they go.
    """
    from difflib import SequenceMatcher  # late: only who compares needs it

    pairs = zip(current, compared, strict=False)
    start = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    matcher = SequenceMatcher(None, current[start:], compared[start:], autojunk=False)
    columns = [Column(step, step, same=True) for step in range(start)]
    for tag, *bounds in matcher.get_opcodes():
        columns += _columns(tuple(start + bound for bound in bounds), same=tag == "equal")
    return tuple(columns)


def _columns(bounds: Sequence[int], *, same: bool) -> Iterator[Column]:
    """The columns of one opcode: ``current[a:b]`` beside ``compared[c:d]``."""
    a, b, c, d = bounds
    for current, compared in zip_longest(range(a, b), range(c, d)):
        yield Column(current, compared, same=same)
