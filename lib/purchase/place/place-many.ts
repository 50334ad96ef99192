import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { mayBuy } from "#lib/account/reseller/may-buy";
import { recordRows } from "#lib/audit/record";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { current, isSame } from "#lib/catalogue/current";
import { costOf, quoteOf } from "#lib/catalogue/price";
import { isCurrentCatalogue } from "#lib/catalogue/sale-conditions";
import { type Ctx, requireReseller } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { transferBalances, writeTransfers } from "#lib/ledger/transfer";
import { comesInTime, PATIENCE_S } from "../send/queue.ts";
import { earlierSame } from "./earlier.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { acceptsPurchases } from "./hold.ts";
import { refuse } from "./refusal.ts";

/** One of many purchases that are wanted. */
export interface Wish {
  /** See `bulkRef`. */
  ref: string;
  /** The recipient in E.164. */
  phone: string;
  planId: number;
  /** What its buyer saw, in minor units. */
  price: Minor;
  /** What the customer pays, in minor units, where somebody said so. */
  retail?: Minor | undefined;
  /** A second one of the same so soon is meant. */
  again: boolean;
}

export interface PlacedMany {
  placed: { ref: string; id: number }[];
  /** Refs of what is like an earlier purchase; see `earlierSame`. */
  twins: string[];
  /** Refs of what is not sold any more. */
  unsold: string[];
  /** Why the others were not placed, from the first of them on. */
  stopped: PortalError | undefined;
}

/** One reseller's rows of lists that may wait to be sent at once. */
export const BULK_WAITING = 5_000;

/**
 * Places purchases of a list, in its order, by the rules of `place`: in one statement the money of as many of them as
 * all conditions hold for is held and they are queued, each with a journal and an audit record of its own. The wallet is
 * locked first, so every earlier purchase of this reseller counts.
 */
export function placeMany(ctx: Ctx, runId: number, wishes: readonly Wish[]): Promise<PlacedMany> {
  return inTransaction(ctx, async (tx) => {
    const { id, level } = requireReseller(tx);
    const buyer = mayBuy({ id: sql`${id}`, level: sql`${level}`, tokenId: undefined });
    await tx.db.execute(sql`
      with buyer as (${buyer}) select from wallets where reseller_id in (select id from buyer) for update`);
    let catalogue = await current(tx);
    for (let tries = 3; ; tries--) {
      const outcome = await placeBy(tx, runId, wishes, catalogue);
      if (outcome) return outcome;
      const before = catalogue;
      catalogue = await current(tx);
      if (tries === 0 || isSame(catalogue, before)) {
        const stopped = new PortalError("unavailable", "Something changed at that moment.");
        return { placed: [], twins: [], unsold: [], stopped };
      }
    }
  });
}

/** @returns undefined when the catalogue is in force no more. */
async function placeBy(
  ctx: Ctx,
  runId: number,
  wishes: readonly Wish[],
  catalogue: Catalogue,
): Promise<PlacedMany | undefined> {
  const { offers, unsold, stopped } = offersOf(ctx, wishes, catalogue);
  const outcome: PlacedMany = { placed: [], twins: [], unsold, stopped };
  if (offers.length === 0) return outcome;
  const { placed, twins, room } = await hold(ctx, runId, offers, catalogue);
  const wanted = offers.filter(({ ref }) => !twins.includes(ref));
  const [next] = wanted.slice(placed.length);
  if (!next) return { ...outcome, placed, twins };
  if (placed.length >= room) {
    const facts = { waiting: BULK_WAITING, retryAfter: 60 };
    return { ...outcome, placed, twins, stopped: refuse("too_many_waiting", facts) };
  }
  const input = { phone: next.phone, channel: "bulk" as const, again: true };
  const plan = { id: next.plan_id };
  const why = await explainRefusal(ctx, {
    buyer: requireReseller(ctx),
    plan,
    price: BigInt(next.price),
    input,
    namespace: "batch",
  });
  return why || placed.length > 0 ? { ...outcome, placed, twins, stopped: why } : undefined;
}

/** What a wish becomes for the statement: money as text, since JSON has no such numbers. */
function offersOf(ctx: Ctx, wishes: readonly Wish[], catalogue: Catalogue) {
  const { level } = requireReseller(ctx);
  const unsold: string[] = [];
  const offers = [];
  for (const { ref, phone, planId, price: seen, retail, again } of wishes) {
    const plan = catalogue.plans.get(planId);
    const { price, why } = plan ? quoteOf(plan, level) : { price: null, why: "gone" };
    const cost = plan && costOf(plan);
    if (!plan || why !== null || price === null || cost === undefined) {
      unsold.push(ref);
      continue;
    }
    if (price !== seen) {
      const stopped = new PortalError("price_changed", "The price has changed.", { facts: { price } });
      return { offers, unsold, stopped };
    }
    offers.push({
      ...{ n: offers.length, ref, phone, again, price: String(price), cost: String(cost) },
      ...{ plan_id: plan.id, network_id: plan.networkId, network_name: plan.networkName },
      ...{ type_name: plan.name ?? plan.typeName, size: plan.size, volume: plan.volume },
      ...{ validity: plan.validity, retail: retail === undefined ? null : String(retail) },
    });
  }
  return { offers, unsold, stopped: undefined };
}

