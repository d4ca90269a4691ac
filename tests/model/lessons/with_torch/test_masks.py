"""Edited masks: decoding under them, against full forward passes; one head before and after."""

import copy

import numpy as np
import pytest
import torch

from model.decoding.batches import IdPair, make_batch
from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.lessons.masks import NO_EDITS, MaskCell, MaskChange, MaskEdits, MaskRecord
from model.lessons.with_torch.masks import altered_steps, batch_steps, change_steps
from model.messages import SourceError
from model.network.attention import masked_softmax
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID
from model.steps import run_through
from model.traces.trace import KINDS, Kind, Trace
from tests.model.builders import config, log_softmax, untrained_model
from tests.model.trace_checks import decoder_ids

TEXTS = ("e f", "a b c d")


def last_of(model: TrainedModel) -> MaskRecord:
    return run_through(batch_steps(model, TEXTS))[0]


def test_nothing_is_reported_until_every_sentence_is_translated(copying: TrainedModel):
    before = [*batch_steps(copying, TEXTS)]
    assert before == [None] * sum(1 + len(translate(copying, text).steps) for text in TEXTS)


def test_masks_are_where_the_tokens_and_what_comes_before_them_are(copying: TrainedModel):
    record, causal = last_of(copying), np.tri(5, dtype=bool)
    src = ("e", "f", "</s>", "<pad>", "<pad>"), ("a", "b", "c", "d", "</s>")
    tgt = ("<s>", "e", "f", "</s>", "<pad>"), ("<s>", "a", "b", "c", "d")
    assert (record.src_tokens, record.tgt_tokens) == (src, tgt)
    is_source, is_target = (np.array(tokens) != "<pad>" for tokens in (src, tgt))
    np.testing.assert_array_equal(record.source_padding, is_source)
    np.testing.assert_array_equal(record.cross, np.repeat(is_source[:, None], 5, axis=1))
    np.testing.assert_array_equal(record.causal, causal)
    np.testing.assert_array_equal(record.target, causal & is_target[:, None])
    for rows, tokens, tokenizer in (
        (record.src_ids, src, copying.src_tokenizer),
        (record.tgt_ids, tgt, copying.tgt_tokenizer),
    ):
        assert tuple(tuple(map(tokenizer.token, row)) for row in rows) == tokens
    for mask in (record.source_padding, record.causal, record.target, record.cross):
        assert mask.dtype == np.bool_
        assert not mask.flags.writeable


@pytest.mark.parametrize("texts", [("a",), ("a b", "c", "d e f"), ("a", "b c d e") * 3])
def test_a_batch_has_as_many_rows_as_sentences(copying: TrainedModel, texts):
    record, _ = run_through(batch_steps(copying, texts))
    assert record is not None
    longest = max(len(text.split()) for text in texts) + 1
    assert record.source_padding.shape == (len(texts), longest)
    assert record.source_padding.sum(-1).tolist() == [len(text.split()) + 1 for text in texts]
    assert record.target.shape[0] == record.cross.shape[0] == len(texts)
    assert record.texts == texts


TEXT = "a b c d e"
SOME = MaskEdits(
    frozenset(
        {
            MaskCell("encoder", 0, 1),
            MaskCell("encoder", 3, 3),
            MaskCell("decoder", 2, 0),
            MaskCell("decoder", 1, 4),
            MaskCell("cross", 0, 0),
            MaskCell("cross", 2, 5),
        }
    )
)

SRC, TGT = (5, 6, 7, EOS_ID), (BOS_ID, 6, 7)
EDITS = MaskEdits(
    frozenset({MaskCell("encoder", 0, 2), MaskCell("decoder", 0, 2), MaskCell("cross", 1, 1)})
)

each_kind = pytest.mark.parametrize("kind", KINDS)


def altered(model: TrainedModel, edits: MaskEdits, **options) -> Trace:
    *_, trace = altered_steps(model, TEXT, edits, **options)
    return trace


