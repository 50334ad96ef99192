import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { completeCsv } from "#lib/core/list/csv";
import { startMailSender } from "#lib/mail/mail-sender";
import { NOTIFICATION_KINDS } from "#lib/modules";
import { deliverNotifications } from "#lib/notification/deliver-notifications";
import { createNotificationList } from "#lib/notification/notification-list";
import { setNotificationPreferences } from "#lib/notification/notification-preferences";
import { dailyCloseList } from "#lib/sales/daily-close-list";
import { openScene } from "#lib/testing/open-scene";
import { startMailbox } from "#sandbox/mail/server";
import { createMailedFile } from "./mailed-file.ts";
import { notifyReports } from "./notify-reports.ts";
import { reportSettings } from "./report-settings.ts";

const notificationList = createNotificationList(NOTIFICATION_KINDS);

const mailbox = await startMailbox();
const at = await openScene(mailbox.variables);
let admin: Ctx;
beforeEach(async () => {
  admin = await at.admin();
});
afterAll(async () => {
  await mailbox.close();
});

/** Closes days with two deliveries for ₦900 at a margin of ₦100. */
const close = (from: string, to: string, difference = 0) =>
  at.system.db.execute(sql`
    insert into daily_closes (day, time_zone, delivered, failed, reversed, sales, cost, wallets_before, wallets_after,
      held_before, held_after, kinds, networks, suspense, difference, proved, findings)
    select day::date, 'Africa/Lagos', 2, 1, 0, 90000, 80000, 500000, 410000, 0, 0, '[]', '[]', 0, ${difference}, true, '{}'
    from generate_series(${from}::date, ${to}::date, '1 day') day`);

/** Two processes send due reports at a time in Lagos. */
async function notifyAt(clock: string) {
  const now = new Date(`${clock}:00+01:00`);
  await Promise.all([notifyReports(at.system, { now }), notifyReports(at.system, { now })]);
}

const idOf = ({ actor }: Ctx) => ("id" in actor ? actor.id : 0);

const sentNotifications = async (event: string, ctx: Ctx = admin) =>
  (await notificationList.page(ctx, { event })).rows.map(({ title, text, path }) => ({ title, text, path }));

test("sends the report of the previous day from seven o'clock, once, after its close", async () => {
  await notifyAt("2026-02-25T08:00");
  expect(await sentNotifications("report_day"), "not closed").toEqual([]);
  await close("2026-02-24", "2026-02-24");
  await notifyAt("2026-02-25T06:59");
  expect(await sentNotifications("report_day"), "too early").toEqual([]);
  await notifyAt("2026-02-25T07:00");
  await notifyAt("2026-02-25T23:00");
  expect(await sentNotifications("report_day")).toEqual([
    {
      title: expect.stringMatching(/^Tue, 24 Feb: 2 delivered for ₦900$/),
      text: "Margin ₦100. 1 failed, 0 reversed. The ledger is balanced.",
      path: "/admin/records/closes/2026-02-24",
    },
  ]);
});

test("sends the day's outcomes with their file to the admins who chose them, once", async () => {
  await setNotificationPreferences(admin, { ways: ["mail"], mail: ["report_outcomes"] }, NOTIFICATION_KINDS);
  const colleague = await at.admin();
  await notifyAt("2026-03-06T08:00");
  expect(await sentNotifications("report_outcomes"), "not closed").toEqual([]);
  await close("2026-03-05", "2026-03-05");
  await notifyAt("2026-03-06T08:00");
  await notifyAt("2026-03-06T09:00");
  expect(await sentNotifications("report_outcomes")).toEqual([
    {
      title: "Thu, 5 Mar: 0 of 0 purchases delivered",
      text: "0 refunded, 0 open. The totals match the ledger.",
      path: "/admin/records/outcomes?day=2026-03-05",
    },
  ]);
  expect(await sentNotifications("report_outcomes", colleague)).toEqual([]);
  const file = await createMailedFile(at.system, {
    of: "report_outcomes",
    key: "2026-03-05",
    accountId: idOf(admin),
  });
  expect(file).toMatchObject({ name: "outcomes-2026-03-05.csv", type: "text/csv" });
  expect(String(file?.content)).toMatch(/"2026-03-05","All networks","total all","","0"[\s\S]*End of file/);
});

test("sends a week's report from its Monday and a month's from its first, up to two days late, by mail where chosen", async () => {
  await setNotificationPreferences(admin, { ways: ["mail"], mail: ["report_month"] }, NOTIFICATION_KINDS);
  await close("2026-01-01", "2026-01-31");
  await close("2026-02-01", "2026-02-01", 7);
  await notifyAt("2026-01-21T07:10");
  await notifyAt("2026-02-01T07:10");
  await notifyAt("2026-02-02T07:10");
  await notifyAt("2026-02-03T07:10");
  expect(await sentNotifications("report_month")).toEqual([
    {
      title: "January 2026: 62 delivered for ₦27,900",
      text: "Margin ₦3,100. 31 failed, 0 reversed. The ledger is balanced.",
      path: "/admin/records/closes?from=2026-01-01&to=2026-01-31",
    },
  ]);
  expect(await sentNotifications("report_week")).toEqual([
    {
      title: expect.stringMatching(/^The week to Sun, 1 Feb: 14 delivered/),
      text: expect.stringMatching(/One day is out of balance\. Check now\.$/),
      path: "/admin/records/closes?from=2026-01-26&to=2026-02-01",
    },
    // Of the Wednesday above, two days after its Monday.
    expect.objectContaining({ path: "/admin/records/closes?from=2026-01-12&to=2026-01-18" }),
  ]);
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  const mails = await at.system.db.execute<{ subject: string }>(
    sql`select subject from deliveries where channel = 'mail' and account_id = ${idOf(admin)}`,
  );
  expect(mails.map(({ subject }) => subject)).toEqual(["January 2026: 62 delivered for ₦27,900"]);
  await notifyAt("2026-02-04T07:10");
  expect(await sentNotifications("report_month")).toHaveLength(1);
});

