"""Vocabularies that a user names: each kind of file, and what they tell."""

import json
from pathlib import Path

import pytest
import tokenizers
from tokenizers import models, pre_tokenizers

from model.checkpoint.readers.recognised import Answers
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.checkpoint.readers.training_loop import ask_tokens
from model.messages import UserError
from model.text.foreign_cuts import SentencePieceCut

WORDS = ["<unk>", "<pad>", "<bos>", "<eos>", "the", "cat"]
ROWS = (1, 2, 3, 0, 4, 5)
OURS = ("<pad>", "<s>", "</s>", "<unk>", "the", "cat")


def written(path: Path, kind: str) -> Path:
    file = path / ("vocabulary.txt" if kind.endswith("txt") else "vocabulary.json")
    if kind == "txt":
        file.write_text("\n".join(WORDS) + "\n", encoding="utf-8")
    elif kind == "crlf.txt":
        file.write_bytes("\r\n".join(WORDS).encode("utf-8-sig"))
    elif kind == "json":
        file.write_text(json.dumps({word: i for i, word in reversed([*enumerate(WORDS)])}))
    else:
        backend = tokenizers.Tokenizer(models.WordLevel({w: i for i, w in enumerate(WORDS)}))
        backend.pre_tokenizer = pre_tokenizers.Whitespace()
        backend.save(str(file))
    return file


def asked(path: Path, *, rows: int = len(WORDS), **said: str) -> tuple[Answers, tuple]:
    """One table and one vocabulary, nothing around a source."""
    answers = Answers({"src-vocab": str(path), "source-ends": "none", **said})
    return answers, ask_tokens(answers, {}, source=rows, target=rows, shared=True)


@pytest.mark.parametrize("kind", ["txt", "crlf.txt", "json", "tokenizer.json"])
def test_every_kind_of_file_gives_the_same_vocabulary(tmp_path: Path, kind: str):
    words = {} if kind == "tokenizer.json" else {"tgt-tokens": "words"}
    answers, (src, tgt) = asked(written(tmp_path, kind), **words)
    assert (tgt.vocabulary.pieces, tgt.vocabulary.rows) == (OURS, ROWS)
    assert tgt.tokenizer.encode("the cat").ids == (4, 5)
    assert (src.tokenizer.prefix, src.tokenizer.suffix) == ((), ())
    assert not [question.name for question in answers.questions if question.open]
    told = {question.name: question.answer for question in answers.questions if question.told}
    expected = {"pad": "1", "start": "2", "end": "3", "unknown": "0"}
    assert {name: told[name] for name in expected} == expected


def test_a_sentencepiece_model_cuts_and_numbers(shared_dir: Path):
    model = shared_dir / "models" / "opus-mt-en-mg" / "source.spm"
    ids = SentencePieceCut(model.read_bytes()).ids
    _, (src, _) = asked(model, rows=len(ids) + 3, pad=str(len(ids)), start=str(len(ids) + 1))
    pieces = src.tokenizer.encode("I have a cat.").ids
    assert [src.vocabulary.rows[i] for i in pieces] == [
        ids[piece] for piece in SentencePieceCut(model.read_bytes()).split("I have a cat.")
    ]


def test_a_blank_among_the_tokens_tells_that_they_are_characters(tmp_path: Path):
    path = tmp_path / "letters.txt"
    path.write_text("\n".join(["<pad>", "<s>", "</s>", "<unk>", "a", " "]), encoding="utf-8")
    answers, (src, _) = asked(path)
    question = next(one for one in answers.questions if one.name == "tgt-tokens")
    assert (question.answer, question.told) == ("characters and spaces", True)
    assert src.tokenizer.encode("a a").ids == (4, 5, 4)


def test_two_tokens_of_one_name_are_asked_about(tmp_path: Path):
    path = tmp_path / "twice.txt"
    path.write_text("\n".join(["<pad>", "<PAD>", "<s>", "</s>", "<unk>", "a"]), encoding="utf-8")
    answers, _ = asked(path)
    assert "pad" in [question.name for question in answers.questions if question.open]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("v.txt", b"a\nb\n", "has 2 tokens, but the model's table has 6 rows"),
        ("v.txt", b"", "has 1 tokens, but the model's table has 6 rows"),
        ("v.txt", b"\xff\xfe", "is not UTF-8"),
        ("v.json", b"{", "is damaged"),
        ("v.json", b"[1]", "must be an object"),
        ("v.json", b"{}", "has 0 tokens"),
        ("v.json", b'{"a": 6}', "has 7 tokens, but the model's table has 6 rows"),
        ("v.json", b'{"a": -1}', "must be"),
        ("v.json", b'{"a": "b"}', "must be"),
        ("v.json", b'{"model": {"type": "none"}}', "tokenizer.json is not readable"),
        ("v.json", b'{"a": 1, "b": 1}', "v.json gives the id 1 to two tokens"),
        ("v.model", b"no model", "SentencePiece model is not readable"),
        ("v.txt", b"version https://git-lfs.github.com/spec/v1\noid", "is a Git LFS pointer"),
    ],
)
def test_a_file_that_does_not_fit_is_one_sentence(
    tmp_path: Path, name: str, content: bytes, said: str
):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UserError, match=said):
        asked(tmp_path / name)


def test_a_missing_file_is_one_sentence(tmp_path: Path):
    with pytest.raises(ForeignModelError, match=r"none\.txt cannot be read"):
        asked(tmp_path / "none.txt")
    with pytest.raises(ForeignModelError, match="cannot be read"):
        asked(tmp_path)
