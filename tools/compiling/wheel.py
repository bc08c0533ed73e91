"""The wheel of one platform: the wheel for everybody, with the compiled modules laid in beside their source."""

from __future__ import annotations

import csv
import hashlib
import io
from base64 import urlsafe_b64encode
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from packaging.tags import sys_tags

from tools.compiling.building import SUFFIX


def platform_wheel(pure: Path, source: Path) -> Path:
    """Write the wheel of this Python on this platform beside the pure one that it is made of."""
    tag = str(next(iter(sys_tags())))
    made = pure.with_name(pure.name.replace("py3-none-any", tag))
    compiled = [file for file in sorted(source.rglob(f"*{SUFFIX}")) if file.is_file()]
    with ZipFile(pure) as before, ZipFile(made, "w", ZIP_DEFLATED) as after:
        record = next(name for name in before.namelist() if name.endswith(".dist-info/RECORD"))
        rows = []

        def lay(name: str, data: bytes) -> None:
            after.writestr(name, data)
            digest = urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append((name, f"sha256={digest}", str(len(data))))

        for name in before.namelist():
            if name.endswith(".dist-info/WHEEL"):
                lay(name, _about(before.read(name).decode(), tag).encode())
            elif name != record:
                lay(name, before.read(name))
        lay("kursbuch/native.py", (source / "kursbuch" / "native.py").read_bytes())
        for file in compiled:
            lay(file.relative_to(source).as_posix(), file.read_bytes())
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([*rows, (record, "", "")])
        after.writestr(record, text.getvalue())
    return made


def _about(text: str, tag: str) -> str:
    """What the file WHEEL says, of a wheel that is not for everybody.

    >>> print(
    ...     _about(
    ...         "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    ...         "cp311-cp311-linux_x86_64",
    ...     )
    ... )
    Wheel-Version: 1.0
    Root-Is-Purelib: false
    Tag: cp311-cp311-linux_x86_64
    <BLANKLINE>
    """
    return text.replace("Purelib: true", "Purelib: false").replace("py3-none-any", tag)
