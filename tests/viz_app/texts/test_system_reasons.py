import errno
import os

import pytest

from model.messages import Message
from tests.viz_app.probes import marked_language
from viz_app.texts.message_text import message_text
from viz_app.texts.system_reasons import system_reason


@pytest.mark.skipif(os.name == "nt", reason="Windows has other words for some")
@pytest.mark.parametrize("code", [errno.ENOENT, errno.EACCES, errno.ENOSPC, errno.EISDIR])
def test_what_the_system_says_is_translated(qapp, code):
    with marked_language():
        assert system_reason(os.strerror(code)) == f"«{os.strerror(code)}»"


def test_a_message_says_the_reason_in_the_language_of_the_window(qapp):
    template = "{path} cannot be read: {reason}."
    message = Message(template, {"path": "File exists", "reason": "Permission denied"})
    assert message_text(message) == "File exists cannot be read: Permission denied."
    with marked_language():
        assert message_text(message) == "«File exists cannot be read: «Permission denied».»"


def test_another_reason_stays_as_it_is(qapp):
    with marked_language():
        assert system_reason("Not a gzipped file") == "Not a gzipped file"
