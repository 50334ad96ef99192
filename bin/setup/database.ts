import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { withConnection } from "#db/driver/open-pool";
import { findBinaries } from "#db/embedded/binaries";
import { openCluster } from "#db/embedded/cluster";
import { ensureDatabase, formatCreateDatabase } from "#db/ensure-database";
import { changeDatabaseUrl, listServerUrls } from "#lib/core/database-url";
import { isFree } from "./checks.ts";
import { hasUser, PLACES, run } from "./machine.ts";

export const DATABASE_UNIT = "kiosk-database.service";
export const DATABASE_USER = "kiosk-database";
const NAME = "kiosk";
const SOCKETS = "/run/postgresql";
const START_ATTEMPTS = 120;

/** Where the database is: a server of the operator's, this machine's own PostgreSQL, or the embedded one. */
export type DatabaseKind = "given" | "local" | "embedded";

/** Chooses a database for a new installation. @param url the address of the operator's own */
export async function chooseDatabase(url: string | undefined): Promise<string> {
  if (url) return url;
  const [local] = listLocalPorts();
  if (local !== undefined) return formatUrl(local);
  // Made first, so that a run that is cut off is continued with the same choice.
  mkdirSync(PLACES.database, { recursive: true, mode: 0o711 });
  return formatUrl(await findFreePort(5432));
}

const formatUrl = (port: number) =>
  `postgres://${NAME}:${randomBytes(24).toString("hex")}@127.0.0.1:${port}/${NAME}`;

async function findFreePort(port: number): Promise<number> {
  return (await isFree(port, "127.0.0.1")) ? port : findFreePort(port + 1);
}

/** Lists the ports of PostgreSQL servers of Debian's packages. */
function listLocalPorts(): number[] {
  if (!existsSync(SOCKETS) || !hasUser("postgres")) return [];
  return readdirSync(SOCKETS).flatMap((name) => /^\.s\.PGSQL\.(\d+)$/.exec(name)?.slice(1).map(Number) ?? []);
}

export function getDatabaseKind(url: string): DatabaseKind {
  if (existsSync(PLACES.database)) return "embedded";
  const { hostname, port } = new URL(listServerUrls(url)[0] ?? "");
  const isLocal = hostname === "127.0.0.1" && listLocalPorts().includes(Number(port || 5432));
  return isLocal ? "local" : "given";
}

export async function isReachable(url: string): Promise<boolean> {
  return withConnection(url, (sql) => sql`select 1`).then(
    () => true,
    () => false,
  );
}

/** Creates the server, where it is the embedded one, and in it the portal's role and its database. */
export async function makeDatabase(url: string): Promise<void> {
  const kind = getDatabaseKind(url);
  if (kind === "given")
    throw new Error("The database of DATABASE_URL can't be reached. Start it, or correct the address.");
  const { port, password } = new URL(url);
  if (kind === "local") return makeRoleBySocket(Number(port || 5432), password);
  const [uid, gid] = ["-u", "-g"].map((which) => Number(run("id", [which, DATABASE_USER])));
  const serverUser = { uid: Number(uid), gid: Number(gid) };
  const { initdb } = await findBinaries(serverUser);
  const { password: rootPassword } = openCluster(PLACES.database, initdb, serverUser, true);
  chmodSync(join(PLACES.database, "password"), 0o600);
  writeFileSync(join(PLACES.database, "port"), `${port || 5432}\n`);
  run("systemctl", ["enable", "--now", DATABASE_UNIT]);
  const root = changeDatabaseUrl(url, { username: "portal", password: rootPassword, database: "postgres" });
  for (let left = START_ATTEMPTS; !(await isReachable(root)); left--) {
    if (left === 0) throw new Error(`The database doesn't start: journalctl -u ${DATABASE_UNIT} says why.`);
    await pause(500);
  }
  await withConnection(root, async (sql) => {
    const [role] = await sql`select from pg_roles where rolname = ${NAME}`;
    // A statement that defines a role takes no parameters; the password is of hexadecimal digits.
    await sql.unsafe(`${role ? "alter" : "create"} role ${NAME} login createdb password '${password}'`);
  });
  await ensureDatabase(url);
}

function makeRoleBySocket(port: number, password: string): void {
  const psql = [
    "-u",
    "postgres",
    "--",
    "psql",
    "-X",
    "-q",
    "-p",
    String(port),
    "-v",
    "ON_ERROR_STOP=1",
    "-tA",
  ];
  const ask = (statement: string) => run("runuser", psql, statement).trim();
  const verb = ask(`select 1 from pg_roles where rolname = '${NAME}'`) ? "alter" : "create";
  ask(`${verb} role ${NAME} login createdb password '${password}'`);
  if (!ask(`select 1 from pg_database where datname = '${NAME}'`))
    ask(`${formatCreateDatabase(NAME, Number(ask("show server_version_num")))} owner ${NAME}`);
}

/** Deletes the database that setup made. */
export function dropDatabase(kind: DatabaseKind, url: string | undefined): void {
  if (kind === "embedded") rmSync(dirname(PLACES.database), { recursive: true });
  if (kind !== "local" || !url) return;
  const port = new URL(url).port || "5432";
  for (const object of ["database", "role"])
    run("runuser", [
      "-u",
      "postgres",
      "--",
      "psql",
      "-X",
      "-q",
      "-p",
      port,
      "-c",
      `drop ${object} if exists ${NAME}`,
    ]);
}
