import { z } from "zod";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { readRows } from "#lib/core/read-rows";
import { getBinomialTail } from "./binomial-tail.ts";
import { readDecidedFaults } from "./judge-failure-text.ts";
import { LINE, toLineKey } from "./line.ts";
import { readLineHabits, UNKNOWN_HABIT } from "./line-habits.ts";
import { listLines } from "./list-outages.ts";
import { groupByLine, readAttemptRows, toLineAttempts } from "./read-attempts.ts";

/** A line that fails more often than usual, or takes longer, and isn't paused. */
export interface ChangedLine {
  /** "MTN SME". */
  name: string;
  supplier: string;
  /** Of the purchases of the last hour, and the usual share; null where it only takes longer. */
  failures: { count: number; of: number; usualShare: number } | null;
  /** The median of the last hour and the usual one, in seconds; null where it doesn't take longer. */
  seconds: { now: number; usual: number } | null;
}

const HOUR_MS = 3_600_000;
/** Fewer failures say nothing. */
const MIN_FAILURES = 4;
/** As many failures come about by chance in fewer than so many hours; a portal has some dozens of lines. */
const MAX_CHANCE = 1e-5;
const MIN_FACTOR = 2;
/**
 * A delivery takes longer when the median of at least so many is so many times the usual one, and so many
 * seconds.
 */
const SLOW = { purchases: 20, factor: 3, seconds: 10 };

/**
 * Lists the lines that aren't paused and changed in the last hour: they fail far more often than in the
 * last days, or take far longer. Admins only.
 */
export async function listChangedLines(ctx: Ctx): Promise<ChangedLine[]> {
  requireAdmin(ctx);
  const [lines, failing, slow] = [await listLines(ctx), await findFailing(ctx), await findSlow(ctx)];
  return lines.flatMap((line) => {
    const [failures, seconds] = [failing.get(toLineKey(line)), slow.get(toLineKey(line))];
    if (line.outage?.state === "paused" || (!failures && !seconds)) return [];
    const { name, supplier } = line;
    return { name, supplier, failures: failures ?? null, seconds: seconds ?? null };
  });
}

type Failures = NonNullable<ChangedLine["failures"]>;

async function findFailing(ctx: Ctx): Promise<ReadonlyMap<string, Failures>> {
  const [rows, habits, decided] = [
    await readAttemptRows(ctx),
    await readLineHabits(ctx),
    await readDecidedFaults(ctx),
  ];
  const since = Date.now() - HOUR_MS;
  const lines = new Map<string, Failures>();
  for (const [key, ofLine] of groupByLine(rows)) {
    const habit = habits.get(key) ?? UNKNOWN_HABIT;
    const recent = ofLine.filter(({ sentAt }) => sentAt > since);
    const attempts = toLineAttempts(recent, habit, decided);
    const phones = new Set(attempts.flatMap(({ phone, text }) => (text === null ? [] : [phone])));
    const failures = { count: phones.size, of: attempts.length, usualShare: habit.failureShare };
    if (isUnusual(failures)) lines.set(key, failures);
  }
  return lines;
}

/** Whether a line that fails as usual hardly ever has as many failures by chance. */
export const isUnusual = ({ count, of, usualShare }: Failures): boolean =>
  count >= MIN_FAILURES &&
  count >= of * usualShare * MIN_FACTOR &&
  getBinomialTail(count, of, usualShare) < MAX_CHANCE;

async function findSlow({ db }: Ctx): Promise<ReadonlyMap<string, { now: number; usual: number }>> {
  const rows = await readRows(db, z.object({ ...LINE, now: z.number(), usual: z.number() }))`
    select h.supplier_id, h.network_id, h.type_id, recent.median as now, h.usual_seconds as usual
    from line_habits h
    join (
      select a.supplier_id, line.network_id, line.type_id, count(*) as purchases,
        percentile_cont(0.5) within group (
          order by extract(epoch from a.answered_at - a.claimed_at)::float8) as median
      from attempts a join purchases p on p.id = a.purchase_id join plans line on line.id = p.plan_id
      where a.claimed_at > now() - interval '1 hour' and a.result = 'successful'
      group by 1, 2, 3
    ) recent using (supplier_id, network_id, type_id)
    where recent.purchases >= ${SLOW.purchases} and recent.median > ${SLOW.seconds}
      and recent.median > h.usual_seconds * ${SLOW.factor}`;
  return new Map(rows.map(({ now, usual, ...line }) => [toLineKey(line), { now, usual }]));
}
