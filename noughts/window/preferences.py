"""What the window remembers between two runs: its size and its theme, in one small file. No pygame here."""

import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

THEMES = ("dark", "light")
SIDE_PIXELS_MIN, SIDE_PIXELS_MAX = 200, 10_000


@dataclass(frozen=True)
class Preferences:
    """The theme, and the size of the window in pixels; the size is None until a person has changed it."""

    theme: str = THEMES[0]
    size: tuple[int, int] | None = None


def preferences_file() -> Path:
    """Return the path of the preferences file, in the platform's usual folder for settings.

    Raise RuntimeError if there is no home folder.
    """
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return folder / "noughts" / "window.json"


def load_preferences() -> Preferences:
    """Return the saved preferences, with the default for each one that is missing or damaged."""
    preferences = Preferences()
    with suppress(OSError, ValueError, RuntimeError):  # RuntimeError: there is no home folder
        data = json.loads(preferences_file().read_text(encoding="utf-8"))
        if isinstance(data, dict):
            if data.get("theme") in THEMES:
                preferences = replace(preferences, theme=data["theme"])
            match data.get("size"):
                case [int(width), int(height)] if (
                    SIDE_PIXELS_MIN <= min(width, height) <= max(width, height) <= SIDE_PIXELS_MAX
                ):
                    preferences = replace(preferences, size=(width, height))
    return preferences


def save_preferences(preferences: Preferences) -> None:
    """Save the preferences, if the file can be written."""
    with suppress(OSError, RuntimeError):
        path = preferences_file()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(preferences)) + "\n", encoding="utf-8")
