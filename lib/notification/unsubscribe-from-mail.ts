import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notificationPreferences } from "#db/schema/notification";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFoundError } from "#lib/core/error";
import type { NotificationKind, NotificationKinds } from "#lib/core/notification-kind";
import { seal, unseal } from "#lib/core/seal";
import { getChannelPreference, readChannelPreferences } from "./notification-preferences.ts";

/** Returns the URL at which a recipient or mail program unsubscribes from an event, signed out. */
export function createUnsubscribeUrl(accountId: number, event: string): string {
  const pass = Buffer.from(seal(JSON.stringify([accountId, event]), "unsubscribing"), "base64");
  return new URL(`/api/stop-mail/${pass.toString("base64url")}`, env().NEXTAUTH_URL).href;
}

const UnsubscribeToken = z.tuple([z.number().int(), z.string()]);

/** Reads the account and event of an unsubscribe URL. @throws not_found */
export function readUnsubscribeToken(
  pass: string,
  kinds: NotificationKinds,
): { accountId: number; event: string; kind: NotificationKind } {
  try {
    const text = unseal(Buffer.from(pass, "base64url").toString("base64"), "unsubscribing");
    const [accountId, event] = UnsubscribeToken.parse(JSON.parse(text));
    const kind = kinds[event];
    if (kind) return { accountId, event, kind };
  } catch {
    // An invalid token is reported like one for an unknown event.
  }
  throw notFoundError("link");
}

export const UnsubscribeFromMailInput = z.object({ pass: z.string().max(500) });
export type UnsubscribeFromMailInput = z.infer<typeof UnsubscribeFromMailInput>;

/** Turns off email about an event, for the holder of an unsubscribe URL; idempotent. @throws not_found */
export async function unsubscribeFromMail(
  ctx: Ctx,
  input: UnsubscribeFromMailInput,
  kinds: NotificationKinds,
): Promise<void> {
  const { pass } = UnsubscribeFromMailInput.parse(input);
  const { accountId, event, kind } = readUnsubscribeToken(pass, kinds);
  await inTransaction(ctx, async (tx) => {
    const now = getChannelPreference(kind, (await readChannelPreferences(tx, accountId)).get(event));
    if (!now.mail) return;
    await tx.db
      .insert(notificationPreferences)
      .values({ ...now, accountId, event, mail: false })
      .onConflictDoUpdate({
        target: [notificationPreferences.accountId, notificationPreferences.event],
        set: { mail: sql`false` },
      });
    await recordAudit(tx, {
      action: "notifications.mail_ended",
      subject: "account",
      subjectId: accountId,
      before: { [event]: "mail" },
      after: { [event]: "none" },
    });
  });
}
