"""Declarations of C: splits preprocessed text into them, and merges those of several translation units into one."""
import collections
import re

TOKEN = re.compile(r"""
  "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' # literals
  | [A-Za-z_]\w*
  | \.?\d(?:[eEpP][+-]|[\w.])*          # numbers
  | -> | \.\.\. | \s+ | .""", re.X | re.S)
WORD = re.compile(r"[A-Za-z_]\w*")
TAGS = {"struct", "union", "enum"}
KEYWORDS = TAGS | set("""auto break case char const continue default do double else extern float for goto if inline int long
  register restrict return short signed sizeof static switch typedef unsigned void volatile while _Alignas _Alignof _Atomic
  _Bool _Static_assert __attribute__ __asm__ bool true false NULL""".split())
OPEN, CLOSE = "([{", ")]}"


def native(text):
    """Returns text with the names of SIMDe replaced by those of the processor's own intrinsics, which they are."""
    text = re.sub(r"\bsimde(__?m\w*)", r"\1", text)
    return re.sub(r"\bSIMDE(_CMP_\w+)", r"\1", text)


def without_attributes(words, macros):
    """Returns the words without attributes, and without uses of macros with arguments that the preprocessor left."""
    plain, depth, inside = [], 0, None  # `inside`: the depth of an attribute
    for i, word in enumerate(words):
        depth -= word in CLOSE
        following = words[i + 1] if i + 1 < len(words) else ""
        if inside is None and following == "(" and (word in macros or word in ("__attribute__", "_Alignas")):
            inside = depth
        elif inside is None:
            plain.append(word)
        elif word in CLOSE and depth == inside:
            inside = None
        depth += word in OPEN
    return plain


def outside(words):
    """Returns the words outside of all brackets, with these."""
    outer, depth = [], 0
    for word in words:
        depth -= word in CLOSE
        if depth == 0:
            outer.append(word)
        depth += word in OPEN
    return outer


def declared(words):
    """Yields the names that a declaration declares: tags, constants of enums, types, variables, functions."""
    outer = outside(words)
    first = outer.index("(") if "(" in outer else len(outer)
    for before, name, after in zip(["", *outer], outer[:first], outer[1:]):
        if before in TAGS and WORD.fullmatch(name) and (after == "{" or outer[2:] == [";"]):
            yield name
        elif before not in TAGS and name not in KEYWORDS and WORD.fullmatch(name) and after in (",", ";", "=", "[", "("):
            yield name
    text = " ".join(words)
    yield from re.findall(r"^typedef [\w *]*\( \* (\w+) \)", text)  # a pointer to a function
    for constants in re.findall(r"\benum (?:\w+ )?{([^}]*)}", text):
        while "(" in constants:
            constants = re.sub(r"\([^()]*\)", "", constants)
        yield from re.findall(r"(?:^|,) *(\w+)", constants)


class Item:
    """A declaration at file scope."""

    def __init__(self, tokens, macros):
        self.tokens = tokens
        self.solid = [i for i, token in enumerate(tokens) if not token.isspace()]
        words = [tokens[i] for i in self.solid]
        self.normal = " ".join(words)
        self.opaque = len(words) == 3 and words[0] in TAGS  # struct x;
        plain = without_attributes(words, macros)
        outer = outside(plain)
        self.is_external = (words[0] not in TAGS or "(" in outer) and not any(
            word in ("static", "typedef", "_Static_assert") or macros.get(word) for word in outer)
        self.names = [] if words[0] == "_Static_assert" else list(dict.fromkeys(declared(plain)))
        self.words = list(self.references(words))
        self.refs = {words[i] for i in self.words}

    @staticmethod
    def references(words):
        """Yields the places of words that may name a declaration at file scope: members of structs do not."""
        stack = []  # what each open bracket belongs to
        for i, word in enumerate(words):
            before, after = words[i - 1] if i else "", words[i + 1] if i + 1 < len(words) else ""
            if word in OPEN:
                is_struct = word == "{" and not {"struct", "union"}.isdisjoint(words[max(0, i - 2):i])
                stack.append("struct" if is_struct else "offsetof" if before == "offsetof" else word)
            elif word in CLOSE:
                stack.pop()
            elif WORD.fullmatch(word) and word not in KEYWORDS and before not in (".", "->"):
                is_member = stack[-1:] == ["struct"] and before != ":" and after in (";", ",", "[", ":")
                is_pointer = stack[-2:-1] == ["struct"] and words[i - 2:i] == ["(", "*"]
                if not is_member and not is_pointer and not (stack[-1:] == ["offsetof"] and before == ","):
                    yield i

    def text(self, new_names):
        """Returns the text with new names."""
        tokens = list(self.tokens)
        for i in self.words:
            place = self.solid[i]
            tokens[place] = new_names.get(tokens[place], tokens[place])
        return "".join(tokens).strip()


