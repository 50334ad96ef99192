import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, expect, test } from "vitest";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import type { Permission } from "#lib/core/permission";
import { startDispatching, stopDispatching } from "#lib/dispatch/dispatch-control";
import { requestFunding } from "#lib/funding/request-funding";
import { ACTION_ITEM_KINDS, modules } from "#lib/modules";
import { getAdminDashboard } from "#lib/monitoring/admin-dashboard";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { openScene } from "#lib/testing/open-scene";
import { startMailbox } from "#sandbox/mail/server";
import { startAlertSender } from "./alert-sender.ts";
import { getAlertSettings, listLatestAlerts } from "./alert-settings.ts";
import { detectAlerts } from "./detect-alerts.ts";
import { addAlertRecipient, editAlertRecipient, removeAlertRecipient } from "./recipients.ts";
import { sendTestAlert } from "./test-alert.ts";

interface Message {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that takes messages, or does not: the answer for each path. */
const answers = new Map<string, { status: number; body: string; when?: Promise<void> }>();
let received: Message[] = [];
const server = createServer(async (request, response) => {
  const path = request.url ?? "";
  received.push({ path, headers: request.headers, body: await text(request) });
  const { status, body, when } = answers.get(path) ?? { status: 200, body: '{"ok":true,"result":{}}' };
  await when;
  response.writeHead(status).end(body);
});

const TOKEN = "123456:canary-bot";
await once(server.listen(0, "127.0.0.1"), "listening");
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const mailbox = await startMailbox();
const at = await openScene({
  ...mailbox.variables,
  WEBHOOK_ALLOW_PRIVATE: "1",
  CATALOGUE_MAX_AGE_S: "86400",
  ALERT_TELEGRAM_TOKEN: TOKEN,
  ALERT_TELEGRAM_BASE_URL: base,
});
const admin = await at.admin();
afterEach(async () => {
  answers.clear();
  received = [];
  await at.system.db.execute(sql`delete from alerts`);
  await at.system.db.execute(sql`delete from deliveries`);
  await at.system.db.execute(sql`update alert_recipients set removed_at = now()`);
  await startDispatching(at.system, { reason: "the test is over" }).catch(() => {});
  await at.system.db.execute(sql`update funding_requests set state = 'rejected', decided_at = now(), decided_by = 'x'
    where state = 'pending'`);
});
afterAll(async () => {
  await mailbox.close();
  server.close();
});

const EVERYTHING = { kinds: Object.keys(ACTION_ITEM_KINDS), reason: "for the test" };
let made = 0;

/** Adds a webhook recipient of all alerts, unless overridden. */
async function webhook(settings: object = {}) {
  made += 1;
  const path = `/hook-${made}`;
  const { secret = "" } = await addAlertRecipient(
    admin,
    { channel: "webhook", target: base + path, ...EVERYTHING, ...settings },
    modules,
  );
  const [{ id } = { id: 0 }] = (await getAlertSettings(admin, modules)).receivers.slice(-1);
  return { id, path, secret, came: () => received.filter((message) => message.path === path) };
}

const types = (messages: readonly Message[]) =>
  messages.map(({ body }) => {
    const { type, data } = JSON.parse(body);
    return `${type} ${data.kind}`;
  });

/** Makes open alerts so many minutes older. */
const age = (minutes: number) =>
  at.system.db.execute(sql`
    update alerts set began_at = began_at - make_interval(mins => ${minutes}), seen_at = seen_at - make_interval(mins => ${minutes})
    where resolved_at is null`);

/** Two portals look, a minute passes, and they look again. */
async function look() {
  await Promise.all([detectAlerts(at.system, modules), detectAlerts(at.system, modules)]);
  await age(1);
  await Promise.all([detectAlerts(at.system, modules), detectAlerts(at.system, modules)]);
}

/** Detects alerts after so many minutes. */
async function lookAfter(minutes: number) {
  await age(minutes);
  await Promise.all([detectAlerts(at.system, modules), detectAlerts(at.system, modules)]);
}

/** Two portals send until something holds, and end what they have begun. */
async function sendUntil(done: () => Promise<boolean> | boolean) {
  const portals = [startAlertSender(at.system, modules), startAlertSender(at.system, modules)];
  const late = AbortSignal.timeout(TEST_TIMEOUT_MS);
  while (!(await done()) && !late.aborted) {
    for (const { wake } of portals) wake();
    await pause(20);
  }
  await Promise.all(portals.map((sender) => sender.stop()));
  if (late.aborted)
    throw new Error(
      `Waited for too long. There came: ${received.map(({ path, body }) => `${path} ${body}`)}`,
    );
}

async function posts(state: string) {
  const [row] = await at.system.db.execute<{ count: number }>(
    sql`select count(*)::int as count from deliveries where state = ${state}`,
  );
  return row?.count ?? 0;
}

const noneWaits = async () => (await posts("waiting")) === 0;
const stop = () => stopDispatching(at.system, { reason: "The float is moved." });
const start = () => startDispatching(at.system, { reason: "The float is back." });

async function askForMoney() {
  made += 1;
  const { ctx } = await at.reseller();
  await requestFunding(ctx, { ref: `f${made}`, amount: "100.00", bankReference: `N ${made}` });
}

test("sends one message by webhook, Telegram and email when an alert opens, and one when it resolves", async () => {
  const hook = await webhook();
  const address = "ops@example.com";
  await addAlertRecipient(admin, { channel: "mail", target: "Ops@Example.com", ...EVERYTHING }, modules);
  await addAlertRecipient(
    admin,
    { channel: "telegram", target: "-1001234", name: "Ops", ...EVERYTHING },
    modules,
  );
  await stop();
  await detectAlerts(at.system, modules);
  expect(await posts("waiting"), "it may be over in a moment").toBe(0);
  await look();
  await sendUntil(noneWaits);
  await look();
  expect(await posts("waiting"), "it was told").toBe(0);

  expect(types(hook.came())).toEqual(["alert.began stopped"]);
  const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: "" }] = hook.came();
  const named = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [
    name,
    String(headers[name]),
  ]);
  const payload = new Webhook(hook.secret).verify(body, Object.fromEntries(named)) as {
    text: string;
    data: object;
  };
  expect(payload.text).toMatch(
    /^Kiosk: Action required: Sending is stopped\nThe float is moved\.\nhttp\S+\/admin\/records\/system$/,
  );
  expect(payload.data).toMatchObject({ urgent: true, title: "Sending is stopped", over: null });
  const chat = received.filter(({ path }) => path === `/bot${TOKEN}/sendMessage`);
  expect(chat.map((message) => JSON.parse(message.body))).toEqual([
    expect.objectContaining({ chat_id: "-1001234", text: payload.text }),
  ]);

  await start();
  await lookAfter(3);
  await sendUntil(noneWaits);
  expect(types(hook.came())).toEqual(["alert.began stopped", "alert.over stopped"]);
  expect(received.filter(({ path }) => path.startsWith("/bot"))).toHaveLength(2);
  const mails = await mailbox.waitFor(address, (came) => came.length === 2);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Action required: Sending is stopped",
    "Resolved: Sending stopped",
  ]);
  expect(await listLatestAlerts(admin)).toMatchObject([{ title: "Sending is stopped", sent: 3, waiting: 0 }]);
});

