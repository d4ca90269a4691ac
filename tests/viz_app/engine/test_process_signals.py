"""Asked to end from outside."""

import os
import signal

import pytest

from viz_app.engine.process_signals import ProcessSignals


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_becomes_a_qt_signal_and_raises_nothing(qtbot, number):
    before = signal.getsignal(number)
    signals = ProcessSignals()
    try:
        with qtbot.waitSignal(signals.asked_to_end):
            os.kill(os.getpid(), number)
    finally:
        signals.close()
    assert signal.getsignal(number) is before
