"""Paying for the first optimizer before the user asks for it."""

from __future__ import annotations

from collections.abc import Iterator

from viz_app.engine.torch_import import many_lasting_objects


def warm_up_steps() -> Iterator[None]:
    """Import what training needs, and take one step with a throw-away optimizer."""
    with many_lasting_objects():
        import torch

        import model.training.run  # noqa: F401 - imported for its cost

    yield
    with many_lasting_objects():
        parameter = torch.nn.Parameter(torch.zeros(1))
        optimizer = torch.optim.AdamW([parameter])
        parameter.sum().backward()
        optimizer.step()
    yield
