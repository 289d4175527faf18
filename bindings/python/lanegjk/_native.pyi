# cffi's module has no types of its own: what wraps it checks what goes in.
from typing import Any

ffi: Any
lib: Any
