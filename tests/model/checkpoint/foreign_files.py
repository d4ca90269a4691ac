"""Files that are no checkpoints, each under a name."""

import gzip
import io
import json
import pickle  # noqa: TID251 - to show that it is not used
import zipfile

import numpy as np
import safetensors.numpy
import torch

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00"


def torch_zip() -> bytes:
    """What ``torch.save`` writes."""
    buffer = io.BytesIO()
    torch.save({"weight": torch.zeros(3)}, buffer)
    return buffer.getvalue()


def plain_zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.txt", "text")
    return buffer.getvalue()


def with_header(header: object, body: bytes = b"") -> bytes:
    """A file that begins like a safetensors file."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + body


TENSOR = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}
FOREIGN = {
    "an empty file": b"",
    "PNG": PNG,
    "zip": plain_zip(),
    "torch.save": torch_zip(),
    "pickle": pickle.dumps({"a": [1, 2, 3]}),
    "gzip": gzip.compress(b"text" * 100),
    "JSON": b'{"version": 1, "task": "copy"}',
    "JSON list": b"[]" * 20,
    "text": "我有一只猫。\n".encode() * 10,
    "zeros": bytes(4096),
    "ones": b"\xff" * 4096,
    "a header of no object": with_header([]),
    "a header of a number": with_header(5),
    "an empty header": with_header(b""),
    "an empty object": with_header({}),
    "broken UTF-8": with_header(b'{"\xff": 1}'),
    "a deep header": with_header(b"[" * 100_000),
    "metadata that is a list": with_header({"__metadata__": []}),
    "metadata that is null": with_header({"__metadata__": None, "x": TENSOR}, bytes(4)),
    "metadata of numbers": with_header({"__metadata__": {"headlight": 1}}),
    "tensors of another program": safetensors.numpy.save({"x": np.zeros(3, np.float32)}),
    "tensors with metadata": safetensors.numpy.save({"x": np.zeros(3)}, {"format": "pt"}),
    "a description that is no JSON": safetensors.numpy.save({}, {"headlight": "{"}),
    "a description that is null": safetensors.numpy.save({}, {"headlight": "null"}),
    "a description that is a list": safetensors.numpy.save({}, {"headlight": "[1]"}),
    "a description without end": safetensors.numpy.save({}, {"headlight": "[" * 100_000}),
    "an infinite version": safetensors.numpy.save({}, {"headlight": '{"version": Infinity}'}),
    "a version that is text": safetensors.numpy.save({}, {"headlight": '{"version": "new"}'}),
    "no checksum": safetensors.numpy.save({}, {"headlight": '{"version": 1}'}),
    "a wrong checksum": safetensors.numpy.save(
        {"x": np.zeros(3)}, {"headlight": '{"version": 1}', "sha256": "0" * 64}
    ),
}
