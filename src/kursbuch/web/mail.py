"""Sending a letter, where the server has been told how."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage

from kursbuch.web.settings import Settings

TIMEOUT = 10.0


def send_mail(settings: Settings, address: str, subject: str, text: str) -> None:
    """Send plain text; raises OSError or SMTPException. Takes its time: call it in a thread."""
    message = EmailMessage()
    message["Subject"] = subject
    message["From"] = settings.smtp_from or settings.smtp_user or "kursbuch@localhost"
    message["To"] = address
    message.set_content(text)
    with smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=TIMEOUT) as server:
        if settings.smtp_tls:
            server.starttls()
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password)
        server.send_message(message)
