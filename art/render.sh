#!/bin/sh
# Render one picture, or all: art/render.sh hero | all [--scale 0.36] [--samples 24] [--out FILE]
# Installs nothing; says what is missing. Two threads at the lowest priority.
set -eu
art=$(cd "$(dirname "$0")" && pwd)
export ART_CACHE="${ART_CACHE:-$art/.cache}"
names='hero operator operator-portrait card-quality card-hardware card-turnaround'

missing=''
command -v blender >/dev/null || missing="$missing blender"
command -v gcc >/dev/null || missing="$missing gcc"
blender -b --factory-startup --python-exit-code 1 --python-expr 'import numpy' >/dev/null 2>&1 || missing="$missing python3-numpy"
if [ -n "$missing" ]; then
  echo "Missing:$missing. On Debian: apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
if [ $# -lt 1 ]; then
  echo "Usage: art/render.sh NAME [--scale S] [--samples N] [--out FILE], NAME one of: all $names" >&2
  exit 2
fi

mkdir -p "$ART_CACHE"
if [ ! "$ART_CACHE/denoise.so" -nt "$art/denoise.c" ]; then
  gcc -O3 -march=native -ffast-math -fopenmp -shared -fPIC "$art/denoise.c" -o "$ART_CACHE/denoise.so" -lm
fi

run() { nice -n 19 blender -b -t "${ART_THREADS:-2}" --factory-startup --python-exit-code 1 -P "$@"; }

# Blender's own lines become one progress line; ours and errors pass.
progress() {
  awk '/Sample [0-9]+\/[0-9]+/ { match($0, /Sample [0-9]+\/[0-9]+/); s = substr($0, RSTART, RLENGTH)
         split(s, p, /[ \/]/); if (p[2] % 8 == 0 || p[2] == p[3]) { printf "  %s\n", s; fflush() } next }
       /^(Fra:|Saved:|Time:|Blender |Error: Not freed|$)/ { next } { print; fflush() }'
}

render() {
  name=$1; shift
  if [ ! -f "$ART_CACHE/towel.npz" ]; then
    case $name in hero) echo "towel: simulating (under a minute, once)"; run "$art/lib/cloth.py" -- "$ART_CACHE/towel.npz" | progress ;; esac
  fi
  echo "$name: building the scene"
  { status=0; run "$art/render.py" -- "$name" "$@" 2>&1 || status=$?; echo "$status" > "$ART_CACHE/status"; } | progress
  return "$(cat "$ART_CACHE/status")"
}

if [ "$1" = all ]; then
  shift
  for name in $names; do render "$name" "$@"; done
else
  render "$@"
fi