def one_pass(model: TrainedModel, trace: Trace, edits: MaskEdits, *, length: int):
    """Logits ``[length, vocabulary]`` and weights by kind, from one pass written out here."""
    n_source = len(trace.source_ids)
    encoder, decoder = np.ones((n_source, n_source), bool), np.tri(length, dtype=bool)
    masks = {"encoder": encoder, "decoder": decoder, "cross": np.ones((length, n_source), bool)}
    for kind, query, key in edits.cells:
        if query < masks[kind].shape[0] and key < masks[kind].shape[1]:
            masks[kind][query, key] ^= True
    tensors = {kind: torch.tensor(mask)[None, None] for kind, mask in masks.items()}
    ids = [BOS_ID, *decoder_ids(trace)][:length]
    with torch.no_grad():
        encoded = model.network.encode(
            torch.tensor([trace.source_ids]), tensors["encoder"], record=True
        )
        decoded = model.network.decode(
            torch.tensor([ids]),
            model.network.project_memory(encoded.memory),
            tgt_mask=tensors["decoder"],
            src_mask=tensors["cross"],
            record=True,
        )
    weights = (encoded.weights, decoded.self_weights, decoded.cross_weights)
    return decoded.logits[0].numpy(), dict(zip(KINDS, weights, strict=True)), masks


def test_a_sentence_that_cannot_be_translated_is_an_error(untrained: TrainedModel):
    for steps in (batch_steps(untrained, ["a b", ""]), altered_steps(untrained, " ", SOME)):
        with pytest.raises(SourceError, match="empty"):
            list(steps)


def test_without_edits_the_trace_is_that_of_a_translation(model: TrainedModel):
    plain, trace = translate(model, TEXT), altered(model, NO_EDITS)
    assert decoder_ids(trace) == decoder_ids(plain)
    assert (trace.translation, trace.stop) == (plain.translation, plain.stop)
    assert (trace.source_tokens, trace.notices) == (plain.source_tokens, plain.notices)
    for kind in KINDS:
        np.testing.assert_allclose(trace.weights(kind), plain.weights(kind), atol=1e-5)
    for ours, theirs in zip(trace.steps, plain.steps, strict=True):
        assert (ours.fed, ours.index, ours.given) == (theirs.fed, theirs.index, theirs.given)
        assert [one.token_id for one in ours.candidates] == [
            one.token_id for one in theirs.candidates
        ]
        assert ours.log_probability == pytest.approx(theirs.log_probability, abs=1e-4)
        assert ours.entropy == pytest.approx(theirs.entropy, abs=1e-3)
        np.testing.assert_allclose(ours.decoder_rows, theirs.decoder_rows, atol=1e-5)
        np.testing.assert_allclose(ours.cross_rows, theirs.cross_rows, atol=1e-5)


def test_every_token_is_the_argmax_of_a_full_pass_under_the_masks_of_that_length(model):
    trace = altered(model, SOME, max_steps=6)
    for index, step in enumerate(trace.steps):
        logits, weights, _ = one_pass(model, trace, SOME, length=index + 1)
        assert step.token_id == logits[-1].argmax()
        expected = log_softmax(logits[-1])[step.token_id]
        assert step.log_probability == pytest.approx(expected, abs=1e-4)
        rows = weights["decoder"][:, 0, :, -1].numpy()
        np.testing.assert_allclose(step.decoder_rows, rows, atol=1e-5)


def test_the_weights_are_those_of_the_last_pass_under_the_edited_masks(model: TrainedModel):
    trace = altered(model, SOME, max_steps=6)
    _, weights, masks = one_pass(model, trace, SOME, length=len(trace.steps))
    for kind in KINDS:
        np.testing.assert_allclose(trace.weights(kind), weights[kind][:, 0].numpy(), atol=1e-5)
        assert (trace.weights(kind)[..., ~masks[kind]] == 0).all()


def test_a_token_may_look_ahead_when_its_cell_says_so(untrained: TrainedModel):
    edits = MaskEdits(frozenset({MaskCell("decoder", 1, 3)}))
    trace = altered(untrained, edits, max_steps=5)
    assert (trace.weights("decoder")[:, :, 1, 3] > 0).all()
    assert (trace.weights("decoder")[:, :, 0, 1:] == 0).all()
    assert trace.steps[1].decoder_rows.shape[-1] == 2, "when it was decoded nothing came after it"
    plain = translate(untrained, TEXT)
    for ours, theirs in zip(trace.steps[:3], plain.steps[:3], strict=True):  # those before it
        assert ours.token_id == theirs.token_id
        assert ours.log_probability == pytest.approx(theirs.log_probability, abs=1e-4)


def test_a_row_without_a_key_has_weights_of_zero_and_numbers_come_out(untrained: TrainedModel):
    edits = MaskEdits(frozenset(MaskCell("cross", 0, key) for key in range(6)))
    trace = altered(untrained, edits, max_steps=3)
    assert (trace.weights("cross")[:, :, 0] == 0).all()
    assert all(np.isfinite(step.log_probability) for step in trace.steps)
    np.testing.assert_allclose(trace.weights("cross")[:, :, 1:].sum(-1), 1, atol=1e-5)


