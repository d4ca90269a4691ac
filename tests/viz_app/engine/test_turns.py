from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QObject, QTimer

from viz_app.engine.turns import Turns


def test_each_piece_has_a_turn_of_its_own(qtbot):
    owner, told = QObject(), []
    between = QTimer(owner, interval=0)
    between.timeout.connect(lambda: told.append("a turn"))
    between.start()
    pieces = [lambda number=number: told.append(number) for number in range(3)]
    turns = Turns(pieces, owner)
    turns.start()
    qtbot.waitUntil(lambda: not turns.isActive())
    numbers = [index for index, what in enumerate(told) if what != "a turn"]
    assert [told[index] for index in numbers] == [0, 1, 2]
    assert all(later > earlier + 1 for earlier, later in pairwise(numbers))


def test_nothing_is_called_once_they_are_stopped(qtbot):
    owner, told = QObject(), []
    stopping: list[Callable[[], None]] = []
    turns = Turns((piece for piece in stopping), owner)
    stopping += [turns.stop, lambda: told.append("too late")]
    turns.start()
    qtbot.waitUntil(lambda: not turns.isActive())
    qtbot.wait(5 * turns.interval())
    assert not told
