#!/bin/sh
# The ladder of levels: each plays the one below it. The stronger should score 60 to 80 %.
# usage: ladder.sh ROBUSTO [GAME] [SIZE] [GAMES] [LOWEST] [HIGHEST]
set -eu
robusto=$1 game=${2:-havannah} size=${3:-5} games=${4:-100} level=${5:-1} highest=${6:-10}
# In Hex one stone decides less than two.
stones=2
[ "$game" = havannah ] || stones=1
while [ "$level" -lt "$highest" ]; do
    above=$((level + 1))
    echo "level $above against level $level, $game $size"
    # Levels limit their own visits; the time is for the one at full strength.
    "$robusto" lab match "level-$above" "level-$level" --game "$game" --size "$size" --games "$games" --openings "random:$stones" --cpu 1 --seed "60$above" --proved --no-store --concurrency 1 | tail -n 5
    level=$above
done
