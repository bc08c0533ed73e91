#!/bin/sh
# How strong the bot that searches is: tools/measure-search.sh SECONDS JOBS FOLDER [GAMES]
# Each title at its usual numbers of players, one searching seat against the house; results can be gone on with.
set -eu
seconds=${1:-1} jobs=${2:-$(nproc)} folder=${3:-measured} games=${4:-102}
cd "$(dirname "$0")/.."
PYTHONPATH=src; export PYTHONPATH
mkdir -p "$folder"

measure() { # TITLE SEATS
    bots="search:$seconds"
    for _ in $(seq 2 "$2"); do bots="$bots,house"; done
    printf '%s for %s: ' "$1" "$2"
    python3 -m kursbuch.arena "$1" --bots "$bots" --games "$games" --jobs "$jobs" --json \
        --results "$folder/$1-$2-$seconds.jsonl" --keep "$folder/games" | tee "$folder/$1-$2-$seconds.json"
}

while read -r title seats; do measure "$title" "$seats"; done <<TABLES
18te 2
18te 3
nuremberg 2
nuremberg 4
1889 4
1830 4
18chesapeake 4
18do-intro 3
18do-railway 4
18do-beer 4
18do-expert 4
1853 4
TABLES
