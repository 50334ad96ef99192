import { sql } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { contactSettings } from "#lib/account/contact-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { listAvailabilitySwitches, setAvailabilitySwitch } from "#lib/catalogue/availability-switches";
import { defineActionItem } from "#lib/core/module";
import { instructionSettings } from "#lib/funding/payment-instructions";
import { startHeartbeat } from "#lib/job/heartbeat";
import {
  type MaintenanceKind,
  recordMaintenanceRun,
  UNENCRYPTED_NOTE,
} from "#lib/maintenance/maintenance-runs";
import { modules } from "#lib/modules";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { openScene } from "#lib/testing/open-scene";
import { listActionItems } from "./action-items.ts";
import { getAdminDashboard } from "./admin-dashboard.ts";
import { getAlarms } from "./alarms.ts";
import { readGauges } from "./gauges.ts";

const at = await openScene();
const admin = await at.admin();
beforeEach(() => at.system.db.execute(sql`truncate maintenance_runs, processes, chain_checkpoints`));

const ended = async (kind: MaintenanceKind, ok: boolean, ago = "0 hours", summary = "all of it") => {
  await recordMaintenanceRun(at.system, {
    kind,
    beganAt: new Date(),
    ok,
    summary: ok ? summary : "The disk is full.",
  });
  await at.system.db.execute(sql`
    update maintenance_runs set ended_at = now() - ${ago}::interval where id = (select max(id) from maintenance_runs)`);
};
const titles = async () => (await listActionItems(admin, modules)).map(({ title }) => title);
/** Makes the portal older. */
const setUp = (ago: string) =>
  at.system.db.execute(sql`update accounts set created_at = now() - ${ago}::interval`);

test("shows no items on the day on which the portal was set up", async () => {
  expect(await titles()).toEqual([]);
});

test("shows a failed backup or restore test until one succeeds", async () => {
  for (const kind of ["backup", "restore_test"] as const) await ended(kind, false);
  expect(await titles()).toEqual(["Last backup failed", "Last restore test failed"]);
  expect((await listActionItems(admin, modules))[0]?.note.join("")).toContain("The disk is full.");
  for (const kind of ["backup", "restore_test"] as const) await ended(kind, true);
  expect(await titles()).toEqual([]);
});

test("shows backups, restore tests and checks that stopped or never started", async () => {
  await setUp("40 days");
  expect(await titles()).toEqual(["No backup yet", "No restore test yet", "No ledger check yet"]);
  await ended("backup", true, "27 hours");
  await ended("restore_test", true, "36 days");
  await ended("check", true, "51 hours");
  expect(await titles()).toEqual([
    "No backup for more than a day",
    "No restore test for five weeks",
    "No ledger check for two days",
  ]);
  for (const kind of ["backup", "restore_test", "check"] as const) await ended(kind, true);
  expect(await titles()).toEqual([]);
  await setUp("0 days");
});

test("shows a missing worker while pages are served", async () => {
  const web = await startHeartbeat(at.system, ["web"]);
  onTestFinished(() => web.stop());
  expect(await titles()).toEqual(["No worker is running"]);
  const worker = await startHeartbeat(at.system, ["worker"]);
  onTestFinished(() => worker.stop());
  expect(await titles()).toEqual([]);
  await at.system.db.execute(
    sql`update processes set seen_at = now() - interval '1 minute' where roles = 'worker'`,
  );
  expect(await titles()).toEqual(["No worker is running"]);
  await worker.stop();
  await web.stop();
});

test("shows a balance chain that has not advanced, with its delay", async () => {
  const mark = (ago: string) =>
    at.system.db.execute(sql`
      insert into chain_checkpoints (supplier_id, hour, at, as_of, mark) values (1, '2026-01-01', now() - ${ago}::interval, now(), '{}')
      on conflict (supplier_id, hour) do update set at = excluded.at`);
  const behind = async () =>
    (await readGauges(at.system, modules)).find(({ name }) => name === "portal_chain_behind_seconds")
      ?.value ?? 0;
  expect(await behind()).toBe(0);
  await mark("20 minutes");
  expect([await titles(), await behind()]).toEqual([[], expect.toSatisfy((seconds) => seconds < 600)]);
  await mark("3 hours");
  expect(await titles()).toEqual(["Balance chain is not advancing"]);
  expect(await behind()).toBeGreaterThan(7_200);
});

test("shows items that could not be checked, beside the others", async () => {
  await at.system.db.execute(
    sql`update dispatcher set stopped = true, stop_reason = 'The balance is moved.'`,
  );
  onTestFinished(async () => void (await at.system.db.execute(sql`update dispatcher set stopped = false`)));
  const failing = defineActionItem({
    label: "Failing",
    rank: 5,
    badge: { tone: "bad", word: "Bad" },
    read: () => at.system.db.execute(sql`select * from nowhere`),
    format: () => undefined,
  });
  const items = await listActionItems(admin, [...modules, { name: "more", actionItems: { failing } }]);
  expect(items.map(({ kind, title, isUnchecked }) => [kind, title, isUnchecked])).toEqual([
    ["failing", "Not checked: Failing", true],
    ["stopped", "Sending is stopped", false],
  ]);
});

