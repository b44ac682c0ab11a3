# Processes that a script starts: each leads a group of its own, is written down, and is stopped by its number.
#
# $records is the folder of the notes. A note holds the process number, its start time and the boot it belongs to, because
# after kill -9 or a restart of the machine the same number may be somebody else's process.

# When process $1 started, in ticks since the boot; nothing when there is none.
start_time() {
  local stat
  { stat=$(<"/proc/$1/stat"); } 2>/dev/null || return 1
  set -- ${stat##*) } # the name before may hold spaces
  [ "$1" != Z ] || return 1 # dead, only nobody has asked for its exit code yet
  echo "${20}"
}

record() { echo "$2 $(start_time "$2") $(</proc/sys/kernel/random/boot_id)" >"$records/$1"; }

# The number of the recorded process $1 while it lives.
recorded_pid() {
  local pid started boot
  read -r pid started boot 2>/dev/null <"$records/$1" || return 1
  [ "$boot" = "$(</proc/sys/kernel/random/boot_id)" ] && [ "$(start_time "$pid")" = "$started" ] && echo "$pid"
}

# Starts a command or function as the recorded process $1; its output goes where ours goes. Sets $started to its number.
start_process() {
  local name=$1
  shift
  set -m # a group of its own: Ctrl-C reaches us alone, and we decide the order of ending
  "$@" </dev/null &
  started=$!
  set +m
  record "$name" "$started"
}

# Stops the recorded process $1 and its group: asks, waits up to $2 seconds, then insists.
stop_process() {
  local name=$1 patience=$(($2 * 20)) pid
  if pid=$(recorded_pid "$name"); then
    kill -TERM -- "-$pid" 2>/dev/null || kill -TERM "$pid" 2>/dev/null || true
    while recorded_pid "$name" >/dev/null && [ "$patience" -gt 0 ]; do
      sleep 0.05
      patience=$((patience - 1))
    done
    if recorded_pid "$name" >/dev/null; then
      note "$name did not stop within $2 s: ending it"
      kill -KILL -- "-$pid" 2>/dev/null || kill -KILL "$pid" 2>/dev/null || true
    fi
  fi
  rm -f "$records/$name"
}

# Something listens on port $1 of loopback.
port_taken() { (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
