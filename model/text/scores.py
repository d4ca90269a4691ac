"""How near translations are to their references: BLEU, chrF and exact matches. No torch."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from model.text.words import join_words, normalise, split_words

_CHINESE = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Scores:
    """BLEU (Papineni et al. 2002) and chrF (Popović 2015) of a whole corpus, 0 … 100.

    A signature says how its score was computed: only scores of the same signature compare.
    ``exact`` is :func:`exact_share`, 0 … 1.
    """

    bleu: float
    chrf: float
    bleu_signature: str
    chrf_signature: str
    exact: float


def corpus_scores(
    hypotheses: Sequence[str], references: Sequence[Sequence[str]], *, lowercase: bool = False
) -> Scores:
    """Scores of translations, as sacrebleu computes them.

    BLEU counts words as its ``13a`` tokenizer finds them, or ``zh`` where the references are
    mostly Chinese.

    ``references`` are one or more lists, each with a right translation of every hypothesis.

    Raises:
        ValueError: there is no sentence or no reference, or the lists are not of one length.
    """
    _check(hypotheses, references)
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    tokenizer = "zh" if _mostly_chinese(references) else "13a"
    # force: no advice on stderr to detokenize what the model itself joins
    bleu = BLEU(lowercase=lowercase, tokenize=tokenizer, force=True)
    chrf = CHRF(lowercase=lowercase)
    return Scores(
        bleu=bleu.corpus_score(hypotheses, references).score,
        chrf=chrf.corpus_score(hypotheses, references).score,
        bleu_signature=str(bleu.get_signature()),
        chrf_signature=str(chrf.get_signature()),
        exact=exact_share(hypotheses, references, lowercase=lowercase),
    )


def exact_share(
    hypotheses: Sequence[str], references: Sequence[Sequence[str]], *, lowercase: bool = False
) -> float:
    """Share of translations that are one of their references, word by word (0 … 1).

    Only the spaces do not count: ``a cat .`` is ``a cat.``

    Raises:
        ValueError: as in :func:`corpus_scores`.
    """
    _check(hypotheses, references)
    hits = sum(
        _joined(hypothesis, lowercase) in {_joined(text, lowercase) for text in texts}
        for hypothesis, *texts in zip(hypotheses, *references, strict=True)
    )
    return hits / len(hypotheses)


def _check(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> None:
    if not hypotheses or not references:
        raise ValueError("no pair to evaluate on")
    lengths = {len(hypotheses), *map(len, references)}
    if len(lengths) > 1:
        raise ValueError(f"not of one length: {sorted(lengths)}")


def _mostly_chinese(references: Sequence[Sequence[str]]) -> bool:
    letters = [char for texts in references for text in texts for char in text if char.isalpha()]
    return 2 * sum(bool(_CHINESE.match(char)) for char in letters) > len(letters)


def _joined(text: str, lowercase: bool) -> str:
    joined = join_words(split_words(normalise(text)))
    return joined.lower() if lowercase else joined
