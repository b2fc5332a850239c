#!/usr/bin/env bash
# As root, on Debian and Ubuntu, where rustup's server is out of reach: the distribution's current Rust compiler, and the
# standard library for wasm32-unknown-unknown that the distribution does not ship for it, built from its sources.
#
#     bash scripts/lib/debian-wasm-std.sh [RUST_LLD]
#
# RUST_LLD: the linker of another Rust installation, to save a download. Safe to run again.
set -euo pipefail

target=wasm32-unknown-unknown
linker=${1:-}

if ! [ -x /usr/bin/cargo ] || ! [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library" ]; then
  export DEBIAN_FRONTEND=noninteractive
  # Another apt may be at work, as on machines that have just started.
  apt-get -o DPkg::Lock::Timeout=300 update
  apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends rustc-web cargo-web rust-web-src rust-web-llvm
fi

rustlib=$(/usr/bin/rustc --print sysroot)/lib/rustlib
host=$(/usr/bin/rustc -vV | sed -n 's/^host: //p')
llvm=$(/usr/bin/rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')

# Debian's compiler comes without the linker that it needs for wasm.
if ! [ -x "$rustlib/$host/bin/rust-lld" ]; then
  if ! [ -x "$linker" ]; then
    apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "lld-$llvm"
    linker=/usr/bin/lld-$llvm
  fi
  mkdir -p "$rustlib/$host/bin"
  ln -sf "$linker" "$rustlib/$host/bin/rust-lld"
fi

# An empty library is enough to make cargo build std; a library needs no linker.
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
mkdir "$build/src"
: >"$build/src/lib.rs"
printf '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2021"\n' >"$build/Cargo.toml"
# embed-bitcode: without it `lto = true` fails for whoever links this library.
# RUSTC_BOOTSTRAP: -Z build-std is still unstable; it compiles the sources that belong to this very compiler.
(
  cd "$build"
  unset RUSTUP_TOOLCHAIN CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_TARGET
  CARGO_TARGET_DIR=$build/target RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Cembed-bitcode=yes \
    /usr/bin/cargo build --release --target "$target" -Z build-std=std,panic_abort
)

# Filled beside its place and renamed: an interrupted run leaves nothing that looks whole.
rm -rf "$rustlib/$target.new"
mkdir -p "$rustlib/$target.new/lib"
cp "$build/target/$target/release/deps"/lib*.rlib "$rustlib/$target.new/lib/"
rm "$rustlib/$target.new/lib"/libempty-*.rlib
# What scripts/lib/wasm-std.sh compares: the compiler it was built for, and a linker that is still there.
/usr/bin/rustc -vV >"$rustlib/$target.new/lib/built-for"
ln -s "$rustlib/$host/bin/rust-lld" "$rustlib/$target.new/lib/linker"
rm -rf "${rustlib:?}/$target"
mv "$rustlib/$target.new" "$rustlib/$target"
echo "standard library for $target in $rustlib/$target"
