# Starts, records and stops processes: each leads a process group, has a record, and is stopped by its process id.
#
# $records is the folder of the records. A record holds the process id, its start time and the boot id, because after
# kill -9 or a restart of the machine the same id may belong to an unrelated process.

# Prints the start time of process $1, in ticks since the boot; fails when the process does not exist.
start_time() {
  local stat
  { stat=$(<"/proc/$1/stat"); } 2>/dev/null || return 1
  set -- ${stat##*) } # the process name before the last ")" may hold spaces
  [ "$1" != Z ] || return 1 # a zombie: ended, but its parent has not read its exit code yet
  echo "${20}"
}

record() { echo "$2 $(start_time "$2") $(</proc/sys/kernel/random/boot_id)" >"$records/$1"; }

# Prints the process id of the recorded process $1 while it lives.
recorded_pid() {
  local pid started boot
  read -r pid started boot 2>/dev/null <"$records/$1" || return 1
  [ "$boot" = "$(</proc/sys/kernel/random/boot_id)" ] && [ "$(start_time "$pid")" = "$started" ] && echo "$pid"
}

# Starts a command or function as the recorded process $1; its output goes to ours. Sets $started to the process id.
start_process() {
  local name=$1
  shift
  set -m # a process group of its own: Ctrl-C reaches this script alone, which ends its processes in order
  "$@" </dev/null &
  started=$!
  set +m
  record "$name" "$started"
}

# Stops the recorded process $1 and its group: sends SIGTERM, waits up to $2 seconds, then sends SIGKILL.
stop_process() {
  local name=$1 tries=$(($2 * 20)) pid
  if pid=$(recorded_pid "$name"); then
    kill -TERM -- "-$pid" 2>/dev/null || kill -TERM "$pid" 2>/dev/null || true
    while recorded_pid "$name" >/dev/null && [ "$tries" -gt 0 ]; do
      sleep 0.05
      tries=$((tries - 1))
    done
    if recorded_pid "$name" >/dev/null; then
      note "$name did not stop within $2 s: killing it"
      kill -KILL -- "-$pid" 2>/dev/null || kill -KILL "$pid" 2>/dev/null || true
    fi
  fi
  rm -f "$records/$name"
}

# Succeeds where a process listens on port $1 of loopback.
port_taken() { (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
