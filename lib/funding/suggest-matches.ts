import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { fundingRequests } from "#db/schema/funding";
import { payments, providerTransactions } from "#db/schema/payment";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import { formatMoney, type Minor } from "#lib/core/money/money";
import { formatDuration } from "#lib/core/time/time";
import { isSameName, type Payer, readPayer } from "./read-payer.ts";

/** A reseller whose money it may be, with the reasons. A suggestion only. */
export interface ResellerMatch {
  reseller: { id: number; name: string; email: string };
  /** Short phrases, the strongest first. */
  reasons: string[];
}

/** Money in suspense that may match a payment that a reseller reported. */
export interface MoneyMatch {
  /** "₦2,500", and the time of payment. */
  paid: string;
  paidAt: Date;
  reasons: string[];
}

export interface SuggestedMatches {
  /** Possible senders by the id of money in suspense, the likeliest first, at most three. */
  whose: ReadonlyMap<number, ResellerMatch[]>;
  /** Possible money in suspense by the id of a bank transfer request. */
  money: ReadonlyMap<number, MoneyMatch[]>;
}

/** Maximum numbers to compare: the longest pending of each kind, and the latest payments. */
const MAX_COMPARED = { money: 200, requests: 500, payments: 5_000 };
/** Fewer points count as chance. */
const MIN_POINTS = 4;
const HOUR_MS = 3_600_000;

/**
 * Compares money in suspense with bank transfer requests, begun payments and resellers, by amount, time,
 * reference, name and email. Admins only.
 */
export async function suggestMatches(ctx: Ctx): Promise<SuggestedMatches> {
  requireAdmin(ctx);
  const [inSuspense, requests] = await Promise.all([readMoneyInSuspense(ctx), readPendingRequests(ctx)]);
  if (inSuspense.length === 0) return { whose: new Map(), money: new Map() };
  const [begun, known] = await Promise.all([
    readUnpaidPayments(ctx, inSuspense),
    findResellersByPayer(ctx, inSuspense),
  ]);
  const byRequest = new Map<number, MoneyMatch[]>();
  const matchesById = inSuspense.map((money) => {
    const matches = new Map<number, ResellerMatch & { points: number }>();
    const add = (reseller: ResellerMatch["reseller"], reasons: readonly MatchReason[]) => {
      const points = reasons.reduce((sum, [worth]) => sum + worth, 0);
      const before = matches.get(reseller.id);
      const phrases = [...(before?.reasons ?? []), ...reasons.map(([, reason]) => reason)];
      if (points > 0)
        matches.set(reseller.id, { reseller, reasons: phrases, points: (before?.points ?? 0) + points });
    };
    for (const { id, reseller, ...request } of requests) {
      const reasons = compareWithRequest(money, request);
      if (sumPoints(reasons) < MIN_POINTS) continue;
      add(reseller, reasons);
      const { paid, paidAt } = money;
      byRequest.set(id, [
        ...(byRequest.get(id) ?? []),
        { paid, paidAt, reasons: reasons.map(([, reason]) => reason) },
      ]);
    }
    for (const { reseller, ...payment } of begun) add(reseller, compareWithPayment(money, payment));
    for (const reseller of known) add(reseller, compareWithReseller(money, reseller));
    const likeliest = [...matches.values()]
      .filter(({ points }) => points >= MIN_POINTS)
      .sort((a, b) => b.points - a.points || a.reseller.id - b.reseller.id)
      .slice(0, 3)
      .map(({ points: _, ...match }) => match);
    return [money.id, likeliest] as const;
  });
  return { whose: new Map(matchesById), money: byRequest };
}

type MatchReason = readonly [points: number, reason: string];
const sumPoints = (reasons: readonly MatchReason[]) => reasons.reduce((sum, [points]) => sum + points, 0);

interface SuspenseMoney {
  id: number;
  gross: Minor;
  fee: Minor | null;
  paidAt: Date;
  names: string[];
  paid: string;
  payer: Payer;
}

function compareWithRequest(
  money: SuspenseMoney,
  request: { amount: Minor; bankReference: string; requestedAt: Date },
): MatchReason[] {
  const reasons: MatchReason[] = [];
  const reference = normaliseText(request.bankReference);
  if (
    reference.length >= 5 &&
    money.names.some((name) => name.includes(reference) || reference.includes(name))
  )
    reasons.push([5, `the same reference, “${request.bankReference}”`]);
  const { amount } = request;
  if (amount === money.gross) reasons.push([2, "reported the same amount"]);
  else if (amount === money.gross - (money.fee ?? 0n))
    reasons.push([2, "reported the same amount, less the fee"]);
  const apart = request.requestedAt.getTime() - money.paidAt.getTime();
  if (reasons.length > 0 && Math.abs(apart) < 24 * HOUR_MS)
    reasons.push([
      2,
      `reported ${formatDuration(Math.abs(apart) / 1000)} ${apart < 0 ? "before" : "after"} it was paid`,
    ]);
  return reasons;
}

