# Runs checks one after another in a lane, and lanes in parallel; each check leaves a log and a result.
#
# $results is a folder: <name>.log holds the output of a check, <name>.result its exit code and milliseconds,
# <name>.count "passed failed skipped" of a check that is a test suite.

# Runs a command or function as check $1. Never fails itself, so that the lane continues.
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
    # One write, so that lines of another lane cannot come between.
    printf '%s\n' "$(printf '  FAILED  %7s s  %s (exit code %s)\n' "$(seconds $((ended - began)))" "$name" "$code" && failures_of "$log" | sed 's/^/    | /')"
  fi
}

# Prints the end of a log. The last part of the summary names the failed tests.
failures_of() { plain <"$1" | grep -vE '^ +PASS +\[' | tail -n "${LOG_LINES:-40}"; }

# Removes colour codes.
plain() { sed -E 's/\x1b(\[[0-9;]*[a-zA-Z]|\(B)//g'; }

passed() { [ "$(cut -d ' ' -f 1 "$results/$1.result" 2>/dev/null)" = 0 ]; }

# Fails, with a line that says so, where check $2, which check $1 depends on, has failed.
check_needs() { passed "$2" || { echo "not run: $2 failed" && return 1; }; }

seconds() { printf '%d.%d' $(($1 / 1000)) $(($1 % 1000 / 100)); }

# Records how many tests of suite $1 passed, failed and were skipped.
count() { echo "$2 $3 ${4:-0}" >"$results/$1.count"; }

# Prints a table of all checks, the slowest first, the slowest tests, and those that passed only when repeated; adds the checks up, and fails when any check failed.
summary() {
  local name code milliseconds passed_all=0 failed_all=0 skipped_all=0 passed failed skipped
  printf '\n  %-20s %9s %8s %7s %8s\n' check seconds passed failed skipped
  while read -r milliseconds code name; do
    passed=0 failed=0 skipped=0
    [ ! -f "$results/$name.count" ] || read -r passed failed skipped <"$results/$name.count"
    # A check that failed without a failed test, such as a compiler error, counts as one failure.
    [ "$code" = 0 ] || [ "$failed" -gt 0 ] || failed=1
    printf '  %-20s %9s %8s %7s %8s\n' "$name" "$(seconds "$milliseconds")" "${passed/#0/-}" "${failed/#0/-}" "${skipped/#0/-}"
    passed_all=$((passed_all + passed)) failed_all=$((failed_all + failed)) skipped_all=$((skipped_all + skipped))
  done < <(timings)
  printf '  %-20s %9s %8s %7s %8s\n' together "$SECONDS.0" "$passed_all" "$failed_all" "$skipped_all"
  printf '\n  The slowest tests\n' && node "$root/scripts/parts/slowest.mjs" "$results" && echo
  node "$root/scripts/parts/repeated.mjs" "$results"
  node "$root/scripts/parts/failed.mjs" "$results"
  if [ "$skipped_all" -gt 0 ]; then
    echo "$passed_all passed, $failed_all failed, $skipped_all skipped"
  else
    echo "$passed_all passed, $failed_all failed"
  fi
  [ "$failed_all" = 0 ]
}

# Prints "milliseconds code name" of every check, the slowest first.
timings() {
  local file code milliseconds
  for file in "$results"/*.result; do
    read -r code milliseconds <"$file"
    echo "$milliseconds $code $(basename "$file" .result)"
  done | sort -rn
}
