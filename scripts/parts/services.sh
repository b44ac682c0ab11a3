# The processes of a running Tajmeea, and the data that the database holds before they start.

SERVICES='demo work schedule api'
restarts=0
restarts_since=0

# Fails where one of the ports in the named variables, such as PORT, is no port number or is taken.
need_free_ports() {
  local variable number
  for variable in "$@"; do
    case $variable in PORT) number=$port ;; WEB_PORT) number=$web_port ;; METRICS_PORT) number=$metrics_port ;; *) number=$demo_port ;; esac
    case $number in '' | *[!0-9]*) fail "$variable=$number is not a port number" ;; esac
    [ "$number" -ge 1 ] && [ "$number" -le 65535 ] || fail "$variable=$number is not a port number"
    ! port_taken "$number" || fail "port $number of 127.0.0.1 is in use by another program: stop it or choose another port with $variable=… make ${0##*/}"
  done
}

# Starts service $1 with its output in the folder of the logs.
start_service() {
  local log=$logs/$1.log command
  case $1 in
    demo) command=("$programs/demo" serve --listen "127.0.0.1:$demo_port") ;;
    work | schedule) command=("$programs/ingest" "$1") ;;
    # The limits make malloc return freed memory to the system instead of keeping it in an arena per thread: every
    # change of a price copies columns.
    api) command=(env MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=1048576 "$programs/api") ;;
    web) command=(env API_URL="http://127.0.0.1:$port" npm run --prefix "$root/web" --silent dev -- --port "$web_port" --strictPort) ;;
  esac
  if [ "$(stat -c %s "$log" 2>/dev/null || echo 0)" -gt 20000000 ]; then mv "$log" "$log.1"; fi
  (umask 077 && : >>"$log") && chmod 600 "$log" # the log holds mailed links, which give access to accounts
  start_process "$1" "${command[@]}" >>"$log" 2>&1
  disown "$started" # this script reports the end of a service; bash need not
}

# Exports the addresses on which the programs listen.
configure_services() {
  export TAJMEEA_API__LISTEN=127.0.0.1:$port TAJMEEA_API__METRICS_LISTEN=127.0.0.1:$metrics_port
  export TAJMEEA_API__WEB_ROOT=$root/web/dist TAJMEEA_DATA__DIRECTORY=$data
  export TAJMEEA_API__DRAIN_SECONDS=0 # no load balancer stands in front of the api
  export TAJMEEA_INGEST__RETAILERS_DIRECTORY=$root/config/retailers
  [ "$demo_port" != 8090 ] || return 0
  # The retailers' files name the usual port: these copies name the chosen one.
  TAJMEEA_INGEST__RETAILERS_DIRECTORY=$data/retailers
  mkdir -p "$data/retailers"
  local file
  for file in config/retailers/*.toml; do
    sed "s#http://127.0.0.1:8090#http://127.0.0.1:$demo_port#" "$file" >"$data/retailers/${file##*/}"
  done
}

# Crawls all demo retailers at the first start; at later starts the database already holds their offers.
fill_database() {
  configure_services
  start_service demo
  local filled
  # Offers hold the retailers' addresses: with another port all retailers are crawled again.
  filled=$data/filled-$(printf '%s %s' "$DATABASE_URL" "$demo_port" | sha256sum | cut -c 1-12)
  if [ -f "$filled" ] && has_offers; then return; fi
  wait_for_port "$demo_port" demo
  note 'Crawling the demo retailers for the first time'
  export RUST_LOG=${RUST_LOG-error} # the progress bars and tables are clearer than the log
  step import_reference || fail "cannot import the facts of the products"
  # A retailer that is down (exit code 3) does not stop the others: the schedule tries it again.
  step "$programs/ingest" run || [ $? = 3 ] || fail "the first crawl failed"
  step import_past_prices || fail "cannot import the past prices of the retailers"
  # The crawl above has already matched the offers, so that a new administrator finds open matches at once. A step that
  # failed there runs again here, and its error is shown.
  step "$programs/ingest" match run || fail "cannot match the offers to products"
  touch "$filled"
}

has_offers() {
  "$programs/ingest" --json status 2>/dev/null |
    node -e 'const shops = JSON.parse(require("node:fs").readFileSync(0, "utf8")); process.exit(shops.some((shop) => shop.live > 0) ? 0 : 1)' 2>/dev/null
}

import_reference() {
  "$programs/demo" reference - |
    "$programs/ingest" import-specs - --source demo --source-name "Demo catalogue" --attribution "Facts from the makers' public specifications"
}

import_past_prices() {
  local file shop
  for file in config/retailers/*.toml; do
    shop=$(basename "$file" .toml)
    "$programs/ingest" history import "http://127.0.0.1:$demo_port/shops/$shop/history.csv" --retailer "$shop" || return
  done
}

start_services() {
  local name
  for name in work schedule api; do start_service "$name"; done
}

wait_for_port() {
  local waited=0
  until port_taken "$1"; do
    recorded_pid "$2" >/dev/null || fail "$2 did not start: $(last_line "$2")"
    [ $((waited += 1)) -le 600 ] || fail "$2 does not listen on port $1 (log: $logs/$2.log)"
    sleep 0.05
  done
}

# The api builds its index first when it has none.
wait_until_served() {
  local waited=0
  wait_for_port "$port" api
  until healthy; do
    recorded_pid api >/dev/null || fail "the api ended: $(last_line api)"
    [ $((waited += 1)) -le 1200 ] || fail "the api is not ready after two minutes (log: $logs/api.log)"
    sleep 0.1
  done
}

healthy() {
  local connection line=''
  { exec {connection}<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null || return 1
  printf 'GET /api/health HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' >&"$connection"
  read -r -t 5 line <&"$connection" || true
  exec {connection}>&-
  [[ $line == *' 200 '* ]]
}

# Watches the services until a signal comes. A service that ends is started again; one that keeps ending ends
# everything. Function $1, if any, runs every second.
keep_services_running() {
  local name
  while sleep 1; do
    ${1:+"$1"}
    if [ -n "$own_database" ] && ! database_lives; then
      note 'The database ended: restarting it'
      scripts/postgres --in "$data/postgres" start >/dev/null
    fi
    for name in $SERVICES; do
      recorded_pid "$name" >/dev/null || restart_service "$name"
    done
  done
}

database_lives() { [ -e "/proc/$(head -n 1 "$data/postgres/cluster/postmaster.pid" 2>/dev/null)/stat" ]; }

restart_service() {
  if [ $((SECONDS - restarts_since)) -gt 60 ]; then restarts=0 restarts_since=$SECONDS; fi
  [ $((restarts += 1)) -le 5 ] || fail "$1 keeps ending: $(last_line "$1") (log: $logs/$1.log)"
  note "$1 ended: $(last_line "$1") (log: $logs/$1.log). Restarting it"
  start_service "$1"
}

last_line() { tail -n 1 "$logs/$1.log" 2>/dev/null; }
