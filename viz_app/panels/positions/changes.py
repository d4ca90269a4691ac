"""What the user does in the positions tab."""

from __future__ import annotations

from viz_app.panels.positions import state


def size_picked(room: state.PositionsRoom, any_size: bool) -> state.PositionsRoom:
    """Look at the model's own table, or at one of any size, with the model's d_model at first."""
    if any_size and not room.own.any_size and room.bench.model is not None:
        room = d_model_chosen(room, room.bench.model.config.d_model)
    return room.changed(any_size=any_size)


def d_model_chosen(room: state.PositionsRoom, d_model: int) -> state.PositionsRoom:
    """A table with so many dimensions."""
    return room.changed(d_model=max(1, min(d_model, state.LARGEST_D_MODEL)))


def length_chosen(room: state.PositionsRoom, length: int) -> state.PositionsRoom:
    """So many positions."""
    return room.changed(length=max(1, min(length, state.LONGEST)))


def rotation_chosen(room: state.PositionsRoom, position: int, offset: int) -> state.PositionsRoom:
    """Turn PE(position) by ``offset`` positions."""
    return room.changed(position=max(position, 0), offset=max(offset, 0))


def exchange_drawn(room: state.PositionsRoom) -> state.PositionsRoom:
    """Exchange positions another way."""
    return room.changed(seed=room.own.seed + 1)
