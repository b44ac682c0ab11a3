# The database of a running Tajmeea: a private cluster in the data folder, or the server of DATABASE_URL.

start_database() {
  export TAJMEEA_INDEX__DIRECTORY=$data/index
  if [ -n "${DATABASE_URL:-}" ]; then
    # An index belongs to one database: each database has its own.
    TAJMEEA_INDEX__DIRECTORY=$data/index-$(printf %s "$DATABASE_URL" | sha256sum | cut -c 1-12)
    note "Using the database of DATABASE_URL"
  else
    own_database=yes
    DATABASE_URL=$(scripts/postgres --in "$data/postgres" start) || exit 1
    export DATABASE_URL
  fi
  RUST_LOG=${RUST_LOG-warn} step "$programs/ingest" migrate || exit 1
}
