"""torch as it runs: its libraries, and sources only where it reads them itself."""

from pathlib import Path

from PyInstaller.utils.hooks import (
    PY_DYLIB_PATTERNS,
    collect_dynamic_libs,
    collect_submodules,
    get_package_paths,
)

SITE, TORCH = map(Path, get_package_paths("torch"))

# Its settings are read from the comments in their source, overloads from the stubs in theirs.
read = ["torch.functional", "torch.nn"]
read += [".".join(p.relative_to(SITE).with_suffix("").parts) for p in TORCH.rglob("*config.py")]
module_collection_mode = {"torch": "pyz", **dict.fromkeys(read, "pyz+py")}

# imported by names that are put together
hiddenimports = ["torch.onnx.operators", *collect_submodules("torch._dynamo.polyfills")]

TESTED = ("aoti_custom_ops", "backend_with_compiler", "jitbackend_test", "torchbind_test")
binaries = [
    (library, folder)
    for library, folder in collect_dynamic_libs(
        "torch", search_patterns=[*PY_DYLIB_PATTERNS, "*.so.*"]
    )
    if not any(name in library for name in TESTED)
]
binaries += [(str(path), "torch/bin") for path in TORCH.glob("bin/torch_shm_manager*")]
# as PyInstaller's own hook has it: a link beside the program misleads torch about its folder
bindepend_symlink_suppression = ["**/torch/lib/*.so*"]
