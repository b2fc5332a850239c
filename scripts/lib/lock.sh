# One bootstrap at a time per user: the cache folder is shared by all checkouts. Sourced by scripts/bootstrap.
# A folder serves as the lock because `mkdir` is atomic everywhere and `flock` is not everywhere.

lock=$cache/lock
lock_is_ours=no

take_lock() {
  local waited=0
  mkdir -p "$cache" && [ -w "$cache" ] || fail "Cannot write to $cache. Set XDG_CACHE_HOME to a folder that is yours."
  until mkdir "$lock" 2>/dev/null; do
    if lock_is_stale; then
      break_lock
      continue
    fi
    [ $((waited % 20)) -ne 0 ] ||
      say "another bootstrap (process $(lock_owner)) is at work, waiting for it ($waited s; its lock is $lock)"
    sleep 1
    waited=$((waited + 1))
  done
  lock_is_ours=yes
  echo $$ >"$lock/owner"
}

lock_owner() { cat "$lock/owner" 2>/dev/null || true; }

# Its owner is gone, or has not touched it for two minutes (`step` does so every 20 s; a process id may be in use again),
# or was stopped between making the folder and signing it.
lock_is_stale() {
  local owner
  owner=$(lock_owner)
  if [ -n "$owner" ]; then
    ! kill -0 "$owner" 2>/dev/null || [ -n "$(find "$lock/owner" -mmin +2 2>/dev/null)" ]
  else
    [ -n "$(find "$lock" -maxdepth 0 -mmin +1 2>/dev/null)" ]
  fi
}

# Moved away before it is deleted: of several that find it stale, one succeeds.
break_lock() {
  say "removing the lock of a bootstrap that was interrupted"
  mv "$lock" "$lock.stale.$$" 2>/dev/null || return 0
  rm -rf "$lock.stale.$$"
}

touch_lock() { [ "$lock_is_ours" = no ] || touch "$lock/owner"; }

# For the exit trap.
release_lock() {
  [ "$lock_is_ours" = no ] || rm -rf "$lock"
}
