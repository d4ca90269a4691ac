import gc

import pytest

from viz_app.engine.collection import many_lasting_objects, many_passing_objects


@pytest.mark.parametrize("many", [many_passing_objects, many_lasting_objects])
def test_nothing_is_collected_inside_and_something_afterwards(many):
    with many():
        assert not gc.isenabled()
    assert gc.isenabled()


@pytest.mark.parametrize("many", [many_passing_objects, many_lasting_objects])
def test_it_is_collected_again_also_after_an_error(many):
    with pytest.raises(ValueError), many():
        raise ValueError
    assert gc.isenabled()


def test_what_lasts_is_never_walked():
    with many_lasting_objects():
        made = [[] for _ in range(10)]
    walked = {id(one) for one in gc.get_objects()}
    assert not walked & {id(one) for one in made}


def test_what_passes_may_be_walked():
    with many_passing_objects():
        made = [[] for _ in range(10)]
    assert {id(one) for one in gc.get_objects()} >= {id(one) for one in made}
