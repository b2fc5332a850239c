# VS Code's files, out of the npm package code-server: what e2e/vscode runs in Chromium. Sourced by scripts/bootstrap,
# after chromium.sh. Without them those tests are skipped, so nothing here is a reason to fail.

vscode_folder() { printf '%s' "$cache/code-server-$1"; }
vscode_ready() { [ -e "$(vscode_folder "$1")/lib/vscode/npm-shrinkwrap.json" ]; }

# It is there, or there is no use in it, or nothing more that could be done about it now.
vscode_settled() { vscode_ready "$1" || ! chromium_ready || gave_up code-server; }
vscodes_settled() { vscode_settled "$CODE_SERVER_VERSION" && vscode_settled "$CODE_SERVER_OLDEST"; }

# install_vscode VERSION WHY
install_vscode() {
  vscode_settled "$1" && return
  plan "code-server $1 is missing" "download its npm package (45 MB) into $(vscode_folder "$1") (about 10 s)" "$2" ||
    return 0
  step 600 "download of code-server" download_vscode "$1" && vscode_ready "$1" && return
  rm -rf "$(vscode_folder "$1").new"
  give_up code-server
}

# Unpacks beside the final place and renames at the end, so an interrupted run leaves nothing half. Only VS Code itself, with the
# two of its own extensions that show something of ours: no dependencies, no install scripts. npm compares the package with its
# checksum, and shall not wait a minute for a registry that is out of reach.
download_vscode() {
  local root new vscode=package/lib/vscode
  root=$(vscode_folder "$1")
  new=$root.new
  rm -rf "$new" && mkdir -p "$new" && cd "$new" &&
    npm pack "code-server@$1" --ignore-scripts --loglevel=error --fetch-retries=1 --fetch-retry-mintimeout=2000 &&
    tar -xzf ./*.tgz --strip-components=1 --exclude='*.map' package/package.json package/LICENSE \
      "$vscode"/{out,package.json,product.json,npm-shrinkwrap.json} \
      "$vscode"/extensions/{theme-defaults,markdown-language-features} &&
    rm ./*.tgz &&
    cd "$cache" && rm -rf "$root" && mv "$new" "$root"
}

# What will be skipped, at the end of each run.
tell_about_vscode() {
  local version
  chromium_ready || return 0
  for version in "$CODE_SERVER_VERSION" "$CODE_SERVER_OLDEST"; do
    vscode_ready "$version" || say "no code-server $version: the tests in its VS Code will be skipped"
  done
}
