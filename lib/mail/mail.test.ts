import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { sweepOldData } from "#lib/maintenance/sweep-old-data";
import { TABLES } from "#lib/modules";
import { openScene } from "#lib/testing/open-scene";
import { startMailbox } from "#sandbox/mail/server";
import type { Letter } from "./letter.ts";
import { startMailSender } from "./mail-sender.ts";
import { failExpiredMails, getAccountMailTrouble, getMailTrouble } from "./mail-trouble.ts";
import { queueMail } from "./queue-mail.ts";
import type { Attachment } from "./transport.ts";

const mailbox = await startMailbox();
const at = await openScene({ ...mailbox.variables, NEXTAUTH_SECRET: "x".repeat(40) });
let mailer = startMailSender(at.system, { timeoutMs: 60_000 });
afterAll(async () => {
  mailbox.faults();
  await mailer.stop();
  await mailbox.close();
});

// What failed before was a day ago.
beforeEach(async () => {
  await at.system.db.execute(
    sql`update deliveries set done_at = done_at - interval '1 day' where state = 'failed'`,
  );
});

const LETTER: Letter = { subject: "Money came", paragraphs: ["All of it."], because: "You asked for it." };

/** A mail to a fresh address. */
async function write(letter: Partial<Letter> = {}, { hours = 72, accountId = null as number | null } = {}) {
  const recipient = `${randomUUID()}@example.com`;
  await queueMail(at.system, {
    kind: "notification",
    accountId,
    recipient,
    letter: { ...LETTER, ...letter },
    hours,
  });
  mailer.wake();
  return recipient;
}

test("sends a password link before queued reports, however long their files take", async () => {
  await mailer.stop();
  const ready = Promise.withResolvers<undefined>();
  const to = (n: number | string) => `${n}-${randomUUID()}@example.com`;
  const mail = { accountId: null, hours: 1, letter: LETTER } as const;
  const file = { of: "slow", key: "2026-02", accountId: 1 };
  const reports = Array.from({ length: 8 }, (_, n) => to(n));
  for (const recipient of reports) await queueMail(at.system, { ...mail, kind: "report", recipient, file });
  const link = to("link");
  await queueMail(at.system, { ...mail, kind: "password", recipient: link });
  const sender = startMailSender(at.system, { timeoutMs: 60_000, fileOf: () => ready.promise });
  try {
    sender.wake();
    await mailbox.waitFor(link, (mails) => mails.length > 0);
    expect(mailbox.mails().filter(({ to }) => to.some((address) => reports.includes(address)))).toEqual([]);
    ready.resolve(undefined);
    for (const recipient of reports) await mailbox.waitFor(recipient, (mails) => mails.length > 0);
  } finally {
    ready.resolve(undefined);
    await sender.stop();
    mailer = startMailSender(at.system, { timeoutMs: 60_000 });
  }
});

/** Its row, the first where there are two, as soon as it is as wanted. */
async function row(recipient: string, done: (row: Record<string, unknown>) => boolean) {
  for (;;) {
    const [found] = await at.system.db.execute(
      sql`select * from deliveries where target = ${recipient} order by id`,
    );
    if (found && done(found)) return found;
    await pause(20);
  }
}

/** Makes a mail due at once, as if its pause were over. */
async function hurry(recipient: string): Promise<void> {
  await at.system.db.execute(
    sql`update deliveries set next_at = now() where target = ${recipient} and state = 'waiting'`,
  );
  mailer.wake();
}

