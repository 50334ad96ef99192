import { type SQL, sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepare-query";
import { currentCost } from "#lib/catalogue/sale-conditions";
import { type Ctx, requireSystem } from "#lib/core/context";
import { getUpstreamVariables } from "#lib/upstream/variables";
import { nextInFairQueue } from "./fair-queue.ts";
import { runsInHomeDatabase } from "./stop-if-restored.ts";

/** A purchase that only this process may send, once. */
export interface Claim {
  purchaseId: number;
  attemptId: number;
  ident: string;
  planId: number;
  networkId: number;
  /** The recipient in E.164. */
  phone: string;
  /** The upstream price by the current catalogue, in minor units. */
  cost: bigint;
  price: bigint;
}

interface ClaimResult extends Claim {
  /** The time until the next attempt to claim, in ms; undefined when no other was queued. */
  nextIn: number | undefined;
}

/** Spaces slots a little wider than the limit: at exactly 60/n seconds, n + 1 sends fit into a closed minute. */
const SLOT_SLACK = 1.035;

/**
 * A request begins within this time after its slot, or not at all: otherwise a delayed process or connection would send in
 * bursts. It is what the slots' slack leaves free in a minute.
 */
export const SLOT_DURATION_MS = 2_000;

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
 * Takes the next sending slot of all processes and the next purchase, and marks it `sending`, in one statement, which is
 * committed when it returns. Skips a purchase that would now be sold at a loss (`expireQueuedPurchases` refunds it). A stopped
 * dispatcher lets one probe through after its pause. The worker's lock, held by this very connection, is part of the condition.
 *
 * The gate is locked before a purchase is chosen, and opens only if its row is the one in this statement's snapshot:
 * otherwise another process claimed meanwhile, and the snapshot's fair queue is out of date.
 */
export async function claimPurchase(ctx: Ctx, worker: string): Promise<ClaimResult | undefined> {
  requireSystem(ctx);
  const [row] = await runClaimStatement(ctx.db, { worker });
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
      nextIn: toDelay(row.next_in),
    }
  );
}

const runClaimStatement = prepareQuery<{ worker: string }, Row>(
  (v) => sql`
    with gate as (
      select from dispatcher d
      where next_slot_at <= clock_timestamp() and next_slot_at = (select next_slot_at from dispatcher)
        and exists (select from purchases where state = 'queued' and not paused)
        and (not stopped or (probe_at <= clock_timestamp() and not exists (select from purchases where state = 'sending')))
        and ${runsInHomeDatabase()}
      for no key update of d skip locked
    ),
    head as materialized (select * from (${nextInFairQueue()}) next where exists (select from gate)),
    slot as (
      update dispatcher set next_slot_at = clock_timestamp() + make_interval(secs => ${getSlotGap()}),
        probe_at = case when stopped then clock_timestamp() + interval '2 minutes' end
      where exists (select from head) and pg_try_advisory_lock(${buildWorkerLock(v.worker)})
      returning greatest(next_slot_at, probe_at) as next_at
    ),
    claimed as (
      update purchases p set state = 'sending' from head where p.id = head.id and exists (select from slot) returning p.*
    ),
    attempt as (
      insert into attempts (purchase_id, worker, claimed_at, answer_by, cost)
      select id, ${v.worker}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${getResponseTimeout()}), ${currentCost(sql`claimed`)}
      from claimed returning id, cost
    ),
    turn as (
      insert into fair_queue (reseller_id, claimed_at, place)
      select reseller_id, clock_timestamp(), head.place from claimed cross join head
      on conflict (reseller_id) do update set claimed_at = excluded.claimed_at, place = excluded.place
    )
    select c.id, attempt.id as attempt_id, c.ident, c.plan_id, c.network_id, c.phone, attempt.cost, c.price,
      (select ${msUntil(sql`slot.next_at`)} from slot
        where exists (select from purchases other where other.state = 'queued' and not other.paused and other.id <> c.id)) as next_in
    from claimed c cross join attempt`,
);

export function getSlotGap(): number {
  return (60 / getUpstreamVariables().UPSTREAM_PURCHASES_PER_MINUTE) * SLOT_SLACK;
}

/** Returns the seconds after a claim in which the sender gets a response or gives up. */
function getResponseTimeout(): number {
  return (SLOT_DURATION_MS + getUpstreamVariables().UPSTREAM_TIMEOUT_MS) / 1000;
}

/** The advisory lock of a live worker: it ends with the worker's connection. */
export function buildWorkerLock(worker: string | SQL) {
  return sql`hashtextextended(${worker}, 0)`;
}

/** Returns the time until the next attempt to claim, in ms; undefined when nothing is queued. */
export async function getNextClaimDelay(ctx: Ctx): Promise<number | undefined> {
  const [row] = await ctx.db.execute<{ wait: string | null }>(sql`
    select ${msUntil(sql`greatest(next_slot_at, case when stopped then probe_at end)`)} as wait from dispatcher
    where exists (select from purchases where state = 'queued' and not paused) and (not stopped or probe_at is not null)`);
  return toDelay(row?.wait);
}

const msUntil = (at: SQL) => sql`extract(epoch from ${at} - clock_timestamp()) * 1000`;
const toDelay = (ms: string | null | undefined) => (ms == null ? undefined : Math.max(0, Number(ms)));
