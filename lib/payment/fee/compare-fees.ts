import { z } from "zod";
import { FEE_KINDS } from "#db/schema/payment";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import { getCurrencyDigits, type Minor } from "#lib/core/money/money";
import { instant, minor, readRows, textOf } from "#lib/core/read-rows";
import { getProviders, type Providers } from "#lib/payment/providers/configured-providers";
import { PROVIDERS } from "#lib/payment/providers/providers";
import { calculateFee } from "./fee-rule.ts";
import { type FeeKind, getFeeRules } from "./fee-rules.ts";

/** Of each provider and kind, so many payments are compared, among the last of all. */
const MAX_COMPARED = 20;
const MAX_READ = 1_000;

const DeductedFee = z.object({
  provider: z.string(),
  kind: textOf<FeeKind>(),
  gross: minor,
  fee: minor,
  seenAt: instant,
});
type DeductedFee = z.output<typeof DeductedFee>;

/**
 * Compares the fee rules of the configured providers with the fees that they reported of the last payments
 * since each rule was set. Amounts in minor units. Admins only.
 */
export async function compareFees(ctx: Ctx, providers: Providers = getProviders()) {
  requireAdmin(ctx);
  const [findRule, deducted] = [await getFeeRules(ctx), await readDeductedFees(ctx)];
  // Providers round differently.
  const tolerance = 10n ** BigInt(getCurrencyDigits());
  return [...providers.keys()].flatMap((provider) => {
    const { label, dedicatedAccounts } = PROVIDERS[provider];
    return FEE_KINDS.filter((kind) => kind === "checkout" || dedicatedAccounts).map((kind) => {
      const rule = findRule(provider, kind);
      const since = rule?.changedAt?.getTime() ?? 0;
      const compared = deducted.filter(
        (row) => row.provider === provider && row.kind === kind && row.seenAt.getTime() > since,
      );
      const expect = ({ gross }: DeductedFee) => (rule ? calculateFee(rule, gross) : 0n);
      const differing = rule
        ? compared.filter((row) => {
            const difference = row.fee - expect(row);
            return difference > tolerance || difference < -tolerance;
          })
        : [];
      return {
        provider,
        label,
        kind,
        rule,
        compared: compared.length,
        differing: differing.length,
        gross: sum(compared, ({ gross }) => gross),
        expected: sum(compared, expect),
        deducted: sum(compared, ({ fee }) => fee),
      };
    });
  });
}
export type ComparedFee = Awaited<ReturnType<typeof compareFees>>[number];

/** Lists the rules that differ for a fifth of the payments or more: one foreign card isn't worth a change. */
export async function listDifferingFees(ctx: Ctx, providers?: Providers): Promise<ComparedFee[]> {
  const fees = await compareFees(ctx, providers);
  return fees.filter(({ differing, compared }) => differing > 0 && differing * 5 >= compared);
}

const readDeductedFees = (ctx: Ctx) =>
  readRows(ctx.db, DeductedFee)`
    select provider, kind, gross, fee, seen_at
    from (
      select *, row_number() over (partition by provider, kind order by id desc) as nth
      from (
        select
          id, provider, case when account_id is null then 'checkout' else 'account' end as kind,
          gross, fee, seen_at
        from provider_transactions
        where keys_id is null and part_of is null and fee is not null and currency = ${env().CURRENCY}
          and (payment_id is not null or account_id is not null)
        order by id desc
        limit ${MAX_READ}
      ) recent
    ) numbered
    where nth <= ${MAX_COMPARED}`;

const sum = <T>(rows: readonly T[], amount: (row: T) => Minor): Minor =>
  rows.reduce((total, row) => total + amount(row), 0n);
