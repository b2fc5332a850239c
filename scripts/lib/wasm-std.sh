# A standard library for wasm32-unknown-unknown, by the first way that works on this machine. Sourced by scripts/bootstrap.
# The target is not named in a rust-toolchain.toml: rustup would then try to download it on each cargo call, even offline.

target=wasm32-unknown-unknown
debian_script=scripts/lib/debian-wasm-std.sh

# has_wasm_std RUSTC...: the folder alone proves nothing, an interrupted installation leaves an empty one.
has_wasm_std() {
  local lib
  lib=$("$@" --print target-libdir --target "$target" 2>/dev/null) || return 1
  ls "$lib"/libcore-*.rlib >/dev/null 2>&1 || return 1
  # Built here by debian_script: then for this very compiler, which an upgrade may have replaced, and with a linker.
  [ ! -e "$lib/built-for" ] || { [ "$("$@" -vV)" = "$(cat "$lib/built-for")" ] && [ -x "$lib/linker" ]; }
}

wasm_std_ready() {
  has_wasm_std rustc || { have rustup && has_wasm_std rustup run "$WASM_TOOLCHAIN" rustc; }
}

install_wasm_std() {
  wasm_std_ready && return
  if ! has_wasm_std /usr/bin/rustc; then
    if have rustup; then
      plan "Rust's standard library for $target is missing" \
        "rustup target add $target (seconds; if it fails on Debian or Ubuntu: their packages, about 2 minutes)" \
        "the npm package is the Rust core compiled to WebAssembly" || return 0
      # Without its server rustup waits and retries for minutes; 60 s are enough for those who reach it.
      step 60 "rustup target add" env RUST_BACKTRACE=0 rustup target add "$target" && has_wasm_std rustc && return
      have apt-get || fail "rustup could not add $target, and this system knows no other way: check the network, then run this again."
    else
      have apt-get || fail "This Rust has no $target: install it from your system's packages, or Rust from https://rustup.rs, then run this again."
    fi
    build_wasm_std_on_debian
  fi
  have rustup && link_debian_toolchain
  [ "$something_missing" = yes ] || wasm_std_ready ||
    fail "/usr/bin/rustc can build for $target now, but $(command -v rustc) comes first in PATH: put /usr/bin before it, or install rustup."
}

# The distribution's own compiler, with a standard library built for it here. It does not touch rustup's toolchains.
build_wasm_std_on_debian() {
  local host linker
  plan "No compiler of this system can build for $target" \
    "apt-get install rustc-web cargo-web rust-web-src rust-web-llvm, then build std (about 2 minutes)" \
    "Debian's compiler can build its own standard library, and so needs no server of rustup's" || return 0
  host=$(rustc -vV | sed -n 's/^host: //p')
  linker=$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld
  [ "$(id -u)" -eq 0 ] || fail "That needs root. Run this, then bootstrap again: sudo bash '$PWD/$debian_script' '$linker'"
  step 0 "Debian's compiler and std for $target" bash "$debian_script" "$linker" ||
    fail "Could not make a standard library for $target; see above."
}

# As one more toolchain of rustup's, so that `RUSTUP_TOOLCHAIN=wasm cargo build` works as with any other.
link_debian_toolchain() {
  plan "rustup does not know Debian's compiler" "rustup toolchain link $WASM_TOOLCHAIN /usr" \
    "cargo then finds it by the name $WASM_TOOLCHAIN" || return 0
  step 0 "rustup toolchain link" rustup toolchain link "$WASM_TOOLCHAIN" /usr || fail "rustup could not link it; see above."
}
