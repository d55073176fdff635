"""Serve a student's folder with JupyterLab, and do in a browser what a student does."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

from fcclearn.course.lab import lab_command

NAMES = (os.environ.get("CHROMIUM", "chromium"), "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update", "--allow-file-access-from-files"]
ALL_CELLS = '{"windowingMode": "none"}'     # a setting: cells out of sight are in the page too
IDLE = """name => {
  const widget = window.jupyterapp.shell.currentWidget; return widget?.context?.path === name &&
  widget.context.isReady && widget.sessionContext.session?.kernel?.status === 'idle';
}"""
NOT_RUN = """() => window.jupyterapp.shell.currentWidget.content.widgets.flatMap((cell, k) => {
  if (cell.model.type !== 'code') return [];
  const outputs = cell.model.outputs.toJSON();
  if (!cell.model.executionCount) return [`cell ${k} did not run`];
  return outputs.filter(o => o.output_type === 'error').map(o => `cell ${k}: ${o.ename}: ${o.evalue}`);
})"""
PICTURES = "area => [...area.querySelectorAll('img, canvas')].map(p => p.src ?? p.toDataURL()).join()"


@contextlib.contextmanager
def serve(my):
    """Run JupyterLab in a student's folder without a browser; give its address."""
    settings = Path(os.environ["JUPYTER_CONFIG_DIR"],
                    "lab/user-settings/@jupyterlab/notebook-extension/tracker.jupyterlab-settings")
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(ALL_CELLS, encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--no-browser", "--allow-root", "--expose-app-in-browser", "--IdentityProvider.token=",
               "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    environment = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}
    with open(Path(my).parent / "jupyterlab.log", "w") as log:
        server = subprocess.Popen(lab_command(my, options), env=environment, stdout=log,
                                  stderr=log, start_new_session=True)
        try:
            wait_until_up(f"http://127.0.0.1:{port}", server, log.name)
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(server.pid, signal.SIGTERM)       # the server and its kernels
            server.wait(30)


def wait_until_up(address, server, log, seconds=60):
    """Wait until the server answers."""
    for _ in range(4 * seconds):
        with contextlib.suppress(OSError):
            return urllib.request.urlopen(f"{address}/api", timeout=1).close()
        if server.poll() is not None:
            break
        time.sleep(0.25)
    raise RuntimeError(f"JupyterLab did not start: {Path(log).read_text()[-2000:]}")


def open_notebook(page, address, name):
    """Open a notebook, and wait until its kernel is ready."""
    page.goto(f"{address}/lab/tree/{name}")
    page.wait_for_function("() => window.jupyterapp", timeout=60_000)
    page.wait_for_function(IDLE, arg=name, timeout=90_000)


def run_all(page, name):
    """Run all cells; return one sentence for each that failed."""
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(IDLE, arg=name, timeout=120_000)
    return page.evaluate(NOT_RUN)


def shut_kernels_down(page):
    """Stop the kernels of the notebooks that were opened."""
    page.evaluate("() => window.jupyterapp.serviceManager.sessions.shutdownAll()")


def changes(area, act, seconds=20):
    """Say whether the pictures in a part of the page change after an action."""
    before = area.evaluate(PICTURES)
    act()
    for _ in range(10 * seconds):
        if area.evaluate(PICTURES) != before:
            return True
        time.sleep(0.1)
    return False


# A few pixels of a canvas, to see whether it is drawn and whether it changes.
PIXELS = """canvas => {
  const d = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data, some = [];
  for (let k = 0; k < d.length; k += 4 * 37) some.push(d[k] * 65536 + d[k + 1] * 256 + d[k + 2]);
  return some;
}"""


def changes_on_canvas(canvas, act, seconds=10):
    """Say whether the picture on a canvas changes after an action."""
    before = canvas.evaluate(PIXELS)
    act()
    for _ in range(10 * seconds):
        if canvas.evaluate(PIXELS) != before:
            return True
        time.sleep(0.1)
    return False
