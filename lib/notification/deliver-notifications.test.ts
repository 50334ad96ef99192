import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { unseal } from "#lib/core/seal";
import { handleEvents } from "#lib/event/testing/handle-events";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { openScene } from "#lib/testing/open-scene";
import { createNotification } from "./create-notification.ts";
import { deliverNotifications } from "./deliver-notifications.ts";
import { getNotificationSettings, setNotificationPreferences } from "./notification-preferences.ts";
import { createUnsubscribeUrl, readUnsubscribeToken, unsubscribeFromMail } from "./unsubscribe-from-mail.ts";

// Nothing listens on this port: another test covers sending.
const at = await openScene({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "kiosk@example.com" });

interface MailRow extends Record<string, unknown> {
  type: string;
  subject: string;
  target: string;
  sealed: string;
}

const listMails = (accountId: number) =>
  at.system.db.execute<MailRow>(
    sql`select * from deliveries where channel = 'mail' and account_id = ${accountId} order by id`,
  );

/** Creates `count` price notifications for a reseller. */
async function notifyOfPrices(id: number, count: number, from = 0): Promise<void> {
  for (let n = from; n < from + count; n += 1)
    await createNotification(at.system, {
      to: id,
      event: "prices",
      key: `p${n}`,
      title: `Price ${n}`,
      text: "",
      path: "/prices",
    });
}

const enablePriceMail = (ctx: Ctx) =>
  setNotificationPreferences(
    ctx,
    { ways: ["mail"], mail: ["news"], lowBalanceThreshold: "" },
    NOTIFICATION_KINDS,
  );

test("emails money and security events by default, and no others", async () => {
  const { id } = await at.reseller("affiliate", 0n);
  await handleEvents(at.system);
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  await postCredit(at.system, { resellerId: id, amount: 500_000n, reason: "cash" });
  await handleEvents(at.system);
  await createNotification(at.system, {
    to: id,
    event: "late",
    key: "DT",
    title: "Late",
    text: "",
    path: "/",
  });
  await createNotification(at.system, { to: id, event: "keys", key: "1", title: "", text: "", path: "/" });
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  expect((await listMails(id)).map(({ type, subject }) => [type, subject])).toEqual([
    ["safety", "Your keys changed"],
    ["notification", "₦5,000 credited to your wallet"],
  ]);
});

test("emails a notification once, also from concurrent processes", async () => {
  const { id } = await at.reseller();
  await handleEvents(at.system);
  await Promise.all([
    deliverNotifications(at.system, NOTIFICATION_KINDS),
    deliverNotifications(at.system, NOTIFICATION_KINDS),
    deliverNotifications(at.system, NOTIFICATION_KINDS),
  ]);
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  expect(await listMails(id)).toHaveLength(1);
});

test("delivers to the accounts after one that fails, and records the failure", async () => {
  const [broken, next] = [await at.reseller("affiliate", 0n), await at.reseller("affiliate", 0n)];
  await at.system.db.execute(
    sql.raw(`create function refuse_mail() returns trigger language plpgsql as $$ begin
      if new.account_id = ${broken.id} then raise exception 'the row is broken'; end if; return new; end $$;
      create trigger refuse_mail before insert on deliveries for each row execute function refuse_mail()`),
  );
  for (const { id } of [broken, next])
    await createNotification(at.system, { to: id, event: "keys", key: "1", title: "", text: "", path: "/" });
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  await at.system.db.execute(sql`drop trigger refuse_mail on deliveries`);
  expect(await listMails(broken.id)).toEqual([]);
  expect(await listMails(next.id)).toHaveLength(1);
  expect(
    Array.from(await at.system.db.execute(sql`select key from lane_failures where lane = 'notifications'`)),
  ).toEqual([{ key: `account ${broken.id}` }]);
});

test("sends no email for a transaction that is rolled back", async () => {
  const { id } = await at.reseller("affiliate", 0n);
  const undone = at.system.db.transaction(async (db) => {
    const tx = { ...at.system, db };
    await createNotification(tx, { to: id, event: "money", key: "x", title: "", text: "", path: "/" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  expect(await listMails(id)).toEqual([]);
});

test("turns a flood into ten emails and one summary, and sends the next summary an hour later", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  await enablePriceMail(ctx);
  await notifyOfPrices(id, 60);
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  const first = await listMails(id);
  expect(first.map(({ type }) => type)).toEqual([...Array<string>(10).fill("notification"), "summary"]);
  expect(first[0]?.subject).toBe("Price 0");
  expect(first[10]?.subject).toMatch(/^50 more notifications from /);
  const { text } = JSON.parse(unseal(first[10]?.sealed ?? "", "mails"));
  expect(text).toContain("- Price 59\n- Price 58\n");
  expect(text).toContain("And 35 more.");

  await notifyOfPrices(id, 5, 60);
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  expect(await listMails(id)).toHaveLength(11);
  await at.system.db.execute(
    sql`update deliveries set created_at = created_at - interval '61 minutes' where account_id = ${id} and type = 'summary'`,
  );
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  expect((await listMails(id)).at(-1)?.subject).toMatch(/^5 more notifications from /);
});

test("sends security emails singly in a flood of other notifications", async () => {
  const { id, ctx } = await at.reseller("affiliate", 0n);
  await enablePriceMail(ctx);
  await notifyOfPrices(id, 30);
  await createNotification(at.system, { to: id, event: "keys", key: "1", title: "", text: "", path: "/" });
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  expect((await listMails(id)).filter(({ type }) => type === "safety")).toHaveLength(1);
});

test("sends a closed account no email", async () => {
  const { id } = await at.reseller();
  await handleEvents(at.system);
  await at.system.db.execute(sql`update resellers set state = 'closed' where id = ${id}`);
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  expect(await listMails(id)).toEqual([]);
});

test("unsubscribes one account from one group, and offers this in no security email", async () => {
  const [unsubscribed, subscribed] = [await at.reseller("affiliate", 0n), await at.reseller("affiliate", 0n)];
  for (const { id } of [unsubscribed, subscribed]) {
    await postCredit(at.system, { resellerId: id, amount: 100n, reason: "cash" });
    await handleEvents(at.system);
    await createNotification(at.system, { to: id, event: "keys", key: "1", title: "", text: "", path: "/" });
  }
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  const [safety, money] = (await listMails(unsubscribed.id)).map(({ sealed }) =>
    JSON.parse(unseal(sealed, "mails")),
  );
  expect(safety.stop).toBeUndefined();
  const pass = new URL(money.stop).pathname.split("/").at(-1) ?? "";
  expect(readUnsubscribeToken(pass, NOTIFICATION_KINDS)).toMatchObject({
    accountId: unsubscribed.id,
    group: "money",
  });
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  await unsubscribeFromMail(visitor, { pass }, NOTIFICATION_KINDS);
  await unsubscribeFromMail(visitor, { pass }, NOTIFICATION_KINDS);
  const choice = async (ctx: Ctx) =>
    (await getNotificationSettings(ctx, NOTIFICATION_KINDS)).groups.find(({ group }) => group === "money")
      ?.choice;
  expect(await choice(unsubscribed.ctx)).toEqual({ mail: false, push: true });
  expect(await choice(subscribed.ctx)).toEqual({ mail: true, push: true });
  for (const wrong of [
    "",
    "abc",
    `${pass.slice(0, -4)}AAAA`,
    createUnsubscribeUrl(unsubscribed.id, "keys").slice(0, 80),
  ])
    await expect(unsubscribeFromMail(visitor, { pass: wrong }, NOTIFICATION_KINDS)).rejects.toMatchObject({
      code: "not_found",
    });
});
