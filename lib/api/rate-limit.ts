import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import type { Buyer, Ctx } from "#lib/core/context";
import { int, parseRow, parseRows } from "#lib/core/read-rows";
import { hasPurchase } from "#lib/purchase/read/get-purchase";
import { hasTestPurchase } from "#lib/purchase/read/select-test-purchases";

export interface RateLimitState {
  limit: number;
  remaining: number;
  /** Whole seconds until a call is allowed again. */
  resetS: number;
  rejected: boolean;
}

/** Builds the usual headers of rate limits, of the draft standard and of older clients. */
export function buildRateLimitHeaders({
  limit,
  remaining,
  resetS,
  rejected,
}: RateLimitState): Record<string, string> {
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetS),
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    ...(rejected && { "Retry-After": String(resetS) }),
  };
}

/** Reads, and separately calls to buy, with a limit of new purchases (interface: Limits). */
const MAX_CALLS_PER_MINUTE = 600;
const MAX_PURCHASES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/** The account of a count: all of a reseller's live tokens, or all test tokens. */
export type RateLimitAccount = Pick<Extract<Buyer, { kind: "token" }>, "id" | "test">;

interface Window {
  endsAt: number;
  used: number;
}

const windows = new Map<string, Window>();

/** Kinds of calls, counted separately. */
type CallKind = "read" | "buy";

/**
 * Counts one API call of a reseller. The limit is generous and each process counts in its own memory, so that
 * reading a list writes nothing.
 */
export function consumeCall(
  account: RateLimitAccount,
  kind: CallKind = "read",
  now = performance.now(),
): RateLimitState {
  const window = getCurrentWindow(account, kind, now);
  const rejected = window.used >= MAX_CALLS_PER_MINUTE;
  if (!rejected) window.used += 1;
  return { ...toRateLimit(window, now), rejected };
}

/** Returns the limit of a reseller's reads without counting: for requests that are rejected before. */
export function getReadLimit(account: RateLimitAccount): RateLimitState {
  const now = performance.now();
  return toRateLimit(getCurrentWindow(account, "read", now), now);
}

function toRateLimit({ endsAt, used }: Window, now: number): RateLimitState {
  const resetS = Math.max(1, Math.ceil((endsAt - now) / 1000));
  return { limit: MAX_CALLS_PER_MINUTE, remaining: MAX_CALLS_PER_MINUTE - used, resetS, rejected: false };
}

function getCurrentWindow({ id, test }: RateLimitAccount, kind: CallKind, now: number): Window {
  const key = `${id} ${test} ${kind}`;
  const current = windows.get(key);
  if (current && current.endsAt > now) return current;
  if (windows.size > 10_000) evictExpired(now);
  const fresh = { endsAt: now + MINUTE_MS, used: 0 };
  windows.set(key, fresh);
  return fresh;
}

function evictExpired(now: number): void {
  for (const [id, { endsAt }] of windows) if (endsAt <= now) windows.delete(id);
}

/**
 * Consumes one of a reseller's 30 purchase calls in any 60 seconds, by the database's clock and over all
 * processes and tokens: parallel calls lock the reseller's row. Calls with one ref count once, and one that
 * was bought before doesn't count: its response is that purchase, never a rejection that says that nothing
 * was bought. Rejected calls don't count.
 */
export async function consumePurchase(
  ctx: Ctx,
  { id, test }: RateLimitAccount,
  ref: string,
): Promise<RateLimitState> {
  const [taken] = parseRows(PurchaseWindow, await consumePurchaseStatement(ctx.db, { id, test, ref }));
  if (taken) return toPurchaseLimit(taken, false);
  const rows = await readPurchaseWindow(ctx.db, { id, test, ref });
  const { bought, ...current } = parseRow(PurchaseWindow.extend({ bought: z.boolean() }), rows);
  return toPurchaseLimit(current, !bought);
}

const PurchaseWindow = z.object({ used: int, resets: int });

const toPurchaseLimit = (
  { used, resets }: z.output<typeof PurchaseWindow>,
  rejected: boolean,
): RateLimitState => ({
  limit: MAX_PURCHASES_PER_MINUTE,
  remaining: rejected ? 0 : Math.max(0, MAX_PURCHASES_PER_MINUTE - used),
  resetS: resets,
  rejected,
});

const unexpiredPurchases = sql`select t, r from unnest(w.taken, w.refs) as place(t, r)
  where t > clock_timestamp() - interval '60 seconds' and t <= clock_timestamp()`;

type PurchaseCall = RateLimitAccount & { ref: string };
type PurchaseCallValues = { readonly [Name in keyof PurchaseCall]: SQL };

const wasBought = ({ id, test, ref }: PurchaseCallValues) =>
  sql`case when ${test} then ${hasTestPurchase(id, ref)} else ${hasPurchase(id, ref)} end`;

const consumePurchaseStatement = prepareQuery<PurchaseCall>(
  ({ id, test, ref }) => sql`
    insert into call_windows as w (reseller_id, test, taken, refs)
    select ${id}, ${test}, array[clock_timestamp()], array[${ref}::text]
    where not ${wasBought({ id, test, ref })}
    on conflict (reseller_id, test) do update
    set (taken, refs) = (
      select array_agg(t order by t), array_agg(r order by t)
      from (
        select * from (${unexpiredPurchases}) live
        union all
        select clock_timestamp(), ${ref} where ${ref} not in (select r from (${unexpiredPurchases}) live)
      ) next
    )
    where ${ref} in (select r from (${unexpiredPurchases}) live)
      or (select count(*) from (${unexpiredPurchases}) live) < ${MAX_PURCHASES_PER_MINUTE}
    returning cardinality(taken) as used, ${secondsUntil(sql`taken[1]`)} as resets`,
);

/** Reads the window without counting, and whether the ref was bought. */
const readPurchaseWindow = prepareQuery<PurchaseCall>(
  ({ id, test, ref }) => sql`
    select
      count(*)::int as used, ${secondsUntil(sql`min(t)`)} as resets,
      ${wasBought({ id, test, ref })} as bought
    from call_windows w, lateral (${unexpiredPurchases}) live
    where reseller_id = ${id} and test = ${test}`,
);

/** Builds the whole seconds until a call counted at `at` is free again. */
function secondsUntil(at: SQL): SQL {
  return sql`greatest(1, ceil(extract(epoch from ${at} + interval '60 seconds' - clock_timestamp())))::int`;
}
