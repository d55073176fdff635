"""Files of the course: where it lies, files written whole or not at all, what a disk's refusal means."""

import errno
import os
import time
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
MATERIAL = (
    Path(__file__).parent / "material"
)  # lessons and exercises inside an installed package (see setup.py)
COURSE = CHECKOUT if (CHECKOUT / "pyproject.toml").exists() else MATERIAL

REFUSALS = {
    errno.ENOSPC: "the disk is full: make room and start again",
    errno.EDQUOT: "your quota is used up: make room and start again",
    errno.EROFS: "this disk is read-only",
    errno.EACCES: "you have no right to",
    errno.EPERM: "you have no right to",
    errno.ENOTDIR: "a part of its path is a file, not a folder",
    errno.EISDIR: "there is a folder of this name",
    errno.ENAMETOOLONG: "its name is too long",
}


def write_whole(path, data):
    """
    Write a file so that its name always leads to a whole one: the old or the new, even after a power cut.

    Parameters
    ----------
    path : path
        Its folder is made when it is missing.
    data : bytes or str
        A str is stored as UTF-8 with line ends as they are.

    Raises
    ------
    OSError
        The file is then as it was.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name[:200]}.{os.getpid()}.part")
    try:
        with open(part, "wb") as file:
            file.write(data.encode("utf-8") if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def sweep(folder, age=60.0):
    """Remove what killed writes have left in a folder; parts younger than `age` [s] may be in use."""
    for part in Path(folder).glob("**/.*.part"):
        if time.time() - part.stat().st_mtime > age:
            part.unlink(missing_ok=True)


def refusal(error):
    """
    Return one sentence on an OSError: what cannot be written or read, and why.

    >>> refusal(OSError(errno.ENOSPC, "No space left on device", "my/a.ipynb"))
    'my/a.ipynb: the disk is full: make room and start again.'
    """
    why = REFUSALS.get(error.errno) or (error.strerror or str(error) or type(error).__name__)
    where = error.filename2 or error.filename
    return f"{where}: {why}." if where else f"{why}."
