"""What ``headlight animate`` can be asked for: of what, which pictures, how fast and how large."""

from __future__ import annotations

import argparse

from model.traces.trace import KINDS
from viz_app.cli import arguments as given
from viz_app.cli.render_options import add_colouring, add_language
from viz_app.storage.animation_files import FPS, SIZE, SUFFIXES
from viz_app.workbench.state.attention_options import VIEWS as LOOKS


def add_animate_options(command: argparse.ArgumentParser) -> None:
    """All but the model."""
    command.add_argument(
        "subject",
        metavar="SENTENCE|RUN",
        help="a run is given by its name or its folder; anything else is a sentence",
    )
    command.add_argument("--run", action="store_true", help="it is a run: nothing is translated")
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=given.animation_path,
        required=True,
        help=f"ends on {' or '.join(SUFFIXES)}; replaced when it is there",
    )
    _add_attention(command)
    command.add_argument(
        "--probe",
        type=given.counted,
        metavar="N",
        help="which of the sentences that the run has recorded, from 1 (1)",
    )
    command.add_argument("--fps", type=given.fps, default=FPS, help=f"pictures a second ({FPS})")
    command.add_argument(
        "--size",
        type=given.picture_size,
        default=SIZE,
        metavar="WxH",
        help=f"in pixels ({'x'.join(map(str, SIZE))})",
    )
    command.add_argument("--theme", choices=("light", "dark"), default="light", dest="figure_theme")
    add_language(command)


def _add_attention(command: argparse.ArgumentParser) -> None:
    """What is looked at, and how; names and values are those of the window."""
    group = command.add_argument_group("attention, as in the window")
    group.add_argument("--kind", choices=KINDS, default="cross", help="which one (cross)")
    for name in ("layer", "head"):
        words = "from 1; both or none (the head that aligns best)"
        group.add_argument(f"--{name}", type=given.counted, metavar="N", help=words)
    group.add_argument("--view", choices=LOOKS, help="all heads, or one (grid)")
    add_colouring(group)
