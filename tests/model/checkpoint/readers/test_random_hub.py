"""Folders with switches by chance compute what they compute in their own library."""

from pathlib import Path

import numpy as np
import pytest
import torch

from model.decoding.greedy import masked_candidates, translate
from tests.model.checkpoint.readers import hub

pytest.importorskip("transformers")

from tests.model.checkpoint.readers import random_hub

TEXTS = ("the cat sat", "a dog and a cat on the mat")


@pytest.mark.parametrize("family", random_hub.FAMILIES)
@pytest.mark.parametrize("seed", range(2))
def test_random_folders_are_equal(family: str, seed: int, tmp_path: Path):
    check(family, seed, tmp_path)


def check(family: str, seed: int, path: Path) -> None:
    folder = random_hub.random_folder(family, seed, path)
    answers = random_hub.ANSWERS if family in {"mbart", "m2m_100"} else {}
    ours = hub.imported(path, path / "ours", answers)
    if family == "bert":
        check_masked(ours, folder)
        return
    pair = hub.Pair(ours, folder.theirs, folder.src_rows, folder.tgt_rows)
    if family == "gpt2":
        hub.assert_equal_prompts(pair, TEXTS, count=3)
        return
    hub.assert_equal_passes(pair, 3)
    for text in TEXTS:
        trace = translate(ours, text)
        first = [folder.tgt_rows[i] for i in ours.tgt_tokenizer.prefix] if answers else []
        generated = folder.theirs.generate(
            hub.foreign(trace.source_ids, folder.src_rows),
            num_beams=1,
            max_new_tokens=len(trace.steps),
            forced_eos_token_id=None,
            use_cache=family != "t5",  # theirs fails where the decoder is the deeper one
            **({"forced_bos_token_id": first[0]} if first else {}),
        )
        found = [folder.tgt_rows[i] for i in trace.predicted_ids]
        assert found == generated[0, 1 : 1 + len(trace.steps)].tolist()


def check_masked(ours, folder: random_hub.RandomFolder) -> None:
    pieces = ours.src_tokenizer.pieces
    rows = [
        0,
        -1,
        -1,
        1,
        *(random_hub.WORDS.index(p) if p in random_hub.WORDS else -1 for p in pieces[4:]),
    ]
    for text in ("the cat [MASK] a dog.", "cats sat"):
        trace = masked_candidates(ours, text, top_k=5)
        with torch.no_grad():
            expected = folder.theirs(hub.foreign(trace.source_ids, rows), output_attentions=True)
        stacked = torch.stack(expected.attentions)[:, 0].numpy()
        np.testing.assert_allclose(trace.encoder_weights, stacked, atol=1e-5)
        encoded = ours.network(torch.tensor([trace.source_ids]), torch.tensor([trace.source_ids]))
        known = [i for i, row in enumerate(rows) if row >= 0]
        assert_near(encoded[0][:, known], expected.logits[0][:, [rows[i] for i in known]])


def assert_near(found: torch.Tensor, expected: torch.Tensor) -> None:
    size = max(1.0, float(expected.abs().max()))
    torch.testing.assert_close(found / size, expected / size, atol=1e-5, rtol=0)
