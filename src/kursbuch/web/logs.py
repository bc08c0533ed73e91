"""Logs: plain lines for people, or one JSON object a line for programs."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

_OWN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """A record as one line of JSON; what was passed as `extra` is part of it.

    >>> record = logging.makeLogRecord(
    ...     {"name": "kursbuch", "levelname": "INFO", "msg": "moved", "table": "x"}
    ... )
    >>> json.loads(JsonLines().format(record))["table"]
    'x'
    """

    def format(self, record: logging.LogRecord) -> str:
        out: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        out |= {name: value for name, value in record.__dict__.items() if name not in _OWN}
        if record.exc_info:
            out["trace"] = self.formatException(record.exc_info)
        return json.dumps(out, ensure_ascii=False, default=str)


def log_config(form: str, level: str, requests: bool) -> dict[str, Any]:
    """How Python's logging is set up for a server."""
    plain = {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    formatter = {"()": "kursbuch.web.logs.JsonLines"} if form == "json" else plain
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"all": formatter},
        "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "all"}},
        "root": {"handlers": ["out"], "level": level.upper()},
        "loggers": {
            "kursbuch.access": {"level": "INFO" if requests else "WARNING"},
            # they would write down whole addresses of webhooks and browsers, which are as good as passwords
            "httpx": {"level": "WARNING"},
            "httpcore": {"level": "WARNING"},
        },
    }
