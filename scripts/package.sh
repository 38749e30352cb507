#!/bin/sh
# Makes a release archive: the program, the libz3 that it was linked with, licence and README. It runs where it is unpacked: the program looks for
# libz3 in `lib` beside itself. It needs glibc and libstdc++ of the machine that builds, or later ones.
#
#     scripts/package.sh [FOLDER]
#
# FOLDER (target/package, if none is given) receives gfx-litmus-VERSION-HOST.tar.gz, whose path is printed.
# Exit codes: 0 made and tried, 1 the program in it does not run, 2 it cannot be built.
set -eu
cd "$(dirname "$0")/.."
out=${1:-target/package}
mkdir -p "$out"
out=$(cd "$out" && pwd)

# A folder of its own: what is built here looks for libz3 elsewhere than what `cargo build` builds.
built=${CARGO_TARGET_DIR:-target}/package/build
GFX_LITMUS_RPATH="\$ORIGIN/lib" cargo build --release --locked --bin litmus --target-dir "$built" || exit 2
program=$built/release/litmus

version=$(cargo pkgid | sed 's/.*[#@]//')
host=$(rustc -vV | sed -n 's/^host: //p')
name=gfx-litmus-$version-$host
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/$name/lib"
cp "$program" LICENSE README.md CHANGELOG.md "$scratch/$name/"

# The file by which the loader asks for z3, which is none where z3 is built into the program.
soname=$(readelf -d "$program" | sed -n 's/.*NEEDED.*\[\(libz3[^]]*\)\].*/\1/p')
if [ -n "$soname" ]; then
  library=$(LD_LIBRARY_PATH=.z3/lib ldd "$program" | sed -n "s|^[[:space:]]*$soname => \([^ ]*\) .*|\1|p")
  cp -L "$library" "$scratch/$name/lib/$soname"
fi
# z3's licence asks to be with its copies, whether it is beside the program or in it.
cp scripts/LICENSE.z3 "$scratch/$name/lib/"

tar -C "$scratch" --owner=0 --group=0 -czf "$out/$name.tar.gz" "$name"

# It runs from where it is unpacked, and finds the library that is with it.
mkdir "$scratch/elsewhere"
tar -C "$scratch/elsewhere" -xzf "$out/$name.tar.gz"
unpacked=$scratch/elsewhere/$name
(cd / && env -u LD_LIBRARY_PATH "$unpacked/litmus" --version) >&2 || exit 1
if [ -n "$soname" ]; then
  env -u LD_LIBRARY_PATH ldd "$unpacked/litmus" | grep -q "$unpacked/lib/$soname" || {
    echo "package: the program does not use the libz3 that is with it" >&2
    exit 1
  }
fi
"$unpacked/litmus" check litmus >/dev/null || exit 1
echo "$out/$name.tar.gz"
