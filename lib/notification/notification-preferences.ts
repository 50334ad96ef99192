import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notificationPreferences } from "#db/schema/notification";
import { recordAudit } from "#lib/audit/record-audit";
import { type Actor, type Ctx, requireUser } from "#lib/core/context";
import { invalidError } from "#lib/core/error";
import { OptionalAmount } from "#lib/core/money/amount";
import type { Minor } from "#lib/core/money/money";
import type { NotificationKind, NotificationKinds } from "#lib/core/notification-kind";
import { selectionField } from "#lib/core/selection-field";
import { getLowWalletThreshold, setLowWalletThreshold } from "#lib/ledger/wallet";
import { isMailEnabled } from "#lib/mail/queue-mail";

const NOTIFICATION_CHANNELS = ["portal", "mail", "push"] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** The channels on which an account wants an event. */
export type ChannelPreference = Record<NotificationChannel, boolean>;

/** Returns an account's channels, or the defaults of the kind. Security uses portal and email. */
export function getChannelPreference(
  { mail, push, always }: NotificationKind,
  chosen: ChannelPreference | undefined,
): ChannelPreference {
  const choice = chosen ?? { portal: true, mail, push };
  return always ? { ...choice, portal: true, mail: true } : choice;
}

/** Reads the preferences of an account, by event. Part of its caller's transaction. */
export async function readChannelPreferences(
  ctx: Ctx,
  accountId: number,
): Promise<Map<string, ChannelPreference>> {
  const rows = await ctx.db
    .select()
    .from(notificationPreferences)
    .where(eq(notificationPreferences.accountId, accountId));
  return new Map(rows.map(({ event, portal, mail, push }) => [event, { portal, mail, push }]));
}

export interface NotificationSettings {
  events: {
    event: string;
    label: string;
    note?: string | undefined;
    always: boolean;
    choice: ChannelPreference;
  }[];
  /** The channels that can be chosen. */
  ways: readonly NotificationChannel[];
  /** Below this balance, in minor units, the reseller gets a low-balance notification; null is never. */
  lowBalanceThreshold: Minor | null;
}

/** The kinds of notifications that an account of this role gets, by event. */
export const listKindsFor = (
  kinds: NotificationKinds,
  role: Extract<Actor["kind"], "reseller" | "admin">,
): [string, NotificationKind][] =>
  Object.entries(kinds).filter(([, { audience }]) => [`${role}s`, "everybody"].includes(audience));

/** Gets the actor's preferences for each event. */
export async function getNotificationSettings(
  ctx: Ctx,
  kinds: NotificationKinds,
): Promise<NotificationSettings> {
  const { id, kind } = requireUser(ctx);
  const chosen = await readChannelPreferences(ctx, id);
  return {
    events: listKindsFor(kinds, kind).map(([event, rule]) => {
      const { label, note, always = false } = rule;
      return { event, label, note, always, choice: getChannelPreference(rule, chosen.get(event)) };
    }),
    ways: NOTIFICATION_CHANNELS.filter((channel) => channel !== "mail" || isMailEnabled()),
    lowBalanceThreshold: kind === "reseller" ? await getLowWalletThreshold(ctx) : null,
  };
}

/** Events; those of another role have no effect. */
const eventsField = selectionField(z.string());

export const SetNotificationPreferencesInput = z.object({
  /** Channels that the form showed; preferences for others are kept. */
  ways: selectionField(z.enum([...NOTIFICATION_CHANNELS])),
  portal: eventsField,
  mail: eventsField,
  push: eventsField,
  /** An amount; empty is never. */
  lowBalanceThreshold: OptionalAmount.default(null),
});
export type SetNotificationPreferencesInput = z.input<typeof SetNotificationPreferencesInput>;

/**
 * Sets for each event which of the `ways` notify the actor: those that list it, and no others.
 * @throws invalid at `lowBalanceThreshold` or a channel
 */
export async function setNotificationPreferences(
  ctx: Ctx,
  input: SetNotificationPreferencesInput,
  kinds: NotificationKinds,
): Promise<void> {
  const { id, kind } = requireUser(ctx);
  const { lowBalanceThreshold: low, ways, ...ticked } = SetNotificationPreferencesInput.parse(input);
  for (const channel of NOTIFICATION_CHANNELS)
    if (!ticked[channel].every((event) => Object.hasOwn(kinds, event)))
      throw invalidError(channel, "Choose from the list.");
  const events = listKindsFor(kinds, kind);
  await inTransaction(ctx, async (tx) => {
    const chosen = await readChannelPreferences(tx, id);
    const before = new Map(
      events.map(([event, rule]) => [event, getChannelPreference(rule, chosen.get(event))]),
    );
    const after = new Map(
      events.map(([event, rule]) => {
        const selected = ways.map((channel) => [channel, ticked[channel].includes(event)] as const);
        return [
          event,
          getChannelPreference(rule, {
            ...(before.get(event) as ChannelPreference),
            ...Object.fromEntries(selected),
          }),
        ];
      }),
    );
    await tx.db
      .insert(notificationPreferences)
      .values([...after].map(([event, choice]) => ({ accountId: id, event, ...choice })))
      .onConflictDoUpdate({
        target: [notificationPreferences.accountId, notificationPreferences.event],
        set: { portal: sql`excluded.portal`, mail: sql`excluded.mail`, push: sql`excluded.push` },
      });
    const isReseller = kind === "reseller";
    const lowBefore = isReseller ? await getLowWalletThreshold(tx) : null;
    if (isReseller) await setLowWalletThreshold(tx, low);
    await recordAudit(tx, {
      action: "notifications.chosen",
      subject: "account",
      subjectId: id,
      resellerId: isReseller ? id : undefined,
      before: { ...(isReseller && { lowBalanceThreshold: lowBefore }), ...describePreferences(before) },
      after: { ...(isReseller && { lowBalanceThreshold: low }), ...describePreferences(after) },
    });
  });
}

/** Formats preferences for the audit log: "portal, mail" by event. */
const describePreferences = (choices: Map<string, ChannelPreference>) =>
  Object.fromEntries(
    [...choices].map(([event, choice]) => [
      event,
      NOTIFICATION_CHANNELS.filter((channel) => choice[channel]).join(", ") || "none",
    ]),
  );
