"""The table in the browser: pages, JSON API, live updates. It decides no rule and speaks no SQL."""
