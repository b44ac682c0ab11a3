# The web lane: types, lints, unit tests, the build and its size.

web_lane() {
  check web-packages web_packages
  check web-types web_script typecheck
  check web-lints web_script lint
  check web-format web_script format:check
  check web-tests web_tests
  check web-build web_script build
  check web-size web_script size
  check e2e-types e2e_types
  check guide guide_names
}

web_packages() {
  install_packages "$root/web"
  install_packages "$root/tests/e2e"
}

web_script() { check_needs web web-packages && npm run --prefix "$root/web" --silent "$1"; }

web_tests() {
  check_needs web web-packages || return
  local code=0 report=$results/web-tests.json
  npm run --prefix "$root/web" --silent test -- --reporter=default --reporter=json --outputFile.json="$report" || code=$?
  count web-tests $(json_numbers "$report" numPassedTests numFailedTests numPendingTests)
  return "$code"
}

# Prints the named numbers of a JSON file.
json_numbers() {
  node -e 'const [file, ...keys] = process.argv.slice(1); const data = JSON.parse(require("node:fs").readFileSync(file, "utf8")); console.log(keys.map((key) => key.split(".").reduce((at, part) => at?.[part], data) ?? 0).join(" "))' "$@" 2>/dev/null || echo 0 0 0
}

e2e_types() { check_needs web web-packages && npm run --prefix "$root/tests/e2e" --silent typecheck; }
