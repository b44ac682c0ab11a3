# The Rust lane: formatting, lints with a check of the queries' metadata, tests on a real Postgres.

rust_lane() {
  check rust-format cargo fmt --all --check
  # The lints compile against a live database, so that sqlx's macros write fresh metadata in the same run.
  check rust-lints rust_lints
  check query-metadata query_metadata
  check rust-build rust_build
  check rust-tests rust_tests
}

rust_lints() {
  if metadata_is_tested; then
    cargo clippy --workspace --all-targets --locked -- -D warnings
  else
    local database
    database=$(make_migrated_database "$server" tajmeea_metadata) || return
    compile_against "$database" cargo clippy --workspace --all-targets --locked -- -D warnings
  fi
}

query_metadata() {
  check_needs query-metadata rust-lints || return
  if metadata_is_tested; then echo "neither queries nor migrations have changed since they were last compared"; else compare_metadata && metadata_inputs >"$work/metadata-tested"; fi
}

# Queries, schema and metadata are those of the last comparison: domain need not be compiled against a database again.
metadata_is_tested() { [ "$(metadata_inputs)" = "$(cat "$work/metadata-tested" 2>/dev/null)" ]; }

metadata_inputs() { find domain/src migrations .sqlx Cargo.lock -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum; }

# Tests and programs are built with the same set of targets: with another, cargo compiles the dependencies twice. The
# lints have already compiled bench, which has no tests; linking its large programs would take a minute.
TESTED=(--workspace --exclude bench --lib --bins --tests)

rust_build() {
  if has_nextest; then cargo nextest run "${TESTED[@]}" --locked --no-run; else cargo test "${TESTED[@]}" --locked --no-run; fi
}

has_nextest() { cargo nextest --version >/dev/null 2>&1; }

# Runs the tests; arguments go to nextest, where it is installed.
rust_tests() {
  check_needs rust-tests rust-build || return
  migrate_template || return
  local code=0 log=$results/rust-tests.log
  if has_nextest; then
    DATABASE_URL=$server cargo nextest run "${TESTED[@]}" --locked --no-fail-fast --status-level fail --final-status-level fail --color never "$@" || code=$?
    count_nextest "$log"
  else
    DATABASE_URL=$server cargo test "${TESTED[@]}" --locked --no-fail-fast --color never || code=$?
    count_cargo_test "$log"
  fi
  return "$code"
}

# New databases are copies of template1: with the schema in it, a test's database needs no migration.
migrate_template() { DATABASE_URL=${server/\/tajmeea\?//template1?} RUST_LOG=warn "$programs/ingest" migrate; }

# "Summary [ 3.1s] 12 tests run: 10 passed (1 slow), 2 failed, 1 skipped"
count_nextest() {
  local line
  line=$(grep -E 'Summary \[' "$1" | tail -n 1)
  count rust-tests "$(number_before passed "$line")" "$(($(number_before failed "$line") + $(number_before 'timed out' "$line")))" "$(number_before skipped "$line")"
}

# "test result: ok. 10 passed; 2 failed; 1 ignored; …", one line a program
count_cargo_test() {
  local line passed=0 failed=0 skipped=0
  while read -r line; do
    passed=$((passed + $(number_before passed "$line")))
    failed=$((failed + $(number_before failed "$line")))
    skipped=$((skipped + $(number_before ignored "$line")))
  done < <(grep '^test result:' "$1")
  count rust-tests "$passed" "$failed" "$skipped"
}

number_before() { printf '%s\n' "$2" | sed -nE "s/.*[^0-9]([0-9]+) $1.*/\1/p" | grep . || echo 0; }
