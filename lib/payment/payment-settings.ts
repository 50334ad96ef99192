import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { FEE_BEARERS, paymentSettings as table } from "#db/schema/payment";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalidError } from "#lib/core/error";
import { Amount } from "#lib/core/money/amount";
import { selectionField } from "#lib/core/selection-field";
import { Reason } from "#lib/core/text/reason";
import { getProviders, type Providers } from "./providers/configured-providers.ts";
import { PROVIDER_NAMES } from "./providers/provider.ts";
import { PROVIDERS } from "./providers/providers.ts";
import { buildWebhookUrl } from "./webhook/webhook-url.ts";

type PaymentSettingsRow = Omit<typeof table.$inferSelect, "id">;

/** Gets the operator's settings for online payments; amounts in minor units. Rights are the caller's. */
export async function getPaymentSettings(ctx: Ctx): Promise<PaymentSettingsRow> {
  const { off, feeBearer, minAmount, maxAmount, dedicatedAccountProvider, collect, version } = table;
  const [row] = await ctx.db
    .select({ off, feeBearer, minAmount, maxAmount, dedicatedAccountProvider, collect, version })
    .from(table);
  if (!row) throw new Error("The row of payment settings is missing.");
  return row;
}

/** The same with the providers with keys, on or off, and who may give account numbers. Admins only. */
export async function getAdminPaymentSettings(ctx: Ctx, providers: Providers = getProviders()) {
  requireAdmin(ctx);
  const { off, ...rest } = await getPaymentSettings(ctx);
  const choices = [...providers.keys()].map((name) => ({
    name,
    label: PROVIDERS[name].label,
    on: !off.includes(name),
    /** The operator enters it at the provider. */
    webhooks: buildWebhookUrl(name),
  }));
  const accountProviders = PROVIDER_NAMES.filter(
    (name) =>
      (providers.has(name) && PROVIDERS[name].dedicatedAccounts) || name === rest.dedicatedAccountProvider,
  ).map((name) => ({ name, label: PROVIDERS[name].label }));
  return { ...rest, providers: choices, accountProviders };
}
export type AdminPaymentSettings = Awaited<ReturnType<typeof getAdminPaymentSettings>>;

const ProviderNames = selectionField(z.enum(PROVIDER_NAMES));

export const SetPaymentSettingsInput = z.object({
  /** The providers that the form showed: those whose keys are set. The others stay as they are. */
  shown: ProviderNames,
  /** Those of them that are on. */
  on: ProviderNames,
  feeBearer: z.enum(FEE_BEARERS),
  /** Opens dedicated accounts for resellers; empty for none. */
  dedicatedAccountProvider: z
    .enum(["", ...PROVIDER_NAMES])
    .nullable()
    .default(null)
    .transform((name) => name || null),
  /** Whether shops may be paid through the operator's account, where their reseller may. */
  collect: z.enum(["", "yes"]).default(""),
  minAmount: Amount,
  maxAmount: Amount,
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetPaymentSettingsInput = z.input<typeof SetPaymentSettingsInput>;

/**
 * Sets how resellers may pay online. Open payments keep their settings. Admins only.
 * @throws invalid when the minimum is above the maximum; conflict when the settings changed meanwhile
 */
export async function setPaymentSettings(ctx: Ctx, input: SetPaymentSettingsInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { shown, on, version, reason, collect, ...set } = SetPaymentSettingsInput.parse(input);
  const rules = { ...set, collect: collect === "yes" };
  if (rules.maxAmount < rules.minAmount) throw invalidError("maxAmount", "Enter at least the minimum.");
  await requireConfirmation(ctx);
  await inTransaction(ctx, async (tx) => {
    const about = { subject: "payment", subjectId: "rules" };
    const [before] = await tx.db.select().from(table).for("update");
    if (before?.version !== version) throw await explainConflict(tx, about);
    const off = PROVIDER_NAMES.filter((name) =>
      shown.includes(name) ? !on.includes(name) : before.off.includes(name),
    );
    await tx.db
      .update(table)
      .set({ ...rules, off, version: sql`${table.version} + 1` })
      .where(eq(table.version, version));
    await recordAudit(tx, {
      ...about,
      action: "payment.rules",
      reason,
      before: toAuditFacts(before),
      after: toAuditFacts({ ...rules, off }),
    });
  });
}

function toAuditFacts({
  off,
  feeBearer,
  minAmount,
  maxAmount,
  dedicatedAccountProvider,
  collect,
}: Omit<PaymentSettingsRow, "version">) {
  return { off, feeBearer, minAmount, maxAmount, dedicatedAccountProvider, collect };
}
