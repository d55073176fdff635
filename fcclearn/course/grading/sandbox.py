"""Walls around a stranger's program: no network, no files of yours, no process that stays.

Inside there is a file system of its own: the system's programs and libraries and this Python, all
read-only, the package without its tasks, and one small disk in memory at /tmp. `bubblewrap` makes it where
it is installed; else `unshare` with a short script (Linux; both need user namespaces). A wall counts only
if it stands a test.
"""

import functools
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
TASKS = PACKAGE / "course" / "tasks"
DISK = 64 * 2**20  # bytes at /tmp inside
SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc/ld.so.cache",
    "/etc/fonts",
    "/etc/localtime",
    "/etc/alternatives",
    "/nix/store",
)

# $1: an empty folder for the new root; then pairs "path", "path" ... up to "--", and the command.
SCRIPT = r"""
set -e
root=$1 tasks=$2 fonts=$3; shift 3
mount -t tmpfs -o size=4m,mode=755 none "$root"
mkdir "$root/tmp"
mount -t tmpfs -o size=__DISK__,mode=777 none "$root/tmp"
while [ "$1" != -- ]; do
  if [ -L "$1" ]; then mkdir -p "$root$(dirname "$1")"; cp -P "$1" "$root$1"
  else
    if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root$(dirname "$1")"; : > "$root$1"; fi
    mount --rbind "$1" "$root$1"
    mount -o remount,bind,ro,nosuid,nodev "$root$1"
  fi
  shift
done
shift
mount -t tmpfs -o size=1k,mode=555 none "$root$tasks"
mkdir -p "$root/proc" "$root/dev"
mount -t proc proc "$root/proc" 2>/dev/null || :
for name in null zero random urandom; do
  : > "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
cp "$fonts" "$root/tmp"
mount -o remount,ro "$root"
cd "$root"
exec chroot "$root" setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- \
  sh -c 'cd /tmp && exec "$@"' sh "$@"
""".replace("__DISK__", str(DISK))


@functools.cache
def libraries():
    """Return the folders that the packages needed inside are imported from."""
    import IPython
    import ipywidgets
    import matplotlib
    import numpy
    import scipy

    folders = [
        Path(module.__file__).resolve().parents[1]
        for module in (numpy, scipy, matplotlib, IPython, ipywidgets)
    ]
    return list(dict.fromkeys([PACKAGE.parent, *folders]))


@functools.cache
def visible():
    """Return what can be read inside: parts of the system, this Python, its libraries, the package."""
    python = {
        sys.prefix,
        sys.base_prefix,
        sysconfig.get_path("stdlib"),
        str(Path(sys.executable).resolve().parents[1]),
    }
    paths = [
        *SYSTEM,
        *map(os.path.abspath, python),
        *(str(folder) for folder in libraries() if folder != PACKAGE.parent),
        str(PACKAGE),
    ]
    there = sorted({path for path in paths if os.path.exists(path)}, key=lambda path: path.count("/"))
    return [
        path for k, path in enumerate(there) if not any(path.startswith(f"{above}/") for above in there[:k])
    ]


@functools.cache
def font_list():
    """Return the file with Matplotlib's list of fonts, which takes a second to make."""
    import matplotlib
    import matplotlib.font_manager  # makes it

    return str(next(Path(matplotlib.get_cachedir()).glob("fontlist-*.json"), os.devnull))


def environment(home="/tmp"):
    """Return all that a program inside is told."""
    return {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8", "MPLBACKEND": "Agg",
            "HOME": home, "MPLCONFIGDIR": home, "IPYTHONDIR": home, "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}


def program(code):
    """Return the command that runs Python code with the package, its libraries, and nothing of the user's."""
    paths = [str(folder) for folder in libraries()]
    return [os.path.abspath(sys.executable), "-I", "-S", "-c", f"import sys; sys.path += {paths!r}; {code}"]


def bubblewrap(command, scratch):
    """Return a command inside walls made by bubblewrap."""
    walls = "bwrap --unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts".split()
    walls += "--die-with-parent --new-session --cap-drop ALL --proc /proc --dev /dev".split()
    walls += ["--size", str(DISK), "--tmpfs", "/tmp"]           # first: the course may lie in /tmp itself
    for path in visible():
        walls += ["--symlink", os.readlink(path), path] if os.path.islink(path) else ["--ro-bind", path, path]
    walls += ["--size", "4096", "--tmpfs", str(TASKS), "--remount-ro", str(TASKS), "--remount-ro", "/dev"]
    walls += ["--ro-bind", font_list(), f"/tmp/{Path(font_list()).name}"]
    return [*walls, "--remount-ro", "/", "--chdir", "/tmp", *command]


def unshare(command, scratch):
    """Return a command inside walls made by util-linux's programs."""
    walls = "setpriv --pdeathsig KILL unshare --user --map-root-user --net --ipc --uts --mount".split()
    walls += ["--pid", "--fork", "--kill-child", "sh", "-c", SCRIPT, "sh"]
    return [*walls, str(scratch), str(TASKS), font_list(), *visible(), "--", *command]


def none(command, scratch):
    """Return the command as it is: no walls at all."""
    return command


WALLS = {"bubblewrap": bubblewrap, "unshare": unshare, "none": none}
PROGRAM = {"bubblewrap": "bwrap", "unshare": "unshare"}


def installed(kind):
    """Say whether the program that makes these walls is there."""
    return kind == "none" or shutil.which(PROGRAM[kind]) is not None


def start(kind, code, scratch, **streams):
    """
    Start a Python program behind walls.

    Parameters
    ----------
    kind : "bubblewrap", "unshare" or "none"
    code : str
    scratch : path
        An empty folder of this run.

    Returns
    -------
    subprocess.Popen
        In a process group of its own; end it with `guard.end`.
    """
    told = environment(str(scratch) if kind == "none" else "/tmp")
    command = WALLS[kind](program(code), scratch)
    return subprocess.Popen(command, cwd=scratch, env=told, start_new_session=True, **streams)
