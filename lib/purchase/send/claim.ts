import { type SQL, sql } from "drizzle-orm";
import { prepared } from "#db/prepared";
import { costNow } from "#lib/catalogue/sale-conditions";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { isSameDatabase } from "./restored.ts";
import { nextInTurn } from "./turns.ts";

/** A purchase that this process alone may now send, once. */
export interface Claim {
  purchaseId: number;
  attemptId: number;
  ident: string;
  planId: number;
  networkId: number;
  /** The recipient in E.164. */
  phone: string;
  /** What it should cost upstream by the current catalogue, in minor units. */
  cost: bigint;
  price: bigint;
}

interface Taken extends Claim {
  /** How long until it is worth trying to claim another, in ms; undefined when no other was queued. */
  nextIn: number | undefined;
}

/** Slots lie a little further apart than the limit asks: at exactly 60/n seconds, n + 1 sends fit into a closed minute. */
const SLACK = 1.035;

/**
 * A request begins within this long after its slot was taken, or not at all: otherwise a process or connection that was
 * held up would send in bunches. It is what the slots' slack leaves free in a minute.
 */
export const SLOT_LASTS_MS = 2_000;

interface Row extends Record<string, unknown> {
  id: string;
  attempt_id: string;
  ident: string;
  plan_id: number;
  network_id: number;
  phone: string;
  cost: string;
  price: string;
  next_in: string | null;
}

/**
 * Takes the next sending slot of all processes and the next purchase, and marks it `sending`, in one statement: once it
 * has returned, it is committed. A purchase that would now be sold at a loss is passed over (`expire` returns its
 * money). A stopped dispatcher lets one probe through when its pause is over. The worker's lock, held by this very
 * connection, is part of the condition.
 *
 * The gate is locked before a purchase is chosen, and opens only if its row is the one that this statement's snapshot
 * shows: otherwise another process claimed meanwhile, and whose turn it is would be read from before that.
 */
export async function claim(ctx: Ctx, worker: string): Promise<Taken | undefined> {
  requireSystem(ctx);
  const [row] = await takeNext(ctx.db, { worker });
  return (
    row && {
      purchaseId: Number(row.id),
      attemptId: Number(row.attempt_id),
      ident: row.ident,
      planId: row.plan_id,
      networkId: row.network_id,
      phone: row.phone,
      cost: BigInt(row.cost),
      price: BigInt(row.price),
      nextIn: waitOf(row.next_in),
    }
  );
}

const takeNext = prepared<{ worker: string }, Row>(
  (v) => sql`
    with gate as (
      select from dispatcher d
      where next_slot_at <= clock_timestamp() and next_slot_at = (select next_slot_at from dispatcher)
        and exists (select from purchases where state = 'queued' and not paused)
        and (not stopped or (probe_at <= clock_timestamp() and not exists (select from purchases where state = 'sending')))
        and ${isSameDatabase()}
      for no key update of d skip locked
    ),
    head as materialized (select * from (${nextInTurn()}) next where exists (select from gate)),
    slot as (
      update dispatcher set next_slot_at = clock_timestamp() + make_interval(secs => ${slotGap()}),
        probe_at = case when stopped then clock_timestamp() + interval '2 minutes' end
      where exists (select from head) and pg_try_advisory_lock(${workerLock(v.worker)})
      returning greatest(next_slot_at, probe_at) as next_at
    ),
    claimed as (
      update purchases p set state = 'sending' from head where p.id = head.id and exists (select from slot) returning p.*
    ),
    attempt as (
      insert into attempts (purchase_id, worker, claimed_at, answer_by, cost)
      select id, ${v.worker}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${answerWithin()}), ${costNow(sql`claimed`)}
      from claimed returning id, cost
    ),
    turn as (
      insert into turns (reseller_id, claimed_at, place)
      select reseller_id, clock_timestamp(), head.place from claimed cross join head
      on conflict (reseller_id) do update set claimed_at = excluded.claimed_at, place = excluded.place
    )
    select c.id, attempt.id as attempt_id, c.ident, c.plan_id, c.network_id, c.phone, attempt.cost, c.price,
      (select ${msUntil(sql`slot.next_at`)} from slot
        where exists (select from purchases other where other.state = 'queued' and not other.paused and other.id <> c.id)) as next_in
    from claimed c cross join attempt`,
);

/** The seconds between two sending slots. */
export function slotGap(): number {
  return (60 / env().UPSTREAM_PURCHASES_PER_MINUTE) * SLACK;
}

/** How long after its claim an attempt is answered or given up by its sender, in seconds. */
function answerWithin(): number {
  return (SLOT_LASTS_MS + env().UPSTREAM_TIMEOUT_MS) / 1000;
}

/** The advisory lock that says a worker is alive: it ends with the worker's connection. */
export function workerLock(worker: string | SQL) {
  return sql`hashtextextended(${worker}, 0)`;
}

/** How long until it is worth trying to claim again, in milliseconds; undefined when nothing is queued. */
export async function nextClaimIn(ctx: Ctx): Promise<number | undefined> {
  const [row] = await ctx.db.execute<{ wait: string | null }>(sql`
    select ${msUntil(sql`greatest(next_slot_at, case when stopped then probe_at end)`)} as wait from dispatcher
    where exists (select from purchases where state = 'queued' and not paused) and (not stopped or probe_at is not null)`);
  return waitOf(row?.wait);
}

const msUntil = (at: SQL) => sql`extract(epoch from ${at} - clock_timestamp()) * 1000`;
const waitOf = (ms: string | null | undefined) => (ms == null ? undefined : Math.max(0, Number(ms)));
