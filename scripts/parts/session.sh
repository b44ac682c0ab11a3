# Run of the whole system: only one may use the data folder, and all processes that it starts end with it.

own_database=''

# Makes this the only session, ends processes that a killed session left behind, and sets the traps that end this one.
open_session() {
  mkdir -p "$records" "$logs" 2>/dev/null && [ -w "$records" ] || fail "cannot write in $data: $(mkdir -p "$records" 2>&1 | sed 's/.*: //')"
  chmod 700 "$logs"
  local other lock
  exec {lock}>"$data/session.lock" # of two sessions that start at once, one waits here and then sees the other
  flock "$lock"
  ! other=$(recorded_pid session) || fail "Tajmeea already runs from this folder (process $other): stop it with Ctrl-C there or 'make stop'"
  record session $$
  exec {lock}>&-
  end_leftovers
  trap 'end_session 130' INT
  trap 'end_session 143' TERM HUP
  trap 'end_session $?' EXIT
}

# Runs one step of the start as a process of its own, so that a signal ends the step at once and not after it.
step() {
  local code=0
  start_process step "$@"
  wait "$started" || code=$?
  rm -f "$records/step"
  return "$code"
}

end_leftovers() {
  local name
  for name in "$records"/*; do
    name=${name##*/}
    case $name in '*' | session) continue ;; esac
    ! recorded_pid "$name" >/dev/null || note "Stopping $name, which an earlier session left running"
    stop_process "$name" 10
  done
}

# Ends all processes of this session, the database last, and the script with code $1.
end_session() {
  trap '' INT TERM HUP
  trap - EXIT
  local name
  for name in step pages web api schedule work demo; do stop_process "$name" 10; done
  [ -z "$own_database" ] || scripts/postgres --in "$data/postgres" stop || true
  rm -f "$records/session"
  exit "$1"
}
