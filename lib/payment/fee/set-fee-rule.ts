import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { FEE_KINDS, providerFeeRules as table } from "#db/schema/payment";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { parseMoney } from "#lib/core/money/money";
import { Reason } from "#lib/core/text/reason";
import { PROVIDER_NAMES } from "#lib/payment/providers/provider";
import { formatFeeRule, getFeeRules } from "./fee-rules.ts";

/** In hundredths of a percent. */
const MAX_RATE = 5_000;

const Rate = z.string("Enter a percentage.").transform((text, check) => {
  const [, whole, decimals = ""] = /^(\d{1,2})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim()) ?? [];
  const rate = Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
  if (rate <= MAX_RATE) return rate;
  check.addIssue("Enter a percentage from 0 to 50, such as 1.5.");
  return z.NEVER;
});

/** Empty means none. */
const FixedAmount = z
  .string()
  .default("")
  .transform((text, check) => {
    if (text.trim() === "") return null;
    const amount = parseMoney(text);
    if (amount !== undefined && amount >= 0n) return amount;
    check.addIssue("Enter an amount, such as 100.00, or leave it empty.");
    return z.NEVER;
  });

export const SetFeeRuleInput = z.object({
  provider: z.enum(PROVIDER_NAMES),
  kind: z.enum(FEE_KINDS),
  rate: Rate,
  fixed: FixedAmount.transform((amount) => amount ?? 0n),
  fixedFrom: FixedAmount.transform((amount) => amount ?? 0n),
  maxFee: FixedAmount,
  levy: FixedAmount.transform((amount) => amount ?? 0n),
  levyFrom: FixedAmount.transform((amount) => amount ?? 0n),
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type SetFeeRuleInput = z.input<typeof SetFeeRuleInput>;

/**
 * Sets how a provider's fee is expected. It changes no payment: what the provider reports is what counts.
 * Payments after this are compared with it. Admins only.
 * @throws conflict when it changed meanwhile
 */
export async function setFeeRule(ctx: Ctx, input: SetFeeRuleInput): Promise<void> {
  requireAdmin(ctx, "rules");
  const { provider, kind, version, reason, ...rule } = SetFeeRuleInput.parse(input);
  await requireConfirmation(ctx);
  await inTransaction(ctx, async (tx) => {
    const about = { subject: "payment", subjectId: `fee.${provider}.${kind}` };
    const before = (await getFeeRules(tx))(provider, kind);
    const saved =
      version === 0
        ? await tx.db
            .insert(table)
            .values({ provider, kind, ...rule })
            .onConflictDoNothing()
            .returning()
        : await tx.db
            .update(table)
            .set({ ...rule, changedAt: sql`now()`, version: sql`${table.version} + 1` })
            .where(and(eq(table.provider, provider), eq(table.kind, kind), eq(table.version, version)))
            .returning();
    if (saved.length === 0) throw await explainConflict(tx, about);
    await recordAudit(tx, {
      ...about,
      action: "payment.fee_rule",
      reason,
      before: { fee: before ? formatFeeRule(before) : null },
      after: { fee: formatFeeRule(rule) },
    });
  });
}
