import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { noticeChoices } from "#db/schema/notice";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFound } from "#lib/core/error";
import { seal, unseal } from "#lib/core/sealed";
import { choiceOf, choicesOf } from "./choose.ts";
import { EVENT_NAMES, type NoticeEvent, ruleOf } from "./events.ts";

/** Where whoever has the mail, or their mail program, ends mail about an event: no sign-in is asked for. */
export function stopAddress(accountId: number, event: NoticeEvent): string {
  const pass = Buffer.from(seal(JSON.stringify([accountId, event]), "unsubscribing"), "base64");
  return new URL(`/api/stop-mail/${pass.toString("base64url")}`, env().NEXTAUTH_URL).href;
}

const Pass = z.tuple([z.number().int(), z.enum(EVENT_NAMES)]);

/** What an address of `stopAddress` is about. @throws not_found */
export function readStop(pass: string): { accountId: number; event: NoticeEvent; label: string } {
  try {
    const text = unseal(Buffer.from(pass, "base64url").toString("base64"), "unsubscribing");
    const [accountId, event] = Pass.parse(JSON.parse(text));
    return { accountId, event, label: ruleOf(event).label };
  } catch {
    throw notFound("address");
  }
}

export const StopMailInput = z.object({ pass: z.string().max(500) });
export type StopMailInput = z.infer<typeof StopMailInput>;

/** Ends mail about an event, for whoever has such an address; again changes nothing. @throws not_found */
export async function stopMail(ctx: Ctx, input: StopMailInput): Promise<void> {
  const { accountId, event } = readStop(StopMailInput.parse(input).pass);
  await inTransaction(ctx, async (tx) => {
    const now = choiceOf(event, (await choicesOf(tx, accountId)).get(event));
    if (!now.mail) return;
    await tx.db
      .insert(noticeChoices)
      .values({ ...now, accountId, event, mail: false })
      .onConflictDoUpdate({
        target: [noticeChoices.accountId, noticeChoices.event],
        set: { mail: sql`false` },
      });
    await record(tx, {
      action: "notices.mail_ended",
      subject: "account",
      subjectId: accountId,
      before: { [event]: "mail" },
      after: { [event]: "none" },
    });
  });
}