test("attaches a file that exists and is small, and links to its page otherwise", async () => {
  const made: Record<string, () => Promise<Attachment | undefined>> = {
    small: async () => ({ name: "days.csv", type: "text/csv", content: Buffer.from("day,sales\n") }),
    "just small": async () => ({
      name: "x.pdf",
      type: "application/pdf",
      content: Buffer.alloc(1024 * 1024),
    }),
    large: async () => ({ name: "x.pdf", type: "application/pdf", content: Buffer.alloc(1024 * 1024 + 1) }),
    gone: async () => undefined,
    broken: () => Promise.reject(new Error("no room to draw it")),
  };
  await mailer.stop();
  const sender = startMailSender(at.system, { timeoutMs: 60_000, fileOf: async ({ of }) => made[of]?.() });
  try {
    const came: Record<string, unknown> = {};
    for (const of of Object.keys(made)) {
      const recipient = `${randomUUID()}@example.com`;
      const file = { of, key: "2026-02", accountId: 1 };
      const act = { label: "Open", path: "/wallet" };
      const mail = { kind: "notification", accountId: null, recipient, hours: 1, file } as const;
      await queueMail(at.system, { ...mail, letter: { ...LETTER, act } });
      sender.wake();
      const [one] = await mailbox.waitFor(recipient, (mails) => mails.length > 0);
      expect(one?.text).toContain("/wallet");
      came[of] = [
        one?.files.map(({ name }) => name).join(),
        /(No|The) file is [a-z ]+/.exec(one?.text ?? "")?.[0],
      ];
    }
    const [within, apart] = ["The file is attached", "No file is attached"];
    expect(came).toEqual({
      small: ["days.csv", within],
      "just small": ["x.pdf", within],
      large: ["", apart],
      gone: ["", apart],
      broken: ["", apart],
    });
  } finally {
    await sender.stop();
    mailer = startMailSender(at.system, { timeoutMs: 60_000 });
  }
});

test("sends text and HTML, then erases all but the subject", async () => {
  const to = await write({ act: { label: "Open your wallet", path: "/wallet" } });
  const [mail] = await mailbox.waitFor(to, (mails) => mails.length > 0);
  expect(mail?.subject).toBe("Money came");
  expect(mail?.headers).toMatchObject({
    from: "Kiosk <kiosk@sandbox.test>",
    to,
    "auto-submitted": "auto-generated",
    "message-id": expect.stringMatching(/^<[-0-9a-f]{36}@[^>]+>$/),
  });
  expect(mail?.text).toMatch(
    /^Money came\n\nAll of it\.\n\nOpen your wallet:\nhttp\S+\/wallet\n\n-- ?\nKiosk\n/,
  );
  expect(mail?.html).toContain('<h1 style="font-size:20px;line-height:1.3">Money came</h1>');
  expect(await row(to, ({ state }) => state === "delivered")).toMatchObject({
    sealed: null,
    attempts: 1,
    problem: null,
  });
});

test("prevents header and HTML injection through names", async () => {
  const to = await write({
    subject: "New order\r\nBcc: everybody@example.com\n\n<script>",
    paragraphs: ['<img src="x" onerror="y"> & \r\n.\r\nQUIT'],
  });
  const [mail] = await mailbox.waitFor(to, (mails) => mails.length > 0);
  expect(mail?.subject).toBe("New order Bcc: everybody@example.com <script>");
  expect(mail?.headers.bcc).toBeUndefined();
  expect(mail?.to).toEqual([to]);
  expect(mail?.html).not.toMatch(/<script|<img/);
  expect(mail?.html).toContain("&lt;img src=&quot;x&quot;");
  expect(mail?.text).toContain("\n.\nQUIT");
});

test("stores queued text encrypted", async () => {
  mailbox.faults({ kind: "later" });
  const to = await write({ paragraphs: ["https://portal.example/welcome/very-secret"] });
  const waits = await row(to, ({ problem }) => problem !== null);
  expect(JSON.stringify(waits)).not.toContain("very-secret");
  mailbox.faults();
  await hurry(to);
  expect((await mailbox.waitFor(to, (mails) => mails.length > 0))[0]?.text).toContain("very-secret");
});

test("delays no other recipient when the server hangs for one, and sends to that one later", async () => {
  const hanging = `${randomUUID()}@example.com`;
  mailbox.faults({ kind: "hang", to: hanging });
  await queueMail(at.system, {
    kind: "notification",
    accountId: null,
    recipient: hanging,
    letter: LETTER,
    hours: 72,
  });
  await queueMail(at.system, {
    kind: "notification",
    accountId: null,
    recipient: hanging,
    letter: LETTER,
    hours: 72,
  });
  mailer.wake();
  await mailbox.waitForSilence(hanging);
  for (let n = 0; n < 8; n += 1) {
    const to = await write();
    await mailbox.waitFor(to, (mails) => mails.length > 0);
  }
  mailbox.faults();
  await row(hanging, ({ problem }) => problem !== null);
  await hurry(hanging);
  await mailbox.waitFor(hanging, (mails) => mails.length === 2);
});

