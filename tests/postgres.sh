#!/bin/sh
# A private PostgreSQL for tests, on loopback, in a folder of its own, run by an unprivileged user.
#
#   tests/postgres.sh start [OWNER]   print the URL of a fresh server and its folder; it ends with the process OWNER
#   tests/postgres.sh stop FOLDER
#
# Exit code 3: PostgreSQL is not installed and only root may install it.
set -eu

programs() {
    for folder in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV) $(dirname "$(command -v initdb || echo /)"); do
        if [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ]; then echo "$folder"; return; fi
    done
}

install() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >&2
    apt-get install -y -qq postgresql-common >&2
    sed -i 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
    apt-get install -y -qq postgresql >&2
}

as_user() {
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

start() {
    if [ -z "$(programs)" ]; then
        if [ "$(id -u)" != 0 ]; then echo "PostgreSQL is not installed, and only root may: apt-get install postgresql" >&2; exit 3; fi
        install
    fi
    bin=$(programs)
    folder=$(mktemp -d "${TMPDIR:-/tmp}/jurat-postgres-XXXXXX")
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    od -An -N16 -tx1 /dev/urandom | tr -d ' \n' > "$folder/password"
    password=$(cat "$folder/password")
    if [ "$(id -u)" = 0 ]; then chown -R postgres "$folder"; fi
    cd "$folder"
    as_user "$bin/initdb" -D "$folder/data" -U jurat -A scram-sha-256 --pwfile="$folder/password" -E UTF8 \
        --locale=C.UTF-8 --no-sync > "$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 1; }
    as_user "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -s \
        -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$folder -c fsync=off" start >&2
    if [ -n "${1:-}" ]; then watch "$1" "$folder" < /dev/null > /dev/null 2>&1 & fi
    echo "postgresql://jurat:$password@127.0.0.1:$port/postgres $folder"
}

watch() {
    while kill -0 "$1"; do sleep 2; done
    if [ -d "$2" ]; then stop "$2"; fi
}

stop() {
    bin=$(programs)
    cd "$1"
    as_user "$bin/pg_ctl" -D "$1/data" -m immediate -s -w stop >&2
    cd / && rm -rf "$1"
}

case "${1:-}" in
    start) start "${2:-}" ;;
    stop) stop "$2" ;;
    *) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
