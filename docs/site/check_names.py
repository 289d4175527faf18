"""Checks README.md, CONTRIBUTING.md and the pages of docs/ (but not of docs/lab/, which are of their dates): each file and
each identifier in backticks exists in the tree, and each link to a file leads to one.

check_names.py PROJECT_FOLDER
Status 77 where the folder is no git checkout.
"""
import fnmatch
import os
import pathlib
import re
import subprocess
import sys

# Names of other projects, and files that a program writes or a user provides.
ELSEWHERE = {
    "CMAKE_INSTALL_RPATH", "DOWNLOAD_EXTRACT_TIMESTAMP", "pmaddwd", "scene.json", "program.c", "time/ms", "x/mm",
    "share/bash-completion/completions/lanegjk", "share/zsh/site-functions/_lanegjk",
    "lanegjk/compat2", "lanegjk/threads", "lanegjk/lanegjk2.wasm",  # entries of the npm package
    "<lanegjk/lanegjk.h>", "lanegjk.c",  # the library in one file
    "ci.yml", "nightly.yml", "CITATION.cff", "packaging/debian/liblanegjk<minor>.*",
    "build_fetch", "endurance2", "endurance3",  # names that CMake puts together
}
FILE = re.compile(r"[\w.*<>-]*(/[\w.*<>-]*)+"
                  r"|[\w*-]+\.(c|h|cc|cpp|hpp|inc|sh|py|md|mjs|js|ts|json|txt|csv|cmake|svg|png|pc|ipynb)")
NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(?=\(|\*?$)")


def tree():
    """Returns the tracked files, and all words of those that are neither pages nor results."""
    files = subprocess.check_output(["git", "ls-files"], text=True).split("\n")
    words = set()
    for name in files:
        if not name or name.endswith(".md") or name.startswith("results/") or name == "docs/site/check_names.py":
            continue
        words.update(re.findall(rb"\w+", pathlib.Path(name).read_bytes()) if os.path.isfile(name) else [])
    return files, {word.decode("utf-8", "replace") for word in words}


def wrong_names(files, words):
    """Yields a sentence for each name or link that leads nowhere."""
    paths = set(files)
    for name in files:
        paths.update(str(folder) for folder in pathlib.PurePath(name).parents)
    ends = {path[i:] for path in paths for i in [0] + [at + 1 for at, c in enumerate(path) if c == "/"]}
    for page in files:
        if not fnmatch.fnmatch(page, "docs/*.md") and page not in ("README.md", "CONTRIBUTING.md"):
            continue
        if page.startswith("docs/lab/") or not os.path.isfile(page):
            continue
        text = re.sub(r"^```.*?^```", "", pathlib.Path(page).read_text(encoding="utf-8"), flags=re.M | re.S)
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
            folder = "" if page == "docs/site/index.md" else os.path.dirname(page)
            if not re.match(r"[a-z]+:", link) and not os.path.exists(os.path.join(folder, link)):
                yield f"{page}: nothing at {link}"
        for token in re.findall(r"`([^`]+)`", text):
            first = token.split()[0] if token.strip() else ""
            if first in ELSEWHERE or first.startswith(("/", "build/")):
                continue
            if FILE.fullmatch(first):
                known = first.rstrip("/")
                if known not in ends and not ("*" in known and fnmatch.filter(ends, known)):
                    yield f"{page}: no file {first}"
            elif token == first and (name := NAME.match(token)):
                any_end = token.endswith("*")
                if not all(part in words or any_end and any(word.startswith(part) for word in words)
                           for part in name.group().split(".")):
                    yield f"{page}: no name {token}"


if __name__ == "__main__":
    os.chdir(sys.argv[1])
    if not os.path.exists(".git"):
        print("skipped: no git checkout")
        sys.exit(77)
    wrong = sorted(set(wrong_names(*tree())))
    print("\n".join(wrong) if wrong else "all names in the pages exist")
    sys.exit(bool(wrong))
