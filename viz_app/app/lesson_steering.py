"""Brings the workbench to the scene of a lesson, one missing thing after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Slot

from model.messages import UserError
from model.traces.interventions import Interventions
from viz_app.app.app_state import AppState, Services
from viz_app.app.lesson_state import (
    answered,
    askable,
    asks_toggled,
    branch_of_scene,
    check_lesson,
    lesson_left,
    lesson_opened,
    lessons_listed,
    resolve_lesson,
    scene_passed,
    scene_posed,
    term_shown,
)
from viz_app.app.session_state import branches_of, own_translation, session_written, shows_moment
from viz_app.app.sessions import SAVING_PRIORITY
from viz_app.workbench.changes.models import failed, told
from viz_app.workbench.changes.translation import branch_walked_to
from viz_app.workbench.controllers import (
    BranchingController,
    ModelController,
    TranslationController,
)
from viz_app.workbench.state import ROOT

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow
    from viz_app.app.sessions import Sessions
    from viz_app.storage.lessons import Lesson, LessonScene


class LessonController(QObject):
    """Opens lessons, and steers: each change of the state may make the next step possible.

    What a scene needs is asked for once. If it is still missing afterwards, because it failed and a
    notice says why, the scene is shown as far as it has come. Where the scene is on screen, the
    user may look around: it is not brought back until asked for.
    """

    def __init__(
        self,
        services: Services,
        sessions: Sessions,
        *,
        models: ModelController,
        translation: TranslationController,
        branching: BranchingController,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._services, self._whole = services, services.whole
        self._bench, self._screen = services.bench, services.screen
        self._sessions, self._models = sessions, models
        self._translation, self._branching = translation, branching
        self._asked: set[str] = set()
        self._scene: LessonScene | None = None
        self._show_tab: Callable[[str], None] = lambda _: None
        # Not while the state is changing: what is asked for must see its own changes.
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._steer)
        self._whole.follow(self._follow)

    def join(self, window: MainWindow) -> None:
        self._show_tab = window.show_tab
        window.renewed.connect(self._translate)
        menus = window.menus
        menus.action("lessons").triggered.connect(self.show_list)
        for name in ("ask_word", "ask_weight"):
            menus.action(name).triggered.connect(partial(self._ask, name))
        menus.action("ask_effects").triggered.connect(partial(self._whole.apply, asks_toggled))
        show = self._services.presenter.show
        show(self._whole, askable, menus.set_askable)
        show(self._bench, attrgetter("asks"), menus.action("ask_effects").setChecked)
        window.files.lesson_save_requested.connect(self.save)
        self._services.presenter.show(self._whole, resolve_lesson, window.lesson.set_snapshot)

    @Slot()
    def show_list(self) -> None:
        from viz_app.storage.lessons import ORDER

        paths = filter(Path.exists, map(shipped, ORDER))
        lessons = tuple(filter(None, map(self._read, paths)))
        self._whole.apply(lessons_listed, lessons)

    @Slot(str)
    def open_shipped(self, name: str) -> None:
        self.open(shipped(name))

    @Slot(str)
    def show_term(self, name: str) -> None:
        from viz_app.storage.glossary import read_glossary

        self._whole.apply(term_shown, read_glossary(_language()), name)

    def open(self, path: Path) -> None:
        """Open a lesson file; what is wrong with it is said, and the screen stays."""
        lesson = self._read(path, checks=True)
        if lesson is not None:
            self._sessions.put_aside(partial(self._whole.apply, lesson_begun, lesson))

    def _read(self, path: Path, *, checks: bool = False) -> Lesson | None:
        from viz_app.storage.lessons import read_lesson

        model = self._bench.now.model
        try:
            lesson = read_lesson(path)
            if checks:
                check_lesson(lesson, self._services.library, model.config if model else None)
        except UserError as error:
            self._bench.apply(failed, error.message)
            return None
        return lesson

    @Slot(object)
    def save(self, path: Path) -> None:
        """Write the scenes of the session as a lesson."""
        from viz_app.app.lesson_saving import lesson_steps

        scenes = self._whole.now.scenes.list
        self._services.desk.submit(
            partial(lesson_steps, path, scenes, self._services.library),
            on_item=self._bench.applying(told),
            on_failed=self._bench.applying(failed),
            priority=SAVING_PRIORITY,
            essential=True,
        )

    @Slot(int)
    def go(self, by: int) -> None:
        self._scene = None
        self._whole.apply(scene_passed, by)

    @Slot(str)
    def answer(self, given: str) -> None:
        self._whole.apply(answered, given)

    def ask_before(self, interventions: Interventions) -> None:
        """Ask what they change, if the user wants to be asked and no lesson file is open."""
        lesson = self._whole.now.lesson.lesson
        if self._bench.now.asks and not (lesson is not None and lesson.name):
            from viz_app.app.asking import effect_asked

            self._whole.apply(effect_asked, interventions)

    def _ask(self, name: str) -> None:
        from viz_app.app import asking

        self._scene = None
        self._whole.apply(
            {"ask_word": asking.next_word_asked, "ask_weight": asking.weight_asked}[name]
        )

    @Slot()
    def leave(self) -> None:
        self._whole.apply(lesson_left)

    @Slot()
    def _translate(self) -> None:
        # A lesson whose file is there in the other language is shown in it.
        own = self._whole.now.lesson
        if own.listed:
            self.show_list()
        elif own.lesson is not None:
            path = own.lesson.path.parent / f"{own.lesson.name}.{_language()}.md"
            if path.exists():
                self._whole.apply(lesson_opened, self._read(path) or own.lesson)

    def _follow(self, old: AppState, new: AppState) -> None:
        del old
        if new.lesson.lesson is not None and not new.lesson.posed:
            self._next.start()

    @Slot()
    def _steer(self) -> None:
        state = self._whole.now
        scene = state.lesson.scene
        if scene is None or state.lesson.posed:
            return
        if scene is not self._scene:
            self._scene, self._asked = scene, set()
        if shows_moment(state):
            self._whole.apply(own_translation)
        bench = self._bench.now
        if bench.loading is not None or bench.translating:
            return  # the next change of the state comes here again
        steps = (self._bring_model, self._bring_text, self._bring_branch)
        if not any(bring(scene) for bring in steps):
            self._show_tab(scene.tab)
            self._whole.apply(scene_posed, scene)

    def _bring_model(self, scene: LessonScene) -> bool:
        """Whether something was asked for."""
        bench = self._bench.now
        path = next((each.path for each in bench.models if each.name == scene.model), None)
        file = bench.model_file if bench.model_key is not None and bench.absent is None else None
        if path is None or (file is not None and file.path == path):
            return False
        return self._once("model", lambda: self._models.open(path))

    def _bring_text(self, scene: LessonScene) -> bool:
        bench = self._bench.now
        shown = bench.source_text == scene.text and bench.branches is not None
        if not scene.text or (shown and not bench.outdated and not bench.prerecorded):
            return False
        ask = partial(self._translation.translate, scene.text)
        # a sentence that the model doubts is translated when it is asked for again
        return self._once("text", ask) or self._once("text again", ask)

    def _bring_branch(self, scene: LessonScene) -> bool:
        tree, wanted = self._bench.now.branches, branch_of_scene(self._bench.now, scene)
        if tree is None or wanted is None or not scene.text:
            return False
        off, words = wanted
        to_root = partial(self._screen.apply, branch_walked_to, ROOT)
        if tree.current != ROOT and self._once("root", to_root):
            return True
        if tree.current_branch.interventions != off:
            return self._once("off", lambda: self._branching.intervene(off, same_target=False))
        return self._once("words", lambda: self._branching.type_token(0, words))

    def _once(self, what: str, ask: Callable[[], None]) -> bool:
        if what in self._asked:
            return False
        self._asked.add(what)
        ask()
        self._next.start()
        return True


def lesson_begun(state: AppState, lesson: Lesson) -> AppState:
    # The session that it replaces is no longer the document: nothing is saved over its file.
    # Scenes stay in the list, unsaved as they were.
    saved = branches_of(state.bench), state.session.saved[1]
    return lesson_opened(session_written(state, None, saved), lesson)


def shipped(name: str) -> Path:
    """The file of a lesson in the language of the window."""
    from viz_app.storage.lessons import shipped_path

    return shipped_path(name, _language())


def _language() -> str:
    return QCoreApplication.translate("guide", "en")
