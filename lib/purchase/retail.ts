import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { record } from "#lib/audit/record";
import { type Ctx, requireReseller } from "#lib/core/context";
import { Day } from "#lib/core/day";
import { env } from "#lib/core/env";
import { invalid, notFound, PortalError } from "#lib/core/error";
import { decimalText, type Minor, parseMoney } from "#lib/core/money";
import { endOfDay, startOfDay } from "#lib/core/time";
import { dayLock, storedUntil } from "./report/count-days.ts";

/** In minor units; what is above it, or above so many times what the reseller paid, is a slip of the finger. */
const MOST = 100_000_000n;
export const MOST_TIMES = 20n;

/** What a customer paid, as typed, in minor units; left empty, nobody knows. */
export const Retail = z
  .string()
  .max(30, "That is too long for an amount.")
  .default("")
  .transform((text, check): Minor | undefined => {
    if (text.trim() === "") return undefined;
    const minor = parseMoney(text);
    if (minor !== undefined && minor > 0n && minor <= MOST) return minor;
    check.addIssue(`Write what the customer pays, such as ${decimalText(35_000n)}, or leave it empty.`);
    return z.NEVER;
  });

/** @throws invalid at `retail` when it cannot be meant beside what the reseller pays. */
export function requirePlausible(retail: Minor | undefined, price: Minor): void {
  if (retail !== undefined && retail > price * MOST_TIMES)
    throw invalid("retail", "This is more than twenty times what you pay. Check the amount.");
}

export const NoteRetailInput = z.object({ ident: z.string().regex(/^DT[0-9A-Z]+$/), retail: Retail });
export type NoteRetailInput = z.input<typeof NoteRetailInput>;

/**
 * Writes down what the customer paid for a purchase of the acting reseller, or that nobody knows. It is no money of the
 * ledger: it may be changed at any time, unless a shop's order says it.
 * @throws not_found, conflict; invalid at `retail`.
 */
export async function noteRetail(ctx: Ctx, input: NoteRetailInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { ident, retail } = NoteRetailInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const which = sql`p.ident = ${ident} and p.reseller_id = ${resellerId}`;
    const [was] = await tx.db.execute<{ price: string; retail: string | null; channel: string }>(sql`
      select price, retail, channel, pg_advisory_xact_lock_shared(${dayLock(dayPlaced())}) from purchases p where ${which}`);
    if (!was) throw notFound("purchase");
    if (was.channel === "storefront" && was.retail !== null)
      throw new PortalError("conflict", "The order says what the customer paid.");
    requirePlausible(retail, BigInt(was.price));
    await write(tx, which, retail, 1);
    await record(tx, {
      ...{ action: "purchase.retail_noted", subject: "purchase", subjectId: ident, resellerId },
      before: { retail: was.retail },
      after: { retail: retail ?? null },
    });
  });
}

export const NoteRetailsInput = z.object({
  planId: z.coerce.number<string | number>().int().positive().max(2_147_483_647),
  from: Day,
  to: Day,
  retail: Retail,
});
export type NoteRetailsInput = z.input<typeof NoteRetailsInput>;

/** So many at once: each is a row that changes. */
const AT_ONCE = 5_000;

/**
 * Writes one retail price down for the acting reseller's delivered purchases of a plan that have none, of some days: the
 * newest 5,000 of them.
 * @returns for how many.
 * @throws invalid at `retail`.
 */
export async function noteRetails(ctx: Ctx, input: NoteRetailsInput): Promise<number> {
  const { id: resellerId } = requireReseller(ctx);
  const { planId, from, to, retail } = NoteRetailsInput.parse(input);
  if (retail === undefined) throw invalid("retail", "Write what each customer paid.");
  return inTransaction(ctx, async (tx) => {
    const which = sql`p.reseller_id = ${resellerId} and p.plan_id = ${planId} and p.ending = 'delivered' and p.retail is null
      and p.placed_at >= ${startOfDay(from).toISOString()}::timestamptz
      and p.placed_at < ${endOfDay(to).toISOString()}::timestamptz`;
    const [least] = await tx.db.execute<{ price: string | null }>(sql`
      with which as materialized (select p.price, ${dayPlaced()} as day from purchases p where ${which}),
      locked as materialized (
        select pg_advisory_xact_lock_shared(${dayLock(sql`day`)}) from (select distinct day from which order by day) days
      )
      select min(price) as price, (select count(*) from locked) from which`);
    requirePlausible(retail, BigInt(least?.price ?? retail));
    const noted = await write(tx, which, retail, AT_ONCE);
    await record(tx, {
      ...{ action: "purchase.retails_noted", subject: "plan", subjectId: planId, resellerId },
      after: { retail, from, to, noted },
    });
    return noted;
  });
}

/** Changes purchases, and what was added up of their days. @returns how many they were. */
async function write(ctx: Ctx, which: SQL, retail: Minor | undefined, most: number): Promise<number> {
  const to = sql`${retail ?? null}::bigint`;
  const price = sql`case when ${to} is null then 0 else price end - case when retail is null then 0 else price end`;
  const until = storedUntil(sql`(day + 1)::timestamp at time zone ${env().TIME_ZONE}`);
  const [row] = await ctx.db.execute<{ count: string }>(sql`
    with was as (
      select p.id, p.reseller_id, p.network_id, p.plan_id, p.ending, p.price, p.retail, p.placed_at, ${dayPlaced()} as day
      from purchases p where ${which} order by p.id desc limit ${most} for update
    ),
    written as (update purchases set retail = ${to} from was where purchases.id = was.id),
    change as (
      select reseller_id, day, network_id, plan_id, sum(num_nonnulls(${to}) - num_nonnulls(retail)) as sold,
        sum(${price}) as paid, sum(coalesce(${to}, 0) - coalesce(retail, 0)) as retail
      from was left join report_days r using (day)
      where ending = 'delivered' and placed_at < coalesce(${until}, 'infinity') group by reseller_id, day, network_id, plan_id
    ),
    added_up as (
      update report_resellers r set sold = r.sold + change.sold, paid = r.paid + change.paid, retail = r.retail + change.retail
      from change where (r.reseller_id, r.day, r.network_id, r.plan_id)
        = (change.reseller_id, change.day, change.network_id, change.plan_id)
    )
    select count(*) from was`);
  return Number(row?.count);
}

/** The day whose sums the purchase `p` is part of. */
const dayPlaced = (): SQL => sql`(p.placed_at at time zone ${env().TIME_ZONE})::date`;

/** What the acting reseller's customers paid last, by plan, among their last 500 purchases; of what nobody said, nothing. */
export async function lastRetails(ctx: Ctx): Promise<Map<number, Minor>> {
  const { id } = requireReseller(ctx);
  const rows = await ctx.db.execute<{ plan_id: number; retail: string }>(sql`
    select distinct on (plan_id) plan_id, retail from (
      select id, plan_id, retail from purchases where reseller_id = ${id} order by id desc limit 500
    ) lately where retail is not null order by plan_id, id desc`);
  return new Map(rows.map(({ plan_id, retail }) => [plan_id, BigInt(retail)]));
}
