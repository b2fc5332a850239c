# What VS Code's server needs, in which extensions run in Node: Node 24 and some npm packages. Sourced by scripts/bootstrap, after
# vscode.sh and node.sh. Without them those tests are skipped, so nothing here is a reason to fail.

vscode_server_folder() { printf '%s' "$(vscode_folder "$CODE_SERVER_VERSION")/lib/vscode"; }

# Our own will do if it is one of those.
vscode_node_ready() {
  case "$(node --version)" in "v${VSCODE_NODE_VERSION%%.*}".*) return 0 ;; esac
  [ -x "$(node_folder "$VSCODE_NODE_VERSION")/bin/node" ]
}
vscode_packages_ready() { [ -e "$(vscode_server_folder)/node_modules" ]; }

# As in vscode.sh: it is there, or of no use, or cannot be had.
vscode_node_settled() {
  vscode_node_ready || vscode_server_useless || [ -z "$(node_package "$VSCODE_NODE_VERSION")" ] || gave_up "node-$VSCODE_NODE_VERSION"
}
vscode_packages_settled() {
  vscode_packages_ready || vscode_server_useless || { ! vscode_node_ready && vscode_node_settled; } || gave_up vscode-server
}
vscode_server_useless() { ! chromium_ready || { ! vscode_ready "$CODE_SERVER_VERSION" && gave_up code-server; }; }
vscode_server_settled() { vscode_node_settled && vscode_packages_settled; }

install_vscode_node() {
  vscode_node_settled || install_node "$VSCODE_NODE_VERSION" \
    "VS Code's server, in which some tests run, asks for Node ${VSCODE_NODE_VERSION%%.*}; yours stays as it is"
}

install_vscode_server() {
  vscode_packages_settled && return
  plan "the packages of VS Code's server are missing" \
    "npm install of $(echo $vscode_packages | wc -w | tr -d ' ') packages (70 MB) into $(vscode_server_folder) (about 15 s)" \
    "some tests run the package in an extension in Node, as on the desktop" || return 0
  step 600 "npm install for VS Code's server" install_vscode_packages && vscode_packages_ready && return
  rm -rf "$(vscode_server_folder)/server.new"
  give_up vscode-server
}

# What the server and the extension host load: less than half of what VS Code names, and nothing that has to be compiled.
vscode_packages='@microsoft/1ds-core-js @microsoft/1ds-post-js @parcel/watcher @vscode/proxy-agent @vscode/spdlog
  @xterm/headless @xterm/xterm cookie http-proxy-agent https-proxy-agent minimist node-pty tar undici vscode-oniguruma
  vscode-regexpp vscode-textmate ws yauzl yazl'

# In the versions that code-server was built with.
install_vscode_packages() {
  local folder
  folder=$(vscode_server_folder)
  # Unquoted on purpose: a name each.
  rm -rf "$folder/server.new" && mkdir "$folder/server.new" &&
    node scripts/lib/vscode-packages.mjs "$folder/npm-shrinkwrap.json" $vscode_packages >"$folder/server.new/package.json" &&
    cd "$folder/server.new" &&
    npm install --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1 --fetch-retry-mintimeout=2000 &&
    cd "$folder" && rm -rf node_modules && mv server.new/node_modules node_modules && rm -rf server.new
}

# What will be skipped, at the end of each run.
tell_about_vscode_server() {
  chromium_ready && vscode_ready "$CODE_SERVER_VERSION" || return 0
  vscode_node_ready && vscode_packages_ready ||
    say "no Node $VSCODE_NODE_VERSION with VS Code's server: the tests in its extension host for Node will be skipped"
}
