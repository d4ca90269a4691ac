"""Keeps what modules read and gave during a forward pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

from torch import Tensor, nn


class Heard(NamedTuple):
    """The first of what a module read last and of what it gave, the batch's axis among theirs."""

    x: Tensor
    output: Tensor


@contextmanager
def listening(modules: Iterable[nn.Module]) -> Iterator[Mapping[nn.Module, Heard]]:
    """Fills as the network computes; afterwards no hook is left on it."""
    heard: dict[nn.Module, Heard] = {}

    def keep(module: nn.Module, given: tuple[Any, ...], output: Any) -> None:
        """What came in first and went out; an attention gives its weights beside its output."""
        heard[module] = Heard(given[0], output[0] if isinstance(output, tuple) else output)

    with ExitStack() as hooks:
        for module in modules:
            hooks.callback(module.register_forward_hook(keep).remove)
        yield heard
