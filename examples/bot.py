"""A bot that plays online: python bot.py http://localhost:8018 TABLE INVITATION (needs httpx)."""

import random
import sys
import time

import httpx

server, table, invitation = sys.argv[1:4]
api = httpx.Client(base_url=f"{server}/api/v1", timeout=30)
me = api.post("/guests", json={"name": "Robo"}).raise_for_status().json()
api.headers["Authorization"] = f"Bearer {me['token']}"
api.post(f"/tables/{table}/join", json={"invitation": invitation}).raise_for_status()
while not (info := api.get(f"/tables/{table}").raise_for_status().json())["over"]:
    if not info["your_turn"]:
        time.sleep(0.2)  # or listen to /tables/{table}/events
        continue
    legal = api.get(f"/tables/{table}/actions").json()
    choice = random.choice(legal["actions"])  # here a better bot would think
    if span := choice["range"]:
        choice["data"][choice["amount"]] = random.randrange(span["lo"], span["hi"] + 1, span["step"])
    move = {"action": choice["data"], "moves": legal["moves"]}
    api.post(f"/tables/{table}/act", json=move)  # 409 if somebody was faster: look again
