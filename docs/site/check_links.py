"""Checks the site: each link within it leads to a page and a place that are there, and no page loads anything from elsewhere.
Scripts, style sheets and images count, and so does what a style sheet or a module script loads in its turn.

check_links.py HTML_FOLDER
"""
import html.parser
import pathlib
import re
import sys
import urllib.parse

STYLE_LOADS = re.compile(r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)'"\s]*))\s*\)|@import\s+["']([^"']+)""")
SCRIPT_LOADS = re.compile(r"""^\s*import\b[^"'()]*["']([^"']+)["']""", re.M)


def loads_of(text, pattern):
    """Returns what a style sheet or a script loads."""
    return [next(filter(None, found.groups()), "") for found in pattern.finditer(re.sub(r"/\*.*?\*/", "", text, flags=re.S))]


class Page(html.parser.HTMLParser):
    """The ids of a page, where its links lead, and what it loads."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loads, self.inside = set(), [], [], ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.inside = tag
        self.loads += loads_of(given.get("style") or "", STYLE_LOADS)
        self.ids |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag == "link" and given.get("href"):
            self.loads.append(given["href"])
        elif given.get("src"):
            self.loads.append(given["src"])

    def handle_endtag(self, tag):
        self.inside = ""

    def handle_data(self, data):
        if self.inside == "style":
            self.loads += loads_of(data, STYLE_LOADS)


class Asset:
    """A style sheet or a script, which has no places to link to."""

    def __init__(self, path):
        self.ids, self.links = set(), []
        self.loads = loads_of(path.read_text(encoding="utf-8"), STYLE_LOADS if path.suffix == ".css" else SCRIPT_LOADS)


def wrong_links(root):
    """Yields a sentence for each link that leads nowhere."""
    pages = {path.resolve(): Page(path) for path in sorted(root.rglob("*.html"))}
    assets = {path.resolve(): Asset(path) for ending in ("css", "js") for path in sorted(root.rglob(f"*.{ending}"))}
    for path, page in (pages | assets).items():
        for link in page.links + page.loads:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme in ("data", "mailto") or (parts.scheme and link in page.links):
                continue
            name = path.relative_to(root.resolve())
            if parts.scheme or parts.netloc:
                yield f"{name} loads {link}"
                continue
            if parts.path.startswith("/"):
                yield f"{name}: an absolute path: {link}"
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                yield f"{name}: nothing at {link}"
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].ids:
                yield f"{name}: no such place: {link}"


if __name__ == "__main__":
    wrong = list(wrong_links(pathlib.Path(sys.argv[1])))
    print("\n".join(wrong) if wrong else "all links and loads within the site lead somewhere")
    sys.exit(bool(wrong))
