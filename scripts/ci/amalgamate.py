#!/usr/bin/env python3
"""Writes the library as one C file, lanegjk.c, and its public headers, for projects that keep their dependencies' sources.

    scripts/ci/amalgamate.py [--dim 2|3|both] [DIR]

DIR is build/dropin if not given. It gets lanegjk.c, lanegjk/*.h and LICENSE. One command compiles it on x86-64, by gcc or
clang: cc -O2 -c lanegjk.c. The file has all instruction sets of x86-64, chosen at run time as in the normal build.

Each source file is preprocessed as kernel/CMakeLists.txt compiles it, with system headers and what depends on the compiler
left as they are. Declarations that are the same in several of them are written once. Others of the same name get a suffix:
the file, the dimension or the instruction set. CC is the compiler that preprocesses (cc if not set)."""
import argparse
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import amalgam_c as c

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
INCLUDE_DIRS = ("kernel", "kernel/include")
# What the preprocessor knows of the target. Other macros of compilers and system stay in the text.
DEFINED = ("__BYTE_ORDER__=1234", "__ORDER_BIG_ENDIAN__=4321", "SIMDE_X86_SSE2_NATIVE=1", "SIMDE_X86_AVX2_NATIVE=1",
           "SIMDE_X86_AVX512F_NATIVE=1")
OF_THE_COMPILER = re.compile(r"\b(__\w+|_WIN32|FLT_EVAL_METHOD)\b")

Unit = collections.namedtuple("Unit", "path label dim isa defines")  # a translation unit of the normal build
Isa = collections.namedtuple("Isa", "name header needs")


def cmake_list(name):
    """Returns the words of a list that kernel/CMakeLists.txt sets."""
    text = (ROOT / "kernel/CMakeLists.txt").read_text()
    return [word for words in re.findall(r"(?:set\(|list\(APPEND )%s ([^)]*)\)" % name, text) for word in words.split()]


def instruction_sets():
    """Returns the rows of LGJK_ISA_TABLE that x86-64 has, and the names of all. What rows share is written for the first."""
    text = re.sub(r"[ \\\n]+", " ", (ROOT / "kernel/isa/kernels.h").read_text())
    rows = re.findall(r"X\((\w+), \w+, \"[^\"]+\", \d+, (\w+), (\w+), ([^,]*),", text)
    isas = [Isa(name, header, tuple(re.findall(r"NEEDS\((\w+)\)", needs)))
            for name, header, processor, needs in rows if processor in ("any", "x86_64")]
    return isas, [row[0] for row in rows]


def translation_units(dims):
    """Returns what kernel/CMakeLists.txt compiles for these dimensions."""
    isas, all_isas = instruction_sets()
    built = [isa.name for isa in isas]
    have = ["LGJK_HAVE_%s=%d" % (isa, isa in built) for isa in all_isas] + ["LGJK_HAVE_%sD=1" % dim for dim in dims]
    units = [Unit(path, pathlib.Path(path).stem, None, None, have) for path in cmake_list("LGJK_SOURCES")]
    for dim in dims:
        for path in cmake_list("LGJK_SOURCES" + dim) + cmake_list("LGJK_SOURCES_PER_DIM"):
            label = pathlib.Path(path).stem
            units.append(Unit(path, label if label.endswith(dim) else label + dim, dim, None, ["LGJK_DIM=" + dim] + have))
    for isa in isas:
        for dim in dims:
            for stem in ("kernel", "find", "cast"):
                defines = ["LGJK_DIM=" + dim, "LANE_ISA=" + isa.name, 'LANE_HEADER="lane/%s.h"' % isa.header]
                units.append(Unit("isa/%s.c" % stem, "%s%s_%s" % (stem, dim, isa.name), dim, isa, defines))
    return units