test("sends less and less about an alert that keeps coming back", async () => {
  const hook = await webhook();
  let sentCount = 0;
  for (let n = 0; n < 6; n += 1) {
    await stop();
    await look();
    await sendUntil(noneWaits);
    await start();
    await lookAfter(3);
    await sendUntil(noneWaits);
    sentCount = hook.came().length;
  }
  // Resolved after 2 minutes, then after 4: from then on it is back before it is resolved.
  expect(types(hook.came().slice(0, 2))).toEqual(["alert.began stopped", "alert.over stopped"]);
  expect(sentCount).toBe(3);
  await lookAfter(300);
  await sendUntil(noneWaits);
  expect(types(hook.came()).at(-1)).toBe("alert.over stopped");
});

test("drops an alert that does not last", async () => {
  await webhook();
  await stop();
  await detectAlerts(at.system, modules);
  await start();
  await lookAfter(3);
  expect(await listLatestAlerts(admin)).toEqual([]);
  expect(await posts("waiting")).toBe(0);
});

test("neither opens nor resolves an alert that could not be checked", async () => {
  const hook = await webhook();
  await stop();
  await look();
  await start();
  const unreadable = modules.map((module) => ({
    ...module,
    actionItems: Object.fromEntries(
      Object.entries(module.actionItems ?? {}).map(([kind, item]) => [
        kind,
        ["stopped", "books"].includes(kind)
          ? { ...item, read: () => Promise.reject(new Error("no table")) }
          : item,
      ]),
    ),
  }));
  await askForMoney();
  for (let n = 0; n < 3; n += 1) {
    await age(3);
    expect(await detectAlerts(at.system, unreadable)).toEqual(["books", "stopped"]);
  }
  await sendUntil(noneWaits);
  expect(types(hook.came())).toEqual(["alert.began stopped", "alert.began funding"]);
  await lookAfter(3);
  await sendUntil(noneWaits);
  expect(types(hook.came()).at(-1)).toBe("alert.over stopped");
});

