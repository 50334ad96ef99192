import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import { accounts } from "#db/schema/account";
import { fundingRequests } from "#db/schema/funding";
import { payments, providerTransactions } from "#db/schema/payment";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { env } from "#lib/core/env";
import { groupedText, type Minor } from "#lib/core/money";
import { saySpan } from "#lib/core/time";
import { alike, type Payer, payerOf } from "./payer.ts";

/** Somebody whose money it may be, and why that seems so. Nothing is done by it. */
export interface Match {
  reseller: { id: number; name: string; email: string };
  /** Short phrases, the strongest first. */
  why: string[];
}

/** Money in suspense that may be what a reseller told of. */
export interface MoneyMatch {
  /** "NGN 2,500.00", and when it was paid. */
  paid: string;
  paidAt: Date;
  why: string[];
}

export interface Matches {
  /** By the number of money in suspense: who may have sent it, the likeliest first, at most three. */
  whose: ReadonlyMap<number, Match[]>;
  /** By the number of a payment that was told of: the money in suspense that it may be. */
  money: ReadonlyMap<number, MoneyMatch[]>;
}

/** What is compared at most: of each kind what waits the longest, and the latest payments. */
const MOST = { money: 200, requests: 500, payments: 5_000 };
/** Fewer points are chance. */
const ENOUGH = 4;
const HOUR = 3_600_000;

/**
 * Compares money in suspense with what resellers told of, with payments that were begun, and with their names: by amount,
 * time, reference, name and e-mail. Admins only.
 */
export async function suggestedMatches(ctx: Ctx): Promise<Matches> {
  requireAdmin(ctx);
  const [inSuspense, requests] = await Promise.all([moneyInSuspense(ctx), waitingRequests(ctx)]);
  if (inSuspense.length === 0) return { whose: new Map(), money: new Map() };
  const [begun, known] = await Promise.all([begunPayments(ctx, inSuspense), namedResellers(ctx, inSuspense)]);
  const byRequest = new Map<number, MoneyMatch[]>();
  const whose = inSuspense.map((money) => {
    const found = new Map<number, Match & { points: number }>();
    const add = (reseller: Match["reseller"], reasons: readonly Reason[]) => {
      const points = reasons.reduce((sum, [worth]) => sum + worth, 0);
      const before = found.get(reseller.id);
      const why = [...(before?.why ?? []), ...reasons.map(([, words]) => words)];
      if (points > 0) found.set(reseller.id, { reseller, why, points: (before?.points ?? 0) + points });
    };
    for (const { id, reseller, ...request } of requests) {
      const reasons = toldOf(money, request);
      if (sumOf(reasons) < ENOUGH) continue;
      add(reseller, reasons);
      const { paid, paidAt } = money;
      byRequest.set(id, [
        ...(byRequest.get(id) ?? []),
        { paid, paidAt, why: reasons.map(([, words]) => words) },
      ]);
    }
    for (const { reseller, ...payment } of begun) add(reseller, begunFor(money, payment));
    for (const reseller of known) add(reseller, calledLike(money, reseller));
    const likeliest = [...found.values()]
      .filter(({ points }) => points >= ENOUGH)
      .sort((one, other) => other.points - one.points || one.reseller.id - other.reseller.id)
      .slice(0, 3)
      .map(({ points: _, ...match }) => match);
    return [money.id, likeliest] as const;
  });
  return { whose: new Map(whose), money: byRequest };
}

/** How much a reason is worth, and what it says. */
type Reason = readonly [points: number, words: string];
const sumOf = (reasons: readonly Reason[]) => reasons.reduce((sum, [points]) => sum + points, 0);

interface Money {
  id: number;
  gross: Minor;
  fee: Minor | null;
  paidAt: Date;
  names: string[];
  paid: string;
  payer: Payer;
}

/** What a request has in common with money. */
function toldOf(money: Money, request: { amount: Minor; bankReference: string; askedAt: Date }): Reason[] {
  const reasons: Reason[] = [];
  const reference = lettersOf(request.bankReference);
  if (
    reference.length >= 5 &&
    money.names.some((name) => name.includes(reference) || reference.includes(name))
  )
    reasons.push([5, `the same reference, “${request.bankReference}”`]);
  const { amount } = request;
  if (amount === money.gross) reasons.push([2, "told of the same amount"]);
  else if (amount === money.gross - (money.fee ?? 0n))
    reasons.push([2, "told of the same amount, less the fee"]);
  const apart = request.askedAt.getTime() - money.paidAt.getTime();
  if (reasons.length > 0 && Math.abs(apart) < 24 * HOUR)
    reasons.push([
      2,
      `told ${saySpan(Math.abs(apart) / 1000)} ${apart < 0 ? "before" : "after"} it was paid`,
    ]);
  return reasons;
}

