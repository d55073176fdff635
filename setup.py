"""Puts the lessons and the exercises into the wheel (see fcclearn/course/files.py)."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class WithLessons(build_py):
    """Build the package with `fcclearn/course/material`, which student's folders are made from."""

    def run(self):
        super().run()
        if not self.editable_mode:      # an editable package stands in its checkout, which has the notebooks
            for folder in ("notebooks", "exercises"):
                target = Path(self.build_lib, "fcclearn", "course", "material", folder)
                shutil.rmtree(target, ignore_errors=True)
                shutil.copytree(folder, target, ignore=shutil.ignore_patterns(".*"))


setup(cmdclass={"build_py": WithLessons})
