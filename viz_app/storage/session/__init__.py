"""What is on the workbench, kept in one ``.headlight`` file. No Qt, no torch.

The file is a zip that NumPy alone can read: ``np.load("cat.headlight")`` has, by these names,

``session.json``
    bytes of JSON in UTF-8, see below; 16 MB at most.
``branch-ID/encoder``, ``branch-ID/decoder``, ``branch-ID/cross``
    the weights of a branch, ``[layers, heads, query, key]``, float32. Queries and keys count from
    0, and so do layers and heads. Rows sum to 1; those of a query without keys are 0.
``model/positions``
    the model's positional encodings ``[max_len, d_model]``, float32, where they are not sinusoids.
``model.safetensors``
    the checkpoint of the model, where the user wanted that: bytes, as they are in its own file.

``session.json`` holds an object:

``format``, ``version``
    ``"headlight session"`` and 1. A reader refuses a larger version; entries that it does not know
    it leaves alone, so new ones need no new version.
``source_text``
    the sentence asked for last.
``branches``
    a list, parents before what left them. Each has ``id``, ``parent`` (an id, or null for the
    original), ``step`` (up to there, exclusive, its tokens are its parent's), ``name``, ``given``
    (its target was given as a whole), ``n_layers``, ``n_heads`` and ``trace``: the source's text,
    tokens and ids, ``steps`` with token, id, log-probability (natural logarithm), entropy (bits)
    and candidates (token, id, log-probability), why it stopped, the translation.
    ``shared_steps``: so many first rows of ``decoder`` and ``cross`` are the parent's, bit for
    bit, and are left out; where it is not 0, ``encoder`` is the parent's, too. The row of step *k*
    is that of the token fed in there, from which ``steps[k]`` was predicted.
``current``, ``compared``
    ids of the branch on screen, and of that beside it or null.
``recorded``
    the branches are moments of trainings, and not of the model.
``model``
    null, or its ``name``, ``task``, ``config``, sizes, training ``record``, and the
    ``checksum`` of its checkpoint, by which it is found again.
``bench``, ``zoom``, ``panels``
    what was chosen in the window. ``zoom`` has factor, row and column of the picture of one head,
    and by kind those of kinds side by side. Whatever is unknown or out of range there has its
    default.
"""
