"""BLEU, chrF and exact matches of whole corpora."""

import pytest
from sacrebleu.metrics import BLEU, CHRF

from model.text.scores import corpus_scores, exact_share

HYPOTHESES = ("The cat sat on a mat.", "He has 2,000 dogs.", "Good morning to all of you!", "")
FIRST = ("A cat sat on the mat.", "He has 2,000 dogs.", "Good morning, everyone!", "Yes.")
SECOND = ("the cat sat on a mat today.", "He owns two thousand dogs.", "Morning!", "Of course.")
CHINESE = ("我有一只猫。", "他们昨天去了医院。")


@pytest.mark.parametrize("references", [(FIRST,), (FIRST, SECOND)])
@pytest.mark.parametrize("lowercase", [False, True])
def test_scores_are_those_of_sacrebleu(references, lowercase):
    scores = corpus_scores(HYPOTHESES, references, lowercase=lowercase)
    bleu, chrf = BLEU(lowercase=lowercase), CHRF(lowercase=lowercase)
    assert scores.bleu == bleu.corpus_score(HYPOTHESES, references).score
    assert scores.chrf == chrf.corpus_score(HYPOTHESES, references).score
    assert scores.bleu_signature == str(bleu.get_signature())
    assert scores.chrf_signature == str(chrf.get_signature())
    assert 0 < scores.bleu < 100
    assert 0 < scores.chrf < 100


def test_the_signature_says_what_was_asked_for():
    scores = corpus_scores(HYPOTHESES, (FIRST, SECOND), lowercase=True)
    assert scores.bleu_signature.startswith("nrefs:2|case:lc|eff:no|tok:13a|smooth:exp|version:")
    assert scores.chrf_signature.startswith("nrefs:2|case:lc|")
    assert "case:mixed" in corpus_scores(HYPOTHESES, (FIRST,)).bleu_signature


def test_chinese_counts_character_by_character():
    hypotheses = ("我有一只狗。", "他们昨天去了学校。")
    scores = corpus_scores(hypotheses, (CHINESE,))
    expected = BLEU(tokenize="zh").corpus_score(hypotheses, [CHINESE]).score
    assert scores.bleu == expected > 20
    assert "tok:zh" in scores.bleu_signature


def test_a_chinese_name_makes_no_chinese_corpus():
    references = ("His name is 王明.", "He lives in Paris.")
    assert "tok:13a" in corpus_scores(references, (references,)).bleu_signature


def test_the_right_translations_have_100():
    scores = corpus_scores(FIRST, (FIRST,))
    assert (scores.bleu, scores.chrf) == (pytest.approx(100), pytest.approx(100))


def test_nothing_translated_has_0():
    scores = corpus_scores(("", ""), (("a", ""),))
    assert (scores.bleu, scores.chrf) == (0, 0)


def test_many_tokenized_lines_give_no_advice(capsys):
    corpus_scores(("a .",) * 200, (("a .",) * 200,))
    assert capsys.readouterr().err == ""


def test_an_exact_match_is_one_of_the_references():
    references = (("a cat .", "b", "c"), ("d", "B", "c d"))
    assert exact_share(("a cat.", "b", "c  d"), references) == 1
    assert exact_share(("a cats.", "b", "cd"), references) == pytest.approx(1 / 3)


def test_scores_hold_the_exact_matches_as_well():
    assert corpus_scores(FIRST, (HYPOTHESES, FIRST)).exact == 1
    assert corpus_scores(HYPOTHESES, (FIRST,)).exact == 0.25
    shouted = tuple(text.upper() for text in FIRST)
    assert corpus_scores(shouted, (FIRST,)).exact == 0
    assert corpus_scores(shouted, (FIRST,), lowercase=True).exact == 1


def test_case_counts_unless_it_was_said_not_to():
    assert exact_share(("A Cat",), (("a cat",),)) == 0
    assert exact_share(("A Cat",), (("a cat",),), lowercase=True) == 1


@pytest.mark.parametrize("score", [corpus_scores, exact_share])
@pytest.mark.parametrize(
    ("hypotheses", "references", "why"),
    [
        ((), ((),), "no pair"),
        (("a",), (), "no pair"),
        (("a",), (("a",), ("a", "b")), r"not of one length: \[1, 2\]"),
    ],
)
def test_what_cannot_be_scored_is_an_error(score, hypotheses, references, why):
    with pytest.raises(ValueError, match=why):
        score(hypotheses, references)