def test_masking_all_that_a_copy_reads_changes_it_and_what_no_mask_reaches_does_not(copying):
    plain = translate(copying, TEXT).translation
    unread = MaskEdits(frozenset(MaskCell("cross", query, 2) for query in range(7)))
    assert altered(copying, unread).translation != plain
    beyond = MaskEdits(frozenset({MaskCell("cross", 30, 0), MaskCell("decoder", 0, 31)}))
    assert altered(copying, beyond).translation == plain


def test_the_trace_grows_by_one_step_at_a_time_and_the_network_is_as_before():
    model = untrained_model(config(dropout=0.5))
    before = copy.deepcopy(model.network.state_dict())
    for training in (False, True):
        model.network.train(training)
        for number, trace in enumerate(altered_steps(model, TEXT, SOME, max_steps=3)):
            assert model.network.training == training
            assert (len(trace.steps), trace.finished) == (number, number == 3)
        assert trace.stop == "length limit"
    for name, tensor in model.network.state_dict().items():
        assert torch.equal(tensor, before[name])


def test_steps_keep_no_pass_in_memory(untrained: TrainedModel):
    trace = altered(untrained, SOME, max_steps=4)
    for step in trace.steps:
        assert step.decoder_rows.base is None or step.decoder_rows.base.shape[-2:] != (4, 4)
        assert not np.shares_memory(step.decoder_rows, trace.weights("decoder"))
        assert not np.shares_memory(step.cross_rows, trace.weights("cross"))


def change(model: TrainedModel, edits: MaskEdits, kind: Kind, **ids) -> MaskChange:
    *_, last = change_steps(
        model, ids.get("src", SRC), ids.get("tgt", TGT), edits=edits, kind=kind, layer=1, head=2
    )
    assert last is not None
    return last


@each_kind
def test_before_is_what_a_translation_records(untrained: TrainedModel, kind: Kind):
    trace = translate(untrained, "a b c")
    fed = (BOS_ID, *(step.token_id for step in trace.steps[:-1]))
    found = change(untrained, NO_EDITS, kind, src=trace.source_ids, tgt=fed)
    np.testing.assert_allclose(found.before.weights, trace.weights(kind)[1, 2], atol=1e-5)
    assert found.after is found.before


@each_kind
def test_after_has_the_edited_mask_and_the_softmax_of_its_scores(untrained, kind):
    after = change(untrained, EDITS, kind).after
    mask = EDITS.masks(n_source=len(SRC), n_target=len(TGT))[kind]
    np.testing.assert_array_equal(after.mask, mask)
    expected = masked_softmax(torch.tensor(after.scores), torch.tensor(mask))
    np.testing.assert_allclose(after.weights, expected.numpy(), atol=1e-6)
    assert (after.weights[~mask] == 0).all()
    assert (after.weights[mask] > 0).all()


def test_a_flipped_cell_of_the_first_attention_changes_no_score_there(untrained: TrainedModel):
    edits = MaskEdits(frozenset({MaskCell("encoder", 0, 2)}))
    steps = change_steps(untrained, SRC, TGT, edits=edits, kind="encoder", layer=0, head=0)
    assert next(steps) is None  # it can be stopped between the two
    (found,) = steps
    assert found is not None
    np.testing.assert_array_equal(found.after.scores, found.before.scores)
    assert not np.array_equal(found.after.weights[0], found.before.weights[0])
    np.testing.assert_array_equal(found.after.weights[1:], found.before.weights[1:])


def test_a_padded_sentence_is_read_as_in_its_batch(untrained: TrainedModel):
    pairs = (IdPair(SRC, (*TGT, EOS_ID)), IdPair((5, EOS_ID), (BOS_ID, 8, EOS_ID)))
    batch = make_batch(pairs, untrained.device)
    with torch.no_grad():
        encoded = untrained.network.encode(batch.src, batch.src_mask, record=True)
    src, tgt = batch.src[1].tolist(), batch.tgt_in[1].tolist()
    assert PAD_ID in src
    found = change(untrained, NO_EDITS, "encoder", src=src, tgt=tgt)
    assert encoded.weights is not None
    np.testing.assert_allclose(found.before.weights, encoded.weights[1, 1, 2].numpy(), atol=1e-5)
