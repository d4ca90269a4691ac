import gc

from viz_app.engine.torch_import import import_torch, warm_up_steps


def test_another_window_of_the_process_keeps_no_garbage_for_ever():
    import_torch()
    list(warm_up_steps())
    kept = gc.get_freeze_count()
    import_torch()
    assert list(warm_up_steps()) == []
    assert gc.get_freeze_count() == kept
