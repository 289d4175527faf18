"""Builds the wheel: one for CPython 3.9 and later. LGJK_BUILD names a build folder of cmake (scripts/python.sh)."""
import os
import sys

from setuptools import setup

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from build_native import library_version  # noqa: E402

setup(version=library_version(), cffi_modules=["build_native.py:ffi"], options={"bdist_wheel": {"py_limited_api": "cp39"}})
