"""Read who handed in what, and when, from submission_metadata.yml, which Gradescope adds to an export of submissions.

    submission_123:
      :submitters:
      - :name: Ada Lovelace
        :sid: '101'
        :email: ada@example.edu
      :created_at: 2026-11-03 09:30:00.000000000 Z

The keys are the names of the folders in the export.
"""

from collections.abc import Callable
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from noughts.course.intake.names import NameParts, NameReader, plain
from noughts.errors import BadInput

METADATA = "submission_metadata.yml"
BYTES_MAX = 20_000_000


def reader_of(data: bytes) -> NameReader:
    """Return a reader of the paths in an export; raise BadInput if the metadata cannot be used.

    If the metadata does not have a folder, the reader reads the paths in it as `plain` does.
    """
    owners = {folder: owner_of(facts) for folder, facts in load(data).items() if isinstance(facts, dict)}

    def read(path: str) -> NameParts:
        folder, *inner = PurePosixPath(path).parts or ("?",)
        if folder not in owners:
            return plain(path)
        who, number, time = owners[folder]
        return NameParts(who or folder, "/".join(inner), number, time)

    return read


def load(data: bytes) -> dict[str, Any]:
    """Return the metadata as a dict from folder to plain data. A Ruby object becomes a dict or a string.

    Raise BadInput if PyYAML is not installed, or if the metadata cannot be read or is not a mapping.
    """
    try:
        import yaml  # only for this platform
    except ImportError:
        raise BadInput(f"{METADATA} needs a YAML reader: type  python -m pip install 'noughts[gradescope]'") from None

    class Loader(yaml.SafeLoader):
        """A loader of plain data, with a constructor for Ruby objects that other loaders do not get."""

    make: Callable[..., Any] = lambda loader, suffix, node: (  # noqa: E731
        loader.construct_mapping(node, deep=True) if isinstance(node, yaml.MappingNode) else str(node.value)
    )
    Loader.add_multi_constructor("!ruby/", make)
    try:
        content = yaml.load(data, Loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise BadInput(f"{METADATA} cannot be read: {str(error)[:100]}; export the submissions again") from None
    if not isinstance(content, dict):
        raise BadInput(f"{METADATA} contains no submissions: export the submissions again")
    return {str(key): value for key, value in content.items()}


def owner_of(facts: dict[Any, Any]) -> tuple[str, str, datetime | None]:
    """Return the submitters' names (or e-mail addresses) joined by "; ", the id, and the time (None if not known).

    The id is "" if there are several submitters.
    """
    listed = facts.get(":submitters")
    submitters = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    names = [str(one.get(":name") or one.get(":email") or "") for one in submitters]
    number = str(submitters[0].get(":sid") or submitters[0].get(":email") or "") if len(submitters) == 1 else ""
    return "; ".join(filter(None, names)), number, time_in(facts.get(":created_at"))


def time_in(value: object) -> datetime | None:
    """Return the time in the metadata, which is a datetime, an ISO string, or in a dict; None if there is no time."""
    if isinstance(value, dict):
        value = value.get("utc") or value.get("time")
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            return None
    return value if isinstance(value, datetime) else None