/** What a payment that was begun and not paid has in common with money. */
function begunFor(money: Money, { amount, startedAt }: { amount: Minor; startedAt: Date }): Reason[] {
  const apart = money.paidAt.getTime() - startedAt.getTime();
  if (amount !== money.gross || apart < 0 || apart > 2 * HOUR) return [];
  return [[4, `began a payment of the same amount ${saySpan(apart / 1000)} before`]];
}

/** What a reseller's name and e-mail have in common with the payer's. */
function calledLike({ payer }: Money, { name, email }: Match["reseller"]): Reason[] {
  const reasons: Reason[] = [];
  if (payer.emails.has(email.toLowerCase())) reasons.push([5, "the payer’s e-mail is theirs"]);
  if ([...payer.names].some((one) => alike(one, name))) reasons.push([4, "the payer is called like them"]);
  return reasons;
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

async function moneyInSuspense(ctx: Ctx): Promise<Money[]> {
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
    .limit(MOST.money);
  return rows.map(({ id, gross, fee, paidAt, reference, transaction, currency, raw }) => ({
    ...{ id, gross, fee, paidAt },
    names: [reference, transaction].map((name) => lettersOf(name ?? "")).filter((name) => name.length >= 5),
    paid: `${currency} ${groupedText(gross, currency)}`,
    payer: payerOf(raw.slice(0, 100_000)),
  }));
}

const reseller = { id: accounts.id, name: accounts.name, email: accounts.email };

function waitingRequests(ctx: Ctx) {
  const { id, amount, bankReference, askedAt, resellerId, state } = fundingRequests;
  return ctx.db
    .select({ id, amount, bankReference, askedAt, reseller })
    .from(fundingRequests)
    .innerJoin(accounts, eq(accounts.id, resellerId))
    .where(eq(state, "pending"))
    .orderBy(asc(id))
    .limit(MOST.requests);
}

/** Payments into wallets that were begun, of the same amounts, and did not come as they were asked for. */
function begunPayments(ctx: Ctx, money: readonly Money[]) {
  const { id, amount, startedAt, resellerId, purpose, state } = payments;
  const amounts = [...new Set(money.map(({ gross }) => gross))];
  return ctx.db
    .select({ amount, startedAt, reseller })
    .from(payments)
    .innerJoin(accounts, eq(accounts.id, resellerId))
    .where(
      and(
        sql`${id} > (select max(id) from payments) - ${MOST.payments}`,
        ...[
          eq(purpose, "wallet"),
          inArray(state, ["started", "failed", "expired"]),
          inArray(amount, amounts),
        ],
      ),
    )
    .orderBy(desc(id))
    .limit(MOST.requests);
}

/** Resellers with an e-mail of a payer's, or a name that shares a word with one. */
async function namedResellers(ctx: Ctx, money: readonly Money[]): Promise<Match["reseller"][]> {
  const emails = [...new Set(money.flatMap(({ payer }) => [...payer.emails]))].slice(0, 500);
  const words = [
    ...new Set(money.flatMap(({ payer }) => [...payer.names]).flatMap((name) => name.split(/\s+/))),
  ]
    .filter((word) => word.length > 2)
    .slice(0, 500);
  const wanted = [
    ...(emails.length > 0 ? [inArray(sql`lower(${accounts.email})`, emails)] : []),
    ...(words.length > 0 ? [sql`string_to_array(lower(${accounts.name}), ' ') && ${listOf(words)}`] : []),
  ];
  if (wanted.length === 0) return [];
  return ctx.db
    .select(reseller)
    .from(accounts)
    .where(and(eq(accounts.role, "reseller"), or(...wanted)))
    .orderBy(desc(accounts.id))
    .limit(MOST.requests);
}

const listOf = (words: readonly string[]) =>
  sql`array[${sql.join(
    words.map((word) => sql`${word}::text`),
    sql`, `,
  )}]`;
