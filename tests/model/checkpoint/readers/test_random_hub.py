"""Folders with switches by chance compute what they compute in their own library."""

from pathlib import Path

import numpy as np
import pytest
import torch

from model.decoding.greedy import masked_candidates, translate
from tests.model.checkpoint.readers.hub import (
    Pair,
    assert_equal_passes,
    assert_equal_prompts,
    foreign,
    imported,
)

pytest.importorskip("transformers")

from tests.model.checkpoint.readers.random_hub import (
    ANSWERS,
    FAMILIES,
    WORDS,
    RandomFolder,
    random_folder,
)

TEXTS = ("the cat sat", "a dog and a cat on the mat")


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", range(2))
def test_random_folders_are_equal(family: str, seed: int, tmp_path: Path):
    check(family, seed, tmp_path)


def check(family: str, seed: int, path: Path) -> None:
    folder = random_folder(family, seed, path)
    answers = ANSWERS if family in {"mbart", "m2m_100"} else {}
    ours = imported(path, path / "ours", answers)
    if family == "bert":
        check_masked(ours, folder)
        return
    pair = Pair(ours, folder.theirs, folder.src_rows, folder.tgt_rows)
    if family == "gpt2":
        assert_equal_prompts(pair, TEXTS, count=3)
        return
    assert_equal_passes(pair, 3)
    for text in TEXTS:
        trace = translate(ours, text)
        first = [folder.tgt_rows[i] for i in ours.tgt_tokenizer.prefix] if answers else []
        generated = folder.theirs.generate(
            foreign(trace.source_ids, folder.src_rows),
            num_beams=1,
            max_new_tokens=len(trace.steps),
            forced_eos_token_id=None,
            use_cache=family != "t5",  # theirs fails where the decoder is the deeper one
            **({"forced_bos_token_id": first[0]} if first else {}),
        )
        found = [folder.tgt_rows[i] for i in trace.predicted_ids]
        assert found == generated[0, 1 : 1 + len(trace.steps)].tolist()


def check_masked(ours, folder: RandomFolder) -> None:
    pieces = ours.src_tokenizer.pieces
    rows = [0, -1, -1, 1, *(WORDS.index(p) if p in WORDS else -1 for p in pieces[4:])]
    for text in ("the cat [MASK] a dog.", "cats sat"):
        trace = masked_candidates(ours, text, top_k=5)
        with torch.no_grad():
            expected = folder.theirs(foreign(trace.source_ids, rows), output_attentions=True)
        stacked = torch.stack(expected.attentions)[:, 0].numpy()
        np.testing.assert_allclose(trace.encoder_weights, stacked, atol=1e-5)
        encoded = ours.network(torch.tensor([trace.source_ids]), torch.tensor([trace.source_ids]))
        known = [i for i, row in enumerate(rows) if row >= 0]
        assert_near(encoded[0][:, known], expected.logits[0][:, [rows[i] for i in known]])


def assert_near(found: torch.Tensor, expected: torch.Tensor) -> None:
    size = max(1.0, float(expected.abs().max()))
    torch.testing.assert_close(found / size, expected / size, atol=1e-5, rtol=0)
