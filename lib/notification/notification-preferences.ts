import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { notificationChoices } from "#db/schema/notification";
import { recordAudit } from "#lib/audit/record-audit";
import { type Actor, type Ctx, requireUser } from "#lib/core/context";
import { OptionalAmount } from "#lib/core/money/amount";
import type { Minor } from "#lib/core/money/money";
import { NOTIFICATION_GROUPS, type NotificationGroup } from "#lib/core/notification-group";
import type { NotificationKind, NotificationKinds } from "#lib/core/notification-kind";
import { selectionField } from "#lib/core/selection-field";
import { getLowWalletThreshold, setLowWalletThreshold } from "#lib/ledger/wallet";
import { isMailEnabled } from "#lib/mail/queue-mail";

/** The channels that can be chosen; the portal shows every notification. */
const NOTIFICATION_CHANNELS = ["mail", "push"] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** The channels on which an account wants a group. */
export type ChannelPreference = Record<NotificationChannel, boolean>;

/** Returns an account's channels for a group, or its defaults. Security uses email always. */
export function getChannelPreference(
  group: NotificationGroup,
  chosen: ChannelPreference | undefined,
): ChannelPreference {
  const { mail, push, always = false } = NOTIFICATION_GROUPS[group];
  const choice = chosen ?? { mail, push };
  return { ...choice, mail: always || choice.mail };
}

/** Reads the chosen preferences of an account, by group. Part of its caller's transaction. */
export async function readChannelPreferences(
  ctx: Ctx,
  accountId: number,
): Promise<Map<string, ChannelPreference>> {
  const rows = await ctx.db
    .select()
    .from(notificationChoices)
    .where(eq(notificationChoices.accountId, accountId));
  return new Map(rows.map(({ group, mail, push }) => [group, { mail, push }]));
}

type Role = Extract<Actor["kind"], "reseller" | "admin">;

/** The kinds of notifications that an account of this role gets, by event. */
export const listKindsFor = (kinds: NotificationKinds, role: Role): [string, NotificationKind][] =>
  Object.entries(kinds).filter(([, { audience }]) => [`${role}s`, "everybody"].includes(audience));

/** Lists the groups that have a kind for this role. */
function listGroupsFor(kinds: NotificationKinds, role: Role): NotificationGroup[] {
  const used = new Set(listKindsFor(kinds, role).map(([, { group }]) => group));
  return GROUP_NAMES.filter((group) => used.has(group));
}

const GROUP_NAMES = Object.keys(NOTIFICATION_GROUPS) as NotificationGroup[];

export interface NotificationSettings {
  groups: {
    group: NotificationGroup;
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

/** Gets the actor's preferences for each group. */
export async function getNotificationSettings(
  ctx: Ctx,
  kinds: NotificationKinds,
): Promise<NotificationSettings> {
  const { id, kind } = requireUser(ctx);
  const chosen = await readChannelPreferences(ctx, id);
  return {
    groups: listGroupsFor(kinds, kind).map((group) => {
      const { label, note, always = false } = NOTIFICATION_GROUPS[group];
      return { group, label, note, always, choice: getChannelPreference(group, chosen.get(group)) };
    }),
    ways: NOTIFICATION_CHANNELS.filter((channel) => channel !== "mail" || isMailEnabled()),
    lowBalanceThreshold: kind === "reseller" ? await getLowWalletThreshold(ctx) : null,
  };
}

/** Groups; those of another role have no effect. */
const groupsField = selectionField(z.enum(GROUP_NAMES));

export const SetNotificationPreferencesInput = z.object({
  /** Channels that the form showed; preferences for others are kept. */
  ways: selectionField(z.enum([...NOTIFICATION_CHANNELS])),
  mail: groupsField,
  push: groupsField,
  /** An amount; empty is never. */
  lowBalanceThreshold: OptionalAmount.default(null),
});
export type SetNotificationPreferencesInput = z.input<typeof SetNotificationPreferencesInput>;

/**
 * Sets for each group which of the `ways` notify the actor: those that list it, and no others.
 * @throws invalid at `lowBalanceThreshold` or a channel
 */
export async function setNotificationPreferences(
  ctx: Ctx,
  input: SetNotificationPreferencesInput,
  kinds: NotificationKinds,
): Promise<void> {
  const { id, kind } = requireUser(ctx);
  const { lowBalanceThreshold: low, ways, ...ticked } = SetNotificationPreferencesInput.parse(input);
  const groups = listGroupsFor(kinds, kind);
  await inTransaction(ctx, async (tx) => {
    const chosen = await readChannelPreferences(tx, id);
    const before = new Map(groups.map((group) => [group, getChannelPreference(group, chosen.get(group))]));
    const after = new Map(
      [...before].map(([group, choice]) => {
        const selected = ways.map((channel) => [channel, ticked[channel].includes(group)] as const);
        return [group, getChannelPreference(group, { ...choice, ...Object.fromEntries(selected) })];
      }),
    );
    await saveChannelPreferences(tx, id, after);
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

/** Saves an account's channels for some groups. Part of its caller's transaction. */
export async function saveChannelPreferences(
  tx: Ctx,
  accountId: number,
  choices: ReadonlyMap<NotificationGroup, ChannelPreference>,
): Promise<void> {
  await tx.db
    .insert(notificationChoices)
    .values([...choices].map(([group, choice]) => ({ accountId, group, ...choice })))
    .onConflictDoUpdate({
      target: [notificationChoices.accountId, notificationChoices.group],
      set: { mail: sql`excluded.mail`, push: sql`excluded.push` },
    });
}

/** Formats preferences for the audit log: "mail, push" by group. */
const describePreferences = (choices: ReadonlyMap<NotificationGroup, ChannelPreference>) =>
  Object.fromEntries(
    [...choices].map(([group, choice]) => [
      group,
      NOTIFICATION_CHANNELS.filter((channel) => choice[channel]).join(", ") || "none",
    ]),
  );
