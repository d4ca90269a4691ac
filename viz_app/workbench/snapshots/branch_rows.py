"""The branches as rows of a list, each under the one that it left."""

from __future__ import annotations

from dataclasses import dataclass

from viz_app.workbench.state.branches import Branch, BranchTree, descendants


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchRow:
    """One branch.

    Attributes:
        id, parent, name, given: as in :class:`~viz_app.workbench.state.branches.Branch`.
        text: its target from where it left its parent; the whole one if that was given.
        log_probability: of its whole target so far, natural.
        growing: it is being decoded.
    """

    id: int
    parent: int | None
    name: str
    text: str
    log_probability: float
    given: bool
    growing: bool


def branch_rows(tree: BranchTree) -> tuple[BranchRow, ...]:
    """All branches that have a step of their own, depth first."""
    in_order = (tree.original, *descendants(tree, tree.original.id))
    return tuple(_row(tree, branch) for branch in in_order if branch.begun)


def _row(tree: BranchTree, branch: Branch) -> BranchRow:
    return BranchRow(
        id=branch.id,
        parent=branch.parent,
        name=branch.name,
        text=branch.text,
        log_probability=branch.trace.log_probability,
        given=branch.given,
        growing=branch.id in tree.growing,
    )
