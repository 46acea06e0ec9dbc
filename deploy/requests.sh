#!/bin/sh
# The admin command on a machine set up by docs/deploy.md, as the server's user and with its
# settings: `requests help`. Installed as /usr/local/sbin/requests.
set -eu
site=/opt/request-site
exec runuser -u request-site -- "$site/node_modules/node/bin/node" \
  --env-file=/etc/request-site.env "$site/server/cli/main.ts" "$@"
