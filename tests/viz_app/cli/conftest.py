"""Running the command line, and models to run it with."""

import signal
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

import pytest

from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.cli.commands import PHRASES, Outcome
from viz_app.cli.main import main


@pytest.fixture
def headlight(capsys, one_torch_thread):

    def run(*arguments: object) -> Outcome:
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return run


@pytest.fixture
def pairs_file(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text("a b\tb a\nc d\td c\na c\tc a\n")
    return path


@pytest.fixture
def train(headlight, tmp_path):

    def run(task: object, *options: object, output: object = tmp_path / "new.safetensors"):
        tiny = ("--preset", "tiny", "--epochs", "1", "--device", "cpu")
        return headlight("train", task, "-o", output, *tiny, *options)

    return run


@pytest.fixture
def sigint_of_a_terminal():
    """Where tests run in the background, Ctrl-C may be ignored, and a child inherits that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def phrases_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("corpora") / "phrases.tsv"
    lines = [f"{source}\t{target}" for source, target in PHRASES]
    path.write_text("\n".join([*lines[:2], "no tab here", *lines[2:], "\tno source"]))
    return path


@pytest.fixture(scope="session")
def phrases_run(phrases_file, one_torch_thread):
    """The checkpoint of a model that knows the pairs by heart, from ``headlight train``."""
    path = phrases_file.with_name("phrases.safetensors")
    options = ("--preset", "tiny", "--epochs", "60", "--device", "cpu")
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        status = main(["train", str(phrases_file), "-o", str(path), *options])
    return path, Outcome(status, out.getvalue(), err.getvalue())


@pytest.fixture(scope="session")
def phrases(phrases_run):
    path, outcome = phrases_run
    assert outcome.status == 0, outcome.err
    return path


@pytest.fixture(scope="session")
def translation_of(phrases):
    from model.checkpoint.file import load_checkpoint
    from model.decoding.greedy import translate

    return lambda sentence: translate(load_checkpoint(phrases), sentence)


@pytest.fixture
def terminal():
    stream = StringIO()
    stream.isatty = lambda: True
    return stream


@pytest.fixture
def t5(tmp_path):
    return t5_folder(tmp_path / "my-t5")


@pytest.fixture(scope="session")
def broken_checkpoints(phrases):
    """Files that are no checkpoint any more, or never were one, by what is wrong with them."""
    good = phrases.read_bytes()
    foreign = b'{"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}'
    contents = {
        "cut": good[: len(good) // 2],
        "cut in the header": good[:100],
        "empty": b"",
        "text": b"Dear diary, today I trained a model.\n",
        "foreign": len(foreign).to_bytes(8, "little") + foreign + bytes(4),
        "newer": good.replace(b'\\"version\\": 1', b'\\"version\\": 9', 1),
        "flipped": good[:-2] + bytes([good[-2] ^ 1]) + good[-1:],
    }
    paths = {}
    for name, content in contents.items():
        paths[name] = phrases.with_name(f"broken {name}.safetensors")
        paths[name].write_bytes(content)
    return paths
