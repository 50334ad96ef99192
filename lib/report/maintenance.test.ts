import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { heartbeat } from "#lib/job/heartbeat";
import { type Scene, scene } from "#lib/testing/scene";
import { recordUpkeep, type UpkeepKind } from "#lib/upkeep/upkeep";
import { gauges } from "./gauges.ts";
import { home, needs } from "./home.ts";
import { needWords } from "./need-words.ts";

let at: Scene;
let admin: Ctx;
beforeAll(async () => {
  at = await scene();
  admin = await at.admin();
});
beforeEach(() => at.system.db.execute(sql`truncate upkeep, processes, chain_marks`));
afterAll(() => at.close());

const ended = async (kind: UpkeepKind, ok: boolean, ago = "0 hours") => {
  await recordUpkeep(at.system, {
    kind,
    beganAt: new Date(),
    ok,
    said: ok ? "all of it" : "The disk is full.",
  });
  await at.system.db.execute(sql`
    update upkeep set ended_at = now() - ${ago}::interval where id = (select max(id) from upkeep)`);
};
const titles = async () => (await needs(admin)).map((need) => needWords(need).title);
/** As if the portal had been set up so long ago. */
const setUp = (ago: string) =>
  at.system.db.execute(sql`update accounts set created_at = now() - ${ago}::interval`);

test("asks for nothing on the day on which the portal was set up", async () => {
  expect(await titles()).toEqual([]);
});

test("says when a backup or a restore test failed, until one goes well", async () => {
  for (const kind of ["backup", "rehearsal"] as const) await ended(kind, false);
  expect(await titles()).toEqual(["Last backup failed", "Last restore test failed"]);
  expect(needWords((await needs(admin))[0] as never).note.join("")).toContain("The disk is full.");
  for (const kind of ["backup", "rehearsal"] as const) await ended(kind, true);
  expect(await titles()).toEqual([]);
});

test("says when backups, restore tests and checks stopped, or never began", async () => {
  await setUp("40 days");
  expect(await titles()).toEqual(["No backup yet", "No restore test yet", "No ledger check yet"]);
  await ended("backup", true, "27 hours");
  await ended("rehearsal", true, "36 days");
  await ended("check", true, "51 hours");
  expect(await titles()).toEqual([
    "No backup for more than a day",
    "No restore test for five weeks",
    "No ledger check for two days",
  ]);
  for (const kind of ["backup", "rehearsal", "check"] as const) await ended(kind, true);
  expect(await titles()).toEqual([]);
  await setUp("0 days");
});

test("says when pages are served and no worker runs", async () => {
  const web = await heartbeat(at.system, ["web"]);
  onTestFinished(() => web.stop());
  expect(await titles()).toEqual(["No worker is running"]);
  const worker = await heartbeat(at.system, ["worker"]);
  onTestFinished(() => worker.stop());
  expect(await titles()).toEqual([]);
  await at.system.db.execute(
    sql`update processes set seen_at = now() - interval '1 minute' where roles = 'worker'`,
  );
  expect(await titles()).toEqual(["No worker is running"]);
  await worker.stop();
  await web.stop();
});

test("says when the balance chain has not advanced, and how far it is behind", async () => {
  const mark = (ago: string) =>
    at.system.db.execute(sql`
      insert into chain_marks (hour, at, as_of, mark) values ('2026-01-01', now() - ${ago}::interval, now(), '{}')
      on conflict (hour) do update set at = excluded.at`);
  const behind = async () =>
    (await gauges(at.system)).find(({ name }) => name === "portal_chain_behind_seconds")?.value ?? 0;
  expect(await behind()).toBe(0);
  await mark("20 minutes");
  expect([await titles(), await behind()]).toEqual([[], expect.toSatisfy((seconds) => seconds < 600)]);
  await mark("3 hours");
  expect(await titles()).toEqual(["Balance chain is not advancing"]);
  expect(await behind()).toBeGreaterThan(7_200);
});

test("lists the steps of the first day until each is done", async () => {
  const open = async () => (await home(admin)).setup.filter(({ done }) => !done).map(({ kind }) => kind);
  expect(await open()).toEqual(["backup", "restore_test", "recipients", "second_owner"]);
  await ended("backup", true);
  await ended("rehearsal", true);
  await at.system.db.execute(
    sql`insert into alert_receivers (way, target) values ('mail', 'ada@example.com')`,
  );
  expect(await open()).toEqual(["second_owner"]);
  expect((await home(admin)).setup).toHaveLength(4);
  await at.admin();
  expect((await home(admin)).setup).toEqual([]);
});
