import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { messageSettings as table } from "#db/schema/message";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalidError } from "#lib/core/error";
import { formatMoney, type Minor, parseMoney } from "#lib/core/money/money";
import { Reason } from "#lib/core/text/reason";
import { listMessageProviders } from "./providers/configured-providers.ts";

type MessageSettingsRow = Omit<typeof table.$inferSelect, "id">;

/** Gets the settings of messages to customers; prices in minor units. Rights are the caller's. */
export async function getMessageSettings(ctx: Ctx): Promise<MessageSettingsRow> {
  const [row] = await ctx.db.select().from(table);
  if (!row) throw new Error("The row of message settings is missing.");
  const { id: _, ...settings } = row;
  return settings;
}

/** The same with the providers whose keys are set, and what they can send. Admins only. */
export async function getAdminMessageSettings(ctx: Ctx) {
  requireAdmin(ctx);
  const providers = listMessageProviders().map(({ label, media }) => ({ label, media }));
  return { ...(await getMessageSettings(ctx)), providers };
}

/** The highest price of a message, in minor units: above it, it is a typing error. */
const MAX_PRICE = 100_000n;

const Price = z.union([z.bigint(), z.string()]).transform((value, check): Minor => {
  const price = typeof value === "bigint" ? value : parseMoney(value);
  if (price !== undefined && price >= 0n && price <= MAX_PRICE) return price;
  check.addIssue(`Enter a price from 0 to ${formatMoney(MAX_PRICE)}.`);
  return z.NEVER;
});

const Hour = z.coerce.number<string | number>("Select an hour.").int().min(0).max(23);

export const SetMessageSettingsInput = z.object({
  enabled: z.enum(["", "yes"]).default(""),
  smsPrice: Price,
  whatsappPrice: Price,
  orderPayer: z.enum(["operator", "wallet"]),
  quietFrom: Hour,
  quietUntil: Hour,
  dailyLimit: z.coerce
    .number<string | number>("Enter a number from 1 to 100.")
    .int("Enter a number from 1 to 100.")
    .min(1, "Enter a number from 1 to 100.")
    .max(100, "Enter a number from 1 to 100."),
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetMessageSettingsInput = z.input<typeof SetMessageSettingsInput>;

/**
 * Sets whether and how customers get messages. Admins only.
 * @throws invalid at `enabled` without a provider's keys; conflict when the settings changed meanwhile
 */
export async function setMessageSettings(ctx: Ctx, input: SetMessageSettingsInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { version, reason, enabled, ...rest } = SetMessageSettingsInput.parse(input);
  const settings = { ...rest, enabled: enabled === "yes" };
  if (settings.enabled && listMessageProviders().length === 0)
    throw invalidError("enabled", "Set the keys of a message provider on the server first.");
  await requireConfirmation(ctx);
  await inTransaction(ctx, async (tx) => {
    const about = { subject: "message", subjectId: "settings" };
    const [before] = await tx.db.select().from(table).for("update");
    if (before?.version !== version) throw await explainConflict(tx, about);
    await tx.db
      .update(table)
      .set({ ...settings, version: sql`${table.version} + 1` })
      .where(eq(table.version, version));
    const { id: _id, version: _version, ...facts } = before;
    await recordAudit(tx, { ...about, action: "message.settings", reason, before: facts, after: settings });
  });
}
