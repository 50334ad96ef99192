import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { FEE_BEARERS, paymentSettings as table } from "#db/schema/payment";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalidError } from "#lib/core/error";
import { Amount } from "#lib/core/money/amount";
import { formatDecimal } from "#lib/core/money/money";
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

const AUDIT_SUBJECT = { subject: "payment", subjectId: "rules" };

/**
 * Sets how resellers may pay online. Open payments keep their settings. Turning operator collection on needs
 * the approval of another owner where there is one. Admins only.
 * @throws invalid when the minimum is above the maximum, or at `confirmPassword`; conflict when the settings
 * changed meanwhile, or a change waits already
 */
export async function setPaymentSettings(
  ctx: Ctx,
  input: SetPaymentSettingsInput,
): Promise<PendingApproval | undefined> {
  requireAdmin(ctx, "rules");
  const wanted = SetPaymentSettingsInput.parse(input);
  const { minAmount, maxAmount, reason } = wanted;
  if (maxAmount < minAmount) throw invalidError("maxAmount", "Enter at least the minimum.");
  await requireConfirmation(ctx);
  const before = await getPaymentSettings(ctx);
  if (wanted.collect !== "yes" || before.collect)
    return inTransaction(ctx, (tx) => applySettings(tx, wanted));
  const change = {
    kind: "settings" as const,
    reason,
    about: "payment settings",
    subject: AUDIT_SUBJECT,
    facts: {
      before: toFacts(before),
      after: toFacts({ ...wanted, collect: true, off: listProvidersOff(before, wanted) }),
    },
    input: {
      change: "payment_settings" as const,
      wanted: { ...wanted, minAmount: formatDecimal(minAmount), maxAmount: formatDecimal(maxAmount) },
    },
  };
  return runOrRequestApproval(ctx, change, (tx) => applySettings(tx, wanted));
}

/** Sets approved ones in the transaction of the approval. @throws conflict when they changed meanwhile */
export const applyPaymentSettings = (ctx: Ctx, input: unknown): Promise<undefined> =>
  applySettings(ctx, SetPaymentSettingsInput.parse(input));

type Wanted = z.output<typeof SetPaymentSettingsInput>;

const listProvidersOff = (before: Pick<PaymentSettingsRow, "off">, { shown, on }: Wanted) =>
  PROVIDER_NAMES.filter((name) => (shown.includes(name) ? !on.includes(name) : before.off.includes(name)));

async function applySettings(ctx: Ctx, wanted: Wanted): Promise<undefined> {
  const { shown: _shown, on: _on, version, reason, collect, ...set } = wanted;
  const [before] = await ctx.db.select().from(table).for("update");
  if (before?.version !== version) throw await explainConflict(ctx, AUDIT_SUBJECT);
  const after = { ...set, collect: collect === "yes", off: listProvidersOff(before, wanted) };
  await ctx.db
    .update(table)
    .set({ ...after, version: sql`${table.version} + 1` })
    .where(eq(table.version, version));
  await recordAudit(ctx, {
    ...AUDIT_SUBJECT,
    action: "payment.rules",
    reason,
    before: toAuditFacts(before),
    after: toAuditFacts(after),
  });
}

/** Amounts as text, for JSON. */
const toFacts = (settings: Parameters<typeof toAuditFacts>[0]) => {
  const { minAmount, maxAmount, ...facts } = toAuditFacts(settings);
  return { ...facts, minAmount: minAmount.toString(), maxAmount: maxAmount.toString() };
};

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