def items_of(text, macros):
    """Returns the declarations of a preprocessed translation unit. `macros`: what the preprocessor left."""
    items, tokens, outer, depth = [], [], [], 0  # `outer`: what is outside of all brackets
    for token in TOKEN.findall(text):
        if not tokens and token.isspace():
            continue
        tokens.append(token)
        if token.isspace():
            continue
        depth -= token in CLOSE
        if depth == 0:
            outer.append(token)
        depth += token in OPEN
        is_body = outer[-3:] == [")", "{", "}"] and outer[0] != "typedef" and "=" not in outer
        if depth == 0 and (token == ";" or is_body):
            items.append(Item(tokens, macros))
            tokens, outer = [], []
    assert not tokens, "".join(tokens)[:200]
    return items


class Names:
    """The names of all translation units, divided into classes: those of a class are the same declaration."""

    def __init__(self, units, parsed):
        self.units = units
        self.external = {name for items in parsed for item in items if item.is_external for name in item.names}
        self.entities = collections.defaultdict(list)  # (unit, name): its declarations
        for unit, items in enumerate(parsed):
            for item in items:
                for name in item.names:
                    if not item.is_external:
                        self.entities[unit, name].append(item)
        self.of_name = collections.defaultdict(list)
        for unit, name in self.entities:
            self.of_name[name].append(unit)
        self.divide()

    def divide(self):
        """Divides the names by their text, and then by the classes of what the text refers to, until nothing changes."""
        signature = {}
        for key, items in self.entities.items():
            full = [item.normal for item in items if not item.opaque]
            signature[key] = tuple(dict.fromkeys(full)) or None
        refs = {key: set().union(*(item.refs for item in items)) for key, items in self.entities.items()}
        count = 0
        self.number(signature)
        while count != self.count:
            count = self.count
            several = {name for name, numbers in self.numbers.items() if len(numbers) > 1}
            for unit, name in self.entities:
                if signature[unit, name] is not None:
                    of = tuple((ref, self.cls[unit, ref]) for ref in sorted(refs[unit, name] & several)
                               if (unit, ref) in self.cls)
                    signature[unit, name] = (self.cls[unit, name], of)
            self.number(signature)

    def number(self, signature):
        """Numbers the classes of each name."""
        self.cls, self.numbers, self.count = {}, {}, 0
        for name, units in self.of_name.items():
            known = {}
            for unit in units:
                if signature[unit, name] is not None:
                    self.cls[unit, name] = known.setdefault(signature[unit, name], len(known))
            for unit in units:
                if signature[unit, name] is None:
                    self.cls[unit, name] = self.announced(name, unit, len(known))
            self.numbers[name] = set(self.cls[unit, name] for unit in units)
            self.count += len(known)

    def announced(self, name, unit, known):
        """Returns the class of what a unit only announces, `struct x;`: the only one, or that of its dimension and set."""
        near = range(known)
        for same in (lambda other: True, lambda other: self.units[other].dim == self.units[unit].dim,
                     lambda other: self.units[other].isa is self.units[unit].isa):
            near = {self.cls[other, name] for other in self.of_name[name]
                    if (other, name) in self.cls and self.cls[other, name] in near and same(other)}
            if len(near) == 1:
                return near.pop()
        return known

    def new_names(self):
        """Returns for each unit the names that differ from those of its text."""
        renamed = [{} for _ in self.units]
        taken = set(self.of_name) | self.external
        for name, numbers in self.numbers.items():
            if len(numbers) == 1 and name not in self.external:
                continue
            for number in sorted(numbers):
                units = [unit for unit in self.of_name[name] if self.cls[unit, name] == number]
                new = name + self.suffix(units)
                while new in taken:
                    new += "_"
                taken.add(new)
                for unit in units:
                    renamed[unit][name] = new
        return renamed

    def suffix(self, units):
        """Returns what distinguishes a class from others of its name: file, dimension, instruction set."""
        dims = {self.units[unit].dim for unit in units}
        isas = {self.units[unit].isa for unit in units}
        if len(units) == 1 and None in isas:
            return "__" + self.units[units[0]].label
        dim = "%sd" % dims.pop() if len(dims) == 1 and None not in dims else ""
        isa = isas.pop().name if len(isas) == 1 and None not in isas else ""
        return "__" + "_".join(part for part in (dim, isa) if part)


def merge(units, parsed, verbatim):
    """Returns for each unit the text of those declarations that no unit before it has."""
    renamed = Names(units, parsed).new_names()
    written, texts = set(), []
    for new_names, items in zip(renamed, parsed):
        parts = []
        for item in items:
            text = item.text(new_names)
            key = re.sub(r"\s+", " ", text)
            if key in written:
                continue
            written.add(key)
            marker = re.fullmatch(r"LGJK_VERBATIM_(\d+);", text)
            parts.append(verbatim[int(marker.group(1))] if marker else text)
        texts.append("\n".join(parts) + "\n" if parts else "")
    return texts
