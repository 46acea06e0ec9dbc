#!/bin/sh
# Runs `requests` as the server's user, with its settings. docs/deploy.md installs this as /usr/local/sbin/requests.
set -eu
site=/opt/request-site
exec runuser -u request-site -- "$site/node_modules/.bin/node" \
  --env-file=/etc/request-site.env "$site/server/cli/main.ts" "$@"
