# Checks that run one after another in a lane, lanes beside each other; each leaves a log and a result.
#
# $results is a folder: <name>.log is what a check printed, <name>.result its exit code and milliseconds,
# <name>.count "passed failed skipped" of a check that is a suite of tests.

# Runs a command or function as check $1. Never fails itself: a lane goes on.
check() {
  local name=$1 log=$results/$1.log code=0 began ended
  shift
  began=$(date +%s%3N)
  ("$@") >"$log" 2>&1 </dev/null || code=$?
  ended=$(date +%s%3N)
  echo "$code $((ended - began))" >"$results/$name.result"
  if [ "$code" = 0 ]; then
    printf '  ok      %7s s  %s\n' "$(seconds $((ended - began)))" "$name"
  else
    # One write, so that another lane's lines do not come between.
    printf '%s\n' "$(printf '  FAILED  %7s s  %s (exit code %s)\n' "$(seconds $((ended - began)))" "$name" "$code" && failures_of "$log" | sed 's/^/    | /')"
  fi
}

# What failed first of all, as whoever reads this may see the beginning only; then the end of the log.
failures_of() {
  plain <"$1" | grep -E '^ *(✘|not ok|FAIL |error(:|\[))|\(failed\)$|Error: ' | head -n 12 || true
  plain <"$1" | tail -n "${LOG_LINES:-80}"
}

# Text without colours.
plain() { sed -E 's/\x1b(\[[0-9;]*[a-zA-Z]|\(B)//g'; }

passed() { [ "$(cut -d ' ' -f 1 "$results/$1.result" 2>/dev/null)" = 0 ]; }

# Says that check $1 could not run because check $2 failed.
check_needs() { passed "$2" || { echo "not run: $2 failed" && return 1; }; }

seconds() { printf '%d.%d' $(($1 / 1000)) $(($1 % 1000 / 100)); }

# Writes down how many tests suite $1 ran.
count() { echo "$2 $3 ${4:-0}" >"$results/$1.count"; }

# Adds all up, prints the last line, and fails when anything failed.
summary() {
  local file name code passed_all=0 failed_all=0 skipped_all=0 passed failed skipped
  for file in "$results"/*.result; do
    name=$(basename "$file" .result)
    read -r code _ <"$file"
    passed=0 failed=0 skipped=0
    [ ! -f "$results/$name.count" ] || read -r passed failed skipped <"$results/$name.count"
    # A check that broke without a failed test, such as a compiler's error, is one failure.
    [ "$code" = 0 ] || [ "$failed" -gt 0 ] || failed=1
    passed_all=$((passed_all + passed)) failed_all=$((failed_all + failed)) skipped_all=$((skipped_all + skipped))
  done
  echo
  if [ "$skipped_all" -gt 0 ]; then
    echo "$passed_all passed, $failed_all failed, $skipped_all skipped"
  else
    echo "$passed_all passed, $failed_all failed"
  fi
  [ "$failed_all" = 0 ]
}
