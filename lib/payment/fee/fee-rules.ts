import { type FEE_KINDS, providerFeeRules } from "#db/schema/payment";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { formatMoney } from "#lib/core/money/money";
import type { ProviderName } from "#lib/payment/providers/provider";
import { PROVIDERS } from "#lib/payment/providers/providers";
import type { FeeRule } from "./fee-rule.ts";

export type FeeKind = (typeof FEE_KINDS)[number];

/** A rule in force. Version 0 and no time: the provider's published fees, which no admin changed. */
export interface ActiveFeeRule extends FeeRule {
  version: number;
  changedAt: Date | null;
}

/** Returns a function that finds a provider's rule; null when its fee isn't known before a payment. */
export async function getFeeRules(
  ctx: Ctx,
): Promise<(provider: ProviderName, kind: FeeKind) => ActiveFeeRule | null> {
  const rows = await ctx.db.select().from(providerFeeRules);
  return (provider, kind) => {
    const row = rows.find((row) => row.provider === provider && row.kind === kind);
    if (row) {
      const { provider: _, kind: __, ...rule } = row;
      return rule;
    }
    const published = env().CURRENCY === "NGN" ? PROVIDERS[provider].fees?.[kind] : undefined;
    return published ? { ...published, levy: 0n, levyFrom: 0n, version: 0, changedAt: null } : null;
  };
}

/** Formats a rule for a reader: "1.5% + ₦100 from ₦2,500, at most ₦2,000, and ₦50 levy from ₦10,000". */
export function formatFeeRule({ rate, fixed, fixedFrom, maxFee, levy, levyFrom }: FeeRule): string {
  const formatStep = (amount: bigint, from: bigint, word = "") =>
    `${formatMoney(amount)}${word}${from > 0n ? ` from ${formatMoney(from)}` : ""}`;
  const share = rate > 0 ? `${formatRate(rate)}%` : "";
  const plus = fixed > 0n ? formatStep(fixed, fixedFrom) : "";
  const most = maxFee === null || rate === 0 ? "" : `, at most ${formatMoney(maxFee)}`;
  const levied = levy > 0n ? `, and ${formatStep(levy, levyFrom, " levy")}` : "";
  return ([share, plus].filter(Boolean).join(" + ") || formatMoney(0n)) + most + levied;
}

/** Formats hundredths of a percent as decimal text: 150 is "1.5". */
export const formatRate = (rate: number): string => String(rate / 100);
