"""Writes the pages of the site's reference: one for each public header, with what it declares in its order.

reference.py PROJECT_FOLDER OUTPUT_FOLDER
"""
import pathlib
import re
import sys

PAGES = [
    ("lanegjk", "kernel/include/lanegjk/lanegjk.h", "Shapes, bodies, queries; 2D"),
    ("lanegjk3", "kernel/include/lanegjk/lanegjk3.h", "The same in 3D"),
    ("lanegjk_find", "kernel/include/lanegjk/lanegjk_find.h", "Candidate pairs, trees, what is near, events"),
    ("lanegjk_cast", "kernel/include/lanegjk/lanegjk_cast.h", "Casts"),
    ("lanegjk_tick", "kernel/include/lanegjk/lanegjk_tick.h", "A whole tick"),
    ("lanegjk_slide", "kernel/include/lanegjk/lanegjk_slide.h", "Bodies that walk"),
    ("lanegjk_openmp", "kernel/include/lanegjk/lanegjk_openmp.h", "Threads of OpenMP"),
]

OPENING = re.compile(r"\A/\*\n(.*?)\n \*/\n", re.S)
RULE = re.compile(r"/\* -{10,} (.*?) -{3,} \*/")
DEFINE = re.compile(r"#define (LGJK_\w+) *[ \\]\S*|#define (LGJK_\w+) +\\$")
STRUCT = re.compile(r"typedef struct (lgjk_\w+) \{")
OPAQUE = re.compile(r"typedef struct (lgjk_\w+) \1;")
FUNCTION = re.compile(r"(?:LGJK_API )?(?:const )?[a-z]\w* ?\*? ?(lgjk_\w+)\(")


def read(path):
    """Returns the text of a header."""
    with open(path, encoding="utf-8") as file:
        return file.read()


def opening(text):
    """Returns the lines of the comment that a header begins with."""
    return [line[3:] for line in OPENING.match(text).group(1).split("\n")]


def items(text):
    """Yields (kind, name) in the order of the header: section, define, struct, typedef or function."""
    depth = 0
    for line in text.split("\n"):
        if depth == 0:
            rule = RULE.match(line)
            if rule:
                yield "section", rule.group(1)
            for kind, pattern in (("define", DEFINE), ("struct", STRUCT), ("typedef", OPAQUE), ("function", FUNCTION)):
                found = pattern.match(line)
                if found and found.group(found.lastindex) != "LGJK_API":
                    yield kind, found.group(found.lastindex)
        if not line.startswith("extern"):
            depth = max(depth + line.count("{") - line.count("}"), 0)


def heading(text, line):
    return f"{text}\n{line * len(text)}\n"


def plain(text):
    """Returns text without what reStructuredText would take for markup."""
    return re.sub(r"[*_|`\\]", r"\\\g<0>", text)


def prose(lines):
    """Returns the opening comment: paragraphs as such, what is indented as it stands."""
    out = []
    for block in "\n".join(lines).split("\n\n"):
        rows = block.split("\n")
        said = [row for row in rows if not row.startswith("SPDX")]
        count = next((i for i, row in enumerate(said) if row.startswith(" ")), len(said))
        if count:
            out.append("\n".join(plain(row) for row in said[:count]) + "\n")
        if count < len(said):
            out.append("::\n\n" + "\n".join(("   " + row).rstrip() for row in said[count:]) + "\n")
    return "\n".join(out)


def page(text, name, title):
    """Returns the page of one header."""
    out = [heading(f"{title}: {name}.h", "="), prose(opening(text))]
    for kind, item in items(text):
        if kind == "section":
            out.append(heading(item[0].upper() + item[1:], "-"))
        else:
            members = "   :members:\n   :undoc-members:\n" if kind == "struct" else ""
            out.append(f".. doxygen{kind}:: {item}\n{members}")
    return "\n".join(out)


def write(project, output):
    output.mkdir(parents=True, exist_ok=True)
    for name, path, title in PAGES:
        (output / f"{name}.rst").write_text(page(read(project / path), name, title), encoding="utf-8")
    (output / "cpp.rst").write_text(
        heading("C++20: lanegjk.hpp", "=") +
        "\nThe header as it is. It is short, and its comments say what C does not.\n\n"
        ".. literalinclude:: ../kernel/include/lanegjk/lanegjk.hpp\n   :language: cpp\n", encoding="utf-8")


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
