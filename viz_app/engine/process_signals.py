"""Ctrl-C in the terminal and a polite kill close the window as its own button does."""

from __future__ import annotations

import signal
import socket

from PySide6.QtCore import QObject, QSocketNotifier, Signal, Slot

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class ProcessSignals(QObject):
    """Emits ``asked_to_end`` in the GUI thread when the process is asked to end.

    Python runs its handlers only between two of its own instructions, and Qt's event loop has
    none: so the system's handler writes a byte into a socket, which wakes the loop.
    """

    asked_to_end = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        """Listen from now on."""
        super().__init__(parent)
        self._reading, self._writing = socket.socketpair()
        for end in (self._reading, self._writing):
            end.setblocking(False)
        self._old_descriptor = signal.set_wakeup_fd(
            self._writing.fileno(), warn_on_full_buffer=False
        )
        self._old_handlers = {number: signal.signal(number, _woken) for number in SIGNALS}
        read = QSocketNotifier.Type.Read
        self._notifier = QSocketNotifier(self._reading.fileno(), read, self)
        self._notifier.activated.connect(self._on_byte)

    def close(self) -> None:
        """Put back what was before."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._old_descriptor)
        for number, handler in self._old_handlers.items():
            signal.signal(number, handler)
        self._reading.close()
        self._writing.close()

    @Slot()
    def _on_byte(self) -> None:
        self._reading.recv(64)
        self.asked_to_end.emit()


def _woken(number: int, frame: object) -> None:
    """Nothing more to do than to be there: the byte is on its way."""
