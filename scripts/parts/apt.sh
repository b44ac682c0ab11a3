# Installs Debian packages, where the user may install them.

# Runs a command as root; fails where this needs a password.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then sudo -n "$@"; else return 1; fi
}

# Installs packages; fails without a message where apt-get is missing or the user may not run it.
apt_install() {
  command -v apt-get >/dev/null || return 1
  as_root true || return 1
  note "Installing $* with apt-get"
  local log
  log=$(mktemp)
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >"$log" 2>&1 || true # an old list may do
  if as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >>"$log" 2>&1; then
    rm -f "$log"
  else
    note "apt-get could not install $*: $(grep -E '^E:' "$log" | head -n 1) (all of it: $log)"
    return 1
  fi
}
