import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { int, readRows } from "#lib/core/read-rows";

/** Letters and digits that can't be confused, in links that people may type. */
const CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const CODE_LENGTH = 10;

const createCode = () =>
  Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join("");

/**
 * Records that a customer agreed to messages to a number. Its owner's stop stays: only they can take it back.
 * Part of its caller's transaction.
 */
export async function agreeToMessages(ctx: Ctx, phone: string): Promise<void> {
  await ctx.db.execute(sql`
    insert into message_recipients (phone, code) values (${phone}, ${createCode()})
    on conflict (phone) do update set agreed_at = now()
      where message_recipients.agreed_at < now() - interval '1 hour'`);
}

export const RecipientCode = z.string().regex(/^[a-z0-9]{10}$/);
export const StopMessagesInput = z.object({
  code: RecipientCode,
  /** `no` takes an earlier stop back. */
  stop: z.enum(["yes", "no"]),
});
export type StopMessagesInput = z.input<typeof StopMessagesInput>;

/**
 * Stops all messages to the number of a link, or takes that back, for the link's holder. @throws not_found
 */
export async function stopMessages(ctx: Ctx, input: StopMessagesInput): Promise<void> {
  const { code, stop } = StopMessagesInput.parse(input);
  await getRecipientState(ctx, { code });
  await setStop(ctx, { code }, stop === "yes" ? "link" : null);
}

/**
 * Returns whether messages to the number of a link are stopped. For everyone with the link. @throws not_found
 */
export async function getRecipientState(ctx: Ctx, { code }: { code: string }): Promise<{ stopped: boolean }> {
  const [row] = RecipientCode.safeParse(code).success
    ? await readRows(ctx.db, z.object({ stopped: z.boolean() }))`
      select stopped_at is not null as stopped from message_recipients where code = ${code}`
    : [];
  if (!row) throw notFoundError("link");
  return row;
}

/** Words by which a whole reply stops messages, or takes that back; also followed by other words. */
const STOP_WORDS = /^(stop|stopall|end|cancel|unsubscribe|quit|optout)\b/i;
const START_WORDS = /^(start|unstop|subscribe)\b/i;

/**
 * Handles a reply to a message. Other texts than a stop word change nothing. Part of its caller's
 * transaction.
 */
export async function handleReply(ctx: Ctx, { from, text }: { from: string; text: string }): Promise<void> {
  const word = text.trim();
  if (STOP_WORDS.test(word)) await setStop(ctx, { phone: from }, "word");
  else if (START_WORDS.test(word)) await setStop(ctx, { phone: from }, null);
}

/** Changes the stop of a number that agreed to messages; a repeated one changes nothing. */
function setStop(
  ctx: Ctx,
  { code = null, phone = null }: { code?: string | null; phone?: string | null },
  by: "word" | "link" | null,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [changed] = await readRows(tx.db, z.object({ id: int }))`
      update message_recipients set stopped_at = ${by === null ? sql`null` : sql`now()`}, stopped_by = ${by}
      where (code = ${code} or phone = ${phone}) and (stopped_at is null) = ${by !== null} returning id`;
    if (!changed) return;
    await recordAudit(tx, {
      action: by === null ? "message.started" : "message.stopped",
      subject: "recipient",
      subjectId: changed.id,
      after: { by: by ?? "owner" },
    });
    // Those that wait fail at once, without a charge.
    if (by !== null) await tx.db.execute(sql`select pg_notify('lane', 'messages')`);
  });
}
