"""Load a file of the eight functions as Python would. Used only in the process that runs the file."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import cast

from noughts.game.exercise import FUNCTION_NAMES, EightFunctions
from noughts.play.faults import Fault, FaultFound, FaultKind, error_line, error_text


def is_file(path: Path) -> bool:
    """Return whether the file exists and its folder can be read."""
    try:
        return path.is_file()
    except OSError:
        return False  # the name is too long, or we may not read the folder


def load(path: Path) -> EightFunctions:
    """Run a file and return its eight functions; raise FaultFound if it fails or lacks one.

    The file's own exception, if it raised one, is the cause of the FaultFound.
    """
    if not is_file(path):
        raise FaultFound(Fault(FaultKind.NO_FILE, file=str(path)))
    spec = importlib.util.spec_from_file_location("tictactoe", path)
    if spec is None or spec.loader is None:
        raise FaultFound(Fault(FaultKind.NOT_PYTHON, file=str(path)))
    module = importlib.util.module_from_spec(spec)
    # As if Python had started it: it is in sys.modules, and can import files from its folder.
    sys.modules["tictactoe"] = module
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        line = error_line(error, path)
        fault = Fault(FaultKind.NOT_LOADED, file=path.name, error=error_text(error), line=line)
        raise FaultFound(fault) from error
    missing = [name for name in FUNCTION_NAMES if not callable(getattr(module, name, None))]
    if missing:
        raise FaultFound(Fault(FaultKind.LACKS_FUNCTIONS, file=path.name, value=", ".join(missing)))
    return cast(EightFunctions, module)
