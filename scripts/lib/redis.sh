# A Redis for the tests that need a real one. Sourced by scripts/bootstrap, after chromium.sh.
# Without one those tests are skipped, so nothing here is a reason to fail.

# Asked once a run, as for Chromium.
redis_found=
redis_ready() {
  if [ -z "$redis_found" ] || [ "${1:-}" = again ]; then
    redis_found=$(node scripts/lib/redis.mjs) || redis_found=none
  fi
  [ "$redis_found" != none ]
}

redis_installable() {
  [ "${TOOLTRIM_REDIS:-}" != none ] && have apt-get && [ "$(id -u)" -eq 0 ]
}

# There is one, or nothing more that could be done about it now.
redis_settled() { redis_ready || ! redis_installable || gave_up redis; }

install_redis() {
  redis_settled && return
  plan "Redis is missing" "apt-get install redis-tools (a few seconds), and a link in $cache/redis" \
    "some tests keep results in a real Redis, which they start and end themselves" || return 0
  step 600 "apt-get install redis-tools" apt_install_redis && redis_ready again && return
  give_up redis
}

# Not redis-server: that package starts a server, now and with the machine. Its program is another name of one in redis-tools.
apt_install_redis() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get -o DPkg::Lock::Timeout=300 update &&
    apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends redis-tools &&
    mkdir -p "$cache/redis" &&
    ln -sf /usr/bin/redis-check-rdb "$cache/redis/redis-server"
}

# What will be skipped, at the end of each run.
tell_about_redis() {
  redis_ready && return
  say "no Redis: the tests with one will be skipped"
  [ "${TOOLTRIM_REDIS:-}" = none ] || detail "to have them, install it, or set TOOLTRIM_REDIS to the path of a redis-server"
}
