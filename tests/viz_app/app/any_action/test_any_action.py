"""Through the real window: whatever is done in whatever order, nothing breaks.

``ACTIONS=5000`` does so many; ``SEED=7`` others; ``REPLAY=file`` does again what has failed.
The window's thread may compute for a second without a round of its event loop; ``GAP=200`` allows
so many ms that are its own: all but those in which others had the core.
"""

import os
from pathlib import Path

import pytest

from tests.viz_app.app.any_action.hands import Action, script
from tests.viz_app.app.any_action.trial import Trials, shortened

pytestmark = pytest.mark.slow

ACTIONS = int(os.environ.get("ACTIONS", "80"))
EACH = 250
"""Actions in one window."""
SEED = int(os.environ.get("SEED", "1"))
LIMITS = float(os.environ.get("GAP", "inf")), 1000.0
"""Ms that are its own, and of computing."""
REPLAY = os.environ.get("REPLAY", "")
TRIES = int(os.environ.get("TRIES", "60"))


@pytest.fixture
def trials(qtbot, tmp_path, tiny_checkpoint):
    return Trials(qtbot, tmp_path, tiny_checkpoint, limits=LIMITS)


@pytest.mark.parametrize("part", range(-(-ACTIONS // EACH)))
def test_nothing_that_a_user_can_do_breaks_anything(trials, tmp_path, part):
    actions = read(Path(REPLAY)) if REPLAY else script(SEED * 1000 + part, min(ACTIONS, EACH))
    wrong, watch = trials.run(actions)
    for gap in watch.longest(8):
        print(gap, flush=True)
    if not wrong:
        return
    print(
        f"action {watch.done}, {actions[watch.done - 1]}: {watch.said[-1]}\n{wrong[0]}", flush=True
    )
    number = iter(range(1, 10_000))
    short = shortened(
        actions[: watch.done],
        lambda fewer: bool(trials.run(fewer, next(number))[0]),
        tries=0 if REPLAY else TRIES,
    )
    again, watch = trials.run(short, next(number)) if len(short) < watch.done else (wrong, watch)
    saved = Path(os.environ.get("SCRIPTS", tmp_path)) / f"script-{SEED}-{part}.txt"
    saved.write_text("".join(f"{action}\n" for action in short), encoding="utf-8")
    lines = "\n".join(map("{}: {}".format, short, watch.said))
    pytest.fail(f"{lines}\n\n{(again or wrong)[0]}\n\nREPLAY={saved}", pytrace=False)


def read(file: Path) -> list[Action]:
    """A script that was saved."""
    lines = (line.split() for line in file.read_text(encoding="utf-8").splitlines())
    return [Action(name, int(seed)) for name, seed in lines]