class Stage:
    """Copies of the sources without what is for the user's compiler: that goes to `blocks` and `verbatim`."""

    def __init__(self, folder):
        self.folder = folder
        self.includes = set()  # of the system
        self.blocks = []  # conditional macros
        self.verbatim = []  # conditional code
        for path in sorted((ROOT / "kernel").rglob("*.[ch]")):
            if path.parent.name != "lanegjk":
                self.copy(path)

    def copy(self, path):
        """Writes the copy of a file."""
        out, block, depth = [], [], 0
        for line in path.read_text().splitlines():
            directive = re.match(r"\s*#\s*(\w+)(.*)", line)
            word = directive.group(1) if directive else ""
            if depth or (word in ("if", "ifdef", "ifndef") and OF_THE_COMPILER.search(directive.group(2))):
                depth += word.startswith("if") - (word == "endif")
                block.append(line)
                if depth == 0:
                    out.append(self.keep(block))
                    block = []
            elif word == "include" and re.match(r'\s*(<|"(simde|lanegjk)/)', directive.group(2)):
                self.includes.update(re.findall(r"<[^>]+>", line))
            else:
                out.append(line)
        target = self.folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("\n".join(out) + "\n")

    def keep(self, lines):
        """Keeps a conditional block for the user's compiler, and returns what stands for it."""
        text = c.native("\n".join(re.sub(r"\s*//.*", "", line) for line in lines))
        text = re.sub(r"\n\s*\n+", "\n", text)
        if re.fullmatch(r"(?:\s*#(?:[^\n]*\\\n)*[^\n]*)*\s*", text):
            if text not in self.blocks:
                self.blocks.append(text)
            return ""
        self.verbatim.append(text)
        return "LGJK_VERBATIM_%d;" % (len(self.verbatim) - 1)

    def macros(self):
        """Returns the macros that the blocks define, and of each whether it makes a function static."""
        return {name: "static" in value for name, value in re.findall(r"#\s*define (\w+)(.*)", "\n".join(self.blocks))}

    def preprocess(self, unit):
        """Returns the text of a translation unit."""
        command = [os.environ.get("CC", "cc"), "-E", "-P", "-undef", "-nostdinc", "-x", "c"]
        command += ["-I%s" % (self.folder / folder) for folder in INCLUDE_DIRS]
        command += ["-D" + define for define in (*DEFINED, *unit.defines)]
        done = subprocess.run([*command, self.folder / "kernel" / unit.path], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit("%s cannot be preprocessed:\n%s" % (unit.path, done.stderr))
        return c.native(done.stdout)


TARGET = """
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("%(needs)s"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("%(needs)s")
#endif
"""
TARGET_END = """
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
"""


def sections(units, texts):
    """Yields the text of each translation unit, between the pragmas of its instruction set."""
    open_isa = None
    for unit, text in zip(units, texts):
        if unit.isa is not open_isa:
            if open_isa and open_isa.needs:
                yield TARGET_END
            open_isa = unit.isa
            if open_isa and open_isa.needs:
                yield TARGET % {"needs": ",".join(open_isa.needs)}
        if text:
            yield "\n// %s: %s\n%s" % (unit.path, unit.label, text)
    if open_isa and open_isa.needs:
        yield TARGET_END


def amalgamate(dims):
    """Returns the text of lanegjk.c."""
    units = translation_units(dims)
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(pathlib.Path(folder))
        parsed = [c.items_of(stage.preprocess(unit), stage.macros()) for unit in units]
    texts = c.merge(units, parsed, stage.verbatim)
    header = (ROOT / "kernel/include/lanegjk/lanegjk.h").read_text()
    version = ".".join(re.findall(r"^#define LGJK_VERSION_[A-Z]+ (\d+)$", header, re.M))
    includes = ["#include " + name for name in sorted(stage.includes | {"<immintrin.h>"})]
    includes += ['#include "%s"' % name for name in public_headers() if name.endswith(".h")]
    values = {"VERSION": version, "DIMS": " and ".join(dim + "D" for dim in dims), "INCLUDES": "\n".join(includes),
              "MACROS": "".join("\n%s\n" % block for block in stage.blocks), "UNITS": "".join(sections(units, texts))}
    return re.sub("@([A-Z]+)@", lambda name: values[name.group(1)], (ROOT / "packaging/dropin/lanegjk.c.in").read_text())


def public_headers():
    """Returns the public headers as programs include them: code for 2D alone refers to structs of 3D, too."""
    return ["lanegjk/" + pathlib.Path(name).name for name in cmake_list("LGJK_HEADERS")]


def main():
    """Reads the arguments, and writes the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dim", choices=("2", "3", "both"), default="both", help="dimensions (both)")
    parser.add_argument("dir", metavar="DIR", nargs="?", default=str(ROOT / "build/dropin"), help="where to write")
    arguments = parser.parse_args()
    dims = "23" if arguments.dim == "both" else arguments.dim
    text = amalgamate(dims)
    out = pathlib.Path(arguments.dir)
    (out / "lanegjk").mkdir(parents=True, exist_ok=True)
    (out / "lanegjk.c").write_text(text)
    for name in public_headers():
        source = next(path for path in (ROOT / folder / name for folder in INCLUDE_DIRS) if path.exists())
        (out / name).write_text(source.read_text().replace('#include "lanegjk/', '#include "'))  # no -I is needed
    shutil.copyfile(ROOT / "LICENSE", out / "LICENSE")
    print("%s: %d lines, %d bytes" % (out / "lanegjk.c", text.count("\n"), len(text)))


if __name__ == "__main__":
    main()