test("sends only urgent alerts in quiet hours, and the others afterwards unless resolved", async () => {
  // An hour before and after now; then the hours outside of it.
  const clock = async (hours: number) => {
    const [row] = await at.system.db.execute<{ at: string }>(sql`
      select to_char((now() at time zone 'Africa/Lagos') + make_interval(hours => ${hours}), 'HH24:MI') as at`);
    return row?.at ?? "";
  };
  const hook = await webhook({ quietFrom: await clock(-1), quietUntil: await clock(1) });
  await askForMoney();
  await look();
  await stop();
  await look();
  await sendUntil(async () => (await posts("delivered")) === 1);
  expect(types(hook.came())).toEqual(["alert.began stopped"]);
  const [seen] = (await getAlertSettings(admin, modules)).receivers;
  const change = { id: hook.id, version: seen?.version ?? 0, ...EVERYTHING };
  await editAlertRecipient(
    admin,
    { ...change, quietFrom: await clock(1), quietUntil: await clock(-1) },
    modules,
  );
  await sendUntil(noneWaits);
  expect(types(hook.came())).toEqual(["alert.began stopped", "alert.began funding"]);

  const second = await webhook({ quietFrom: await clock(-1), quietUntil: await clock(1) });
  await look();
  await at.system.db.execute(
    sql`update funding_requests set state = 'rejected', decided_at = now(), decided_by = 'x' where state = 'pending'`,
  );
  await lookAfter(3);
  await sendUntil(noneWaits);
  expect(types(hook.came()).at(-1), "who heard of it hears that it is over").toBe("alert.over funding");
  expect(types(second.came()), "who did not, does not").toEqual(["alert.began stopped"]);
});

