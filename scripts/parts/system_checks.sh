# Checks that need both halves: the contract between api and web, and the whole system in a real browser.

system_lane() {
  check api-contract api_contract
  check failures failure_sentences
  check deploy deploy_files
  check rolling-restart rolling_restart
  check end-to-end end_to_end
  check api-schema api_schema
}

# The document that the api prints equals the committed one, from which the web's client is generated.
api_contract() {
  check_needs contract rust-build || return
  local printed=$scratch/openapi.json
  "$programs/api" openapi >"$printed" && cmp -s "$printed" "$root/web/openapi.json" && return
  echo "web/openapi.json is stale: run 'cargo run -p api -- openapi > web/openapi.json' and commit it"
  diff <(node -p 'JSON.stringify(JSON.parse(require("node:fs").readFileSync(process.argv[1])), null, 2)' "$root/web/openapi.json") \
    <(node -p 'JSON.stringify(JSON.parse(require("node:fs").readFileSync(process.argv[1])), null, 2)' "$printed") | head -n 40
  return 1
}

failure_sentences() {
  check_needs failures rust-build || return
  local code=0
  PROGRAMS=$programs SERVER=$server "$root/tests/failures/run" || code=$?
  count failures "$(grep -c '^ok ' "$results/failures.log")" "$(grep -c '^not ok ' "$results/failures.log")"
  return "$code"
}

# The files of deploy/, by the programs that read them, as far as those are installed.
deploy_files() {
  local code=0
  "$root/deploy/check" || code=$?
  count deploy "$(grep -c '^ok ' "$results/deploy.log")" "$(grep -c '^not ok ' "$results/deploy.log")"
  return "$code"
}

rolling_restart() {
  check_needs rolling-restart rust-build || return
  local code=0
  PROGRAMS=$programs SERVER=$server "$root/tests/rolling/run" || code=$?
  count rolling-restart "$(grep -c '^ok ' "$results/rolling-restart.log")" "$(grep -c '^not ok ' "$results/rolling-restart.log")"
  return "$code"
}

# Calls every operation by the OpenAPI document; reads the demo retailers only where the browser tests have not.
api_schema() {
  check_needs api-schema rust-build && check_needs api-schema web-build || return
  local code=0
  CONTRACT_DATA=$scratch/system "$root/tests/contract/run" || code=$?
  count api-schema "$(grep -c '^ok ' "$results/api-schema.log")" "$(grep -c '^not ok ' "$results/api-schema.log")"
  return "$code"
}

# Runs the browser tests, which start the system as `make run` does, on free ports, with a cluster of its own.
end_to_end() {
  check_needs end-to-end rust-build && check_needs end-to-end web-build || return
  local code=0 report=$results/end-to-end.json
  (cd "$root/tests/e2e" && E2E_DATA=$scratch/system PLAYWRIGHT_JSON_OUTPUT_FILE=$report npx playwright test) || code=$?
  local expected unexpected skipped repeated
  read -r expected unexpected skipped repeated < <(json_numbers "$report" stats.expected stats.unexpected stats.skipped stats.flaky)
  count end-to-end "$((expected + repeated))" "$unexpected" "$skipped"
  return "$code"
}
