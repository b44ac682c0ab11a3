# `make test FAST=1`: a quick answer for a person at work; `make test` remains what counts. It checks:
#
# 1. the format of all crates;
# 2. if a crate, its tables in `config/` or `migrations/` has changed: the build and the lints of all crates (of `bench`
#    only if it has changed itself: its programs take as long to link as the api with its tests), the metadata of the
#    queries, and the tests of the changed crates;
# 3. if `web/` has changed: types and lints of `web/`, the format of `web/` and `tests/e2e/`, and the tests of `web/` that
#    import a changed file.

fast_lanes() {
  start_process rust-lane lane fast_rust_lane && rust=$started
  start_process web-lane lane fast_web_lane && web=$started
  wait "$rust" || true
  wait "$web" || true
}

fast_rust_lane() {
  local crates=() crate
  while read -r crate; do crates+=("$crate"); done < <(changed_crates)
  check rust-format cargo fmt --all --check
  if ! changed_files | grep -q ^bench/; then
    [ ${#crates[@]} -gt 0 ] || return 0
    TESTED+=(--exclude bench)
  fi
  check rust-build rust_build
  check rust-lints rust_lints
  check query-metadata query_metadata
  [ ${#crates[@]} -gt 0 ] || return 0 # bench has no tests
  check rust-tests rust_tests -E "$(printf ' | package(%s)' "${crates[@]}" | cut -c 4-)"
}

fast_web_lane() {
  changed_files | grep -q '^web/' || return 0
  check web-packages install_packages "$root/web"
  check web-types web_script typecheck
  check web-lints web_script lint
  check web-format web_script format:check
  check web-tests npx --prefix "$root/web" vitest run --root "$root/web" --changed "$(changed_since)"
}

# Prints the files that are not committed; where all are, those of the last commit.
changed_files() {
  local files
  files=$(git status --porcelain --no-renames --untracked-files=all | cut -c 4-)
  printf '%s\n' "${files:-$(git show --format= --name-only HEAD)}"
}

# Prints the commit since which the files of `changed_files` have changed.
changed_since() {
  [ -z "$(git status --porcelain)" ] && git rev-parse --verify --quiet HEAD^ || echo HEAD
}

# Prints the crates whose code, tests, tables or schema have changed.
changed_crates() {
  changed_files | sed -nE '
    s#^(domain|indexer|pictures|telemetry|ingest|api|demo)/.*#\1#p
    s#^(migrations|config/compat|config/power|config/performance|config/budget)/.*#domain#p
    s#^config/search/.*#indexer#p
    s#^config/(retailers|specs|matching)/.*#ingest#p' | sort -u
}
