"""What the site's reference takes from the public headers: their opening comments, sections, and what they declare.

As a program it is Doxygen's filter: `headers.py FILE` prints a header of C whose plain comments are documentation. The
headers themselves stay as they are.
"""
import re
import sys

OPENING = re.compile(r"\A/\*\n(.*?)\n \*/\n", re.S)
RULE = re.compile(r"/\* -{10,} (.*?) -{3,} \*/")
DEFINE = re.compile(r"#define (LGJK_\w+) *[ \\]\S*|#define (LGJK_\w+) +\\$")
STRUCT = re.compile(r"typedef struct (lgjk_\w+) \{")
OPAQUE = re.compile(r"typedef struct (lgjk_\w+) \1;")
FUNCTION = re.compile(r"(?:LGJK_API )?(?:const )?[a-z]\w* ?\*? ?(lgjk_\w+)\(")
# What begins a paragraph of its own in a comment of a function.
HEADED = re.compile(r"^(Errors|Threads|Cost|Memory|Method):", re.M)
PARAMETER = re.compile(r"^  ((?:[a-z_0-9]+, )*[a-z_0-9]+) {2,}(\S.*)$")
INIT = "/** Sets struct_size, and zero in every other member. */"


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


def escaped(text):
    """Returns text that Doxygen takes as it stands."""
    return re.sub(r"[\\@<>&#%$\"]", r"\\\g<0>", text).replace("::", r"\::")


def documentation(body, named):
    """Returns the inside of a comment for Doxygen: `named` has the parameters of the function that follows it."""
    lines, in_parameter = [], False
    for line in HEADED.sub(r"\n\g<0>", body).split("\n"):
        found = PARAMETER.match(line)
        if found and all(name in named for name in found.group(1).split(", ")):
            lines += [""] if not in_parameter else []
            *others, last = found.group(1).split(", ")
            lines += [f"@param {name} see {last}" for name in others]
            lines.append(f"@param {last} {escaped(found.group(2))}")
            in_parameter = True
            continue
        if in_parameter and not line.startswith("  "):
            lines.append("")
            in_parameter = False
        lines.append(escaped(line))
    return "\n".join(lines)


def parameters(code):
    """Returns the names of the parameters of the function that code begins with; none for anything else."""
    if not FUNCTION.match(code):
        return []
    arguments = code[code.index("(") + 1:code.index(";")]
    return re.findall(r"(\w+)(?=[,)]|\)\()", arguments)


def above(match):
    """Returns a definition of several lines as one, with its comment before it."""
    name, value, body = match.groups()
    lines = [line.rstrip(" \\").strip() for line in body.split("\n")]
    return f"/** {escaped(' '.join(lines))} */\n#define {name} {value}\n"


def behind(match):
    """Returns a comment that stands behind what it is about as Doxygen wants it."""
    return f"{match.group(1)}/**< {escaped(match.group(2))} */"


def filtered(text):
    """Returns the header with comments that Doxygen reads."""
    text = OPENING.sub("/** @file */\n", text)
    text = RULE.sub("", text)
    text = re.sub(r"^(struct \w+;) /\*.*$", r"\1", text, flags=re.M)

    def own(match):
        body = re.sub(r"^ \* ?", "", match.group(1), flags=re.M)
        return "/** " + documentation(body, parameters(text[match.end():].lstrip("\n"))) + " */\n"

    text = re.sub(r"^/\* (.*?)\s*\*/\n", own, text, flags=re.S | re.M)
    text = re.sub(r"^#define (LGJK_\w+) *\\\n +(\S+) +/\* (.*?)\s*\*/\n", above, text, flags=re.S | re.M)
    # The rest follows what it is about, on the same line.
    text = re.sub(r"(?<=\S)( +)/\* ((?:(?!\*/).)*?)\s*\*/", behind, text, flags=re.S)
    return twins("\n".join(INIT + "\n" + line if re.match(r"(LGJK_API )?void lgjk_\w+_init\(", line) else line
                           for line in text.split("\n")))


def twins(text):
    """Returns text where a function without a comment, after one that has one, refers to it."""
    out, last, described = [], "", False
    for line in text.split("\n"):
        found = FUNCTION.match(line)
        if found and not described and last:
            out.append(f"/** As {last}. */")
        elif found:
            last = found.group(1)
        if line == "":
            last = ""
        out.append(line)
        described = line.endswith("*/") and (line.startswith("/**") or "/**" not in line) and ";" not in line
    return "\n".join(out)


if __name__ == "__main__":
    sys.stdout.write(filtered(read(sys.argv[1])))
