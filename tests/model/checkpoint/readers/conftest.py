"""What other libraries change in this process is put back."""

from collections.abc import Iterator

import pytest
import torch


@pytest.fixture(scope="module", autouse=True)
def own_threads() -> Iterator[None]:
    """CTranslate2 sets how many threads everybody has, and sums come out another way.

    One is quickest for models as small as these.
    """
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
