"""Watch a program behind walls while it runs, end it, and test the walls before they are trusted."""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from fcclearn.course.grading import sandbox

MOST_PROCESSES = 64
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def descendants(pid):
    """Return {process: memory in bytes} of all processes that a process has started, itself included."""
    parents, memory = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                fields = Path("/proc", entry, "stat").read_text(errors="replace").rpartition(")")[2].split()
                parents[int(entry)], memory[int(entry)] = int(fields[1]), int(fields[21]) * PAGE
    family = {pid}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return {member: memory.get(member, 0) for member in family}


def excess(pid, memory):
    """Return why a program must be stopped, or an empty string; memory in GB of all its processes."""
    family = descendants(pid)
    if len(family) > MOST_PROCESSES:
        return f"stopped: more than {MOST_PROCESSES} processes"
    if sum(family.values()) > memory * 2**30:
        return f"stopped: more than {memory:g} GB of memory"
    return ""


def end(process):
    """End a program and all that it has started."""
    for member in [process.pid, *descendants(process.pid)] if os.path.isdir("/proc/self") else [process.pid]:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(member, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


# Tries everything that a program inside must not be able to do, and says what it could do. It must do no
# harm where there are no walls: it touches only folders made for it.
PROBE = r"""
import ctypes, json, os, socket, sys, tempfile, time
port, secret, outside, tasks, package = json.loads(sys.stdin.readline())
could = []
def attempt(what, action):
    try:
        if action():
            could.append(what)
    except OSError:
        pass
attempt("reach the network", lambda: socket.create_connection(("127.0.0.1", port), 1))
attempt("read a file of yours", lambda: open(secret).read())
attempt("write a file of yours", lambda: open(outside, "w"))
attempt("change the package", lambda: open(package + "/probe", "w"))
attempt("read the tasks", lambda: os.listdir(tasks))
libc, own = ctypes.CDLL(None), tempfile.mkdtemp().encode()
mounted = libc.mount(b"none", own, b"tmpfs", 0, None) == 0
attempt("take the walls down", lambda: mounted and libc.umount2(own, 2) == 0)
attempt("take the walls down", lambda: libc.umount2(tasks.encode(), 2) == 0)
attempt("see your processes", lambda: any(p.isdigit() and int(p) > 1000 for p in os.listdir("/proc")))
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(30)
    os._exit(0)
print(json.dumps(could), flush=True)
time.sleep(30)
"""


def test_walls(kind, seconds=20.0):
    """
    Return what a program could do through some walls, in words; an empty list means that they stand.

    A program that outlives its end holds a pipe open: that is how it is seen.
    """
    if not sandbox.installed(kind):
        return [f"{sandbox.PROGRAM[kind]} is not installed"]
    with (
        tempfile.TemporaryDirectory() as mine,
        tempfile.TemporaryDirectory() as scratch,
        socket.create_server(("127.0.0.1", 0)) as server,
    ):
        secret = Path(mine, "secret")
        secret.write_text("roster")
        asked = [
            server.getsockname()[1],
            str(secret),
            str(Path(mine, "written")),
            str(sandbox.TASKS),
            str(sandbox.PACKAGE),
        ]
        process = sandbox.start(
            kind,
            f"exec({PROBE!r})",
            scratch,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            process.stdin.write((json.dumps(asked) + "\n").encode())
            process.stdin.flush()
            ready = select.select([process.stdout], [], [], seconds)[0]
            line = process.stdout.readline() if ready else b""
        except BrokenPipeError:
            line = b""
        end(process)
        if not line:
            words = process.stderr.read().decode(errors="replace").strip()[-200:]
            return [f"it does not start: {words or 'no answer'}"]
        could = json.loads(line)
        until = time.monotonic() + 2.0
        while select.select([process.stdout], [], [], 0.1)[0] == [] and time.monotonic() < until:
            pass
        if not select.select([process.stdout], [], [], 0)[0]:
            could.append("outlive its end")
        Path(sandbox.PACKAGE, "probe").unlink(missing_ok=True)
        return could


def choose(kind):
    """
    Return the walls to use: those that are named, or with "auto" the strongest that stand the test.

    Raises
    ------
    ValueError
        None stands; the sentence says why, and what to do.
    """
    if kind == "none":
        return kind
    tried = {name: test_walls(name) for name in (("bubblewrap", "unshare") if kind == "auto" else (kind,))}
    for name, could in tried.items():
        if not could:
            return name
    why = "; ".join(f"{name}: {describe(could)}" for name, could in tried.items())
    raise ValueError(
        f"no walls stand here ({why}). Install bubblewrap on Linux, or grade inside a container that you "
        "throw away and add --sandbox none there: without walls every submission runs with your rights"
    )


def describe(could):
    """Say in words what went through the walls."""
    if could[0].startswith(("it ", "bwrap", "unshare")):
        return could[0]
    return f"a program inside could {', '.join(could)}"
