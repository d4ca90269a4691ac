"""Damaged and strange files of CTranslate2's format give one sentence, quickly."""

import json
import struct
import time
import tracemalloc
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.checkpoint.importing import import_steps, recognise
from model.checkpoint.readers.ctranslate2_file import NEWEST_VERSION, CTranslate2File
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.messages import ConfigError

TYPES = {"float32": 0, "int8": 1, "int16": 2, "int32": 3, "float16": 4, "bfloat16": 5}
D, FF, ROWS = 4, 6, 7
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


def network(**more: Any) -> dict[str, Any]:
    """One layer in each stack."""
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
    path = tmp_path / "model"
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


@pytest.mark.parametrize("place", range(50))
def test_a_cut_file_is_one_sentence(folder: Path, place: int):
    whole = (folder / "model.bin").read_bytes()
    (folder / "model.bin").write_bytes(whole[: len(whole) * place // 50])
    with pytest.raises(ForeignModelError, match=r"^\S*model.bin is damaged: .+\.$"):
        import_(folder)
    assert not (folder.parent / "out.safetensors").exists()


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
        begun = time.monotonic()
        try:
            import_(folder)
        except (ForeignModelError, ConfigError) as error:
            refused += 1
            assert "\n" not in str(error)
        assert time.monotonic() - begun < 2
    assert refused > 50
    assert tracemalloc.get_traced_memory()[1] < 2**24
    tracemalloc.stop()


def test_a_length_that_lies_takes_no_memory(folder: Path):
    """It says that it has four thousand million numbers, and is as long as before."""
    start = written({}, version=6)[:-8]
    lie = text("a") + struct.pack("<BIBI", 1, 2**30, 0, 2**32 - 4)
    (folder / "model.bin").write_bytes(start + struct.pack("<I", 1) + lie + b"0" * 64)
    with pytest.raises(ForeignModelError, match="'a' has another size than it says"):
        import_(folder)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (written({}, version=7), "is no CTranslate2 model of a version up to 6: it says 7"),
        (written({}, spec="WhisperSpec"), "of the kind 'WhisperSpec'; known are TransformerBase"),
        (written(network()) + b"0", "goes on after its end"),
        (written(network(), {"a": "b"}), "'a' stands for 'b'"),
        (written(network(**{"decoder/alibi": np.int8(1)}), ALIASES), r"decoder/alibi \(1\)"),
        (written(network(**{"decoder/new": np.int8(0)}), ALIASES), "decoder/new"),
        (
            written(network(**{"encoder/activation": np.int8(5)}), ALIASES),
            "Encoder and decoder have different values of activation: 0, 5",
        ),
        (written(network(activation=np.int8(5)), ALIASES), "The activation 5 is none of 0"),
        (
            written(network(**{"encoder/extra": np.ones(3, "float32")}), ALIASES),
            "1 tensors that have no place here: encoder/extra",
        ),
        (
            written(network(**{"decoder/embeddings/weight": np.ones((ROWS, D), "int8")}), ALIASES),
            "decoder/embeddings/weight_scale is missing",
        ),
        (
            written(
                network(**{"encoder/layer_norm/gamma": np.full(D, np.nan, "float32")}), ALIASES
            ),
            "encoder/layer_norm/gamma holds infinite numbers",
        ),
        (written(network()), "has no tensor encoder/embeddings/weight"),
        (written(network(), ALIASES, version=1), "is damaged"),
    ],
)
def test_what_is_not_known_is_one_sentence(folder: Path, content: bytes, sentence: str):
    (folder / "model.bin").write_bytes(content)
    with pytest.raises(ForeignModelError, match=sentence):
        import_(folder)


@pytest.mark.parametrize(
    ("pieces", "sentence"),
    [
        ([*PIECES, "d"], "the source vocabulary has 8 pieces, but its table 7 rows"),
        ({"a": 1}, "is damaged"),
        (["a"] * 7, "the vocabulary has no token '</s>'"),
        (["a", 1], "is damaged"),
    ],
)
def test_a_vocabulary_that_does_not_fit_is_one_sentence(folder: Path, pieces: Any, sentence: str):
    (folder / "shared_vocabulary.json").write_text(json.dumps(pieces))
    with pytest.raises(ForeignModelError, match=sentence):
        import_(folder)


def test_a_folder_without_vocabulary_is_one_sentence(folder: Path):
    (folder / "shared_vocabulary.json").unlink()
    with pytest.raises(ForeignModelError, match="has no vocabulary: neither shared_vocabulary"):
        import_(folder)


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
        "tokenizer": ("words", "characters"),
    }
    with pytest.raises(ForeignModelError, match="does not say start-token"):
        recognised.check()
    answers = {"start-token": "__en__", "source-ends": "both", "tokenizer": "words"}
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
    ends = {"source-ends": "end", "tokenizer": "words"}
    asked = {question.name: question.choices for question in recognise(folder, ends).questions}
    assert asked["src-lang"] == asked["tgt-lang"] == ("de", "en", "none")
    with pytest.raises(ForeignModelError, match="does not say src-lang"):
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
    assert file.half == (kind == "float16")
    for name in file.shapes:
        found = file.load(name).float().numpy()
        np.testing.assert_allclose(found, values, atol=float(error) * 1.001, rtol=0)
