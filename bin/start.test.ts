import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate, refuseNewer } from "#db/migrate";
import { testDatabase } from "#db/testing";
import { openDoor } from "#db/testing/door";
import { place } from "#lib/purchase/place/place";
import { whenSettled } from "#lib/purchase/read/watch";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { ROOT } from "./root.ts";
import { portalProcess } from "./start/portal-process.ts";

let at: Scene;
const dir = mkdtempSync(join(tmpdir(), "portal-start-"));
const log = join(dir, "log");

beforeAll(async () => {
  at = await scene({ UPSTREAM_TIMEOUT_MS: "15000" });
});
afterAll(async () => {
  await at.close();
  rmSync(dir, { recursive: true });
});

/** Starts the portal in vain. */
async function refused(variables: Record<string, string>) {
  const child = spawn(process.execPath, ["--conditions=react-server", "bin/start.ts"], {
    cwd: ROOT,
    env: { ...process.env, ...variables },
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { said: said.trim(), code };
}

test("a wrong configuration is refused with one message that names every variable and tells no value", async () => {
  const { said, code } = await refused({ UPSTREAM_API_TOKEN: "", PORT: "eighty", NEXTAUTH_SECRET: "canary" });
  expect(code).toBe(1);
  for (const name of ["UPSTREAM_API_TOKEN", "PORT", "NEXTAUTH_SECRET"]) expect(said).toContain(name);
  expect(said).not.toContain("canary");
  expect(said.split("\n")).toHaveLength(4);
});

test("a database without the present schema is refused with the command that helps", async () => {
  const url = new URL(at.url);
  url.pathname = "/postgres";
  const { said, code } = await refused({ DATABASE_URL: url.href });
  expect({ said, code }).toEqual({ said: expect.stringContaining("npm run migrate"), code: 1 });
  expect(said.split("\n")).toHaveLength(1);
});

test("a database that a much later version has changed is refused by start and migrate, and one of the next is not", async () => {
  const own = await testDatabase();
  await own.sql`insert into drizzle.versions values ('0.3.9')`;
  await refuseNewer(own.url);
  await own.sql`insert into drizzle.versions values ('0.11.0')`;
  const { said, code } = await refused({ DATABASE_URL: own.url });
  expect({ said, code }).toEqual({
    said: expect.stringContaining("has the schema of version 0.11.0"),
    code: 1,
  });
  expect(said.split("\n")).toHaveLength(1);
  await expect(migrate(own.url)).rejects.toThrow("Nothing was changed");
  await own.close();
});

test("a database that does not answer is said in one line", async () => {
  const { said, code } = await refused({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
  expect({ said, code }).toEqual({ said: expect.stringContaining("DATABASE_URL"), code: 1 });
  expect(said.split("\n")).toHaveLength(1);
});

test("a worker that is told to stop claims nothing more, finishes what it sent, and exits with 0", async () => {
  const { id, ctx } = await at.reseller();
  await at.sandbox.order("hold-after", { phone: "08031230001" });
  const worker = await portalProcess({ PORTAL_ROLES: "worker" }, log);
  const buy = (phone: string) =>
    place(ctx, { ref: phone, phone, channel: "web", again: true, ...at.offered() });
  await buy("08031230001");
  await at.sandbox.waitForPurchase({ phone: "08031230001" }, { until: "held" });
  const stopped = worker.stop();
  await logged("portal.stopping");
  await buy("08031230002");
  await at.sandbox.release();
  expect(await stopped).toBe(0);
  const rows = await at.system.db.execute(
    `select ref, state from purchases where reseller_id = ${id} order by id`,
  );
  expect([...rows]).toEqual([
    { ref: "08031230001", state: "successful" },
    { ref: "08031230002", state: "queued" },
  ]);
});

test("a worker outlives a database that is away while a run fails, with what it sent", async () => {
  let away = false;
  const door = await openDoor(at.url, () => !away);
  const { ctx } = await at.reseller();
  await at.sandbox.order("hold-before", { route: "filtered" });
  await at.sandbox.order("hold-after", { phone: "08031230003" });
  const worker = await portalProcess({ PORTAL_ROLES: "worker", DATABASE_URL: door.url }, log);
  const order = {
    ref: "outlived",
    phone: "08031230003",
    channel: "web" as const,
    again: true,
    ...at.offered(),
  };
  const { purchase } = await place(ctx, order);
  await at.sandbox.waitForPurchase({ phone: "08031230003" }, { until: "held" });
  const lists = async () => (await at.sandbox.log()).filter(({ route }) => route === "filtered");
  await expect.poll(async () => (await lists()).some(({ held }) => held)).toBe(true);
  away = true;
  await at.sandbox.release();
  await logged("lane.not_noted");
  away = false;
  expect((await whenSettled(ctx, purchase.ident, PATIENCE_MS)).state).toBe("successful");
  expect(await worker.stop()).toBe(0);
  door.close();
});

async function logged(event: string): Promise<void> {
  while (!readFileSync(log, "utf8").includes(event)) await pause(10);
}
