"""Declares lanegjk._native to cffi from the library's public headers, which the C compiler reads and checks, too.

What the headers declare cannot drift from what Python calls. The environment variable LGJK_BUILD names a build folder of
cmake with kernel/liblanegjk.a and tools/recording/liblgjk_recording.a, LGJK_SOURCE the project if this file is a copy elsewhere;
scripts/python.sh sets both.
"""
import os
import re
import subprocess

from cffi import FFI

ROOT = os.environ.get("LGJK_SOURCE", os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = "kernel/include", "tick/include", "slide/include", "examples/crowd", "python", "tools/recording"
INCLUDE = [os.path.join(ROOT, folder) for folder in FOLDERS]
FLAGS = ["-O2", "-pthread"]
SOURCE = """#define LGJK_STATIC
#include "lanegjk/lanegjk3.h"
#include "lanegjk/lanegjk_cast.h"
#include "lanegjk/lanegjk_slide.h"
#include "lanegjk/lanegjk_tick.h"
#include "recorded_rows.h"
"""
# Threads for the library's tasks, bound queries, and calls of many poses: see native.h.
BOUND = """
typedef struct bound_query {
  uint32_t dim, kind;
  const void *a, *b;
  const lgjk_pairs* pairs;
  lgjk_warm* warm;
  const lgjk_results* results;
  const lgjk_options* options;
} bound_query;
typedef struct bound_find {
  uint32_t dim, against;
  const void *a, *b;
  lgjk_pair_list* list;
  void* scratch;
  uint64_t scratch_size;
  const lgjk_find_options* options;
  lgjk_error error;
} bound_find;
"""
HELPERS = BOUND + """
static int32_t ask(const bound_query* q, uint64_t first, uint64_t count);
static int32_t find(bound_find* f);
static void sizes(uint32_t dim, const void* shapes, uint32_t count, float* core_and_rounding);
typedef struct pool pool;
pool* pool_open(uint32_t workers);
void pool_close(pool* p);
lgjk_tasks pool_tasks(pool* p);
static void poses2(const float* place, const float* angle, float* pose, uint64_t count);
static void poses3(const float* place, const float* axis, const float* angle, float* pose, uint64_t count);
"""
NUMBER = re.compile(r"#define (LGJK_[A-Z0-9_]+) \(?(?:UINT32_MAX|(?:0x)?[0-9A-F]+u?)\)?$", re.M)
VERSION = re.compile(r"#define LGJK_VERSION_([A-Z]+) (\d+)")


def preprocess(*flags):
    """Returns the headers as the preprocessor leaves them."""
    command = [os.environ.get("CC", "cc"), "-E", "-P", *flags, *(f"-I{folder}" for folder in INCLUDE), "-"]
    return subprocess.run(command, input=SOURCE, check=True, capture_output=True, text=True).stdout


def library_version():
    """Returns the version that the header names, such as 0.3.0."""
    found = dict(VERSION.findall(preprocess("-dM")))
    return ".".join(found[part] for part in ("MAJOR", "MINOR", "PATCH"))


def declarations():
    """Returns what cffi is told: structs and functions without the system's headers, numbers, helpers."""
    text = preprocess()
    text = text[text.index("typedef struct lgjk_error"):]
    numbers = "".join(f"#define {name} ...\n" for name in NUMBER.findall(preprocess("-dM")))
    return text + numbers + HELPERS


def library(name):
    """Returns the path of a static library of the build."""
    return os.path.join(os.environ["LGJK_BUILD"], name)


if "LGJK_BUILD" not in os.environ:
    raise SystemExit("lanegjk: LGJK_BUILD names no build of the library; run scripts/python.sh, which builds the wheel")
ffi = FFI()
ffi.cdef(declarations())
ffi.set_source("lanegjk._native", SOURCE + BOUND + '#include "native.h"\n', include_dirs=INCLUDE, py_limited_api=True,
               extra_objects=[library("kernel/liblanegjk.a"), library("tools/recording/liblgjk_recording.a")],
               extra_compile_args=FLAGS, extra_link_args=FLAGS)


def build(*flags):
    """Builds the module into the package beside this file, with flags of the compiler."""
    FLAGS.extend(flags)
    ffi.compile(tmpdir=os.path.dirname(os.path.abspath(__file__)))
