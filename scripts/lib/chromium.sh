# A Chromium for the tests that need a real browser. Sourced by scripts/bootstrap.
# Without one those tests are skipped, so nothing here is a reason to fail.

# Asked once a run: Chromium takes a moment to say that it starts. `chromium_ready again` asks anew.
chromium_found=
chromium_ready() {
  if [ -z "$chromium_found" ] || [ "${1:-}" = again ]; then
    # Which one that is, is decided in one place.
    chromium_found=$(node scripts/lib/chromium.mjs) || chromium_found=none
  fi
  [ "$chromium_found" != none ]
}

chromium_installable() {
  [ "${TOOLTRIM_CHROMIUM:-}" != none ] && have apt-get && [ "$(id -u)" -eq 0 ]
}

# There is one, or nothing more that could be done about it now.
chromium_settled() { chromium_ready || ! chromium_installable || gave_up chromium; }

install_chromium() {
  chromium_settled && return
  plan "Chromium is missing" "apt-get install chromium fonts-dejavu-core (about a minute)" \
    "some tests run the package in a real browser, and in VS Code inside one" || return 0
  step 900 "apt-get install chromium" apt_install_chromium && chromium_ready again && return
  give_up chromium
}

# fonts-dejavu-core: without any font Chromium ends as soon as it has to draw a letter.
apt_install_chromium() {
  export DEBIAN_FRONTEND=noninteractive
  # Another apt may be at work, as on machines that have just started.
  apt-get -o DPkg::Lock::Timeout=300 update &&
    apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends chromium fonts-dejavu-core
}

# What will be skipped, at the end of each run.
tell_about_chromium() {
  chromium_ready && return
  say "no Chromium: the tests in browsers and in VS Code will be skipped"
  [ "${TOOLTRIM_CHROMIUM:-}" = none ] ||
    detail "to have them, install Chromium or Chrome, or set TOOLTRIM_CHROMIUM to the path of one"
}

# gave_up NAME, give_up NAME: what could not be had is not tried again for a day; each try may take minutes.
gave_up() { [ -n "$(find "$cache/gave-up-$1" -mmin -1440 2>/dev/null)" ]; }
give_up() {
  say "going on without $1; to try again before tomorrow, remove $cache/gave-up-$1"
  touch "$cache/gave-up-$1"
}
