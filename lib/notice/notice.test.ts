import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#db/client";
import { changePassword } from "#lib/account/password/set";
import { signIn } from "#lib/account/session/sign-in";
import { PASSWORD } from "#lib/account/testing/people";
import { issueToken } from "#lib/account/token/issue";
import { announce } from "#lib/announcement/announce";
import { saveRule } from "#lib/catalogue/change-rules";
import { current } from "#lib/catalogue/current";
import type { Ctx } from "#lib/core/context";
import { credit, debit } from "#lib/ledger/adjust";
import { place } from "#lib/purchase/place/place";
import { settle } from "#lib/purchase/settle/settle";
import { type Scene, scene } from "#lib/testing/scene";
import { chooseNotices, noticeSettings } from "./choose.ts";
import type { NoticeEvent } from "./events.ts";
import { passOn } from "./pass-on.ts";
import { addDevice } from "./push-devices.ts";
import { countUnread, noticeList, openNotice, readAll, watchNotices } from "./read.ts";
import { tell } from "./tell.ts";
import { tellPrices } from "./tell-prices.ts";

let at: Scene;
let reseller: { id: number; ctx: Ctx };
let other: { id: number; ctx: Ctx };
beforeAll(async () => {
  at = await scene();
  [reseller, other] = [await at.reseller(), await at.reseller()];
});
afterAll(() => at.close());

const told = async (ctx: Ctx, event: NoticeEvent) => (await noticeList.page(ctx, { event })).rows;

