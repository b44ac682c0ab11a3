# Words to the person at the keyboard. Everything goes to standard error: standard output is for answers.

# What goes on, in one line.
note() { printf '%s\n' "$*" >&2; }

# What went wrong and where, in one sentence; ends the script.
fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# Stops with a sentence unless the command $1 exists; $2 says how to get it.
need() { command -v "$1" >/dev/null 2>&1 || fail "$1 is missing: $2"; }
