# Builds the programs and the web pages; only the changed parts are built again.

need_build_tools() {
  need cargo "install Rust from https://rustup.rs"
  need node "install Node.js 20.19 or newer (https://nodejs.org)"
  need npm "it belongs to Node.js (https://nodejs.org; Debian has it as a package: apt-get install npm)"
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    fail "Node.js $(node --version) is too old: 20.19 or newer is needed (https://nodejs.org)"
  # rustc links with cc, and the TLS library's core is C.
  command -v cc >/dev/null || apt_install build-essential || fail "a C compiler is missing: apt-get install build-essential"
}

# Prints the folder of the built programs of profile $1 (debug, release).
programs_folder() { echo "${CARGO_TARGET_DIR:-$root/target}/$1"; }

# Installs the npm packages of folder $1 by its package-lock.json; does nothing while the lock file is unchanged.
install_packages() {
  local folder=$1 stamp=$1/node_modules/.installed state
  state=$(cat "$folder/package.json" "$folder/package-lock.json" | sha256sum)
  [ "$(cat "$stamp" 2>/dev/null)" != "$state" ] || return 0
  # npm must not download a browser: the tests use the system's Chromium.
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --prefix "$folder" --no-audit --no-fund --loglevel=error >&2 ||
    fail "npm ci failed in $folder"
  echo "$state" >"$stamp"
}

# Builds web/dist when one of its sources has changed since the last build.
build_web() {
  local web=$root/web stamp=$root/web/node_modules/.built state
  # The generated files follow from openapi.json.
  state=$(cd "$web" && find . -path ./node_modules -prune -o -path ./dist -prune -o -path '*/node_modules' -prune -o \
    -path ./src/api/schema.d.ts -o -path ./src/api/limits.ts -o -path ./src/api/categories.ts -o -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
  if [ -f "$web/dist/index.html" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$state" ]; then return; fi
  install_packages "$web"
  note "Building the web pages"
  npm run --prefix "$web" --silent build >&2 || fail "cannot build the web pages: run 'npm run build' in web for the errors"
  echo "$state" >"$stamp"
}

# Builds the programs with $profile, unless BUILT=1 says that it is done, and sets $programs to their folder. The profile
# `quick` leaves out the features that only production needs.
build_programs() {
  programs=$(programs_folder "$profile")
  [ -z "${BUILT:-}" ] || return 0
  local flags=()
  case $profile in
    debug) ;;
    quick) flags=(--profile quick --no-default-features) ;;
    *) flags=(--profile "$profile") ;;
  esac
  note "Building the programs (the first time takes minutes)"
  # The build needs no database: the queries' metadata is committed.
  step env SQLX_OFFLINE=true node "$root/scripts/parts/build_progress.mjs" --workspace --exclude bench --locked ${flags[@]+"${flags[@]}"} || fail "cannot build the programs"
}