/** A purchase on its way. */
async function sent(ctx: Ctx = reseller.ctx): Promise<{ id: number; ident: string }> {
  const { planId, networkId } = at.offered();
  const order = { ref: randomUUID(), phone: "08031234567", channel: "api" as const, again: true };
  const { id, ident } = (await place(ctx, { ...order, planId, networkId })).purchase;
  await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${id}`);
  return { id, ident };
}

const end = (purchaseId: number, to: "successful" | "failed") =>
  settle(at.system, { purchaseId, from: ["sending", "unconfirmed"], to, by: "answer", outcome: null });

const unconfirm = (id: number) =>
  at.system.db.execute(sql`update purchases set state = 'unconfirmed' where id = ${id}`);

test("a purchase that is delivered soon is nothing to tell", async () => {
  const before = await told(reseller.ctx, "late");
  const { id, ident } = await sent();
  await end(id, "successful");
  expect((await noticeList.page(reseller.ctx)).rows.filter(({ path }) => path.endsWith(ident))).toEqual([]);
  expect(await told(reseller.ctx, "late")).toEqual(before);
});

test("what failed, is not confirmed, decided or late is told once, and leads to its purchase", async () => {
  const [failed, doubtful, late] = [await sent(), await sent(), await sent()];
  await end(failed.id, "failed");
  await end(failed.id, "failed");
  await unconfirm(doubtful.id);
  await end(doubtful.id, "successful");
  await at.system.db.execute(
    sql`update purchases set placed_at = placed_at - interval '11 minutes' where id = ${late.id}`,
  );
  await end(late.id, "successful");
  for (const [event, ident, words] of [
    ["failed", failed.ident, "Failed, money back"],
    ["not_confirmed", doubtful.ident, "Not confirmed yet"],
    ["decided", doubtful.ident, "Delivered after all"],
    ["late", late.ident, "Delivered late"],
  ] as const) {
    const found = (await told(reseller.ctx, event)).filter(({ path }) => path === `/purchases/${ident}`);
    expect(found, event).toHaveLength(1);
    expect(found[0]?.title).toContain(words);
    expect(found[0]?.title).toContain("0803 123 4567");
  }
  expect(await told(other.ctx, "failed")).toEqual([]);
});

test("what is taken back with its transaction was never told", async () => {
  const { id, ident } = await sent();
  const undone = inTransaction(at.system, async (tx) => {
    await settle(tx, { purchaseId: id, from: ["sending"], to: "failed", by: "answer", outcome: null });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect((await told(reseller.ctx, "failed")).some(({ path }) => path.endsWith(ident))).toBe(false);
});

test("a list of purchases tells once what happened in it, however many of it fail", async () => {
  const bought = [await sent(), await sent(), await sent()];
  await at.system.db.execute(sql`alter table purchases disable trigger purchases_moves`);
  for (const { id } of bought)
    await at.system.db.execute(sql`update purchases set run_id = 77 where id = ${id}`);
  await at.system.db.execute(sql`alter table purchases enable trigger purchases_moves`);
  for (const { id } of bought) await end(id, "failed");
  expect((await told(reseller.ctx, "failed")).filter(({ path }) => path === "/bulk/77")).toHaveLength(1);
});

test("money that comes or is taken out is told with its amount and what is left", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  await credit(at.system, { resellerId: id, amount: 500_000n, reason: "cash" });
  await debit(at.system, { resellerId: id, amount: 100_000n, reason: "a mistake" });
  expect(await told(ctx, "money")).toMatchObject([
    { title: "₦1,000.00 was taken out of your wallet", path: "/wallet" },
    { title: "₦5,000.00 came into your wallet", text: expect.stringContaining("You have ₦5,000.00 now.") },
  ]);
});

test("money that runs low is told once, and again only after money came in", async () => {
  const { id, ctx } = await at.reseller("affiliate", 600_000n);
  await chooseNotices(ctx, { lowBelow: "5,000" });
  expect(await noticeSettings(ctx)).toMatchObject({ lowBelow: 500_000n });
  const move = (amount: bigint) => debit(at.system, { resellerId: id, amount, reason: "spent" });
  await move(50_000n);
  expect(await told(ctx, "money_low")).toEqual([]);
  await move(100_000n);
  // It goes up and down around the line without any money coming in.
  await at.system.db.execute(
    sql`update wallets set wallet = wallet + 100000, held = held - 100000 where reseller_id = ${id} and held > 0`,
  );
  expect(await told(ctx, "money_low")).toMatchObject([
    { title: "Your money runs low: ₦4,500.00 left", path: "/wallet/fund" },
  ]);
  await credit(at.system, { resellerId: id, amount: 100_000n, reason: "cash" });
  await move(100_000n);
  await credit(at.system, { resellerId: id, amount: 0n + 20_000n, reason: "cash" });
  expect(await told(ctx, "money_low")).toHaveLength(2);
});

test("a purchase that takes the wallet below the line tells of it in the statement that takes the money", async () => {
  const { price } = at.offered();
  const { id, ctx } = await at.reseller("affiliate", price * 2n);
  await at.system.db.execute(sql`update wallets set low_below = ${price * 2n} where reseller_id = ${id}`);
  const bought = await sent(ctx);
  await end(bought.id, "failed");
  const again = await sent(ctx);
  await end(again.id, "successful");
  expect(await told(ctx, "money_low")).toHaveLength(1);
});

test("an announcement is told to every reseller who is not closed", async () => {
  const closed = await at.reseller();
  await at.system.db.execute(sql`update resellers set state = 'closed' where id = ${closed.id}`);
  await announce(await at.admin(), {
    kind: "outage",
    text: "MTN is down.",
    hours: "1",
    reason: "they said so",
  });
  for (const { ctx } of [reseller, other])
    expect(await told(ctx, "announcement")).toMatchObject([{ title: "Outage", text: "MTN is down." }]);
  expect(await told(closed.ctx, "announcement")).toEqual([]);
});

test("a sign-in on a device that is known is not told, a new one is; to admins as well", async () => {
  const { ctx } = other;
  const { email } = ctx.actor as { email: string };
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" }, address: "192.0.2.7" };
  const enter = (device: string) =>
    signIn(visitor, { email, password: PASSWORD, browser: { agent: "Mozilla Firefox/1 Android", device } });
  await enter("one");
  await enter("one");
  expect(await told(ctx, "device")).toMatchObject([
    {
      title: "New sign-in: Firefox on Android",
      text: expect.stringContaining("192.0.2.7"),
      path: "/settings",
    },
  ]);
  const admin = await at.admin();
  await signIn(visitor, { email: (admin.actor as { email: string }).email, password: PASSWORD });
  expect(await told(admin, "device")).toMatchObject([{ path: "/admin/settings" }]);
});

test("a changed password and a new token are told, whoever did it; not before somebody was ever there", async () => {
  const { id, ctx } = await at.reseller("api");
  await issueToken(ctx, { name: "Website" });
  await issueToken(at.system, { resellerId: id, name: "Ours" });
  expect(await told(ctx, "keys")).toMatchObject([
    { title: "An API token was made", text: "We did it from our side.", path: "/developers" },
    { title: "An API token was made", text: expect.stringContaining("If this was not you") },
  ]);
  await changePassword(ctx, { currentPassword: PASSWORD, password: "quite another boat" });
  expect(await told(ctx, "password")).toHaveLength(1);
  const fresh = await at.reseller("api");
  await at.system.db.execute(sql`delete from sessions where account_id = ${fresh.id}`);
  await issueToken(at.system, { resellerId: fresh.id, name: "Ours" });
  expect(await told(fresh.ctx, "keys")).toEqual([]);
});

test("what is switched off is not shown; what is about safety cannot be switched off", async () => {
  const { id, ctx } = await at.reseller("api");
  const before = await countUnread(ctx);
  await chooseNotices(ctx, { ways: ["portal", "mail"], portal: ["failed"], mail: [] });
  await credit(at.system, { resellerId: id, amount: 100n, reason: "cash" });
  await issueToken(ctx, { name: "Website" });
  expect((await told(ctx, "money")).length).toBe(1);
  expect(await countUnread(ctx)).toBe(before + 1);
  const { events } = await noticeSettings(ctx);
  const choice = (event: NoticeEvent) => events.find((one) => one.event === event)?.choice;
  expect(choice("failed")).toEqual({ portal: true, mail: false, push: true });
  expect(choice("money")).toEqual({ portal: false, mail: false, push: true });
  expect(choice("keys")).toMatchObject({ portal: true, mail: true });
});

test("one opens and reads one's own notices alone, and what came after the page stays unread", async () => {
  const { id, ctx } = await at.reseller();
  const key = randomUUID();
  const words = { title: "Tomorrow: 1 GB", text: "Every month.", path: "/purchases" };
  for (const _ of [1, 2]) await tell(at.system, { to: id, event: "prices", key, ...words });
  const [first, second, ...rest] = (await noticeList.page(ctx)).rows;
  expect(rest).toEqual([]);
  expect([first?.unread, second?.unread]).toEqual([true, true]);
  await expect(openNotice(other.ctx, { id: first?.id ?? 0 })).rejects.toMatchObject({ code: "not_found" });
  await openNotice(ctx, { id: first?.id ?? 0 });
  await openNotice(ctx, { id: first?.id ?? 0 });
  expect(await countUnread(ctx)).toBe(1);
  await readAll(other.ctx, { upTo: Number.MAX_SAFE_INTEGER });
  await readAll(ctx, { upTo: (second?.id ?? 0) - 1 });
  expect(await countUnread(ctx)).toBe(1);
  await readAll(ctx, { upTo: first?.id ?? 0 });
  expect(await countUnread(ctx)).toBe(0);
  expect((await noticeList.page(ctx, { state: "unread" })).rows).toEqual([]);
  expect((await Array.fromAsync(noticeList.csv(ctx, {}))).join("")).toContain("came into your wallet");
});

test("every admin who is there is told what is for admins", async () => {
  const [one, two] = [await at.admin(), await at.admin()];
  await at.system.db.execute(
    sql`update accounts set closed_at = now() where id = ${(two.actor as { id: number }).id}`,
  );
  const words = { title: "A case", text: "", path: "/admin" };
  await tell(at.system, { to: "admins", event: "prices", key: "a case", ...words });
  expect((await noticeList.page(one)).rows).toMatchObject([words]);
  expect(await countUnread(one)).toBe(1);
  expect(await countUnread(two)).toBe(0);
});

test("what an account was told is never changed, unread again or deleted", async () => {
  for (const change of [
    sql`update notices set facts = '{}' where facts <> '{}'`,
    sql`update notices set read_at = null where read_at is not null`,
    sql`delete from notices`,
    sql`truncate notices`,
  ])
    await expect(at.system.db.execute(change)).rejects.toMatchObject({ cause: { code: "23001" } });
});

test("whoever is told hears of it at once, and nobody else", async () => {
  const heard: string[] = [];
  const done = Promise.withResolvers<void>();
  const stops = [
    await watchNotices(other.ctx, () => heard.push("other")),
    await watchNotices(reseller.ctx, () => {
      heard.push("reseller");
      done.resolve();
    }),
  ];
  await credit(at.system, { resellerId: reseller.id, amount: 100n, reason: "cash" });
  await done.promise;
  expect(heard).toEqual(["reseller"]);
  for (const stop of stops) stop();
});

test("without a mail server nothing is mailed, and nothing is kept to be mailed later", async () => {
  const { id, ctx } = await at.reseller();
  await passOn(at.system);
  expect((await noticeSettings(ctx)).ways).toEqual(["portal", "push"]);
  expect(await at.system.db.execute(sql`select from mails where account_id = ${id}`)).toHaveLength(0);
  expect(await at.system.db.execute(sql`select from notices where passed_on_at is null`)).toHaveLength(0);
});

test("a reseller hears of the prices that they pay, for what they buy, once", async () => {
  const { planId } = at.offered();
  const buyer = await at.reseller();
  const elsewhere = await at.reseller("top_user");
  const idle = await at.reseller();
  await sent(buyer.ctx);
  await sent(elsewhere.ctx);
  await tellPrices(at.system);
  expect(await told(buyer.ctx, "prices")).toEqual([]);
  const change = { kind: "flat", value: "7", reason: "they raised it" } as const;
  const scope = { networkId: null, typeId: null, planId, level: "affiliate" as const };
  await saveRule(await at.admin(), { ...scope, ...change, seen: (await current(at.system)).version });
  await Promise.all([tellPrices(at.system), tellPrices(at.system)]);
  await tellPrices(at.system);
  expect(await told(buyer.ctx, "prices")).toMatchObject([
    {
      title: expect.stringMatching(/^Price changed: /),
      text: expect.stringMatching(/: ₦.*, was ₦/),
      path: "/plans",
    },
  ]);
  expect(await told(elsewhere.ctx, "prices")).toEqual([]);
  expect(await told(idle.ctx, "prices")).toEqual([]);
});

test.each([
  "https://127.0.0.1/push",
  "https://10.0.0.1/push",
  "http://push.example/1",
  "https://localhost/push",
  "file:///etc/passwd",
])("nothing is pushed to %s", async (endpoint) => {
  const keys = {
    publicKey: Buffer.alloc(65).toString("base64url"),
    authSecret: Buffer.alloc(16).toString("base64url"),
  };
  await expect(
    addDevice(reseller.ctx, { endpoint, ...keys, device: "the browser is known by this" }),
  ).rejects.toMatchObject({ code: "invalid" });
});
