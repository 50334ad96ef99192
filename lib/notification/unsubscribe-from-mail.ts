import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFoundError } from "#lib/core/error";
import type { NotificationGroup } from "#lib/core/notification-group";
import type { NotificationKinds } from "#lib/core/notification-kind";
import { seal, unseal } from "#lib/core/seal";
import {
  getChannelPreference,
  readChannelPreferences,
  saveChannelPreferences,
} from "./notification-preferences.ts";

/** Returns the URL at which a recipient or mail program unsubscribes from the group of an event, signed out. */
export function createUnsubscribeUrl(accountId: number, event: string): string {
  const pass = Buffer.from(seal(JSON.stringify([accountId, event]), "unsubscribing"), "base64");
  return new URL(`/api/stop-mail/${pass.toString("base64url")}`, env().NEXTAUTH_URL).href;
}

const UnsubscribeToken = z.tuple([z.number().int(), z.string()]);

/** Reads the account of an unsubscribe URL, and the group of its event. @throws not_found */
export function readUnsubscribeToken(
  pass: string,
  kinds: NotificationKinds,
): { accountId: number; group: NotificationGroup } {
  try {
    const text = unseal(Buffer.from(pass, "base64url").toString("base64"), "unsubscribing");
    const [accountId, event] = UnsubscribeToken.parse(JSON.parse(text));
    const kind = kinds[event];
    if (kind) return { accountId, group: kind.group };
  } catch {
    // An invalid token is reported like one for an unknown event.
  }
  throw notFoundError("link");
}

export const UnsubscribeFromMailInput = z.object({ pass: z.string().max(500) });
export type UnsubscribeFromMailInput = z.infer<typeof UnsubscribeFromMailInput>;

/** Turns off email about a group, for the holder of an unsubscribe URL; idempotent. @throws not_found */
export async function unsubscribeFromMail(
  ctx: Ctx,
  input: UnsubscribeFromMailInput,
  kinds: NotificationKinds,
): Promise<void> {
  const { pass } = UnsubscribeFromMailInput.parse(input);
  const { accountId, group } = readUnsubscribeToken(pass, kinds);
  await inTransaction(ctx, async (tx) => {
    const now = getChannelPreference(group, (await readChannelPreferences(tx, accountId)).get(group));
    if (!now.mail) return;
    await saveChannelPreferences(tx, accountId, new Map([[group, { ...now, mail: false }]]));
    await recordAudit(tx, {
      action: "notifications.mail_ended",
      subject: "account",
      subjectId: accountId,
      before: { [group]: "mail" },
      after: { [group]: "none" },
    });
  });
}
