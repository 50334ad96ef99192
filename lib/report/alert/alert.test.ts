import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { history } from "#lib/audit/history";
import type { Ctx } from "#lib/core/context";
import type { Permission } from "#lib/core/permission";
import { requestFunding } from "#lib/funding/request-funding";
import { startMailer } from "#lib/mail/sender";
import { startDispatching, stopDispatching } from "#lib/purchase/send/control";
import { PATIENCE_MS } from "#lib/testing/patience";
import { type Scene, scene } from "#lib/testing/scene";
import { type Mailbox, startMailbox } from "#sandbox/mail/server";
import { home } from "../home.ts";
import { ALERT_KINDS } from "./kinds.ts";
import { alertSettings, latestAlerts } from "./list.ts";
import { lookForAlerts } from "./look.ts";
import { addReceiver, changeReceiver, removeReceiver } from "./receivers.ts";
import { startAlerter } from "./sender.ts";
import { tryReceiver } from "./try.ts";

interface Message {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that takes messages, or does not: the answer for each path. */
const answers = new Map<string, { status: number; body: string; when?: Promise<void> }>();
let taken: Message[] = [];
const server = createServer(async (request, response) => {
  const path = request.url ?? "";
  taken.push({ path, headers: request.headers, body: await text(request) });
  const { status, body, when } = answers.get(path) ?? { status: 200, body: '{"ok":true,"result":{}}' };
  await when;
  response.writeHead(status).end(body);
});

const TOKEN = "123456:canary-bot";
let at: Scene;
let admin: Ctx;
let base: string;
let mailbox: Mailbox;
let mailer: ReturnType<typeof startMailer>;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  mailbox = await startMailbox();
  at = await scene({
    ...mailbox.variables,
    WEBHOOK_ALLOW_PRIVATE: "1",
    CATALOGUE_MAX_AGE_S: "86400",
    ALERT_TELEGRAM_TOKEN: TOKEN,
    ALERT_TELEGRAM_BASE_URL: base,
  });
  admin = await at.admin();
  mailer = startMailer(at.system);
});
afterEach(async () => {
  answers.clear();
  taken = [];
  await at.system.db.execute(sql`delete from alerts`);
  await at.system.db.execute(sql`update alert_receivers set removed_at = now()`);
  await startDispatching(at.system, { reason: "the test is over" }).catch(() => {});
  await at.system.db.execute(sql`update funding_requests set state = 'refused', decided_at = now(), decided_by = 'x'
    where state = 'pending'`);
});
afterAll(async () => {
  await mailer.stop();
  await mailbox.close();
  server.close();
  await at.close();
});

const EVERYTHING = { kinds: [...ALERT_KINDS], reason: "for the test" };
let made = 0;

/** A webhook that is told of everything, unless said otherwise. */
async function webhook(settings: object = {}) {
  made += 1;
  const path = `/hook-${made}`;
  const { secret = "" } = await addReceiver(admin, {
    ...{ way: "webhook", target: base + path, ...EVERYTHING, ...settings },
  });
  const [{ id } = { id: 0 }] = (await alertSettings(admin)).receivers.slice(-1);
  return { id, path, secret, came: () => taken.filter((one) => one.path === path) };
}

const types = (messages: readonly Message[]) =>
  messages.map(({ body }) => {
    const { type, data } = JSON.parse(body);
    return `${type} ${data.kind}`;
  });

/** What was seen was seen so many minutes earlier. */
const age = (minutes: number) =>
  at.system.db.execute(sql`
    update alerts set began_at = began_at - make_interval(mins => ${minutes}), seen_at = seen_at - make_interval(mins => ${minutes})
    where over_at is null`);

/** Two portals look, a minute passes, and they look again. */
async function look() {
  await Promise.all([lookForAlerts(at.system), lookForAlerts(at.system)]);
  await age(1);
  await Promise.all([lookForAlerts(at.system), lookForAlerts(at.system)]);
}

/** What is gone has been gone for so many minutes. */
async function lookAfter(minutes: number) {
  await age(minutes);
  await Promise.all([lookForAlerts(at.system), lookForAlerts(at.system)]);
}

