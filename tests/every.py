"""A fact about many values is one test: it loops over them, and a failure says which it was."""

import functools
import inspect


def every(names, values):
    """Run the test for each value in turn; ``names`` and ``values`` as of ``parametrize``.

    All turns share the test's fixtures.
    """
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    values = list(values)

    def looped(test):
        signature = inspect.signature(test)

        @functools.wraps(test)
        def run(**fixtures):
            for value in values:
                case = dict(zip(names, [value] if len(names) == 1 else value, strict=True))
                try:
                    test(**fixtures, **case)
                except Exception as error:
                    error.add_note(", ".join(f"{name} = {one!r}" for name, one in case.items()))
                    raise

        asked = [one for name, one in signature.parameters.items() if name not in names]
        run.__signature__ = signature.replace(parameters=asked)
        return run

    return looped
