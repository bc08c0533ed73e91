"""A pytest plug-in that has one module read from a changed source, with nothing changed on disk.

The variable KURSBUCH_MUTANT holds a JSON object: the module's file and the changed source.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType


class _Changed(SourceFileLoader):
    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def __init__(self, file: str, source: str) -> None:
        self._file, self._source = file, source

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path) if name.startswith("kursbuch") else None
        if spec is None or spec.origin is None or Path(spec.origin) != Path(self._file):
            return None
        loader: Loader = _Changed(name, spec.origin, self._source)
        spec.loader = loader
        return spec


if "KURSBUCH_MUTANT" in os.environ:
    _mutant = json.loads(os.environ["KURSBUCH_MUTANT"])
    sys.meta_path.insert(0, _Finder(_mutant["file"], _mutant["source"]))
