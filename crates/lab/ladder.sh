#!/bin/sh
# The ladder of levels: each plays the one below it. The stronger should score 60 to 80 %.
# usage: ladder.sh ROBUSTO [SIZE] [GAMES] [HIGHEST]
set -eu
robusto=$1 size=${2:-5} games=${3:-100} highest=${4:-10}
level=1
while [ "$level" -lt "$highest" ]; do
    above=$((level + 1))
    echo "level $above against level $level, size $size"
    # Levels limit their own visits; the time is for the one at full strength.
    "$robusto" lab match "level-$above" "level-$level" --size "$size" --games "$games" --time 0.5 --no-store --concurrency 1 | tail -n 4
    level=$above
done
