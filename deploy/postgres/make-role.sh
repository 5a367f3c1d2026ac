#!/bin/sh
# Makes the role and the database of the replicas, once, as the superuser whom psql finds:
#
#   ROLE_PASSWORD=… sh make-role.sh
#
# The role may log in and make its own tables in its own database, and no more.
set -eu
: "${ROLE_PASSWORD:?the password of the role}"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 \
  --set=role="${ROLE_NAME:-perpetua}" --set=password="$ROLE_PASSWORD" --dbname=postgres <<'SQL'
CREATE ROLE :"role" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'password';
CREATE DATABASE :"role" ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE :"role" FROM PUBLIC;
GRANT CONNECT, CREATE ON DATABASE :"role" TO :"role";
SQL
