import { type SQL, sql } from "drizzle-orm";
import { prepared } from "#db/prepared";
import type { Buyer, Ctx } from "#lib/core/context";

/** Where a reseller stands against a limit. */
export interface Rate {
  limit: number;
  remaining: number;
  /** Whole seconds until there is room again. */
  resetS: number;
  refused: boolean;
}

/** The usual headers of rate limits, of the draft standard and as older clients read them. */
export function rateHeaders({ limit, remaining, resetS, refused }: Rate): Record<string, string> {
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetS),
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    ...(refused && { "Retry-After": String(resetS) }),
  };
}

/** Section 8: reads, and apart from them calls to buy, of which so many may be new purchases. */
const CALLS_PER_MINUTE = 600;
const PURCHASES_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/** Whose calls are counted together: those of all a reseller's tokens, test tokens apart. */
export type Account = Pick<Extract<Buyer, { kind: "token" }>, "id" | "test">;

interface Window {
  endsAt: number;
  used: number;
}

const windows = new Map<string, Window>();

/** What is counted apart: neither uses up the calls of the other. */
type CallKind = "read" | "buy";

/**
 * Counts one call of a reseller's programs. The limit is generous and each process counts for itself, in memory, so that
 * reading a list writes nothing.
 */
export function takeCall(account: Account, kind: CallKind = "read", now = performance.now()): Rate {
  const window = current(account, kind, now);
  const refused = window.used >= CALLS_PER_MINUTE;
  if (!refused) window.used += 1;
  return { ...rateOf(window, now), refused };
}

/** How a reseller's reads stand, without counting one: for requests that are refused before they count. */
export function readsLeft(account: Account, now = performance.now()): Rate {
  return rateOf(current(account, "read", now), now);
}

function rateOf({ endsAt, used }: Window, now: number): Rate {
  const resetS = Math.max(1, Math.ceil((endsAt - now) / 1000));
  return { limit: CALLS_PER_MINUTE, remaining: CALLS_PER_MINUTE - used, resetS, refused: false };
}

function current({ id, test }: Account, kind: CallKind, now: number): Window {
  const key = `${id} ${test} ${kind}`;
  const known = windows.get(key);
  if (known && known.endsAt > now) return known;
  if (windows.size > 10_000) forget(now);
  const fresh = { endsAt: now + MINUTE_MS, used: 0 };
  windows.set(key, fresh);
  return fresh;
}

function forget(now: number): void {
  for (const [id, { endsAt }] of windows) if (endsAt <= now) windows.delete(id);
}

/**
 * Takes one of a reseller's 30 purchase calls in any 60 seconds, by the database's clock and over all processes and
 * tokens: parallel calls meet at the reseller's row. Calls with one ref are one purchase and take one place; refused
 * calls take none.
 */
export async function takePurchase(ctx: Ctx, { id, test }: Account, ref: string): Promise<Rate> {
  const [taken] = await take(ctx.db, { id, test, ref });
  if (taken) {
    return {
      limit: PURCHASES_PER_MINUTE,
      remaining: PURCHASES_PER_MINUTE - taken.used,
      resetS: taken.resets,
      refused: false,
    };
  }
  const [full] = await ctx.db.execute<{ resets: number }>(sql`
    select ${secondsTo(sql`taken[cardinality(taken) - ${PURCHASES_PER_MINUTE} + 1]`)} as resets
    from call_windows where reseller_id = ${id} and test = ${test}`);
  return { limit: PURCHASES_PER_MINUTE, remaining: 0, resetS: full?.resets ?? 1, refused: true };
}

const live = sql`select t, r from unnest(w.taken, w.refs) as place(t, r)
  where t > clock_timestamp() - interval '60 seconds' and t <= clock_timestamp()`;

const take = prepared<Account & { ref: string }, { used: number; resets: number }>(
  ({ id, test, ref }) => sql`
    insert into call_windows as w (reseller_id, test, taken, refs)
    values (${id}, ${test}, array[clock_timestamp()], array[${ref}])
    on conflict (reseller_id, test) do update set (taken, refs) = (
      select array_agg(t order by t), array_agg(r order by t) from (
        select * from (${live}) live
        union all select clock_timestamp(), ${ref} where ${ref} not in (select r from (${live}) live)
      ) next)
    where ${ref} in (select r from (${live}) live) or (select count(*) from (${live}) live) < ${PURCHASES_PER_MINUTE}
    returning cardinality(taken) as used, ${secondsTo(sql`taken[1]`)} as resets`,
);

/** Whole seconds until a place that was taken at `at` is free again. */
function secondsTo(at: SQL): SQL {
  return sql`greatest(1, ceil(extract(epoch from ${at} + interval '60 seconds' - clock_timestamp())))::int`;
}
