import { sql } from "drizzle-orm";
import type { Buyer, Ctx } from "#lib/core/context";
import type { Rate } from "./rate.ts";

/** Section 8. */
const PER_MINUTE = 30;

/** Whose calls are counted together: all that a reseller's tokens make, those of test tokens apart. */
export type Account = Pick<Extract<Buyer, { kind: "token" }>, "id" | "test">;

/**
 * Takes one of a reseller's 30 purchase calls in any 60 seconds, by the database's clock and over all processes and
 * tokens: parallel calls meet at the reseller's row. Calls with one ref are one purchase and take one place; refused
 * calls take none.
 */
export async function takePurchase(ctx: Ctx, { id, test }: Account, ref: string): Promise<Rate> {
  const live = sql`select t, r from unnest(w.taken, w.refs) as place(t, r)
    where t > clock_timestamp() - interval '60 seconds' and t <= clock_timestamp()`;
  const [taken] = await ctx.db.execute<{ used: number; resets: number }>(sql`
    insert into call_windows as w (reseller_id, test, taken, refs)
    values (${id}, ${test}, array[clock_timestamp()], array[${ref}])
    on conflict (reseller_id, test) do update set (taken, refs) = (
      select array_agg(t order by t), array_agg(r order by t) from (
        select * from (${live}) live
        union all select clock_timestamp(), ${ref} where ${ref} not in (select r from (${live}) live)
      ) next)
    where ${ref} in (select r from (${live}) live) or (select count(*) from (${live}) live) < ${PER_MINUTE}
    returning cardinality(taken) as used, ${secondsTo(sql`taken[1]`)} as resets`);
  if (taken) {
    return { limit: PER_MINUTE, remaining: PER_MINUTE - taken.used, resetS: taken.resets, refused: false };
  }
  const [full] = await ctx.db.execute<{ resets: number }>(sql`
    select ${secondsTo(sql`taken[cardinality(taken) - ${PER_MINUTE} + 1]`)} as resets
    from call_windows where reseller_id = ${id} and test = ${test}`);
  return { limit: PER_MINUTE, remaining: 0, resetS: full?.resets ?? 1, refused: true };
}

/** Whole seconds until a place that was taken at `at` is free again. */
const secondsTo = (at: ReturnType<typeof sql>) =>
  sql`greatest(1, ceil(extract(epoch from ${at} + interval '60 seconds' - clock_timestamp())))::int`;