/** Two portals send until something holds, and end what they have begun. */
async function sendUntil(done: () => Promise<boolean> | boolean) {
  const portals = [startAlerter(at.system), startAlerter(at.system)];
  const late = AbortSignal.timeout(PATIENCE_MS);
  while (!(await done()) && !late.aborted) {
    for (const { wake } of portals) wake();
    // Others have their turn, also where what is waited for asks nobody.
    await turn();
  }
  await Promise.all(portals.map((one) => one.stop()));
  if (late.aborted)
    throw new Error(`Waited for too long. There came: ${taken.map(({ path, body }) => `${path} ${body}`)}`);
}

async function posts(state: string) {
  const [row] = await at.system.db.execute<{ count: number }>(
    sql`select count(*)::int as count from alert_posts where state = ${state}`,
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

test("what needs a hand is told once by webhook, Telegram and mail, and again when it is over", async () => {
  const hook = await webhook();
  const address = "ops@example.com";
  await addReceiver(admin, { way: "mail", target: "Ops@Example.com", ...EVERYTHING });
  await addReceiver(admin, { way: "telegram", target: "-1001234", name: "Ops", ...EVERYTHING });
  await stop();
  await lookForAlerts(at.system);
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
  const told = new Webhook(hook.secret).verify(body, Object.fromEntries(named)) as {
    text: string;
    data: object;
  };
  expect(told.text).toMatch(
    /^Kiosk: Needs a hand: Sending is stopped\nThe float is moved\.\nhttp\S+\/admin\/system$/,
  );
  expect(told.data).toMatchObject({ urgent: true, title: "Sending is stopped", over: null });
  const chat = taken.filter(({ path }) => path === `/bot${TOKEN}/sendMessage`);
  expect(chat.map((one) => JSON.parse(one.body))).toEqual([
    expect.objectContaining({ chat_id: "-1001234", text: told.text }),
  ]);

  await start();
  await lookAfter(3);
  await sendUntil(noneWaits);
  expect(types(hook.came())).toEqual(["alert.began stopped", "alert.over stopped"]);
  expect(taken.filter(({ path }) => path.startsWith("/bot"))).toHaveLength(2);
  mailer.wake();
  const mails = await mailbox.waitFor(address, (came) => came.length === 2);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Needs a hand: Sending is stopped",
    "Over: Sending is stopped",
  ]);
  expect(await latestAlerts(admin)).toMatchObject([{ title: "Sending is stopped", told: 3, waiting: 0 }]);
});

test("what comes and goes is told less and less", async () => {
  const hook = await webhook();
  let told = 0;
  for (let n = 0; n < 6; n += 1) {
    await stop();
    await look();
    await sendUntil(noneWaits);
    await start();
    await lookAfter(3);
    await sendUntil(noneWaits);
    told = hook.came().length;
  }
  // Over after 2 minutes, then after 4: from then on it is back before it is over.
  expect(types(hook.came().slice(0, 2))).toEqual(["alert.began stopped", "alert.over stopped"]);
  expect(told).toBe(3);
  await lookAfter(300);
  await sendUntil(noneWaits);
  expect(types(hook.came()).at(-1)).toBe("alert.over stopped");
});

test("what does not last is told to nobody, and forgotten", async () => {
  await webhook();
  await stop();
  await lookForAlerts(at.system);
  await start();
  await lookAfter(3);
  expect(await latestAlerts(admin)).toEqual([]);
  expect(await posts("waiting")).toBe(0);
});

test("in quiet hours only what is urgent is told, the rest after them, and nothing that is over by then", async () => {
  // An hour before and after now, whatever the hour is; then the same turned about.
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
  await sendUntil(async () => (await posts("sent")) === 1);
  expect(types(hook.came())).toEqual(["alert.began stopped"]);
  const [seen] = (await alertSettings(admin)).receivers;
  const change = { id: hook.id, version: seen?.version ?? 0, ...EVERYTHING };
  await changeReceiver(admin, { ...change, quietFrom: await clock(1), quietUntil: await clock(-1) });
  await sendUntil(noneWaits);
  expect(types(hook.came())).toEqual(["alert.began stopped", "alert.began funding"]);

  const second = await webhook({ quietFrom: await clock(-1), quietUntil: await clock(1) });
  await look();
  await at.system.db.execute(
    sql`update funding_requests set state = 'refused', decided_at = now(), decided_by = 'x' where state = 'pending'`,
  );
  await lookAfter(3);
  await sendUntil(noneWaits);
  expect(types(hook.came()).at(-1), "who heard of it hears that it is over").toBe("alert.over funding");
  expect(types(second.came()), "who did not, does not").toEqual(["alert.began stopped"]);
});

