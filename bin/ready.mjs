// Plain JavaScript, because it runs under any installed Node: it installs the Node that runs the rest.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

process.chdir(new URL("..", import.meta.url).pathname);

if (Number(process.versions.node.split(".")[0]) < 20) {
  console.error(`Node ${process.versions.node} is too old to start with: please install Node 20 or newer.`);
  process.exit(1);
}
const DEV = process.argv.includes("--dev");
if (!isInstalled(DEV)) install();

/**
 * Whether node_modules has exactly the versions in the lock file for this machine; without `all` those that build and
 * run the portal are enough.
 */
function isInstalled(all) {
  if (!existsSync("node_modules/.package-lock.json") || !existsSync("node_modules/.bin/node")) return false;
  const wanted = packagesOf("package-lock.json");
  const there = packagesOf("node_modules/.package-lock.json");
  return Object.entries(wanted).every(
    ([path, { version, optional, peer, dev }]) =>
      path === "" ||
      there[path]?.version === version ||
      ((optional || peer || (dev && !all)) && !there[path]),
  );
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

function install() {
  console.log("Installing what the portal needs; this takes a minute the first time…");
  const packages = DEV ? "--include=dev" : "--omit=dev";
  // Beside a demo that runs, whose files npm ci would remove.
  if (isInstalled(false) && npm("install", packages, "--no-save").status === 0) return;
  const exact = npm("ci", packages);
  // When a registry lacks another platform's packages, npm ci fails although all needed ones exist.
  if (exact.status === 0 || npm("install", packages, "--no-save").status === 0) return;
  console.error(`${exact.output}npm ci failed.`);
  process.exit(1);
}

function npm(...args) {
  const flags = ["--no-audit", "--no-fund", "--loglevel=error"];
  const { status, stdout, stderr, error } = spawnSync("npm", [...args, ...flags], { encoding: "utf8" });
  return { status, output: `${stdout ?? ""}${stderr ?? ""}${error ? `${error.message}\n` : ""}` };
}