test("notifies resellers with movements of their statement after the month, by mail too", async () => {
  const [moved, still] = [await at.reseller(), await at.reseller("affiliate", 0n)];
  const [row] = await at.system.db.execute<{ month: string }>(
    sql`select to_char(max(at) at time zone 'Africa/Lagos', 'YYYY-MM') as month from journals`,
  );
  const month = Temporal.PlainYearMonth.from(row?.month ?? "");
  await notifyAt(`${month}-28T08:00`);
  expect(await sentNotifications("statement", moved.ctx)).toEqual([]);
  await notifyAt(`${month.add({ months: 1 })}-01T08:00`);
  await notifyAt(`${month.add({ months: 1 })}-02T08:00`);
  expect(await sentNotifications("statement", moved.ctx)).toMatchObject([{ path: "/wallet/statements" }]);
  expect(await sentNotifications("statement", still.ctx)).toEqual([]);
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  const mails = await at.system.db.execute(
    sql`select from deliveries where account_id = ${moved.id} and subject like 'Your statement for %'`,
  );
  expect(mails).toHaveLength(1);
});

const emailOf = ({ actor }: Ctx) => ("email" in actor ? actor.email : "");

test("sends reports from the hour that the owner chose", async () => {
  await close("2026-04-01", "2026-04-02");
  const set = (hour: number) => changeSettings(admin, reportSettings, { hour });
  onTestFinished(async () => void (await set(7)));
  await set(18);
  await notifyAt("2026-04-02T17:59");
  const days = async () => (await sentNotifications("report_day")).map(({ path }) => path.split("/").at(-1));
  expect(await days()).not.toContain("2026-04-01");
  await notifyAt("2026-04-02T18:00");
  expect(await days()).toContain("2026-04-01");
  await set(0);
  await notifyAt("2026-04-03T00:00");
  expect(await days()).toContain("2026-04-02");
  await expect(set(24)).rejects.toThrow("hour");
});

test("attaches closed days for admins who may download lists, and the month's statement", async () => {
  const [owner, support] = [await at.admin(), await at.admin()];
  await at.system.db.execute(sql`
    update staff set role_id = (select id from staff_roles where built_in = 'support') where id = ${idOf(support)}`);
  for (const account of [owner, support])
    await setNotificationPreferences(
      account,
      { ways: ["mail"], mail: ["report_day", "report_month"] },
      NOTIFICATION_KINDS,
    );
  const reseller = await at.reseller();
  const [now] = await at.system.db.execute<{ month: string }>(
    sql`select to_char(max(at) at time zone 'Africa/Lagos', 'YYYY-MM') as month from journals`,
  );
  const month = Temporal.PlainYearMonth.from(now?.month ?? "");
  const last = month.toPlainDate({ day: month.daysInMonth });
  await close(`${month}-01`, last.toString());
  await notifyAt(`${month.add({ months: 1 })}-01T08:00`);
  await deliverNotifications(at.system, NOTIFICATION_KINDS);
  const mailer = startMailSender(at.system, { fileOf: (file) => createMailedFile(at.system, file) });
  try {
    const forOwner = await mailbox.waitFor(emailOf(owner), (mails) => mails.length === 2);
    const filesOf = (mails: typeof forOwner) => mails.flatMap(({ files }) => files).map(({ name }) => name);
    expect(filesOf(forOwner).toSorted()).toEqual([
      `daily-close-${month}-01-to-${last}.csv`,
      `daily-close-${last}.csv`,
    ]);
    const day = forOwner.flatMap(({ files }) => files).find(({ name }) => name.endsWith(`close-${last}.csv`));
    const closes = dailyCloseList.csv(owner, { from: `${last}`, to: `${last}` });
    const page = await Array.fromAsync(completeCsv(closes));
    expect(day?.content.toString()).toBe(page.join(""));
    expect(forOwner[0]?.text).toContain("The file is attached.");
    const forSupport = await mailbox.waitFor(emailOf(support), (mails) => mails.length === 2);
    expect(filesOf(forSupport)).toEqual([]);
    expect(forSupport[0]?.text).toContain("No file is attached");
    const isStatement = ({ subject }: { subject: string }) => subject.startsWith("Your statement");
    const forReseller = await mailbox.waitFor(emailOf(reseller.ctx), (mails) => mails.some(isStatement));
    const statement = forReseller.find(isStatement);
    expect(statement?.files).toMatchObject([{ name: `statement-${month}.pdf`, type: "application/pdf" }]);
    expect(statement?.files[0]?.content.subarray(0, 5).toString()).toBe("%PDF-");
  } finally {
    await mailer.stop();
  }
});

test("attaches no file for an account that was closed meanwhile", async () => {
  const { id } = await at.reseller();
  await at.system.db.execute(sql`update resellers set state = 'closed' where id = ${id}`);
  const file = { accountId: id, key: "2026-02", of: "statement", attached: { text: "", html: "" } };
  expect(await createMailedFile(at.system, file)).toBeUndefined();
  await expect(createMailedFile(admin, file)).rejects.toMatchObject({ code: "not_found" });
});

test("allows only background work to send reports", async () => {
  await expect(notifyReports(admin)).rejects.toMatchObject({ code: "not_found" });
});
