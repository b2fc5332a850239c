# wasm-pack and wasm-bindgen-cli, each in a folder of its own named by version. Sourced by scripts/bootstrap.
# In the user's cache, not in the checkout: the next clone finds them there.

# cargo_tool_ready CRATE VERSION BINARY
cargo_tool_ready() {
  [ "$("$cache/$1-$2/bin/$3" --version 2>/dev/null)" = "$3 $2" ]
}

# install_cargo_tool CRATE VERSION BINARY WHY
install_cargo_tool() {
  cargo_tool_ready "$1" "$2" "$3" && return
  plan "$1 $2 is missing" "cargo install $1@$2 into $cache/$1-$2 (about 3 minutes)" "$4" || return 0
  step 0 "cargo install $1" build_cargo_tool "$1" "$2" "$3" || fail "Could not build $1 $2 from crates.io; see above."
}

# Builds beside the final place and renames at the end, so an interrupted run leaves nothing half. The build folder stays
# until the build has succeeded: the next try goes on where this one stopped.
# Without --locked: some versions in these tools' own lock files cannot be had from every mirror.
build_cargo_tool() {
  local root=$cache/$1-$2 build=$cache/build-$1-$2
  rm -rf "$root.new" &&
    CARGO_TARGET_DIR=$build cargo install --root "$root.new" "$1@$2" &&
    "$root.new/bin/$3" --version &&
    rm -rf "$root" && mv "$root.new" "$root" &&
    rm -rf "$build"
}
