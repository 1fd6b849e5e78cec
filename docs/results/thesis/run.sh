#!/bin/sh
# The thesis' figures again, two settings each: 200 games a point at 0.01 s of processor time a move, one thread, games whose result a player has proved end there.
#   run.sh ROBUSTO DATABASE OUTPUT-FOLDER
set -e
robusto=$1 database=$2 out=$3
again() {
    name=$1; shift
    "$robusto" lab reproduce "$@" --sizes 4,6,8,10 --games 200 --cpu 0.01 --proved --concurrency 1 \
        --run "$name" --database "$database" >"$out/$name.txt"
}
again figure-4.25 4.25 --case All --case "Multi Rollout"
again figure-4.3 4.3 --case 500 --case 50
again figure-4.5 4.5
again figure-4.24 4.24 --case 2 --case 5
again figure-4.20 4.20
again figure-4.6 4.6 --case 5 --case 10
"$robusto" lab reproduce stankiewicz-1 --games 400 --cpu 0.01 --proved --concurrency 1 \
    --run stankiewicz-1 --database "$database" >"$out/stankiewicz-1.txt"
# The whole player needs about as many simulations as it had in the thesis: more time, fewer games.
"$robusto" lab reproduce 4.25 --case All --sizes 6,8 --games 60 --cpu 0.2 --proved --concurrency 1 \
    --run figure-4.25-slow --database "$database" >"$out/figure-4.25-slow.txt"
