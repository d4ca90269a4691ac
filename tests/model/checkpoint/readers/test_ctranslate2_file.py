"""Damaged and strange files of CTranslate2's format give one sentence, quickly."""

import json
import re
import struct
import time
import tracemalloc
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from model.checkpoint.importing import import_steps, recognise
from model.checkpoint.readers.ctranslate2 import NEWEST_VERSION, CTranslate2File
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.messages import ConfigError
from model.text.words import JOINER

TYPES = {"float32": 0, "int8": 1, "int16": 2, "int32": 3, "float16": 4, "bfloat16": 5}
D, FF, ROWS = 4, 6, 7
WORDS = {"src-tokens": "words", "tgt-tokens": "words"}
PIECES = ["<blank>", "<s>", "</s>", "a", "b", "c", "<unk>"]


def text(name: str) -> bytes:
    encoded = name.encode() + b"\0"
    return struct.pack("<H", len(encoded)) + encoded


def written(
    variables: Mapping[str, Any],
    aliases: Mapping[str, str] | None = None,
    *,
    version: int = NEWEST_VERSION,
    spec: str = "TransformerSpec",
    revision: int = 7,
) -> bytes:
    """The file, by what its format says and nothing of ours."""
    parts = [struct.pack("<I", version), text(spec), struct.pack("<II", revision, len(variables))]
    for name, value in variables.items():
        array = np.asarray(value)
        kind = TYPES[array.dtype.name]
        parts += [text(name), struct.pack("<B", array.ndim)]
        parts += [struct.pack(f"<{array.ndim}I", *array.shape)]
        parts += [struct.pack("<BI", kind, array.nbytes), array.tobytes()]
    parts.append(struct.pack("<I", len(aliases or {})))
    parts += [text(alias) + text(name) for alias, name in (aliases or {}).items()]
    return b"".join(parts)


FIRST_NAMES = (
    *(("self_attention", "multi_head"), ("linear_0", "conv1d"), ("linear_", "conv1d_")),
    *(("layer_norm", "LayerNorm"), ("embeddings/weight", "w_embs"), ("projection", "dense")),
    ("weight", "kernel"),
)


def first_name(name: str) -> str:
    """A variable as OpenNMT-tf called it."""
    if name.startswith("decoder"):
        name = name.replace("self_attention", "masked_multi_head")
        name = name.replace("/attention", "/multi_head")
    for new, old in FIRST_NAMES:
        name = name.replace(new, old)
    return f"transformer/{name}:0"


def old_file(variables: Mapping[str, Any], *, version: int, whole: bool) -> bytes:
    """In binary version 1 or 2; ``whole``: matrices as integers of thousandths."""

    def parts() -> Iterator[bytes]:
        yield struct.pack("<I", version)
        if version > 1:
            yield text("TransformerBase") + struct.pack("<I", 1)
        yield struct.pack("<I", len(variables))
        for name, value in variables.items():
            integers = whole and name.endswith(("kernel:0", "w_embs:0"))
            stored = np.rint(value * 1000).astype("<i2") if integers else value.astype("<f4")
            yield text(name) + struct.pack("<B", stored.ndim)
            yield struct.pack(f"<{stored.ndim}I", *stored.shape)
            yield struct.pack("<BI", stored.itemsize, stored.size) + stored.tobytes()

    return b"".join(parts())


def network(**more: Any) -> dict[str, Any]:
    noise = np.random.default_rng(0)
    variables: dict[str, Any] = {}

    def linear(name: str, n_out: int, n_in: int) -> None:
        variables[f"{name}/weight"] = noise.normal(size=(n_out, n_in)).astype("float32")
        variables[f"{name}/bias"] = noise.normal(size=n_out).astype("float32")

    def norm(name: str) -> None:
        for part in ("gamma", "beta"):
            variables[f"{name}/{part}"] = noise.normal(size=D).astype("float32")

    for stack in ("encoder", "decoder"):
        layer = f"{stack}/layer_0/"
        linear(f"{layer}self_attention/linear_0", 3 * D, D)
        linear(f"{layer}self_attention/linear_1", D, D)
        norm(f"{layer}self_attention/layer_norm")
        linear(f"{layer}ffn/linear_0", FF, D)
        linear(f"{layer}ffn/linear_1", D, FF)
        norm(f"{layer}ffn/layer_norm")
        norm(f"{stack}/layer_norm")
        variables[f"{stack}/num_heads"] = np.int16(2)
        variables[f"{stack}/pre_norm"] = np.int8(1)
        variables[f"{stack}/scale_embeddings"] = np.int8(1)
    for linear_, n_out in enumerate((D, 2 * D, D)):
        linear(f"decoder/layer_0/attention/linear_{linear_}", n_out, D)
    norm("decoder/layer_0/attention/layer_norm")
    table = noise.normal(size=(ROWS, D)).astype("float32")
    variables["decoder/embeddings/weight"] = table
    return {**variables, **more}


