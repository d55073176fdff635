"""The release 0.1.0 beside the package of today: taken from the history, loaded under a name of its own."""

import importlib
import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

COMMIT = "a479cc6"
NAME = "fcclearn_0_1_0"


def released():
    """The package ``fcclearn_0_1_0``, or None with a message where there is no history."""
    top = Path(__file__).parent.parent
    found = subprocess.run(["git", "archive", COMMIT, "fcclearn"], cwd=top, capture_output=True)
    if found.returncode:
        print(f"left out: release 0.1.0 ({found.stderr.decode().strip()})")
        return None
    folder = tempfile.mkdtemp()
    with tarfile.open(fileobj=io.BytesIO(found.stdout)) as archive:
        archive.extractall(folder)
    (Path(folder) / "fcclearn").rename(Path(folder) / NAME)
    sys.path.insert(0, folder)
    return importlib.import_module(NAME)