type Offer = ReturnType<typeof offersOf>["offers"][number];

async function hold(ctx: Ctx, runId: number, offers: readonly Offer[], catalogue: Catalogue) {
  const { id: resellerId, level } = requireReseller(ctx);
  const buyer = sql`${resellerId}::bigint`;
  const today = sql`to_char(now() at time zone ${env().TIME_ZONE}, 'YYYY-MM-DD')`;
  const spent = sql`case when w.spent_day >= ${today} then w.spent else 0 end`;
  const total = sql`held.total`;
  const changedAt = sql`${catalogue.changedAt.toISOString()}`;
  const [row] = await ctx.db.execute<{
    placed: { ref: string; id: number }[] | null;
    twins: string[] | null;
    room: number;
  }>(sql`
    with buyer as materialized (${mayBuy({ id: buyer, level: sql`${level}`, tokenId: undefined })}),
    wishes as materialized (
      select o.*, purchase_ident(${buyer}, 'batch', o.ref, o.plan_id, o.phone) as ident
      from jsonb_to_recordset(${JSON.stringify(offers)}::text::jsonb) as o (n integer, ref text, phone text,
        plan_id integer, network_id integer, network_name text, type_name text, size text, volume text, validity text,
        price bigint, cost bigint, retail bigint, again boolean)
    ),
    twins as materialized (
      select o.n, o.ref from wishes o where not o.again and exists (
        select ${earlierSame(buyer, { phone: sql`o.phone`, planId: sql`o.plan_id` })})
    ),
    room as materialized (
      select ${BULK_WAITING} - count(*) as room from (
        select from purchases where state = 'queued' and reseller_id = ${buyer} and channel = 'bulk' limit ${BULK_WAITING}) own
    ),
    wanted as (
      select o.*, sum(o.price) over (order by o.n) as total, row_number() over (order by o.n) as nth
      from wishes o where o.n not in (select n from twins)
    ),
    fitting as materialized (
      select o.* from wanted o cross join buyer cross join room join wallets w on w.reseller_id = buyer.id
      where o.total <= w.wallet and (buyer.daily_limit is null or ${spent} + o.total <= buyer.daily_limit)
        and o.nth <= room.room and (o.nth = 1 or exists (select from dispatcher where not stopped))
        and ${isCurrentCatalogue({ version: sql`${catalogue.version}`, changedAt })} and ${acceptsPurchases("batch")}
        and ${comesInTime(buyer, "bulk")}
    ),
    held as (select max(total)::bigint as total from fitting having count(*) > 0),
    moved as (
      update wallets set ${transferBalances("hold", total)}, spent_day = greatest(wallets.spent_day, ${today}),
        spent = case when wallets.spent_day >= ${today} then wallets.spent else 0 end + ${total}
      from held where wallets.reseller_id = ${buyer}
      returning wallets.wallet + ${total} as wallet, wallets.held - ${total} as held
    ),
    bought as (
      insert into purchases (ident, reseller_id, ref, namespace, channel, level, plan_id, network_id, network_name, type_name, size,
        volume, validity, phone, price, cost, retail, wallet_before, wallet_after, deadline_at, run_id)
      select f.ident, ${buyer}, f.ref, 'batch', 'bulk', ${level}, f.plan_id, f.network_id, f.network_name, f.type_name, f.size,
        f.volume, f.validity, f.phone, f.price, f.cost, f.retail, moved.wallet - f.total + f.price, moved.wallet - f.total,
        now() + make_interval(secs => ${PATIENCE_S.bulk}), ${runId}
      from fitting f cross join moved order by f.n
      returning id, ident, ref, reseller_id, price, wallet_before, wallet_after
    ),
    moves as (
      select b.reseller_id, b.id as purchase_id, b.price as amount, b.wallet_after as from_balance,
        moved.held + f.total as to_balance
      from bought b join fitting f on f.ident = b.ident cross join moved
    ),
    ${writeTransfers(ctx, "hold", sql`moves`)},
    recorded as (${recordRows(ctx, {
      action: "purchase.placed",
      subject: "purchase",
      subjectId: sql`bought.ident`,
      resellerId: sql`bought.reseller_id`,
      journalId: sql`journal.id`,
      reason: sql`null::text`,
      before: sql`jsonb_build_object('wallet', bought.wallet_before::text)`,
      after: sql`jsonb_build_object('wallet', bought.wallet_after::text, 'price', bought.price::text)`,
      from: sql`bought join journal on journal.purchase_id = bought.id`,
    })})
    select (select jsonb_agg(jsonb_build_object('ref', ref, 'id', id)) from bought) as placed,
      (select jsonb_agg(ref) from twins) as twins, (select room from room)::integer as room`);
  return { placed: row?.placed ?? [], twins: row?.twins ?? [], room: row?.room ?? 0 };
}
