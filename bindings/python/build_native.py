"""Declares lanegjk._native to cffi from the library's public headers, which the C compiler reads and checks, too.

What the headers declare cannot drift from what Python calls. The library is built by cmake from the sources of the
repository, or from their copy in tree/ of an sdist. The environment variable LGJK_BUILD names a build folder of cmake that has
the libraries already, LGJK_SOURCE the repository if this file is a copy elsewhere; scripts/ci/python.sh sets both.
"""
import os
import re
import shlex
import shutil
import subprocess

from cffi import FFI

HERE = os.path.dirname(os.path.abspath(__file__))
TREE = os.path.join(HERE, "tree")
ROOT = os.environ.get("LGJK_SOURCE", TREE if os.path.isdir(TREE) else os.path.dirname(os.path.dirname(HERE)))
BUILD = os.environ.get("LGJK_BUILD", os.path.join(ROOT, "build", "python-library"))
LIBRARIES = {"lanegjk_static": "kernel/liblanegjk.a", "lgjk_recording": "cli/recording/liblgjk_recording.a"}
FOLDERS = "kernel/include", "examples", "cli/recording"
INCLUDE = [*(os.path.join(ROOT, folder) for folder in FOLDERS), HERE]
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
  uint32_t dim;
  const void *a, *b;
  lgjk_pair_list* list;
  void* scratch;
  uint64_t scratch_size;
  const lgjk_find_options* options;
  lgjk_error error;
} bound_find;
typedef struct coarse_body {
  uint32_t body;
  float apart, size;
} coarse_body;
"""
HELPERS = BOUND + """
static int32_t run_query(const bound_query* q, uint64_t first, uint64_t count);
static int32_t find(bound_find* f);
static void sizes(uint32_t dim, const void* shapes, uint32_t count, float* core_and_rounding);
typedef struct pool pool;
pool* pool_open(uint32_t workers);
void pool_close(pool* p);
lgjk_tasks pool_tasks(pool* p);
static int32_t find_coarse(uint32_t dim, const void* bodies, const float* core_and_rounding, uint32_t shapes, float share,
                           coarse_body* found);
static void poses2(const float* place, const float* angle, float* pose, uint64_t count);
static void poses3(const float* place, const float* axis, const float* angle, float* pose, uint64_t count);
"""
NUMBER = re.compile(r"#define (LGJK_[A-Z0-9_]+) +\(?(?:UINT32_MAX|(?:0x)?[0-9A-F]+u?)\)?$", re.M)
VERSION = re.compile(r"#define LGJK_VERSION_([A-Z]+) (\d+)")


def preprocess(*flags):
    """Returns the headers as the preprocessor leaves them."""
    command = [*shlex.split(os.environ.get("CC", "cc")), "-E", "-P", *flags, *(f"-I{folder}" for folder in INCLUDE), "-"]
    return subprocess.run(command, input=SOURCE, check=True, capture_output=True, text=True).stdout


def library_version():
    """Returns the version that the header names, such as 0.3.0."""
    found = dict(VERSION.findall(preprocess("-dM")))
    return ".".join(found[part] for part in ("MAJOR", "MINOR", "PATCH"))


def declarations():
    """Returns the declarations for cffi: structs and functions without the system's headers, numbers, helpers."""
    text = preprocess()
    text = text[text.index("typedef struct lgjk_error"):]
    numbers = "".join(f"#define {name} ...\n" for name in NUMBER.findall(preprocess("-dM")))
    return text + numbers + HELPERS


def build_library():
    """Builds the library, unless LGJK_BUILD names one."""
    if "LGJK_BUILD" in os.environ:
        return
    if not shutil.which("cmake"):
        raise SystemExit("lanegjk: the library is built by cmake, a C compiler and SIMDe; Debian: cmake gcc libsimde-dev")
    off = [f"-DLGJK_BUILD_{part}=OFF" for part in ("TESTS", "BENCH", "TOOLS", "EXAMPLES")]
    subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, *off], check=True)
    subprocess.run(["cmake", "--build", BUILD, "--target", *LIBRARIES, "--parallel", str(os.cpu_count())], check=True)


ffi = FFI()
ffi.cdef(declarations())
ffi.set_source("lanegjk._native", SOURCE + BOUND + '#include "native.h"\n', include_dirs=INCLUDE, py_limited_api=True,
               extra_objects=[os.path.join(BUILD, library) for library in LIBRARIES.values()],
               extra_compile_args=FLAGS, extra_link_args=FLAGS)


def build(*flags):
    """Builds the module into the package beside this file, with flags of the compiler."""
    FLAGS.extend(flags)
    ffi.compile(tmpdir=HERE)