test("retries a failing recipient in order, and alerts the others of it", async () => {
  const [hook, other] = [await webhook({ name: "Pager" }), await webhook()];
  answers.set(hook.path, { status: 503, body: "" });
  await stop();
  await look();
  await sendUntil(async () => (await posts("delivered")) === 1 && hook.came().length === 1);
  const [seen] = (await getAlertSettings(admin, modules)).receivers;
  expect(seen).toMatchObject({ problem: "responded with HTTP 503", sentAt: null, waiting: 1 });
  expect((await getAdminDashboard(admin, modules)).needs.map(({ kind }) => kind)).toEqual(["stopped"]);
  await at.system.db.execute(
    sql`update alert_recipients set failing_since = now() - interval '10 min' where id = ${hook.id}`,
  );
  expect((await getAdminDashboard(admin, modules)).needs.at(-1)).toMatchObject({
    kind: "alerts",
    title: "1 alert recipient isn’t reached",
    note: ["responded with HTTP 503"],
  });
  await start();
  await look();
  await lookAfter(3);
  answers.clear();
  await at.system.db.execute(
    sql`update deliveries set next_at = now() + interval '1 hour' where target = ${String(hook.id)} and type = 'alert.began'`,
  );
  await sendUntil(async () => (await posts("delivered")) === 3);
  expect(hook.came(), "that it is over comes after that it began").toHaveLength(1);
  const ofStopped = types(other.came()).filter((type) => type.endsWith("stopped"));
  expect(ofStopped).toEqual(["alert.began stopped", "alert.over stopped"]);
  expect(types(other.came())).toContain("alert.began alerts");

  const id = hook.came()[0]?.headers["webhook-id"];
  received = [];
  expect(await sendTestAlert(admin, { id: hook.id })).toMatchObject({ to: "Pager", problem: undefined });
  await sendUntil(async () => hook.came().length === 3);
  expect(types(hook.came())).toEqual(["alert.test test", "alert.began stopped", "alert.over stopped"]);
  expect(hook.came()[1]?.headers["webhook-id"]).toBe(id);
  expect((await getAlertSettings(admin, modules)).receivers[0]).toMatchObject({
    problem: null,
    failingSince: null,
    waiting: 0,
  });
  await lookAfter(3);
  await sendUntil(noneWaits);
  expect(types(other.came()).at(-1)).toBe("alert.over alerts");
});

test("keeps the result of the process that took over a claim", async () => {
  const hook = await webhook();
  const answered = Promise.withResolvers<void>();
  answers.set(hook.path, { status: 500, body: "", when: answered.promise });
  await stop();
  await look();
  const first = startAlertSender(at.system, modules);
  while (hook.came().length === 0) await pause(20);
  answers.clear();
  await at.system.db.execute(sql`update deliveries set claimed_until = now()`);
  await sendUntil(noneWaits);
  answered.resolve();
  await first.stop();
  expect(await posts("delivered")).toBe(1);
  expect((await getAlertSettings(admin, modules)).receivers).toMatchObject([
    { problem: null, failingSince: null },
  ]);
});

test("fails an alert that was undeliverable for a day", async () => {
  const hook = await webhook();
  answers.set(hook.path, { status: 500, body: "" });
  await stop();
  await look();
  await at.system.db.execute(sql`update deliveries set expires_at = now()`);
  await sendUntil(async () => (await posts("failed")) === 1);
  await start();
  await lookAfter(3);
  expect(await posts("waiting"), "nor is its end told").toBe(0);
});

test("reports the response of each kind of recipient to a test alert", async () => {
  const hook = await webhook();
  await addAlertRecipient(admin, { channel: "telegram", target: "@nobody", ...EVERYTHING }, modules);
  await addAlertRecipient(admin, { channel: "mail", target: "gone@example.com", ...EVERYTHING }, modules);
  mailbox.faults({ kind: "refuse", to: "gone@example.com" });
  answers.set(hook.path, { status: 404, body: "" });
  answers.set(`/bot${TOKEN}/sendMessage`, {
    status: 400,
    body: '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
  });
  const tried: (string | undefined)[] = [];
  for (const { id } of (await getAlertSettings(admin, modules)).receivers)
    tried.push((await sendTestAlert(admin, { id })).problem);
  mailbox.faults();
  expect(tried).toEqual([
    "responded with HTTP 404",
    "responded with HTTP 400: Bad Request: chat not found",
    expect.stringContaining("no such mailbox"),
  ]);
  expect(JSON.stringify(await getAlertSettings(admin, modules))).not.toContain("canary");
});

