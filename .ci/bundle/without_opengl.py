"""Before the program starts: names in place of OpenGL, which is left out of the bundle.

pyqtgraph imports it in any case (9 MB) and derives classes from one of its widgets; Headlight
paints no plot with it.
"""

import sys
from types import ModuleType

for name in ("PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets"):
    sys.modules[name] = ModuleType(name)
    sys.modules[name].QOpenGLWidget = object
