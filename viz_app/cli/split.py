"""``headlight split``: a training file and held-out lines that share no sentence with it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from model.atomic import WriteError, make_folder, write_atomically
from model.text.corpora import Corpus, combined
from model.text.splitting import split_with
from model.text.tasks import load_task, task_files
from viz_app.cli.destination import check_fillable
from viz_app.cli.terminal import DONE, complain, show

TRAIN_FILE, SOURCE_FILE, TARGET_FILE = "train.tsv", "heldout.source.txt", "heldout.target.txt"
FILES = (TRAIN_FILE, SOURCE_FILE, TARGET_FILE)


def split_corpus(options: Namespace) -> int:
    """Read, split, write three files, say what was left out, print the counts and the fingerprint.

    Pairs are held out from the first corpus; the others are trained on.

    Raises:
        UserError: a corpus cannot be read or is too small, or the folder takes no files.
    """
    _check_apart(options.corpora, options.output)
    check_fillable(options.output, FILES)
    main, *extras = map(load_task, options.corpora)
    parts = split_with(main, extras, heldout=options.heldout, seed=options.seed or 0)
    whole = combined(parts)
    _write(whole, options.output)
    for part in parts:
        if part.report is not None:
            complain(part.report)
    show(
        f"{len(whole.pairs):,} training pairs, {len(whole.heldout):,} held-out pairs, "
        f"fingerprint {whole.fingerprint}"
    )
    return DONE


def _check_apart(corpora: Iterable[str], folder: Path) -> None:
    """Raise WriteError when a file that is read would be replaced."""
    written = [folder / name for name in FILES if (folder / name).exists()]
    for file in chain.from_iterable(map(task_files, corpora)):
        if any(file.samefile(path) for path in written):
            raise WriteError(
                "{path} is being read and would be replaced. Choose another folder.", path=file
            )


def _write(corpus: Corpus, folder: Path) -> None:
    """Write all three files, or none where one of them cannot be there.

    Raises:
        WriteError: the folder takes no files, or the disk is full.
    """
    attributions = corpus.attributions or ("",) * len(corpus.pairs)
    rows = zip(corpus.pairs, attributions, strict=True)
    make_folder(folder)
    check_fillable(folder, FILES)
    _write_lines(folder / TRAIN_FILE, (_row(*pair, credit) for pair, credit in rows))
    _write_lines(folder / SOURCE_FILE, (pair.source for pair in corpus.heldout))
    _write_lines(folder / TARGET_FILE, (pair.target for pair in corpus.heldout))


def _row(source: str, target: str, attribution: str) -> str:
    return "\t".join((source, target, attribution) if attribution else (source, target))


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    write_atomically(path, "".join(f"{line}\n" for line in lines).encode())
