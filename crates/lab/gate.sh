#!/bin/sh
# The strength gate: is NEW (a robusto program) at least as strong as OLD?
# usage: gate.sh OLD NEW [SIZES] [VISITS] [GAMES]
set -eu
old=$1 new=$2 sizes=${3:-"5 8"} visits=${4:-1000} games=${5:-2000}
failed=0
for size in $sizes; do
    verdict=$("$new" lab sprt --size "$size" --games "$games" --visits "$visits" --elo0 -10 --elo1 10 --no-store --json \
        "gtp,name=new:$new gtp --size $size --visits $visits" \
        "gtp,name=old:$old gtp --size $size --visits $visits" | tail -n 1)
    case $verdict in
        *'"verdict":"accepted"'*) echo "size $size: not worse" ;;
        *'"verdict":"rejected"'*) echo "size $size: worse" >&2; failed=1 ;;
        *'"verdict":"faults"'*) echo "size $size: ended by faults" >&2; failed=1 ;;
        *) echo "size $size: not decided in $games games" >&2; failed=1 ;;
    esac
done
exit $failed
