import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTransaction } from "#db/client";
import { changePassword } from "#lib/account/password/set-password";
import { signIn } from "#lib/account/session/sign-in";
import { TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { createToken } from "#lib/account/token/create-token";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { savePriceRule } from "#lib/catalogue/price/change-price-rules";
import type { Ctx } from "#lib/core/context";
import { NOTIFICATION_GROUPS } from "#lib/core/notification-group";
import { handleEvents } from "#lib/event/testing/handle-events";
import { postCredit, postDebit } from "#lib/ledger/adjust-wallet";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { openScene } from "#lib/testing/open-scene";
import { createNotification } from "./create-notification.ts";
import { deliverNotifications } from "./deliver-notifications.ts";
import {
  countUnreadNotifications,
  createNotificationList,
  markNotificationsRead,
  openNotification,
  watchNotifications,
} from "./notification-list.ts";
import { getNotificationSettings, setNotificationPreferences } from "./notification-preferences.ts";
import { notifyPriceChanges } from "./notify-price-changes.ts";
import { addPushDevice } from "./push-devices.ts";
import { createPushKeys } from "./web-push.ts";

const notificationList = createNotificationList(NOTIFICATION_KINDS);

const at = await openScene();
const [reseller, otherReseller] = [await at.reseller(), await at.reseller()];

async function listNotifications(ctx: Ctx, event?: string) {
  await handleEvents(at.system);
  return (await notificationList.page(ctx, { event })).rows;
}

/** Places a purchase, and marks it as sent. */
async function placeSentPurchase(ctx: Ctx = reseller.ctx): Promise<{ id: number; ident: string }> {
  const { planId, networkId } = at.offered();
  const order = { ref: randomUUID(), phone: "08031234567", channel: "api" as const, again: true };
  const { id, ident } = (await placePurchase(ctx, { ...order, planId, networkId })).purchase;
  await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${id}`);
  return { id, ident };
}

const settle = (purchaseId: number, to: "successful" | "failed") =>
  settlePurchase(at.system, {
    purchaseId,
    from: ["sending", "unconfirmed"],
    to,
    by: "answer",
    outcome: null,
  });

const markUnconfirmed = (id: number) =>
  at.system.db.execute(sql`update purchases set state = 'unconfirmed' where id = ${id}`);

test("creates no notification for a purchase that is delivered quickly", async () => {
  const before = await listNotifications(reseller.ctx, "late");
  const { id, ident } = await placeSentPurchase();
  await settle(id, "successful");
  expect((await listNotifications(reseller.ctx)).filter(({ path }) => path.endsWith(ident))).toEqual([]);
  expect(await listNotifications(reseller.ctx, "late")).toEqual(before);
});

test("notifies once of a failed, unconfirmed, resolved or late purchase, with a link to it", async () => {
  const [failed, doubtful, late] = [
    await placeSentPurchase(),
    await placeSentPurchase(),
    await placeSentPurchase(),
  ];
  await settle(failed.id, "failed");
  await settle(failed.id, "failed");
  await markUnconfirmed(doubtful.id);
  await settle(doubtful.id, "successful");
  await at.system.db.execute(
    sql`update purchases set placed_at = placed_at - interval '11 minutes' where id = ${late.id}`,
  );
  await settle(late.id, "successful");
  for (const [event, ident, words] of [
    ["failed", failed.ident, "Failed, refunded"],
    ["not_confirmed", doubtful.ident, "Unconfirmed"],
    ["decided", doubtful.ident, "Delivered after all"],
    ["late", late.ident, "Delivered late"],
  ] as const) {
    const matching = (await listNotifications(reseller.ctx, event)).filter(
      ({ path }) => path === `/purchases/${ident}`,
    );
    expect(matching, event).toHaveLength(1);
    expect(matching[0]?.title).toContain(words);
    expect(matching[0]?.title).toContain("0803 123 4567");
  }
  expect(await listNotifications(otherReseller.ctx, "failed")).toEqual([]);
});

test("creates no notification when the transaction rolls back", async () => {
  const { id, ident } = await placeSentPurchase();
  const undone = inTransaction(at.system, async (tx) => {
    await settlePurchase(tx, {
      purchaseId: id,
      from: ["sending"],
      to: "failed",
      by: "answer",
      outcome: null,
    });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect((await listNotifications(reseller.ctx, "failed")).some(({ path }) => path.endsWith(ident))).toBe(
    false,
  );
});

test("notifies once of failures in a batch", async () => {
  const bought = [await placeSentPurchase(), await placeSentPurchase(), await placeSentPurchase()];
  await at.system.db.execute(sql`alter table purchases disable trigger purchases_content_check`);
  for (const { id } of bought)
    await at.system.db.execute(sql`update purchases set batch_id = 77 where id = ${id}`);
  await at.system.db.execute(sql`alter table purchases enable trigger purchases_content_check`);
  for (const { id } of bought) await settle(id, "failed");
  expect(
    (await listNotifications(reseller.ctx, "failed")).filter(({ path }) => path === "/batches/77"),
  ).toHaveLength(1);
});

test("notifies of a credit and a debit, with amount and balance", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  await postCredit(at.system, { resellerId: id, amount: 500_000n, reason: "cash" });
  await postDebit(at.system, { resellerId: id, amount: 100_000n, reason: "a mistake" });
  expect(await listNotifications(ctx, "money")).toMatchObject([
    { title: "₦1,000 debited from your wallet", path: "/wallet" },
    {
      title: "₦5,000 credited to your wallet",
      text: expect.stringContaining("Your balance is ₦5,000."),
    },
  ]);
});

test("puts every kind in a group, and shows each role the groups of its kinds", async () => {
  for (const [event, { group }] of Object.entries(NOTIFICATION_KINDS))
    expect(Object.keys(NOTIFICATION_GROUPS), event).toContain(group);
  const listGroups = async (ctx: Ctx) =>
    (await getNotificationSettings(ctx, NOTIFICATION_KINDS)).groups.map(({ group }) => group);
  const [ofReseller, ofAdmin] = [await listGroups(reseller.ctx), await listGroups(await at.admin())];
  expect(ofReseller).toEqual(["money", "purchases", "customers", "security", "news"]);
  expect(ofAdmin.filter((group) => ofReseller.includes(group))).toEqual(["security"]);
  expect([...new Set([...ofReseller, ...ofAdmin])].sort()).toEqual(Object.keys(NOTIFICATION_GROUPS).sort());
});

test("notifies once of a low balance, and again only after a credit", async () => {
  const { id, ctx } = await at.reseller("affiliate", 600_000n);
  await setNotificationPreferences(ctx, { lowBalanceThreshold: "5,000" }, NOTIFICATION_KINDS);
  expect(await getNotificationSettings(ctx, NOTIFICATION_KINDS)).toMatchObject({
    lowBalanceThreshold: 500_000n,
  });
  const move = (amount: bigint) => postDebit(at.system, { resellerId: id, amount, reason: "spent" });
  await move(50_000n);
  expect(await listNotifications(ctx, "money_low")).toEqual([]);
  await move(100_000n);
  // The balance crosses the threshold, but without a credit.
  await at.system.db.execute(
    sql`update wallets set wallet = wallet + 100000, held = held - 100000 where reseller_id = ${id} and held > 0`,
  );
  expect(await listNotifications(ctx, "money_low")).toMatchObject([
    { title: "Low wallet balance: ₦4,500 left", path: "/wallet/fund" },
  ]);
  await postCredit(at.system, { resellerId: id, amount: 100_000n, reason: "cash" });
  await move(100_000n);
  await postCredit(at.system, { resellerId: id, amount: 0n + 20_000n, reason: "cash" });
  expect(await listNotifications(ctx, "money_low")).toHaveLength(2);
});

test("notifies of a low balance that a purchase causes", async () => {
  const { price } = at.offered();
  const { id, ctx } = await at.reseller("affiliate", price * 2n);
  await at.system.db.execute(
    sql`update wallets set low_balance_threshold = ${price * 2n} where reseller_id = ${id}`,
  );
  const bought = await placeSentPurchase(ctx);
  await settle(bought.id, "failed");
  const again = await placeSentPurchase(ctx);
  await settle(again.id, "successful");
  expect(await listNotifications(ctx, "money_low")).toHaveLength(1);
});

test("notifies resellers and admins of a sign-in on a new device, not on a known one", async () => {
  const { ctx } = otherReseller;
  const { email } = ctx.actor as { email: string };
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" }, address: "192.0.2.7" };
  const signInFrom = (device: string) =>
    signIn(visitor, {
      email,
      password: TEST_PASSWORD,
      browser: { agent: "Mozilla Firefox/1 Android", device },
    });
  await signInFrom("one");
  await signInFrom("one");
  expect(await listNotifications(ctx, "device")).toMatchObject([
    {
      title: "New sign-in: Firefox on Android",
      text: expect.stringContaining("192.0.2.7"),
      path: "/settings",
    },
  ]);
  const admin = await at.admin();
  await signIn(visitor, { email: (admin.actor as { email: string }).email, password: TEST_PASSWORD });
  expect(await listNotifications(admin, "device")).toMatchObject([{ path: "/admin/settings" }]);
});

test("notifies of a changed password and a new token, whether the account or an admin did it, once the account has been used", async () => {
  const { id, ctx } = await at.reseller("api");
  await createToken(ctx, { name: "Website" });
  await createToken(at.system, { resellerId: id, name: "Ours" });
  expect(await listNotifications(ctx, "keys")).toMatchObject([
    { title: "An API token was created", text: "Support made this change.", path: "/settings/api" },
    { title: "An API token was created", text: expect.stringContaining("If this wasn’t you") },
  ]);
  await changePassword(ctx, { currentPassword: TEST_PASSWORD, password: "quite another boat" });
  expect(await listNotifications(ctx, "password")).toHaveLength(1);
  const fresh = await at.reseller("api");
  await at.system.db.execute(sql`delete from sessions where account_id = ${fresh.id}`);
  await createToken(at.system, { resellerId: fresh.id, name: "Ours" });
  expect(await listNotifications(fresh.ctx, "keys")).toEqual([]);
});

test("saves the channels of a group that the form showed, and keeps email about security", async () => {
  const { id, ctx } = await at.reseller("api");
  await handleEvents(at.system);
  const before = await countUnreadNotifications(ctx);
  await setNotificationPreferences(ctx, { ways: ["mail"], mail: ["purchases"] }, NOTIFICATION_KINDS);
  await postCredit(at.system, { resellerId: id, amount: 100n, reason: "cash" });
  await handleEvents(at.system);
  expect(await countUnreadNotifications(ctx), "the portal shows every notification").toBe(before + 1);
  const { groups } = await getNotificationSettings(ctx, NOTIFICATION_KINDS);
  expect(Object.fromEntries(groups.map(({ group, choice }) => [group, choice]))).toEqual({
    money: { mail: false, push: true },
    purchases: { mail: true, push: true },
    customers: { mail: false, push: true },
    security: { mail: true, push: true },
    news: { mail: false, push: false },
  });
});

test("marks only the actor's notifications as read, up to the last on the page", async () => {
  const { id, ctx } = await at.reseller();
  await handleEvents(at.system);
  const key = randomUUID();
  const words = { title: "Tomorrow: 1 GB", text: "Every month.", path: "/purchases" };
  for (const _ of [1, 2]) await createNotification(at.system, { to: id, event: "prices", key, ...words });
  const [first, second, ...rest] = (await notificationList.page(ctx)).rows;
  expect(rest).toEqual([]);
  expect([first?.unread, second?.unread]).toEqual([true, true]);
  await expect(
    openNotification(otherReseller.ctx, { id: first?.id ?? 0 }, NOTIFICATION_KINDS),
  ).rejects.toMatchObject({
    code: "not_found",
  });
  await openNotification(ctx, { id: first?.id ?? 0 }, NOTIFICATION_KINDS);
  await openNotification(ctx, { id: first?.id ?? 0 }, NOTIFICATION_KINDS);
  expect(await countUnreadNotifications(ctx)).toBe(1);
  await markNotificationsRead(otherReseller.ctx, { upTo: Number.MAX_SAFE_INTEGER });
  await markNotificationsRead(ctx, { upTo: (second?.id ?? 0) - 1 });
  expect(await countUnreadNotifications(ctx)).toBe(1);
  await markNotificationsRead(ctx, { upTo: first?.id ?? 0 });
  expect(await countUnreadNotifications(ctx)).toBe(0);
  expect((await notificationList.page(ctx, { state: "unread" })).rows).toEqual([]);
  expect((await Array.fromAsync(notificationList.csv(ctx, {}))).join("")).toContain(
    "credited to your wallet",
  );
});

test("notifies all admins whose accounts are open", async () => {
  const [openAdmin, closedAdmin] = [await at.admin(), await at.admin()];
  await at.system.db.execute(
    sql`update accounts set closed_at = now() where id = ${(closedAdmin.actor as { id: number }).id}`,
  );
  const words = { title: "A delivery issue", text: "", path: "/admin" };
  await createNotification(at.system, { to: "admins", event: "prices", key: "an issue", ...words });
  expect((await notificationList.page(openAdmin)).rows).toMatchObject([words]);
  expect(await countUnreadNotifications(openAdmin)).toBe(1);
  expect(await countUnreadNotifications(closedAdmin)).toBe(0);
});

test("rejects changes, marking as unread and deletion of a notification", async () => {
  await postCredit(at.system, { resellerId: reseller.id, amount: 100n, reason: "cash" });
  await handleEvents(at.system);
  await at.system.db.execute(sql`update notifications set read_at = now() where account_id = ${reseller.id}`);
  for (const change of [
    sql`update notifications set facts = '{}' where facts <> '{}'`,
    sql`update notifications set read_at = null where read_at is not null`,
    sql`delete from notifications`,
    sql`truncate notifications`,
  ])
    await expect(at.system.db.execute(change)).rejects.toMatchObject({ cause: { code: "23001" } });
});

test("wakes the watcher of the notified account, and no other", async () => {
  await handleEvents(at.system);
  const woken: string[] = [];
  const done = Promise.withResolvers<void>();
  const stops = [
    await watchNotifications(otherReseller.ctx, () => woken.push("other")),
    await watchNotifications(reseller.ctx, () => {
      woken.push("reseller");
      done.resolve();
    }),
  ];
  await postCredit(at.system, { resellerId: reseller.id, amount: 100n, reason: "cash" });
  await handleEvents(at.system);
  await done.promise;
  expect(woken).toEqual(["reseller"]);
  for (const stop of stops) stop();
});

test("queues no email without a mail server, not even for later", async () => {
  const { id, ctx } = await at.reseller();
  await handleEvents(at.system);
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  expect((await getNotificationSettings(ctx, NOTIFICATION_KINDS)).ways).toEqual(["push"]);
  expect(await at.system.db.execute(sql`select from deliveries where account_id = ${id}`)).toHaveLength(0);
  expect(await at.system.db.execute(sql`select from notifications where delivered_at is null`)).toHaveLength(
    0,
  );
});

test("notifies resellers once of price changes at their level, for plans they buy", async () => {
  const { planId } = at.offered();
  const buyer = await at.reseller();
  const elsewhere = await at.reseller("top_user");
  const idle = await at.reseller();
  await placeSentPurchase(buyer.ctx);
  await placeSentPurchase(elsewhere.ctx);
  await notifyPriceChanges(at.system);
  expect(await listNotifications(buyer.ctx, "prices")).toEqual([]);
  const change = { kind: "flat", value: "7", reason: "they raised it" } as const;
  const scope = { networkId: null, typeId: null, planId, level: "affiliate" as const };
  await savePriceRule(await at.admin(), {
    ...scope,
    ...change,
    expectedVersion: (await getCatalogue(at.system)).version,
  });
  await Promise.all([notifyPriceChanges(at.system), notifyPriceChanges(at.system)]);
  await notifyPriceChanges(at.system);
  expect(await listNotifications(buyer.ctx, "prices")).toMatchObject([
    {
      title: expect.stringMatching(/^Price changed: /),
      text: expect.stringMatching(/: ₦.*, was ₦/),
      path: "/prices",
    },
  ]);
  expect(await listNotifications(elsewhere.ctx, "prices")).toEqual([]);
  expect(await listNotifications(idle.ctx, "prices")).toEqual([]);
});

test.each([
  "https://127.0.0.1/push",
  "https://10.0.0.1/push",
  "http://push.example/1",
  "https://localhost/push",
  "file:///etc/passwd",
])("rejects %s as a push address", async (endpoint) => {
  const keys = {
    publicKey: createPushKeys().publicKey,
    authSecret: Buffer.alloc(16).toString("base64url"),
  };
  await expect(
    addPushDevice(reseller.ctx, { endpoint, ...keys, device: "the browser is known by this" }),
  ).rejects.toMatchObject({ code: "invalid" });
});
