"""A screen reader: walks the tree of the window over AT-SPI, reads, types and presses.

It runs under the system's Python, which has the bindings, inside a D-Bus session of its own:
``dbus-run-session python3 at_spi_reader.py SENTENCE LESSON ANSWER COMMAND…`` starts the command,
has the sentence translated and the lesson's first question answered, and prints what it read.
"""

import json
import re
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

PATIENCE = 120
"""Seconds until a state must have come."""

TABLES = {Atspi.Role.TABLE, Atspi.Role.IMAGE}
"""In which no control is looked for: they have hundreds of cells."""


def children(node):
    return [child for child in map(node.get_child_at_index, range(node.get_child_count())) if child]


def shown(node, *, tables=False):
    """A node and what is visible below it, in their order."""
    yield node
    if tables or node.get_role() not in TABLES:
        for child in children(node):
            if child.get_state_set().contains(Atspi.StateType.VISIBLE):
                yield from shown(child, tables=tables)


def wait_for(what, find):
    """What ``find`` returns, as soon as that is true."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if found := find():
                return found
        except GLib.Error:  # a part has gone in the meantime
            pass
        time.sleep(0.05)
    raise TimeoutError(f"{what} did not come:\n{outline()}")


def window():
    for program in children(Atspi.get_desktop(0)):
        for frame in children(program):
            return frame
    return None


def outline():
    nodes = shown(window()) if window() else ()
    return "\n".join(f"{node.get_role_name()} {node.get_name()!r}" for node in nodes)


def part(role, name=".*", *, usable=True):
    """The first visible part with a role whose name begins like the pattern."""

    def find():
        for node in shown(window()) if window() else ():
            if node.get_role() == role and re.match(name, node.get_name()):
                enabled = node.get_state_set().contains(Atspi.StateType.ENABLED)
                return node if enabled or not usable else None
        return None

    return wait_for(f"{role.value_nick} {name!r}", find)


def press(role, name):
    """Press a button, when it can be."""
    action = part(role, name).get_action_iface()
    names = [action.get_action_name(index) for index in range(action.get_n_actions())]
    action.do_action(next(i for i, one in enumerate(names) if one in {"Press", "Toggle"}))


def table(node):
    """Its rows: their names, and those of their cells."""
    return [[row.get_name(), [cell.get_name() for cell in children(row)]] for row in children(node)]


def read_heads(first):
    """The focused head, with descriptions of its last row, and the last table of all heads.

    ``first``: the first token of the source whose translation is waited for.
    """

    def read():
        head = part(Atspi.Role.TABLE, "Focused head")
        focused = table(head)
        ends = focused[-1:] and focused[-1][0].endswith("→ </s>")
        if not ends or not any(f"{focused[0][0]}, {first}:" in name for name in focused[0][1]):
            return None
        heads = children(part(Atspi.Role.IMAGE, "All heads"))
        return {
            "focused": focused,
            "described": [cell.get_description() for cell in children(children(head)[-1])],
            "heads": [head.get_name() for head in heads],
            "last": table(heads[-1]),
        }

    return wait_for("translation", read)


def read(sentence, lesson, answer):
    field = part(Atspi.Role.TEXT, "Source sentence")
    sample = field.get_text_iface().get_text(0, -1)
    told = {"sample": sample, "model": part(Atspi.Role.COMBO_BOX).get_name()}
    told["before"] = read_heads(sample.split()[0])
    field.get_editable_text_iface().set_text_contents(sentence)
    press(Atspi.Role.PUSH_BUTTON, "Translate$")
    told["after"] = read_heads(sentence.split()[0])
    press(Atspi.Role.PUSH_BUTTON, re.escape(lesson))
    press(Atspi.Role.RADIO_BUTTON, f"{re.escape(answer)}$")
    press(Atspi.Role.PUSH_BUTTON, "Check$")
    told["verdict"] = part(Atspi.Role.LABEL, r"Right\.|Not this time\.").get_name()
    return told


def main(sentence, lesson, answer, *command):
    program = subprocess.Popen(command)
    try:
        print(json.dumps(read(sentence, lesson, answer)))
    finally:
        program.terminate()
        program.wait(PATIENCE)


if __name__ == "__main__":
    main(*sys.argv[1:])
