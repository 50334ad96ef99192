import { and, eq, sql } from "drizzle-orm";
import { mails } from "#db/schema/mail";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { type RunningLane, startLane } from "#lib/core/lane";
import { log } from "#lib/core/log";
import { unseal } from "#lib/core/sealed";
import { type Attachment, openTransport, type Sent } from "./transport.ts";
import type { MailBody, MailFile } from "./write-mail.ts";

/** Looks this often even without a notification, so that a lost one only delays. */
const LOOK_EVERY_MS = 5_000;

/** How many mails one process sends at once, each to another recipient. */
const SLOTS = 5;

/** A claim lasts this much longer than a try may, its file included; then what a killed process was sending is sent again. */
const LEASE_SLACK_MS = 45_000;

/** Larger files stay in the portal, in bytes: many mail servers refuse a mail of ten times as much. */
const LARGEST = 1024 * 1024;

/** Makes the file of a mail; undefined where there is none for its reader any more. */
type FileMaker = (file: MailFile) => Promise<Attachment | undefined>;

/**
 * The lane that sends mail, one per process: a server that hangs delays nothing else. Does
 * nothing where no server is set.
 * @param patienceMs how long the server may say nothing, at each step.
 * @param fileOf makes the files that mails carry, each when its mail is sent; without it they stay in the portal.
 */
export function startMailer(
  ctx: Ctx,
  { patienceMs = 10_000, fileOf }: { patienceMs?: number; fileOf?: FileMaker } = {},
): RunningLane {
  const { SMTP_URL } = env();
  if (SMTP_URL === undefined) return { wake: () => {}, stop: async () => {} };
  const transport = openTransport(SMTP_URL, patienceMs);
  const leaseMs = 3 * patienceMs + LEASE_SLACK_MS;
  return startLane<Due>(ctx, {
    name: "mail",
    claim: async (underWay) => ({ items: await claim(ctx, SLOTS - underWay.length, leaseMs) }),
    keyOf: ({ id }) => `mail ${id}`,
    handle: (mail) => deliver(ctx, mail, transport.send, fileOf),
    deadlineMs: leaseMs,
    everyMs: LOOK_EVERY_MS,
  });
}

interface Due extends Record<string, unknown> {
  id: string;
  message_id: string;
  recipient: string;
  subject: string;
  sealed: string;
  /** Which try this is, from 1. */
  tries: number;
  created_ms: string;
  /** Until when this process has it; identifies the claim. */
  claimed_until: string;
}

/**
 * Claims mails that are due, one of each recipient: whoever hangs holds up nobody else's. Reports come last: there are thousands
 * on the first of a month, each with a file to be made, and somebody waits for a link.
 */
async function claim(ctx: Ctx, room: number, leaseMs: number): Promise<Due[]> {
  requireSystem(ctx);
  if (room <= 0) return [];
  return ctx.db.execute<Due>(sql`
    with due as (
      select distinct on (recipient) id, next_at, kind = 'report' as late from mails m
      where state = 'waiting' and next_at <= now() and (claimed_until is null or claimed_until <= now())
        and not exists (select from mails o where o.recipient = m.recipient and o.claimed_until > now())
      order by recipient, late, next_at, id
    )
    update mails set claimed_until = now() + make_interval(secs => ${leaseMs / 1000}), tries = tries + 1
    where id in (
      select id from mails where id in (select id from due order by late, next_at, id limit ${room}) and state = 'waiting'
        and (claimed_until is null or claimed_until <= now()) for update skip locked
    )
    returning id, message_id, recipient, subject, sealed, tries, claimed_until::text,
      (extract(epoch from created_at) * 1000)::bigint as created_ms`);
}

/** Sends a claimed mail once and records the result. @throws what the database throws */
async function deliver(
  ctx: Ctx,
  mail: Due,
  send: ReturnType<typeof openTransport>["send"],
  fileOf: FileMaker | undefined,
): Promise<void> {
  const body = readBody(mail);
  const at = new Date(Number(mail.created_ms));
  const sent: Sent = body
    ? await send({ ...mail, messageId: mail.message_id, at, ...(await withFile(body, fileOf)) })
    : { problem: "it cannot be read any more: NEXTAUTH_SECRET has changed", hopeless: true };
  await recordTry(ctx, mail, sent);
}

/** The words of a mail and its file, where that is small enough; its page has it otherwise. Never throws. */
async function withFile(body: MailBody, fileOf: FileMaker | undefined) {
  try {
    const file = body.file && (await fileOf?.(body.file));
    if (body.file && file && file.content.length <= LARGEST)
      return { body: { ...body, ...body.file.attached }, file };
  } catch (error) {
    log.warn("mail.file_not_made", { of: body.file?.of, error });
  }
  return { body };
}

function readBody({ sealed, message_id: messageId }: Due): MailBody | undefined {
  try {
    return JSON.parse(unseal(sealed, "mails"));
  } catch (error) {
    log.error("mail.sealed", { messageId, error });
    return undefined;
  }
}

/** Records a try. What was sent, or is given up, is forgotten but for its subject. */
async function recordTry(
  ctx: Ctx,
  { id, tries, claimed_until }: Due,
  { problem, hopeless }: Sent,
): Promise<void> {
  const done = { sealed: null, doneAt: sql`now()`, claimedUntil: null };
  const pause = sql`make_interval(secs => ${pauseAfter(tries)})`;
  const over = hopeless ? sql`true` : sql`now() + ${pause} >= ${mails.giveUpAt}`;
  const after =
    problem === undefined
      ? { ...done, state: "sent" as const, problem: null }
      : {
          problem,
          state: sql`case when ${over} then 'failed' else 'waiting' end`,
          sealed: sql`case when ${over} then null else ${mails.sealed} end`,
          doneAt: sql`case when ${over} then now() end`,
          nextAt: sql`now() + ${pause}`,
          claimedUntil: null,
        };
  await ctx.db
    .update(mails)
    .set(after)
    .where(
      and(
        eq(mails.id, Number(id)),
        eq(mails.state, "waiting"),
        sql`${mails.claimedUntil} = ${claimed_until}::timestamptz`,
      ),
    );
  if (problem !== undefined) log.warn("mail.not_sent", { mail: Number(id), tries, problem });
}

/** Seconds to wait after each failed try; then the last, over and over, until it is given up. */
const PAUSES_S = [10, 60, 300, 900, 3_600, 10_800, 21_600];

const pauseAfter = (tries: number) => PAUSES_S[tries - 1] ?? PAUSES_S.at(-1) ?? 0;
