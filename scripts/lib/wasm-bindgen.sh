# wasm-bindgen's command line, in a folder named by its version. Sourced by scripts/bootstrap.
# In the user's cache, not in the checkout: the next clone finds it there.

wasm_bindgen_folder() { printf '%s' "$cache/wasm-bindgen-cli-$WASM_BINDGEN_VERSION-$WASM_BINDGEN_BUILD"; }

# An installed one serves as well, in the cache or on PATH: scripts/build/wasm.mjs uses public options only.
wasm_bindgen_ready() {
  is_our_wasm_bindgen "$(wasm_bindgen_folder)/bin/wasm-bindgen" || is_our_wasm_bindgen wasm-bindgen
}
is_our_wasm_bindgen() { [ "$("$1" --version 2>/dev/null)" = "wasm-bindgen $WASM_BINDGEN_VERSION" ]; }

install_wasm_bindgen() {
  wasm_bindgen_ready && return
  plan "wasm-bindgen $WASM_BINDGEN_VERSION is missing" \
    "cargo install of its library with a small command line, into $(wasm_bindgen_folder) (about 40 s)" \
    "it writes the JavaScript around the compiled Rust crate in js/bindings" || return 0
  step 0 "cargo install wasm-bindgen" build_wasm_bindgen || fail "Could not build wasm-bindgen from crates.io; see above."
}

# Builds beside the final place and renames at the end, so an interrupted run leaves nothing half. The build folder stays
# until the build has succeeded: the next try resumes it.
# Without --locked: some versions in a lock file cannot be had from every mirror.
build_wasm_bindgen() {
  local root build
  root=$(wasm_bindgen_folder)
  build=$cache/build-wasm-bindgen-$WASM_BINDGEN_VERSION
  rm -rf "$root.new" &&
    CARGO_TARGET_DIR=$build cargo install --path scripts/wasm-bindgen --root "$root.new" &&
    "$root.new/bin/wasm-bindgen" --version &&
    rm -rf "$root" && mv "$root.new" "$root" &&
    rm -rf "$build"
}