function compareWithPayment(
  money: SuspenseMoney,
  { amount, startedAt }: { amount: Minor; startedAt: Date },
): MatchReason[] {
  const apart = money.paidAt.getTime() - startedAt.getTime();
  if (amount !== money.gross || apart < 0 || apart > 2 * HOUR_MS) return [];
  return [[4, `began a payment of the same amount ${formatDuration(apart / 1000)} before`]];
}

function compareWithReseller(
  { payer }: SuspenseMoney,
  { name, email }: ResellerMatch["reseller"],
): MatchReason[] {
  const reasons: MatchReason[] = [];
  if (payer.emails.has(email.toLowerCase())) reasons.push([5, "the payer has the same email"]);
  if ([...payer.names].some((payerName) => isSameName(payerName, name)))
    reasons.push([4, "the payer has the same name"]);
  return reasons;
}

const normaliseText = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

async function readMoneyInSuspense(ctx: Ctx): Promise<SuspenseMoney[]> {
  const p = providerTransactions;
  const rows = await ctx.db
    .select()
    .from(p)
    .where(
      and(
        eq(p.state, "suspense"),
        eq(p.currency, env().CURRENCY),
        sql`(reversed_at is null or restored_at is not null)`,
      ),
    )
    .orderBy(asc(p.id))
    .limit(MAX_COMPARED.money);
  return rows.map(({ id, gross, fee, paidAt, reference, transaction, currency, raw }) => ({
    id,
    gross,
    fee,
    paidAt,
    names: [reference, transaction]
      .map((name) => normaliseText(name ?? ""))
      .filter((name) => name.length >= 5),
    paid: formatMoney(gross, currency),
    payer: readPayer(raw.slice(0, 100_000)),
  }));
}

const resellerColumns = { id: accounts.id, name: accounts.name, email: accounts.email };

function readPendingRequests(ctx: Ctx) {
  const { id, amount, bankReference, requestedAt, resellerId, state } = fundingRequests;
  return ctx.db
    .select({ id, amount, bankReference, requestedAt, reseller: resellerColumns })
    .from(fundingRequests)
    .innerJoin(accounts, eq(accounts.id, resellerId))
    .where(eq(state, "pending"))
    .orderBy(asc(id))
    .limit(MAX_COMPARED.requests);
}

/** Reads begun wallet payments of the same amounts that weren't paid as requested. */
function readUnpaidPayments(ctx: Ctx, money: readonly SuspenseMoney[]) {
  const { id, amount, startedAt, resellerId, purpose, state } = payments;
  const amounts = [...new Set(money.map(({ gross }) => gross))];
  return ctx.db
    .select({ amount, startedAt, reseller: resellerColumns })
    .from(payments)
    .innerJoin(accounts, eq(accounts.id, resellerId))
    .where(
      and(
        sql`${id} > (select max(id) from payments) - ${MAX_COMPARED.payments}`,
        ...[
          eq(purpose, "wallet"),
          inArray(state, ["started", "failed", "expired"]),
          inArray(amount, amounts),
        ],
      ),
    )
    .orderBy(desc(id))
    .limit(MAX_COMPARED.requests);
}

/** Finds resellers with an email of a payer's, or a name that shares a word with one. */
async function findResellersByPayer(
  ctx: Ctx,
  money: readonly SuspenseMoney[],
): Promise<ResellerMatch["reseller"][]> {
  const emails = [...new Set(money.flatMap(({ payer }) => [...payer.emails]))].slice(0, 500);
  const words = [
    ...new Set(money.flatMap(({ payer }) => [...payer.names]).flatMap((name) => name.split(/\s+/))),
  ]
    .filter((word) => word.length > 2)
    .slice(0, 500);
  const wanted = [
    ...(emails.length > 0 ? [inArray(sql`lower(${accounts.email})`, emails)] : []),
    ...(words.length > 0 ? [sql`string_to_array(lower(${accounts.name}), ' ') && ${textArray(words)}`] : []),
  ];
  if (wanted.length === 0) return [];
  return ctx.db
    .select(resellerColumns)
    .from(accounts)
    .where(and(eq(accounts.role, "reseller"), or(...wanted)))
    .orderBy(desc(accounts.id))
    .limit(MAX_COMPARED.requests);
}

const textArray = (words: readonly string[]) =>
  sql`array[${sql.join(
    words.map((word) => sql`${word}::text`),
    sql`, `,
  )}]`;
