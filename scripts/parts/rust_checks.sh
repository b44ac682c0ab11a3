# The Rust lane: formatting, the build with lints and a check of the queries' metadata, tests on a real Postgres.

rust_lane() {
  check rust-format cargo fmt --all --check
  check rust-build rust_build
  check rust-lints rust_lints
  check dependencies dependencies
  check query-metadata query_metadata
  check rust-tests rust_tests
}

# Tests and programs are built with the same set of targets: with another, cargo compiles the dependencies twice. Most of
# bench is built for its lints alone.
TESTED=(--workspace --lib --bins --tests)

# Compiles all programs and tests; clippy-driver in the compiler's place writes the lints on the way, because `cargo
# clippy` would compile everything a second time. Where queries have changed, the build goes against a live database, so
# that sqlx's macros write fresh metadata.
rust_build() {
  export RUSTC_WORKSPACE_WRAPPER=clippy-driver
  if metadata_is_tested; then
    cargo build "${TESTED[@]}" --locked
  else
    local database
    database=$(make_migrated_database "$server" tajmeea_metadata) || return
    compile_against "$database" cargo build "${TESTED[@]}" --locked
  fi
}

# Cargo repeats the warnings of crates that it need not build again.
rust_lints() {
  check_needs rust-lints rust-build || return
  ! grep -A 12 -E '^(warning|error)(\[[A-Za-z0-9]+\])?: ' "$results/rust-build.log"
}

# Licences, sources and advisories of crates and npm packages, in two seconds. After the build, so that cargo has all crates
# of this platform and needs no network.
dependencies() {
  check_needs dependencies rust-build || return
  node --test "$root/scripts/parts/dependencies.test.mjs" || return
  local host
  host=$(rustc -vV | sed -n 's/^host: //p')
  cargo metadata --locked --offline --format-version 1 --filter-platform "$host" | node "$root/scripts/parts/dependencies.mjs" "$root"
}

query_metadata() {
  check_needs query-metadata rust-build || return
  if metadata_is_tested; then echo "neither queries nor migrations have changed since they were last compared"; else compare_metadata && metadata_inputs >"$work/metadata-tested"; fi
}

# Queries, schema and metadata are those of the last comparison: domain need not be compiled against a database again.
metadata_is_tested() { [ "$(metadata_inputs)" = "$(cat "$work/metadata-tested" 2>/dev/null)" ]; }

metadata_inputs() { find domain/src migrations .sqlx Cargo.lock -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum; }

has_nextest() { cargo nextest --version >/dev/null 2>&1; }

# Runs the tests; arguments go to nextest, where it is installed. Many tests wait for a pace, a retry or a process: two for
# each processor use only half of it.
rust_tests() {
  check_needs rust-tests rust-build || return
  migrate_template || return
  local code=0 log=$results/rust-tests.log
  export RUSTC_WORKSPACE_WRAPPER=clippy-driver # as the build: nothing is compiled again
  if has_nextest; then
    DATABASE_URL=$server cargo nextest run ${CI:+--profile ci} "${TESTED[@]}" --locked --no-fail-fast --status-level pass --final-status-level flaky --test-threads $(($(nproc) * 4)) --color never "$@" || code=$?
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
