"""Telling corpora apart: a short digest of all their sentences."""

from __future__ import annotations

import hashlib
import json

from model.text.corpora import Corpus

DIGITS = 16


def fingerprint(corpus: Corpus) -> str:
    """The first 16 hexadecimal digits of a SHA-256 over training and held-out pairs, in order.

    It is taken of the JSON text ``[[["source", "target"], …], [["source", "target"], …]]`` with
    ASCII letters only, so that any program can compute it and no two corpora share a text. Name,
    attributions and what was left out do not count.
    """
    text = json.dumps([corpus.pairs, corpus.heldout], ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:DIGITS]
