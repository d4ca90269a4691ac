"""What a watch asks of somebody's module and its optimizer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from viz_app.notebook.given_weights import WeightsError
from viz_app.notebook.module_weights import attentions_in

if TYPE_CHECKING:
    from torch import Tensor, nn
    from torch.optim import Optimizer


def batch_of(model: nn.Module, side: Any) -> Any:
    """A list of ids as a batch of one; a tensor where the module is."""
    import torch

    device = next(model.parameters()).device
    if isinstance(side, torch.Tensor):
        return side.to(device)
    if not isinstance(side, list | tuple):
        return side
    try:
        ids = torch.tensor(side, dtype=torch.long, device=device)
    except (TypeError, ValueError) as error:
        raise WeightsError(
            "The probe {probe!r} is no list of ids; give ids, and the labels as tokens=[…].",
            probe=side,
        ) from error
    (_, first), *_ = attentions_in(model)
    return ids[None] if first.batch_first else ids[:, None]


def plain_module(model: nn.Module) -> nn.Module:
    """The module inside of what compiles or distributes it.

    Raises:
        WeightsError: it is no module.
    """
    from torch import nn
    from torch.nn.parallel import DataParallel, DistributedDataParallel

    if not isinstance(model, nn.Module):
        raise WeightsError(
            "headlight.watch needs a torch.nn.Module, not {found}.", found=type(model).__name__
        )
    if isinstance(model, DataParallel | DistributedDataParallel):
        return plain_module(model.module)
    inner = getattr(model, "_orig_mod", None)
    return plain_module(inner) if isinstance(inner, nn.Module) else model


def one_number(loss: Any) -> Tensor | float:
    """A loss as it is kept: a tensor where it is, for nobody waits for its device.

    Raises:
        WeightsError: it is not one number.
    """
    try:
        if hasattr(loss, "detach"):
            kept: Tensor = loss.detach().reshape(())
            return kept
        return float(loss)
    except (TypeError, ValueError, RuntimeError) as error:
        found = list(loss.shape) if hasattr(loss, "shape") else repr(loss)
        raise WeightsError("A loss is one number, not {found}.", found=found) from error


def holds(optimizer: Optimizer, model: nn.Module) -> bool:
    """Whether an optimizer changes a parameter of the module."""
    own = {id(parameter) for parameter in model.parameters()}
    groups = optimizer.param_groups
    return any(id(parameter) in own for group in groups for parameter in group["params"])


def learning_rate(optimizers: Sequence[Optimizer]) -> float:
    """That of the first, from 0 to 1, as a curve has it; 0 where nobody knows."""
    rate = float(optimizers[0].param_groups[0].get("lr", 0.0)) if optimizers else 0.0
    return min(max(rate, 0.0), 1.0)


def gradient_norm(model: nn.Module) -> float:
    """Of all parameters together; 0 where there are no gradients, or they are no numbers."""
    import torch

    gradients = [p.grad.detach() for p in model.parameters() if p.grad is not None]
    norm = float(torch.nn.utils.get_total_norm(gradients)) if gradients else 0.0
    return norm if math.isfinite(norm) else 0.0


def forward(model: nn.Module, src: Any, tgt: Any) -> object:
    """What a module makes of a probe; ``src`` or ``tgt`` is None where it reads one sequence."""
    return model(*(batch_of(model, side) for side in (src, tgt) if side is not None))
