import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Servant } from "./servant.ts";

/** Nothing of our environment that could lead PostgreSQL elsewhere. */
const ENVIRONMENT = ["env", "-i", "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"];

/** The command line that runs a command as the servant, with a clean environment. */
export function asServant(servant: Servant, command: string[]): [string, string[]] {
  const [first = "", ...rest] = [...ENVIRONMENT, ...servant.prefix, ...command];
  return [first, rest];
}

/** The cluster's directory and its password, made at the first call; a half-made one is thrown away. */
export function openCluster(dir: string, initdb: string, servant: Servant, durable: boolean) {
  const cluster = join(dir, "cluster");
  const passwordFile = join(dir, "password");
  if (!existsSync(cluster)) {
    for (const name of readdirSync(dir).filter((name) => name.startsWith("making-"))) {
      rmSync(join(dir, name), { recursive: true, force: true });
    }
    writeFileSync(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o644 });
    const making = join(dir, `making-${process.pid}`);
    initialise(making, passwordFile, initdb, servant, durable);
    renameSync(making, cluster);
  }
  return { cluster, password: readFileSync(passwordFile, "utf8") };
}

function initialise(
  making: string,
  passwordFile: string,
  initdb: string,
  servant: Servant,
  durable: boolean,
) {
  const [command, args] = asServant(servant, [
    initdb,
    `--pgdata=${making}`,
    "--username=portal",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...(durable ? [] : ["--no-sync"]),
  ]);
  const run = spawnSync(command, args, { ...servant.as, cwd: "/", encoding: "utf8" });
  if (run.status !== 0) throw new Error(`PostgreSQL could not be set up: ${run.error ?? run.stderr.trim()}`);
}
