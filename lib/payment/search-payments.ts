import { and, eq } from "drizzle-orm";
import { payments } from "#db/schema/payment";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { SearchResult } from "#lib/core/module";
import { formatMoney } from "#lib/core/money/money";
import { formatTime } from "#lib/core/time/time";
import { paymentList } from "./payment-list.ts";

const REFERENCE_PATTERN = /^P[2-9A-Z]{25}$/;

/** Finds the acting reseller's online payment by its reference, for the command palette. */
export async function searchOwnPayments(ctx: Ctx, q: string): Promise<SearchResult[]> {
  const { id } = requireReseller(ctx);
  const reference = q.trim().toUpperCase();
  if (!REFERENCE_PATTERN.test(reference)) return [];
  const { amount, startedAt } = payments;
  const isOwn = and(
    eq(payments.reference, reference),
    eq(payments.resellerId, id),
    eq(payments.purpose, "wallet"),
  );
  const rows = await ctx.db.select({ amount, startedAt }).from(payments).where(isOwn);
  return rows.map((payment) => toResult(`/wallet/payments/${reference}`, payment));
}

/** Finds any online payment by its reference, for the command palette. Admins only. */
export async function searchPayments(ctx: Ctx, q: string): Promise<SearchResult[]> {
  const reference = q.trim().toUpperCase();
  if (!REFERENCE_PATTERN.test(reference)) return [];
  const { rows } = await paymentList.page(ctx, { q: reference }, 1);
  return rows.map((payment) =>
    toResult(`/admin/wallets/money-in/online?${new URLSearchParams({ q: reference })}`, payment),
  );
}

const toResult = (
  href: string,
  { amount, startedAt }: { amount: bigint; startedAt: Date },
): SearchResult => ({
  href,
  title: `Online payment of ${formatMoney(amount)}`,
  note: `Wallet, ${formatTime(startedAt)}`,
});