test("a receiver that is down is tried again, hears of each alert that it began before that it is over, and is an alert to the others", async () => {
  const [hook, other] = [await webhook({ name: "Pager" }), await webhook()];
  answers.set(hook.path, { status: 503, body: "" });
  await stop();
  await look();
  await sendUntil(async () => (await posts("sent")) === 1 && hook.came().length === 1);
  const [seen] = (await alertSettings(admin)).receivers;
  expect(seen).toMatchObject({ problem: "answered 503", sentAt: null, waiting: 1 });
  expect((await home(admin)).needs.map(({ kind }) => kind)).toEqual(["stopped"]);
  await at.system.db.execute(
    sql`update alert_receivers set failing_since = now() - interval '10 min' where id = ${hook.id}`,
  );
  expect((await home(admin)).needs.at(-1)).toEqual({ kind: "alerts", count: 1, problem: "answered 503" });
  await start();
  await look();
  await lookAfter(3);
  answers.clear();
  await at.system.db.execute(
    sql`update alert_posts set next_at = now() + interval '1 hour' where receiver_id = ${hook.id} and not over`,
  );
  await sendUntil(async () => (await posts("sent")) === 3);
  expect(hook.came(), "that it is over comes after that it began").toHaveLength(1);
  const ofStopped = types(other.came()).filter((type) => type.endsWith("stopped"));
  expect(ofStopped).toEqual(["alert.began stopped", "alert.over stopped"]);
  expect(types(other.came())).toContain("alert.began alerts");

  const id = hook.came()[0]?.headers["webhook-id"];
  taken = [];
  expect(await tryReceiver(admin, { id: hook.id })).toMatchObject({ to: "Pager", problem: undefined });
  await sendUntil(async () => hook.came().length === 3);
  expect(types(hook.came())).toEqual(["alert.test test", "alert.began stopped", "alert.over stopped"]);
  expect(hook.came()[1]?.headers["webhook-id"]).toBe(id);
  expect((await alertSettings(admin)).receivers[0]).toMatchObject({
    problem: null,
    failingSince: null,
    waiting: 0,
  });
  await lookAfter(3);
  await sendUntil(noneWaits);
  expect(types(other.came()).at(-1)).toBe("alert.over alerts");
});

test("what another took over is not undone by who was first", async () => {
  const hook = await webhook();
  const answered = Promise.withResolvers<void>();
  answers.set(hook.path, { status: 500, body: "", when: answered.promise });
  await stop();
  await look();
  const first = startAlerter(at.system);
  while (hook.came().length === 0) await turn();
  answers.clear();
  await at.system.db.execute(sql`update alert_posts set next_at = now()`);
  await sendUntil(noneWaits);
  answered.resolve();
  await first.stop();
  expect(await posts("sent")).toBe(1);
  expect((await alertSettings(admin)).receivers).toMatchObject([{ problem: null, failingSince: null }]);
});

test("what could not be told for a day is given up", async () => {
  const hook = await webhook();
  answers.set(hook.path, { status: 500, body: "" });
  await stop();
  await look();
  await at.system.db.execute(sql`update alert_posts set created_at = now() - interval '1 day'`);
  await sendUntil(async () => (await posts("failed")) === 1);
  await start();
  await lookAfter(3);
  expect(await posts("waiting"), "nor is its end told").toBe(0);
});

