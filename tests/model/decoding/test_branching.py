"""Decoding from a given prefix: forced tokens, then greedily on from there."""

import pytest

from model.decoding.greedy import greedy_steps, read_source, translate, translate_steps
from model.decoding.trained import TrainedModel
from model.messages import SourceError
from model.special_tokens import EOS_ID
from model.traces import recording
from tests.model.builders import log_softmax
from tests.model.trace_checks import assert_same_translation, decoder_ids, full_logits

TEXT = "a b c d e"


def test_a_prefix_equal_to_the_own_output_changes_nothing(model: TrainedModel):
    plain = translate(model, TEXT)
    for length in (1, 3, len(plain.steps)):
        *_, forced = translate_steps(model, TEXT, prefix=decoder_ids(plain)[:length])
        assert_same_translation(forced, plain)
        given = [index < length for index in range(len(plain.steps))]
        assert [step.given for step in forced.steps] == given
    assert not any(step.given for step in plain.steps)


def test_a_forced_token_has_its_own_log_probability(model: TrainedModel):
    plain = translate(model, TEXT)
    for other in plain.steps[1].candidates[1:]:
        prefix = [plain.steps[0].token_id, other.token_id]
        *_, branch = translate_steps(model, TEXT, prefix=prefix)
        row = log_softmax(full_logits(model, branch))[1]
        assert branch.steps[1].token_id == other.token_id
        assert branch.steps[1].log_probability == pytest.approx(row[other.token_id], abs=1e-4)
        assert branch.steps[1].candidates == plain.steps[1].candidates
        assert branch.steps[2:] == () or branch.steps[2].fed == other.token


def test_after_a_forced_token_decoding_goes_on_greedily_from_there(model: TrainedModel):
    plain = translate(model, TEXT)
    other = next(one for one in plain.steps[0].candidates[1:] if one.token_id > EOS_ID)
    *_, branch = translate_steps(model, TEXT, prefix=[other.token_id])
    expected = full_logits(model, branch).argmax(-1).tolist()
    assert decoder_ids(branch)[1:] == expected[1:]
    assert decoder_ids(branch) != decoder_ids(plain)


def test_a_forced_end_token_ends_the_sentence(model: TrainedModel):
    for after in ([5], [5, 6]):  # what comes after it needs no room
        *_, trace = translate_steps(model, TEXT, prefix=[4, EOS_ID, *after], max_steps=2)
        assert (decoder_ids(trace), trace.stop) == ([4, EOS_ID], "end of sentence")


@pytest.mark.parametrize("prefix", [[4, EOS_ID], [4, EOS_ID, 5, 6]])
def test_a_given_target_that_ends_needs_the_memory_of_its_own_tokens_and_no_more(
    untrained: TrainedModel, monkeypatch: pytest.MonkeyPatch, prefix: list[int]
):
    enough = recording.recorded_bytes(untrained.config, n_source=6, n_steps=2)
    monkeypatch.setattr(recording, "LARGEST_RECORDING", enough)
    *_, trace = translate_steps(untrained, TEXT, prefix=prefix)
    assert decoder_ids(trace) == [4, EOS_ID]
    with pytest.raises(SourceError, match="22 target tokens"):
        next(translate_steps(untrained, TEXT, prefix=[4]))


def test_a_prefix_without_room_is_an_error_with_the_numbers(untrained: TrainedModel):
    with pytest.raises(SourceError, match="has 4 tokens; there is room for 3"):
        next(translate_steps(untrained, TEXT, prefix=[4, 4, 4, 4], max_steps=3))
    reading = read_source(untrained, untrained.prepared(TEXT))
    with pytest.raises(SourceError, match="has 4 tokens; there is room for 3"):
        next(greedy_steps(untrained, reading, prefix=[4, 4, 4, 4], max_steps=3))