test("sends nothing to a removed recipient, and open alerts to an added one", async () => {
  const first = await webhook();
  await stop();
  await look();
  await removeAlertRecipient(admin, { id: first.id, reason: "for the test" });
  const second = await webhook();
  const third = await webhook({ kinds: ["funding"] });
  await look();
  await sendUntil(async () => (await posts("delivered")) === 1);
  expect([first, second, third].map(({ came }) => types(came()))).toEqual([[], ["alert.began stopped"], []]);
});

test("rejects an invalid address, chat or quiet hours at its field", async () => {
  const add = (fields: object) =>
    addAlertRecipient(admin, { channel: "webhook", target: base, ...EVERYTHING, ...fields }, modules);
  const at = (field: string) => ({ code: "invalid", fields: { [field]: [expect.any(String)] } });
  await expect(add({ target: "nowhere" })).rejects.toMatchObject(at("target"));
  await expect(add({ channel: "telegram", target: "+234803" })).rejects.toMatchObject(at("target"));
  await expect(add({ channel: "mail", target: "ops" })).rejects.toMatchObject(at("target"));
  for (const wrong of [{ quietFrom: "22:00" }, { quietFrom: "22:00", quietUntil: "22:00" }])
    await expect(add(wrong)).rejects.toThrow("quietUntil");
});

test("rejects an unknown kind of alert at its field", async () => {
  const unknown = { channel: "webhook" as const, target: base, ...EVERYTHING, kinds: ["stopped", "weather"] };
  await expect(addAlertRecipient(admin, unknown, modules)).rejects.toMatchObject({
    code: "invalid",
    fields: { kinds: [expect.any(String)] },
  });
});

test("shows the path of a webhook only to admins who may change it", async () => {
  const { path } = await webhook();
  const shown = async (permissions: Permission[]) => {
    const actor = { ...(admin.actor as Extract<Ctx["actor"], { kind: "admin" }>), permissions };
    return (await getAlertSettings({ ...admin, actor }, modules)).receivers.map(({ target }) => target);
  };
  expect(await shown(["see", "rules"])).toEqual([base + path]);
  expect(await shown(["see"])).toEqual([base]);
});

test("records the origin of a webhook in the audit log, not its path", async () => {
  const { id, path } = await webhook();
  const { version } = (await getAlertSettings(admin, modules)).receivers.find(
    (recipient) => recipient.id === id,
  ) ?? {
    version: 0,
  };
  await editAlertRecipient(
    admin,
    {
      id,
      version,
      kinds: Object.keys(ACTION_ITEM_KINDS),
      reason: "another name",
      name: "ops",
    },
    modules,
  );
  await removeAlertRecipient(admin, { id, reason: "not needed" });
  const records = await getAuditHistory(admin, { subject: "alert_receiver", subjectId: id });
  expect(records.map(({ action }) => action)).toEqual([
    "alert.recipient_added",
    "alert.recipient_changed",
    "alert.recipient_removed",
  ]);
  const auditText = JSON.stringify(
    await at.system.db.execute(sql`select * from audit where subject = 'alert_receiver'`),
  );
  expect(auditText).toContain(base);
  expect(auditText).not.toContain(path);
});

test("denies other actors to read, change and test recipients", async () => {
  const { id } = await webhook();
  const { ctx } = await at.reseller();
  const version = 1;
  const rejected = { code: "not_found" };
  await expect(getAlertSettings(ctx, modules)).rejects.toMatchObject(rejected);
  await expect(listLatestAlerts(ctx)).rejects.toMatchObject(rejected);
  await expect(sendTestAlert(ctx, { id })).rejects.toMatchObject(rejected);
  await expect(
    addAlertRecipient(ctx, { channel: "webhook", target: base, ...EVERYTHING }, modules),
  ).rejects.toMatchObject(rejected);
  await expect(editAlertRecipient(ctx, { id, version, ...EVERYTHING }, modules)).rejects.toMatchObject(
    rejected,
  );
  await expect(removeAlertRecipient(ctx, { id, reason: "because" })).rejects.toMatchObject(rejected);
  await expect(detectAlerts(admin, modules)).rejects.toMatchObject(rejected);
});