test("a try says how each kind of receiver answered", async () => {
  const hook = await webhook();
  await addReceiver(admin, { way: "telegram", target: "@nobody", ...EVERYTHING });
  await addReceiver(admin, { way: "mail", target: "gone@example.com", ...EVERYTHING });
  mailbox.faults({ kind: "refuse", to: "gone@example.com" });
  answers.set(hook.path, { status: 404, body: "" });
  answers.set(`/bot${TOKEN}/sendMessage`, {
    status: 400,
    body: '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
  });
  const tried: (string | undefined)[] = [];
  for (const { id } of (await alertSettings(admin)).receivers)
    tried.push((await tryReceiver(admin, { id })).problem);
  mailbox.faults();
  expect(tried).toEqual([
    "answered 404",
    "answered 400: Bad Request: chat not found",
    expect.stringContaining("no such mailbox"),
  ]);
  expect(JSON.stringify(await alertSettings(admin))).not.toContain("canary");
});

test("one that is removed is told nothing more, and one that is added what is open", async () => {
  const first = await webhook();
  await stop();
  await look();
  await removeReceiver(admin, { id: first.id, reason: "for the test" });
  const second = await webhook();
  const third = await webhook({ kinds: ["funding"] });
  await look();
  await sendUntil(async () => (await posts("sent")) === 1);
  expect([first, second, third].map(({ came }) => types(came()))).toEqual([[], ["alert.began stopped"], []]);
});

test("what is no address, no chat and no span of hours is refused at its field", async () => {
  const add = (asked: object) =>
    addReceiver(admin, { way: "webhook", target: base, ...EVERYTHING, ...asked });
  const at = (field: string) => ({ code: "invalid", fields: { [field]: [expect.any(String)] } });
  await expect(add({ target: "nowhere" })).rejects.toMatchObject(at("target"));
  await expect(add({ way: "telegram", target: "+234803" })).rejects.toMatchObject(at("target"));
  await expect(add({ way: "mail", target: "ops" })).rejects.toMatchObject(at("target"));
  for (const wrong of [{ quietFrom: "22:00" }, { quietFrom: "22:00", quietUntil: "22:00" }])
    await expect(add(wrong)).rejects.toThrow("quietUntil");
});

test("the path of a webhook, which may let in whoever knows it, is shown to those alone who may change it", async () => {
  const { path } = await webhook();
  const shown = async (permissions: Permission[]) => {
    const actor = { ...(admin.actor as Extract<Ctx["actor"], { kind: "admin" }>), permissions };
    return (await alertSettings({ ...admin, actor })).receivers.map(({ target }) => target);
  };
  expect(await shown(["see", "rules"])).toEqual([base + path]);
  expect(await shown(["see"])).toEqual([base]);
});

test("the history of a webhook keeps where it is, and not its path", async () => {
  const { id, path } = await webhook();
  const { version } = (await alertSettings(admin)).receivers.find((one) => one.id === id) ?? { version: 0 };
  await changeReceiver(admin, { id, version, kinds: [...ALERT_KINDS], reason: "another name", name: "ops" });
  await removeReceiver(admin, { id, reason: "not needed" });
  const records = await history(admin, { subject: "alert_receiver", subjectId: id });
  expect(records.map(({ action }) => action)).toEqual([
    "alert.receiver_added",
    "alert.receiver_changed",
    "alert.receiver_removed",
  ]);
  const kept = JSON.stringify(
    await at.system.db.execute(sql`select * from audit where subject = 'alert_receiver'`),
  );
  expect(kept).toContain(base);
  expect(kept).not.toContain(path);
});

test("admins alone read, change and try", async () => {
  const { id } = await webhook();
  const { ctx } = await at.reseller();
  const version = 1;
  const refused = { code: "not_found" };
  await expect(alertSettings(ctx)).rejects.toMatchObject(refused);
  await expect(latestAlerts(ctx)).rejects.toMatchObject(refused);
  await expect(tryReceiver(ctx, { id })).rejects.toMatchObject(refused);
  await expect(addReceiver(ctx, { way: "webhook", target: base, ...EVERYTHING })).rejects.toMatchObject(
    refused,
  );
  await expect(changeReceiver(ctx, { id, version, ...EVERYTHING })).rejects.toMatchObject(refused);
  await expect(removeReceiver(ctx, { id, reason: "because" })).rejects.toMatchObject(refused);
  await expect(lookForAlerts(admin)).rejects.toMatchObject(refused);
});
