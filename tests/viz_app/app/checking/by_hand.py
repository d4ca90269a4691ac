"""What a user does with the page of the checks."""

from model.lessons.checks import CHECK_NAMES


def begun(qtbot, application):
    application.window.menus.action("check_model").trigger()
    qtbot.waitUntil(lambda: application.work.checks.dialog is not None)
    page = application.work.checks.dialog
    qtbot.waitUntil(lambda: page.isVisible() and bool(application.store.state.checks.findings))
    return page


def model_of(application):
    return application.services.model_cache.take(application.bench.now.model_key)


def line(page, name):
    return page.list.item(CHECK_NAMES.index(name)).text().split("\n")
