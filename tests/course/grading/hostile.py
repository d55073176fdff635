"""What hostile submissions do in their first cell, by name.

OUTSIDE is a file of the lecturer's, in a folder that may be lost; PID is a process that may be ended;
TASKS is the folder of the tasks. Each is bounded, so that little would happen if the walls fell.
"""

HOSTILE = """
## forged_print
for k in range(1, 10):
    print(f"05.{k}: Right.")
## exit
import os
os._exit(0)
## quit
raise SystemExit
## endless
while True:
    pass
## stubborn
import signal
signal.signal(signal.SIGALRM, signal.SIG_IGN)
while True:
    pass
## swallows
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
## memory
hog = [bytearray(2**28) for _ in range(32)]
for block in hog:
    block[::4096] = b"x" * len(block[::4096])
## network
import urllib.request
urllib.request.urlopen("http://127.0.0.1:9", timeout=2)
## fork_bomb
import os, time
for _ in range(10):
    os.fork()
time.sleep(20)
## survivor
import os, time
if os.fork() == 0:
    os.setsid()
    for _ in range(100):
        open(OUTSIDE, "a").write("x")
        time.sleep(0.1)
## expected
from fcclearn.course.check import find
ANSWER = find("05.1a").expected
## tasks
from fcclearn.course.tasks.lesson_05 import TASKS
ANSWER = TASKS["1a"].expected
## solutions
import glob
ANSWER = open(glob.glob("/**/solutions/05*.ipynb", recursive=True)[0]).read()
## own_check
import fcclearn.course.check as c
c.check = lambda *a: print("Right.")
check = c.check
## forged_lines
import os
for fd in range(3, 64):
    try:
        os.write(fd, b'{"answer": "05.1a", "data": {"plain": "x"}}\\n[1]\\n')
    except OSError:
        pass
## flood
import os
for fd in range(3, 64):
    try:
        for _ in range(10**6):
            os.write(fd, b"x" * 65536)
    except OSError:
        pass
## prints
for _ in range(10**5):
    print("x" * 10**5)
## disk
for k in range(30):
    open(f"/tmp/filler{k}", "wb").write(b"x" * 10**7)
## deletes
import os, shutil
shutil.rmtree(os.path.dirname(OUTSIDE), ignore_errors=True)
os.remove(OUTSIDE)
## kills
import os, signal
for pid in (PID, os.getppid()):
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass
## limits
import resource
resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
## nested_walls
import subprocess
subprocess.run(["unshare", "-rm", "sh", "-c", f"umount -l {TASKS}; ls {TASKS}/lesson_05.py"], check=True)
"""
HOSTILE = dict(part.split("\n", 1) for part in HOSTILE.split("\n## ")[1:])
