import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { startMailer } from "#lib/mail/sender";
import { chooseNotices } from "#lib/notice/choose";
import type { NoticeEvent } from "#lib/notice/events";
import { passOn } from "#lib/notice/pass-on";
import { noticeList } from "#lib/notice/read";
import { closeList } from "#lib/purchase/report/close-list";
import { type Scene, scene } from "#lib/testing/scene";
import { type Mailbox, startMailbox } from "#sandbox/mail/server";
import { mailedFile } from "./mailed-file.ts";
import { reportHour, setReportHour } from "./report-hour.ts";
import { tellReports } from "./tell-reports.ts";

let at: Scene;
let admin: Ctx;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox();
  at = await scene(mailbox.variables);
  admin = await at.admin();
});
afterAll(async () => {
  await mailbox.close();
  await at.close();
});

/** Closes some days on which two were delivered for ₦900 at a margin of ₦100. */
const close = (from: string, to: string, difference = 0) =>
  at.system.db.execute(sql`
    insert into daily_closes (day, time_zone, delivered, failed, reversed, sales, cost, wallets_before, wallets_after,
      held_before, held_after, kinds, networks, suspense, difference, proved, findings)
    select day::date, 'Africa/Lagos', 2, 1, 0, 90000, 80000, 500000, 410000, 0, 0, '[]', '[]', 0, ${difference}, true, '{}'
    from generate_series(${from}::date, ${to}::date, '1 day') day`);

/** Two portals tell what there is to tell at a time in Lagos. */
async function tellAt(clock: string) {
  const now = new Date(`${clock}:00+01:00`);
  await Promise.all([tellReports(at.system, { now }), tellReports(at.system, { now })]);
}

const idOf = ({ actor }: Ctx) => ("id" in actor ? actor.id : 0);

const told = async (event: NoticeEvent, ctx = admin) =>
  (await noticeList.page(ctx, { event })).rows.map(({ title, text, path }) => ({ title, text, path }));

test("the day before is told from seven on, once, when it is closed", async () => {
  await tellAt("2026-02-25T08:00");
  expect(await told("report_day"), "not closed").toEqual([]);
  await close("2026-02-01", "2026-02-24");
  await tellAt("2026-02-25T06:59");
  expect(await told("report_day"), "too early").toEqual([]);
  await tellAt("2026-02-25T07:00");
  await tellAt("2026-02-25T23:00");
  expect(await told("report_day")).toEqual([
    {
      title: expect.stringMatching(/^Tue, 24 Feb: 2 delivered for ₦900.00$/),
      text: "Margin ₦100.00. 1 failed, 0 taken back. The books agree.",
      path: "/admin/closes/2026-02-24",
    },
  ]);
});

test("a week is told from its Monday and a month from its first, also two days late, and who wants it by mail gets it so", async () => {
  await chooseNotices(admin, { ways: ["mail"], mail: ["report_month"] });
  await close("2026-02-25", "2026-02-28");
  await close("2026-03-01", "2026-03-01", 7);
  await tellAt("2026-03-01T07:10");
  await tellAt("2026-03-02T07:10");
  await tellAt("2026-03-03T07:10");
  expect(await told("report_month")).toEqual([
    {
      title: "February 2026: 56 delivered for ₦25,200.00",
      text: "Margin ₦2,800.00. 28 failed, 0 taken back. The books agree.",
      path: "/admin/closes?from=2026-02-01&to=2026-02-28",
    },
  ]);
  expect(await told("report_week")).toEqual([
    {
      title: expect.stringMatching(/^The week to Sun, 1 Mar: 14 delivered/),
      text: expect.stringMatching(/The books differ on one day: look at it now\.$/),
      path: "/admin/closes?from=2026-02-23&to=2026-03-01",
    },
    // Of the Wednesday above, two days after its Monday.
    expect.objectContaining({ path: "/admin/closes?from=2026-02-16&to=2026-02-22" }),
  ]);
  await passOn(at.system);
  await passOn(at.system);
  const mails = await at.system.db.execute<{ subject: string }>(sql`select subject from mails`);
  expect(mails.map(({ subject }) => subject)).toEqual(["February 2026: 56 delivered for ₦25,200.00"]);
  await tellAt("2026-03-04T07:10");
  expect(await told("report_month")).toHaveLength(1);
});

