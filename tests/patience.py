"""How long a test waits for what must come: waits are for a state, and this only ends a bug."""

from functools import partialmethod

from pytestqt.qtbot import QtBot

PATIENCE = 120
"""Seconds: a machine that is many times slower, or busy with something else, passes too."""


class PatientQtBot(QtBot):
    """pytest-qt's hands, which would give up after five seconds."""

    waitCallback = partialmethod(QtBot.waitCallback, timeout=1000 * PATIENCE)  # noqa: N815
    waitSignal = partialmethod(QtBot.waitSignal, timeout=1000 * PATIENCE)  # noqa: N815
    waitUntil = partialmethod(QtBot.waitUntil, timeout=1000 * PATIENCE)  # noqa: N815
