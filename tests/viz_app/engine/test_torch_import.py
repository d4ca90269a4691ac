import gc

from viz_app.engine.torch_import import import_steps, import_torch, warm_up_steps


def test_another_window_of_the_process_keeps_no_garbage_for_ever():
    import_torch()
    list(warm_up_steps())
    list(import_steps("json"))
    kept = gc.get_freeze_count()
    import_torch()
    assert list(warm_up_steps()) == []
    list(import_steps("json"))
    assert gc.get_freeze_count() == kept


def test_the_parts_of_a_later_window_are_kept_no_second_time():
    list(import_steps("pyqtgraph"))
    kept = gc.get_freeze_count()
    list(import_steps("pyqtgraph"))
    assert gc.get_freeze_count() <= kept
