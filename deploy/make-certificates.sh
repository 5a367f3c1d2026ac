#!/bin/sh
# Makes the certificates of the log's servers and of PostgreSQL, and the authority that vouches for
# them, unless they are there:
#
#   NATS_NAMES="nats-1 nats-2 nats-3" POSTGRES_NAMES=postgres sh make-certificates.sh FOLDER
#
# FOLDER/ca/ca.crt is for everybody; FOLDER/nats for each server of the log, FOLDER/postgres for the
# database. The key of the authority is not kept: for other names, remove FOLDER and make all anew.
set -eu
folder=${1:?which folder?}
[ ! -e "$folder/ca/ca.crt" ] || exit 0
umask 077
authority=$(mktemp -d)
trap 'rm -rf "$authority"' EXIT

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 \
  -subj "/CN=perpetua" -addext "keyUsage=critical,keyCertSign" \
  -keyout "$authority/ca.key" -out "$authority/ca.crt" 2>/dev/null

# A certificate for all these names or addresses, in this folder.
certify() {
  place=$1
  shift
  mkdir -p "$place"
  names=
  for name in "$@"; do
    case $name in
      *[!0-9.]*) names="$names,DNS:$name" ;;
      *) names="$names,IP:$name" ;;
    esac
  done
  printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth,clientAuth\n' "${names#,}" > "$authority/names"
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" \
    -keyout "$place/server.key" -out "$authority/request" 2>/dev/null
  openssl x509 -req -in "$authority/request" -days 3650 -extfile "$authority/names" \
    -CA "$authority/ca.crt" -CAkey "$authority/ca.key" -CAcreateserial \
    -out "$place/server.crt" 2>/dev/null
  chmod 755 "$place"
  chmod 644 "$place/server.crt"
}

# The words are names, so they are split.
# shellcheck disable=SC2086
certify "$folder/nats" ${NATS_NAMES:-nats-1 nats-2 nats-3}
# shellcheck disable=SC2086
certify "$folder/postgres" ${POSTGRES_NAMES:-postgres}
mkdir -p "$folder/ca"
chmod 755 "$folder" "$folder/ca"
cp "$authority/ca.crt" "$folder/ca/ca.crt"
chmod 644 "$folder/ca/ca.crt"
