"""Builds the wheel, one for CPython 3.9 and later, and the sdist, which has a copy of the library's sources in tree/."""
import os
import shutil
import sys

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from build_native import ROOT, build_library, library_version  # noqa: E402

PARTS = ("CMakeLists.txt", "LICENSE", "packaging/cmake", "kernel", "cli", "examples/pool.c", "examples/pool.h")
"""What of the repository the module is built of."""


class BuildWithLibrary(build_ext):
    """Builds the library first."""

    def run(self):
        build_library()
        super().run()


class SdistWithLibrary(sdist):
    """Adds the parts of the repository."""

    def _add_defaults_ext(self):
        """Adds no sources of the module by their places here: they are in the tree."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for part in PARTS:
            source, copy = os.path.join(ROOT, part), os.path.join(base_dir, "tree", part)
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, copy)


setup(version=library_version(), cffi_modules=["build_native.py:ffi"],
      cmdclass={"build_ext": BuildWithLibrary, "sdist": SdistWithLibrary},
      options={"bdist_wheel": {"py_limited_api": "cp39"},
               "build": {"build_base": os.path.join(ROOT, "build", "python-wheel"), "force": True}})