test("raises alarms while nothing is sent or sold, with the number and the money of those that wait", async () => {
  expect(await getAlarms(admin, modules)).toEqual({ items: [], queued: { count: 0, amount: 0n } });
  const { ctx } = await at.reseller();
  const { price } = at.offered();
  const order = { phone: "08031234567", channel: "web", again: true, ...at.offered() } as const;
  for (const ref of ["first", "second"]) await placePurchase(ctx, { ref, ...order });
  await at.system.db.execute(sql`update dispatcher set stopped = true, stop_reason = 'Both are down.'`);
  onTestFinished(async () => void (await at.system.db.execute(sql`update dispatcher set stopped = false`)));
  await ended("backup", false);
  expect(await getAlarms(admin, modules)).toMatchObject({
    items: [{ title: "Sending is stopped", note: ["Both are down."] }],
    queued: { count: 2, amount: price * 2n },
  });
});

test("raises an alarm while a single network is turned off, which ends with it", async () => {
  const network = (await listAvailabilitySwitches(admin)).find(({ networkId }) => networkId !== null);
  const change = async (to: "on" | "off") => {
    const current = (await listAvailabilitySwitches(admin)).find(
      ({ subject }) => subject === network?.subject,
    );
    const { networkId = null, typeId = null, version = 0 } = current ?? {};
    await setAvailabilitySwitch(admin, { networkId, typeId, to, message: "Down.", version, reason: "down" });
  };
  await change("off");
  expect((await getAlarms(admin, modules)).items).toMatchObject([{ title: `Turned off: ${network?.what}` }]);
  await change("on");
  expect((await getAlarms(admin, modules)).items).toEqual([]);
});

test("doesn't wait for an item that hangs", async () => {
  const badge = { tone: "bad", word: "Bad" } as const;
  const hanging = defineActionItem({
    label: "Hanging",
    rank: 2,
    badge,
    read: () => new Promise<never>(() => {}),
    format: () => undefined,
  });
  const prompt = defineActionItem({
    label: "Other",
    rank: 1,
    badge,
    read: async () => "read",
    format: (title) => ({ title, note: [], path: "/admin" }),
  });
  const items = await listActionItems(admin, [{ name: "more", actionItems: { hanging, other: prompt } }], {
    timeoutMs: 1,
  });
  expect(items.map(({ title }) => title)).toEqual(["read", "Not checked: Hanging"]);
});

test("reads facts that kinds share only once", async () => {
  const read = vi.fn(async () => 1);
  const shared = (rank: number) =>
    defineActionItem({
      label: "Shared",
      rank,
      badge: { tone: "bad", word: "Bad" },
      read,
      format: (count) => ({ title: `${count} of ${rank}`, note: [], path: "/admin" }),
    });
  const items = await listActionItems(admin, [
    { name: "one", actionItems: { two: shared(2), one: shared(1) } },
    { name: "other", actionItems: { three: shared(3) } },
  ]);
  expect(items.map(({ title }) => title)).toEqual(["1 of 1", "1 of 2", "1 of 3"]);
  expect(read).toHaveBeenCalledTimes(1);
});

test("lists the steps of the first day until each is done", async () => {
  await at.reseller();
  const open = async () =>
    (await getAdminDashboard(admin, modules)).setup.filter(({ done }) => !done).map(({ kind }) => kind);
  expect(await open()).toEqual([
    "prices",
    "payments",
    "contact",
    "recipients",
    "backup",
    "restore_test",
    "second_owner",
  ]);
  await ended("backup", true, "0 hours", `a.backup: 9 rows, 9 bytes, ${UNENCRYPTED_NOTE}`);
  expect(await open()).toContain("backup");
  await ended("backup", true);
  await ended("restore_test", true);
  await at.system.db.execute(
    sql`insert into alert_recipients (channel, target) values ('mail', 'ada@example.com')`,
  );
  // A recipient counts once a message has arrived.
  expect(await open()).toEqual(["prices", "payments", "contact", "recipients", "second_owner"]);
  await at.system.db.execute(sql`update alert_recipients set sent_at = now()`);
  await changeSettings(at.system, instructionSettings, { text: "Bank, 0123456789" });
  await changeSettings(at.system, contactSettings, { name: "Ada" });
  expect(await open()).toContain("contact");
  await changeSettings(at.system, contactSettings, { name: "Ada", email: "ada@example.com" });
  await at.system.db.execute(
    sql`insert into price_rule_changes (actor, reason, rules) values ('admin:1', 'margins', '[]')`,
  );
  expect(await open()).toEqual(["second_owner"]);
  expect((await getAdminDashboard(admin, modules)).setup).toHaveLength(8);
  await at.admin();
  expect((await getAdminDashboard(admin, modules)).setup).toEqual([]);
});
