# What bootstrap says, and how it runs a step that may take minutes. Sourced by scripts/bootstrap.

say() { printf 'bootstrap: %s\n' "$*"; }
detail() { printf '           %s\n' "$*"; }
fail() {
  printf 'bootstrap: %s\n' "$*" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# at_least VERSION MINIMUM: compares dotted numbers; `sort -V` is not everywhere.
at_least() {
  local IFS=. i ours wanted
  # Unquoted on purpose: split at the dots.
  ours=(${1%%[-+]*}) wanted=($2)
  for i in 0 1 2; do
    [ "${ours[i]:-0}" -gt "${wanted[i]:-0}" ] && return 0
    [ "${ours[i]:-0}" -lt "${wanted[i]:-0}" ] && return 1
  done
  return 0
}

# plan WHAT-IS-MISSING HOW WHY: announces a step; fails when --no-install forbids it.
something_missing=no
plan() {
  say "$1"
  if [ "$install" = no ]; then
    something_missing=yes
    detail "would run: $2"
    detail "because $3"
    return 1
  fi
  detail "$2"
  detail "because $3"
}

# step LIMIT LABEL COMMAND...: runs the command quietly, at most LIMIT seconds (0: no limit), with a sign of life now and
# then. On failure it shows the end of the log and returns non-zero. A shell function given as the command must chain
# with &&: `set -e` does not reach into it.
running_step=
step() {
  local limit=$1 label=$2 log start=$SECONDS next=15 elapsed status=0
  shift 2
  log=$(mktemp "${TMPDIR:-/tmp}/tooltrim-bootstrap.XXXXXX")
  # Job control gives the step a process group of its own, so that a time limit or Ctrl-C ends its children too.
  set -m
  ("$@") >"$log" 2>&1 </dev/null &
  running_step=$!
  set +m
  while kill -0 "$running_step" 2>/dev/null; do
    sleep 0.2
    elapsed=$((SECONDS - start))
    if [ "$elapsed" -ge "$next" ]; then
      next=$((next + 20))
      touch_lock
      detail "... $label, $elapsed s: $(tail -n 1 "$log" | tr '\r\t' '  ' | cut -c 1-70)"
    fi
    if [ "$limit" -gt 0 ] && [ "$elapsed" -ge "$limit" ]; then
      stop_running_step
      echo "gave up after $limit s" >>"$log"
      status=124
      break
    fi
  done
  wait "$running_step" 2>/dev/null || status=$((status ? status : $?))
  running_step=
  elapsed=$((SECONDS - start))
  if [ "$status" -eq 0 ]; then
    detail "done: $label, $elapsed s"
  else
    detail "FAILED: $label, $elapsed s. All it said is in $log; the first and last lines:"
    # npm gives its reason first and cargo last.
    awk 'NR <= 5 { print } NR > 5 { last[NR % 20] = $0 }
      END { if (NR > 25) print "..."; for (i = (NR > 25 ? NR - 19 : 6); i <= NR; i++) print last[i % 20] }' "$log" |
      sed 's/^/           | /'
    return "$status"
  fi
  rm -f "$log"
}

# Returns when the step and its children are gone: npm goes on for a while after a polite signal, and would disturb the
# next run.
stop_running_step() {
  local tries=0
  [ -n "$running_step" ] || return 0
  while kill -- "-$running_step" 2>/dev/null && [ "$tries" -lt 15 ]; do
    sleep 0.2
    tries=$((tries + 1))
  done
  kill -KILL -- "-$running_step" 2>/dev/null || true
}

# together FUNCTION...: runs shell functions at the same time, each in a shell of its own, and fails if one of them does.
together_pids=
together() {
  local each pid failed=no
  for each in "$@"; do
    (
      trap stop_running_step EXIT
      trap 'exit 143' TERM HUP
      "$each"
    ) &
    together_pids="$together_pids $!"
  done
  for pid in $together_pids; do
    wait "$pid" || failed=yes
  done
  together_pids=
  # Each has said why.
  [ "$failed" = no ] || exit 1
}

stop_together() {
  local pid
  for pid in $together_pids; do kill "$pid" 2>/dev/null || true; done
  for pid in $together_pids; do wait "$pid" 2>/dev/null || true; done
  together_pids=
}