test("sends an email again under the same Message-ID when the connection was lost", async () => {
  const to = `${randomUUID()}@example.com`;
  mailbox.faults({ kind: "drop", to });
  await queueMail(at.system, {
    kind: "notification",
    accountId: null,
    recipient: to,
    letter: LETTER,
    hours: 72,
  });
  mailer.wake();
  await row(to, ({ problem }) => problem !== null);
  mailbox.faults();
  await hurry(to);
  const twice = await mailbox.waitFor(to, (mails) => mails.length === 2);
  expect(new Set(twice.map(({ headers }) => headers["message-id"])).size).toBe(1);
  await row(to, ({ state }) => state === "delivered");
});

test("sends what a killed process was sending, once its claim has run out", async () => {
  const to = `${randomUUID()}@example.com`;
  mailbox.faults({ kind: "hang", to });
  await queueMail(at.system, {
    kind: "notification",
    accountId: null,
    recipient: to,
    letter: LETTER,
    hours: 72,
  });
  mailer.wake();
  await mailbox.waitForSilence(to);
  // It cannot note anything any more.
  await at.system.db.execute(
    sql`update deliveries set claimed_until = now() - interval '1 s' where target = ${to}`,
  );
  const otherSender = startMailSender(at.system, { timeoutMs: 60_000 });
  mailbox.faults();
  await mailbox.waitFor(to, (mails) => mails.length > 0);
  await row(to, ({ state }) => state === "delivered");
  await otherSender.stop();
  expect(mailbox.mails(to)).toHaveLength(1);
});

test("fails at once for a rejected recipient, and shows the reason to the account and admins", async () => {
  const { id, ctx } = await at.reseller();
  const to = `${randomUUID()}@example.com`;
  mailbox.faults({ kind: "refuse", to });
  await queueMail(at.system, {
    kind: "notification",
    accountId: id,
    recipient: to,
    letter: LETTER,
    hours: 72,
  });
  mailer.wake();
  expect(await row(to, ({ state }) => state === "failed")).toMatchObject({ sealed: null, attempts: 1 });
  mailbox.faults();
  expect(await getAccountMailTrouble(ctx)).toEqual({
    recipient: to,
    problem: expect.stringContaining("no such mailbox"),
  });
  expect(await getMailTrouble(await at.admin())).toMatchObject({
    givenUp: 1,
    problem: expect.stringContaining("no such mailbox"),
  });
});

test.each([
  ["sender", "not owned by user"],
  ["limit", "daily user sending limit exceeded"],
] as const)(
  "keeps an email that the server rejects for a day (%s), and sends it then",
  async (kind, words) => {
    mailbox.faults({ kind });
    const to = await write();
    expect(await row(to, ({ problem }) => problem !== null)).toMatchObject({
      state: "waiting",
      problem: expect.stringContaining(words),
    });
    // The last of the pauses has passed, and the email hasn't expired.
    await at.system.db.execute(sql`update deliveries set attempts = 8 where target = ${to}`);
    await hurry(to);
    await row(to, ({ attempts, claimed_until }) => attempts === 9 && claimed_until === null);
    mailbox.faults();
    await hurry(to);
    await row(to, ({ state }) => state === "delivered");
    expect(mailbox.mails(to)).toHaveLength(1);
  },
);

test("fails and erases an email that expires", async () => {
  mailbox.faults({ kind: "later" });
  const to = await write({}, { hours: 0 });
  expect(await row(to, ({ state }) => state === "failed")).toMatchObject({ sealed: null });
  mailbox.faults();
  const late = await write();
  await row(late, ({ state }) => state === "delivered");
  await at.system.db.execute(
    sql`update deliveries set done_at = now() - interval '31 days' where target = ${late}`,
  );
  await sweepOldData(at.system, TABLES, ["deliveries"]);
  expect(await at.system.db.execute(sql`select from deliveries where target = ${late}`)).toHaveLength(0);
});

test("denies actors other than the system to expire emails", async () => {
  const { ctx } = await at.reseller();
  await expect(failExpiredMails(ctx)).rejects.toMatchObject({ code: "not_found" });
  await expect(getMailTrouble(ctx)).rejects.toMatchObject({ code: "not_found" });
  await expect(getAccountMailTrouble({ ...ctx, actor: { kind: "visitor" } } as Ctx)).rejects.toMatchObject({
    code: "unauthenticated",
  });
});
