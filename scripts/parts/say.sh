# Messages to the user of the terminal. All go to standard error: standard output is for results.

# Prints one line of progress.
note() { printf '%s\n' "$*" >&2; }

# Prints what failed and where, in one sentence; ends the script.
fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# Ends the script with a sentence unless the command $1 exists; $2 says how to install it.
need() { command -v "$1" >/dev/null 2>&1 || fail "$1 is missing: $2"; }