ALIASES = {
    "decoder/projection/weight": "decoder/embeddings/weight",
    "encoder/embeddings_0/weight": "decoder/embeddings/weight",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return model_folder(tmp_path / "model")


def model_folder(path: Path) -> Path:
    path.mkdir()
    (path / "shared_vocabulary.json").write_text(json.dumps(PIECES))
    (path / "config.json").write_text(json.dumps({"unk_token": "<unk>"}))
    (path / "model.bin").write_bytes(written(network(), ALIASES))
    return path


def import_(folder: Path) -> None:
    for _ in import_steps(recognise(folder), folder.parent / "out.safetensors"):
        pass


def test_the_small_model_is_whole_and_its_tables_are_one(folder: Path):
    import_(folder)
    config = recognise(folder).config
    assert config.tie_embeddings
    assert config.share_embeddings
    assert (config.n_heads, config.d_model, config.d_ff) == (2, D, FF)
    assert recognise(folder).src_tokenizer.suffix == ()


def refused(folder: Path, content: bytes | None = None) -> str:
    """The sentence about a folder, perhaps with another file in it; nothing is written."""
    if content is not None:
        (folder / "model.bin").write_bytes(content)
    with pytest.raises(ForeignModelError) as failure:
        import_(folder)
    assert not (folder.parent / "out.safetensors").exists()
    return str(failure.value)


def test_a_cut_file_is_one_sentence(folder: Path):
    whole = (folder / "model.bin").read_bytes()
    for place in range(50):
        said = refused(folder, whole[: len(whole) * place // 50])
        assert re.fullmatch(r"\S*model.bin is damaged: .+\.", said)


def test_changed_bytes_are_another_model_or_one_sentence(folder: Path):
    whole = (folder / "model.bin").read_bytes()
    noise = np.random.default_rng(0)
    refused = 0
    tracemalloc.start()
    for _ in range(200):
        changed = bytearray(whole)
        for place in noise.integers(0, len(whole), size=8):
            changed[place] = noise.integers(0, 256)
        (folder / "model.bin").write_bytes(changed)
        begun = time.process_time()
        try:
            import_(folder)
        except (ForeignModelError, ConfigError) as error:
            refused += 1
            assert "\n" not in str(error)
        assert time.process_time() - begun < 2
    assert refused > 50
    assert tracemalloc.get_traced_memory()[1] < 2**24
    tracemalloc.stop()


def test_a_length_that_lies_takes_no_memory(folder: Path):
    """It says that it has four thousand million numbers, and is as long as before."""
    start = written({}, version=6)[:-8]
    lie = text("a") + struct.pack("<BIBI", 1, 2**30, 0, 2**32 - 4)
    said = refused(folder, start + struct.pack("<I", 1) + lie + b"0" * 64)
    assert "'a' has another size than it says" in said


TABLE = "decoder/embeddings/weight"
UNKNOWN = {
    "is not a CTranslate2 model of version 6 or earlier: its version is 7": written({}, version=7),
    "of the kind 'WhisperSpec'; supported: TransformerBase": written({}, spec="WhisperSpec"),
    "goes on after its end": written(network()) + b"0",
    "'aa' is there twice": written({"aa": np.int8(1), "ab": np.int8(1)}).replace(b"ab\0", b"aa\0"),
    "a/weight_scale has another size": written(
        {"a/weight": np.ones((3, 5), "int8"), "a/weight_scale": np.ones(2, "float32")}
    ),
    "'a' stands for 'b'": written(network(), {"a": "b"}),
    "has no tensor encoder/embeddings/weight": written(network()),
    "is damaged": written(network(), ALIASES, version=1),
    **{
        sentence: written(network(**{name: value}), ALIASES)
        for sentence, name, value in (
            ("decoder/alibi (1)", "decoder/alibi", np.int8(1)),
            ("decoder/new", "decoder/new", np.int8(0)),
            (
                "Encoder and decoder have different values of activation: 0, 5",
                *("encoder/activation", np.int8(5)),
            ),
            ("Unknown activation 5; supported: 0", "activation", np.int8(5)),
            (
                "tensors that cannot be mapped: encoder/extra",
                *("encoder/extra", np.ones(3, "float32")),
            ),
            (f"{TABLE}_scale is missing", TABLE, np.ones((ROWS, D), "int8")),
            (
                "encoder/layer_norm/gamma contains infinite or NaN values",
                *("encoder/layer_norm/gamma", np.full(D, np.nan, "float32")),
            ),
        )
    },
}


def test_what_is_not_known_is_one_sentence(folder: Path):
    for sentence, content in UNKNOWN.items():
        assert sentence in refused(folder, content)


def test_a_vocabulary_that_does_not_fit_is_one_sentence(folder: Path):
    path = folder / "shared_vocabulary.json"
    for pieces, sentence in (
        ([*PIECES, "d"], "the source vocabulary has 8 pieces, but its table has 7 rows"),
        ({"a": 1}, "is damaged"),
        (["a"] * 7, "the vocabulary has no token '</s>'"),
        (["a", 1], "is damaged"),
    ):
        path.write_text(json.dumps(pieces))
        assert sentence in refused(folder)
    path.unlink()
    assert "has no vocabulary: neither shared_vocabulary" in refused(folder)


def test_what_the_folder_does_not_say_is_asked(folder: Path):
    """Who cuts sentences, what stands around them, and what the decoder is fed first."""
    pieces = ["<pad>", "<s>", "</s>", "▁one", "▁two", "__en__", "<unk>"]
    (folder / "shared_vocabulary.json").write_text(json.dumps(pieces))
    (folder / "config.json").write_text(json.dumps({"decoder_start_token": None}))
    recognised = recognise(folder)
    asked = {question.name: question.choices for question in recognised.questions if question.open}
    assert asked == {
        "start-token": ("</s>", "<pad>", "<s>", "__en__", "<unk>"),
        "source-ends": ("end", "nothing", "both"),
        **dict.fromkeys(("src-tokens", "tgt-tokens"), ("file", "characters", "words")),
        **dict.fromkeys(("src-pieces", "tgt-pieces"), ()),
    }
    with pytest.raises(ForeignModelError, match="does not state start-token"):
        recognised.check()
    answers = {"start-token": "__en__", "source-ends": "both", **WORDS}
    answered = recognise(folder, answers)
    answered.check()
    source = answered.src_tokenizer
    assert source.encode("▁two ▁one").tokens == ("▁two", "▁one")
    assert source.tokens(source.prefix) == ("<s>",)
    assert source.tokens(source.suffix) == ("</s>",)
    place = answered.places["tgt_embedding.tokens.weight"]
    table = answered.file.load("decoder/embeddings/weight")
    assert (place.make(table)[1] == table[5]).all()  # it is fed the row of what was answered


def test_of_several_languages_two_are_asked_for(folder: Path):
    pieces = ["<pad>", "<s>", "</s>", "__de__", "__en__", "▁one", "<unk>"]
    (folder / "shared_vocabulary.json").write_text(json.dumps(pieces))
    ends = {"source-ends": "end", **WORDS}
    asked = {question.name: question.choices for question in recognise(folder, ends).questions}
    assert asked["src-lang"] == asked["tgt-lang"] == ("de", "en", "none")
    with pytest.raises(ForeignModelError, match="does not state src-lang"):
        recognise(folder, ends).check()
    both = recognise(folder, {**ends, "src-lang": "en", "tgt-lang": "de"})
    both.check()
    for tokenizer, code in ((both.src_tokenizer, "__en__"), (both.tgt_tokenizer, "__de__")):
        assert tokenizer.tokens(tokenizer.prefix) == (code,)
    neither = recognise(folder, {**ends, "src-lang": "none", "tgt-lang": "none"})
    assert neither.src_tokenizer.prefix == neither.tgt_tokenizer.prefix == ()


@pytest.mark.parametrize("kind", ["float32", "float16", "int8", "int16"])
def test_numbers_are_what_they_were_before_they_were_rounded(tmp_path: Path, kind: str):
    values = np.random.default_rng(0).normal(size=(3, 5)).astype("float32")
    rows = (127 / np.abs(values).max(1)).astype("float32")
    one = np.float32(1024 / np.abs(values).max())
    stored: dict[str, dict[str, Any]] = {
        "float32": {"a/weight": values},
        "float16": {"a/weight": values.astype("float16")},
        "int8": {
            "a/weight": np.rint(values * rows[:, None]).astype("int8"),
            "a/weight_scale": rows,
        },
        "int16": {"a/weight": np.rint(values * one).astype("int16"), "a/weight_scale": one},
    }
    error = {"float32": 0, "float16": 2e-3, "int8": 0.5 / rows.min(), "int16": 0.5 / one}[kind]
    path = tmp_path / "model.bin"
    path.write_bytes(written(stored[kind], {"b/weight": "a/weight"}))
    file = CTranslate2File(path)
    assert dict(file.shapes) == {"a/weight": (3, 5), "b/weight": (3, 5)}
    kept = torch.float16 if kind == "float16" else torch.float32
    assert file.kinds == dict.fromkeys(file.shapes, kept)
    for name in file.shapes:
        found = file.load(name).float().numpy()
        np.testing.assert_allclose(found, values, atol=float(error) * 1.001, rtol=0)


def test_a_tensor_of_no_numbers_is_one(tmp_path: Path):
    (tmp_path / "model.bin").write_bytes(written({"a": np.zeros(0, "float32")}))
    loaded = CTranslate2File(tmp_path / "model.bin").load("a")
    assert (tuple(loaded.shape), loaded.dtype) == ((0,), torch.float32)


def test_a_file_that_becomes_shorter_is_one_sentence(tmp_path: Path):
    path = tmp_path / "model.bin"
    path.write_bytes(written({"a": np.ones(4, "float32"), "b": np.ones(4, "float32")}))
    file = CTranslate2File(path)
    path.write_bytes(path.read_bytes()[:-8])  # the last four tell of no aliases
    assert file.load("a").tolist() == [1.0] * 4
    with pytest.raises(ForeignModelError, match="is damaged: it has become shorter"):
        file.load("b")


@pytest.mark.parametrize(
    ("name", "text", "cut"),
    [
        ("codes.bpe", "#version: 0.2\no n\non e</w>\nw o</w>\n", ["one", "t@@", "wo"]),
        ("bpe.32000", "o n 9\non e</w> 3\nw o</w> 2\n", ["one", "t@@", "wo"]),
    ],
)
def test_codes_beside_the_model_cut_a_sentence(folder: Path, name: str, text: str, cut: list[str]):
    """A user types words: they are cut as before training."""
    pieces = ["<blank>", "<s>", "</s>", "one", "t@@", "wo", "<unk>"]
    (folder / "shared_vocabulary.json").write_text(json.dumps(pieces))
    assert {q.name for q in recognise(folder).questions if q.open} >= {"src-pieces", "tgt-pieces"}
    (folder / name).write_text(text)
    (folder / "code").mkdir()  # no file of codes
    found = recognise(folder)
    assert {q.name: q.answer for q in found.questions}["src-pieces"] == str(folder / name)
    assert found.src_tokenizer.encode("one two").tokens == ("one", "t", JOINER + "wo")
    assert [found.src_tokenizer.pieces[i] for i in found.src_tokenizer.encode("one two").ids] == cut
    said = recognise(folder, {"tgt-pieces": str(folder / name)})
    assert said.tgt_tokenizer.encode("two").ids == found.tgt_tokenizer.encode("two").ids


def test_each_side_has_the_codes_of_its_name(folder: Path):
    (folder / "codes.src").write_text("a b</w>\n")
    (folder / "codes.tgt").write_text("b c</w>\n")
    told = {q.name: q.answer for q in recognise(folder).questions}
    assert told["src-pieces"] == str(folder / "codes.src")
    assert told["tgt-pieces"] == str(folder / "codes.tgt")
    (folder / "codes.tgt").rename(folder / "codes.other")
    (folder / "codes.src").rename(folder / "codes.one")
    assert {"src-tokens", "tgt-tokens"} <= {q.name for q in recognise(folder).questions if q.open}
