# Maintains the .sqlx folder: the database's description of each query, so that a build needs no database.

# sqlx's macros write their metadata into SQLX_OFFLINE_DIR while they check a query against a live database, as
# sqlx-cli's `prepare` does; so these scripts need neither that tool nor the two minutes of its installation.

# Runs a cargo command ($2…) that recompiles domain against the database $1; prints nothing, writes the metadata to
# $METADATA.
compile_against() {
  local database=$1 source=$root/domain/src/lib.rs modified
  shift
  modified=$(stat -c %y "$source")
  rm -rf "$METADATA" && mkdir -p "$METADATA"
  touch "$source" # cargo does not know that the macros depend on the database
  local code=0
  DATABASE_URL=$database SQLX_OFFLINE=false SQLX_OFFLINE_DIR=$METADATA "$@" || code=$?
  touch -d "$modified" "$source" # the old modification time, so that other profiles do not build again
  return "$code"
}

# Creates the database $2, which is a copy of nothing, on the server of URL $1 and applies every migration; prints its URL.
make_migrated_database() {
  local server=$1 name=$2 url file
  url=$(printf %s "$server" | sed -E "s#^(postgres(ql)?://[^/]*)/[^?]*#\1/$name#")
  psql -q "$server" -v ON_ERROR_STOP=1 -c "drop database if exists $name" -c "create database $name template template0" >&2 2>/dev/null || fail "cannot create the database $name on $server"
  for file in "$root"/migrations/*.up.sql; do
    psql -q "$url" -v ON_ERROR_STOP=1 --single-transaction -f "$file" >&2 || fail "${file#"$root"/} does not apply"
  done
  printf '%s\n' "$url"
}

# Prints which committed files differ from the fresh ones; succeeds when none does.
compare_metadata() {
  local difference
  mkdir -p "$root/.sqlx"
  difference=$(diff -rq "$root/.sqlx" "$METADATA") && return
  note "The metadata in .sqlx is stale: run scripts/sqlx-prepare and commit"
  note "$(printf '%s\n' "$difference" | sed "s#$METADATA#fresh#g; s#$root/##g")"
  return 1
}