test("resellers in whose wallet something moved are told of their statement when the month is over, by mail too", async () => {
  const [moved, still] = [await at.reseller(), await at.reseller("affiliate", 0n)];
  const [row] = await at.system.db.execute<{ month: string }>(
    sql`select to_char(max(at) at time zone 'Africa/Lagos', 'YYYY-MM') as month from journals`,
  );
  const month = Temporal.PlainYearMonth.from(row?.month ?? "");
  await tellAt(`${month}-28T08:00`);
  expect(await told("statement", moved.ctx)).toEqual([]);
  await tellAt(`${month.add({ months: 1 })}-01T08:00`);
  await tellAt(`${month.add({ months: 1 })}-02T08:00`);
  expect(await told("statement", moved.ctx)).toMatchObject([{ path: `/wallet/statements/${month}` }]);
  expect(await told("statement", still.ctx)).toEqual([]);
  await passOn(at.system);
  const mails = await at.system.db.execute(
    sql`select from mails where account_id = ${moved.id} and subject like 'Your statement of %'`,
  );
  expect(mails).toHaveLength(1);
});

const emailOf = ({ actor }: Ctx) => ("email" in actor ? actor.email : "");

test("an owner chooses the hour from which they are told", async () => {
  await close("2026-04-01", "2026-04-02");
  const set = async (hour: number) =>
    setReportHour(admin, { hour, version: (await reportHour(admin)).version, reason: "we begin early" });
  await set(18);
  await tellAt("2026-04-02T17:59");
  const days = async () => (await told("report_day")).map(({ path }) => path.split("/").at(-1));
  expect(await days()).not.toContain("2026-04-01");
  await tellAt("2026-04-02T18:00");
  expect(await days()).toContain("2026-04-01");
  await set(0);
  await tellAt("2026-04-03T00:00");
  expect(await days()).toContain("2026-04-02");
  await expect(set(24)).rejects.toThrow("hour");
  const stale = setReportHour(admin, { hour: 7, version: 1, reason: "as it was" });
  await expect(stale).rejects.toMatchObject({ code: "conflict" });
  await set(7);
});

test("a mail brings the closed days along for whom may download them, and the statement of the month", async () => {
  const [owner, support] = [await at.admin(), await at.admin()];
  await at.system.db.execute(sql`
    update staff set role_id = (select id from staff_roles where built_in = 'support') where id = ${idOf(support)}`);
  for (const one of [owner, support])
    await chooseNotices(one, { ways: ["mail"], mail: ["report_day", "report_month"] });
  const reseller = await at.reseller();
  const [now] = await at.system.db.execute<{ month: string }>(
    sql`select to_char(max(at) at time zone 'Africa/Lagos', 'YYYY-MM') as month from journals`,
  );
  const month = Temporal.PlainYearMonth.from(now?.month ?? "");
  const last = month.toPlainDate({ day: month.daysInMonth });
  await close(`${month}-01`, last.toString());
  await tellAt(`${month.add({ months: 1 })}-01T08:00`);
  await passOn(at.system);
  const mailer = startMailer(at.system, { fileOf: (file) => mailedFile(at.system, file) });
  try {
    const forOwner = await mailbox.waitFor(emailOf(owner), (mails) => mails.length === 2);
    const filesOf = (mails: typeof forOwner) => mails.flatMap(({ files }) => files).map(({ name }) => name);
    expect(filesOf(forOwner).toSorted()).toEqual([
      `daily-close-${month}-01-to-${last}.csv`,
      `daily-close-${last}.csv`,
    ]);
    const day = forOwner.flatMap(({ files }) => files).find(({ name }) => name.endsWith(`close-${last}.csv`));
    const page = await Array.fromAsync(closeList.csv(owner, { from: `${last}`, to: `${last}` }));
    expect(day?.content.toString()).toBe(page.join(""));
    expect(forOwner[0]?.text).toContain("The file is in this mail.");
    const forSupport = await mailbox.waitFor(emailOf(support), (mails) => mails.length === 2);
    expect(filesOf(forSupport)).toEqual([]);
    expect(forSupport[0]?.text).toContain("The file is not in this mail");
    const isStatement = ({ subject }: { subject: string }) => subject.startsWith("Your statement");
    const forReseller = await mailbox.waitFor(emailOf(reseller.ctx), (mails) => mails.some(isStatement));
    const statement = forReseller.find(isStatement);
    expect(statement?.files).toMatchObject([{ name: `statement-${month}.pdf`, type: "application/pdf" }]);
    expect(statement?.files[0]?.content.subarray(0, 5).toString()).toBe("%PDF-");
  } finally {
    await mailer.stop();
  }
});

test("who is closed by the time that the mail is sent gets no file", async () => {
  const { id } = await at.reseller();
  await at.system.db.execute(sql`update resellers set state = 'closed' where id = ${id}`);
  const file = { accountId: id, key: "2026-02", of: "statement", attached: { text: "", html: "" } };
  expect(await mailedFile(at.system, file)).toBeUndefined();
  await expect(mailedFile(admin, file)).rejects.toMatchObject({ code: "not_found" });
});

test("the portal alone tells", async () => {
  await expect(tellReports(admin)).rejects.toMatchObject({ code: "not_found" });
});
