"""Qt with the plugins that a window of widgets needs.

Left out are, among others, the theme of GTK, which would bring GTK along, and screens without a
window system.
"""

import re

from PyInstaller.utils.hooks.qt import add_qt6_dependencies

WANTED = re.compile(
    r"plugins/(platforms/(lib)?q(xcb|wayland|offscreen|windows|cocoa)"
    r"|platformthemes/libqxdg|platforminputcontexts/lib(compose|ibus)|wayland-"
    r"|iconengines/|imageformats/(lib)?qsvg|styles/)"
)

hiddenimports, binaries, datas = add_qt6_dependencies(__file__)
binaries = [
    pair
    for pair in binaries
    if "plugins/" not in (place := str(pair[0]).replace("\\", "/")) or WANTED.search(place)
]
