import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Ctx, requireSystem } from "#lib/core/context";
import { int, readRows } from "#lib/core/read-rows";
import { decideFault, guessFault, toFailureKey } from "./failure-text.ts";
import { readDecidedFaults } from "./judge-failure-text.ts";
import { LINE, toLineKey } from "./line.ts";

/** Usual figures of a line. */
export interface Habit {
  /** The share of attempts that fail by the network's fault, or are unclear. */
  failureShare: number;
  /** The share of numbers that are said to be at fault, of them and deliveries, where no admin decided it. */
  ineligibleShare: number;
  /** The 99th percentile of the seconds until a delivery; null while it is unknown. */
  longSeconds: number | null;
}

/** Of a line that nothing is known of. */
export const UNKNOWN_HABIT: Habit = { failureShare: 0.03, ineligibleShare: 0.2, longSeconds: null };

const DAYS = 3;
/** So many attempts at the unknown habit are added to those counted, so that few attempts change little. */
const PRIOR_ATTEMPTS = 100;

const CountRow = z.object({ ...LINE, note: z.string().nullable(), count: int });
type CountRow = z.output<typeof CountRow>;
const TimeRow = z.object({ ...LINE, usual: z.number().nullable(), long: z.number().nullable() });
const HabitRow = z.object({
  ...LINE,
  failureShare: z.number(),
  ineligibleShare: z.number(),
  longSeconds: z.number().nullable(),
});

/**
 * Counts how often each line failed in the last days, and how long a delivery took; without the times at
 * which it was paused. To be called each hour.
 */
export async function countLineHabits(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const decided = await readDecidedFaults(ctx);
  const [counts, times] = [await readCounts(ctx), await readTimes(ctx)];
  const habits = [...Map.groupBy(counts, toLineKey).values()].map((ofLine) => {
    const [{ supplierId, networkId, typeId }] = ofLine as [CountRow, ...CountRow[]];
    const countOf = (isCounted: (text: string | null) => boolean) =>
      ofLine
        .filter(({ note }) => isCounted(note === null ? null : toFailureKey(note)))
        .reduce((sum, { count }) => sum + count, 0);
    const attempts = countOf(() => true);
    const failed = countOf((text) => text !== null && decideFault(text, decided) === "network");
    const delivered = countOf((text) => text === null);
    const ineligible = countOf(
      (text) => text !== null && !decided.has(text) && guessFault(text) === "recipient",
    );
    const time = times.find((row) => toLineKey(row) === toLineKey({ supplierId, networkId, typeId }));
    return {
      supplier_id: supplierId,
      network_id: networkId,
      type_id: typeId,
      attempts,
      failure_share: toShare(failed, attempts, UNKNOWN_HABIT.failureShare),
      ineligible_share: toShare(ineligible, ineligible + delivered, UNKNOWN_HABIT.ineligibleShare),
      usual_seconds: time?.usual ?? null,
      long_seconds: time?.long ?? null,
    };
  });
  await ctx.db.execute(sql`
    insert into line_habits (
      supplier_id, network_id, type_id, attempts, failure_share, ineligible_share, usual_seconds, long_seconds)
    select * from jsonb_to_recordset(${JSON.stringify(habits)}::text::jsonb) as h (
      supplier_id integer, network_id integer, type_id integer, attempts integer,
      failure_share float8, ineligible_share float8, usual_seconds float8, long_seconds float8)
    on conflict (supplier_id, network_id, type_id) do update
      set attempts = excluded.attempts, failure_share = excluded.failure_share,
        ineligible_share = excluded.ineligible_share, usual_seconds = excluded.usual_seconds,
        long_seconds = excluded.long_seconds, counted_at = now()`);
}

const toShare = (count: number, of: number, prior: number) =>
  (count + prior * PRIOR_ATTEMPTS) / (of + PRIOR_ATTEMPTS);

const selectAttempts = sql`
  from attempts a join purchases p on p.id = a.purchase_id join plans line on line.id = p.plan_id
  where a.claimed_at between now() - make_interval(days => ${DAYS}) and now() - interval '10 minutes'
    and a.supplier_id is not null and a.worker <> 'restored'
    and a.result in ('successful', 'failed', 'invalid', 'unconfirmed')
    and not exists (select from outages o
      where o.supplier_id = a.supplier_id and o.network_id = line.network_id and o.type_id = line.type_id
        and o.state = 'paused' and a.claimed_at between o.began_at and coalesce(o.ended_at, now()))`;

/** Counts attempts by line and text; without a text those that were delivered. */
const readCounts = ({ db }: Ctx) =>
  readRows(db, CountRow)`
    select a.supplier_id, line.network_id, line.type_id,
      case when a.result <> 'successful' then coalesce(a.note, '') end as note, count(*)::integer as count
    ${selectAttempts} group by 1, 2, 3, 4`;

const SECONDS = sql`extract(epoch from a.answered_at - a.claimed_at)::float8`;

const readTimes = ({ db }: Ctx) =>
  readRows(db, TimeRow)`
    select a.supplier_id, line.network_id, line.type_id,
      percentile_cont(0.5) within group (order by ${SECONDS}) as usual,
      percentile_cont(0.99) within group (order by ${SECONDS}) as long
    ${selectAttempts} and a.result = 'successful' group by 1, 2, 3`;

export async function readLineHabits({ db }: Ctx): Promise<ReadonlyMap<string, Habit>> {
  const rows = await readRows(db, HabitRow)`
    select supplier_id, network_id, type_id, failure_share, ineligible_share, long_seconds from line_habits`;
  return new Map(rows.map((row) => [toLineKey(row), row]));
}
