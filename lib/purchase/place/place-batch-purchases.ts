import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { selectResellerForPurchase } from "#lib/account/reseller/select-reseller";
import { recordAuditRows } from "#lib/audit/record-audit";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { getCatalogue, isSameVersion } from "#lib/catalogue/get-catalogue";
import { getQuote } from "#lib/catalogue/price/price";
import { isCurrentCatalogue } from "#lib/catalogue/sale-conditions";
import { type Ctx, requireReseller } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { transferBalances, writeTransfers } from "#lib/ledger/transfer";
import { isDeliveredByLaterSupplier } from "#lib/purchase/send/choose-supplier";
import { isSentInTime, MAX_QUEUE_WAIT_S } from "#lib/purchase/send/queue";
import { addSpending, spentToday } from "./daily-spending.ts";
import { hasDuplicate } from "./duplicates.ts";
import { explainRejection } from "./explain-rejection.ts";
import { acceptsPurchases } from "./hold-purchase.ts";
import { createPurchaseRejection } from "./rejection.ts";

export interface BatchPurchaseRequest {
  /** See `buildBatchRef`. */
  ref: string;
  /** The recipient in E.164. */
  phone: string;
  planId: number;
  /** The price that the buyer confirmed, in minor units. */
  price: Minor;
  /** The selling price, in minor units, if the reseller entered one. */
  retail?: Minor | undefined;
  /** The buyer confirmed the duplicate. */
  again: boolean;
}

export interface BatchPlacement {
  placed: { ref: string; id: number }[];
  /** Refs that need a confirmation; see `hasDuplicate`. */
  duplicates: string[];
  /** Refs whose plan isn't for sale at this level. */
  unsold: string[];
  /** The reason why the rest wasn't placed. */
  stopped: PortalError | undefined;
}

/** The most batch rows that one reseller may have in the queue. */
export const MAX_QUEUED_BATCH_ROWS = 5_000;

/**
 * Places as many purchases of a batch as the rules of `placePurchase` allow, in their order and in one statement; each gets
 * its own journal and audit record. Locks the wallet first, so that every earlier purchase of the reseller counts.
 */
export function placeBatchPurchases(
  ctx: Ctx,
  batchId: number,
  requests: readonly BatchPurchaseRequest[],
): Promise<BatchPlacement> {
  return inTransaction(ctx, async (tx) => {
    const { id, level } = requireReseller(tx);
    const buyer = selectResellerForPurchase({ id: sql`${id}`, level: sql`${level}`, tokenId: undefined });
    await tx.db.execute(sql`
      with buyer as (${buyer}) select from wallets where reseller_id in (select id from buyer) for update`);
    let catalogue = await getCatalogue(tx);
    for (let tries = 3; ; tries--) {
      const outcome = await placeFromCatalogue(tx, batchId, requests, catalogue);
      if (outcome) return outcome;
      const before = catalogue;
      catalogue = await getCatalogue(tx);
      if (tries === 0 || isSameVersion(catalogue, before)) {
        const stopped = new PortalError(
          "unavailable",
          "Prices or your account changed. Nothing was charged. Try again.",
        );
        return { placed: [], duplicates: [], unsold: [], stopped };
      }
    }
  });
}

/** @returns undefined when the catalogue is out of date. */
async function placeFromCatalogue(
  ctx: Ctx,
  batchId: number,
  requests: readonly BatchPurchaseRequest[],
  catalogue: Catalogue,
): Promise<BatchPlacement | undefined> {
  const { offers, unsold, stopped } = buildOffers(ctx, requests, catalogue);
  const outcome: BatchPlacement = { placed: [], duplicates: [], unsold, stopped };
  if (offers.length === 0) return outcome;
  const { placed, duplicates, room } = await holdBatch(ctx, batchId, offers, catalogue);
  const candidates = offers.filter(({ ref }) => !duplicates.includes(ref));
  const [next] = candidates.slice(placed.length);
  if (!next) return { ...outcome, placed, duplicates };
  if (placed.length >= room) {
    const facts = { waiting: MAX_QUEUED_BATCH_ROWS, retryAfter: 60 };
    return { ...outcome, placed, duplicates, stopped: createPurchaseRejection("too_many_waiting", facts) };
  }
  const input = { phone: next.phone, channel: "bulk" as const, again: true };
  const plan = { id: next.plan_id, byMain: next.by_main };
  const rejection = await explainRejection(ctx, {
    buyer: requireReseller(ctx),
    plan,
    price: BigInt(next.price),
    input,
    namespace: "batch",
  });
  return rejection || placed.length > 0 ? { ...outcome, placed, duplicates, stopped: rejection } : undefined;
}

/** Builds the rows of the statement, with money as text: JSON has no exact integers of that size. */
function buildOffers(ctx: Ctx, requests: readonly BatchPurchaseRequest[], catalogue: Catalogue) {
  const { level } = requireReseller(ctx);
  const unsold: string[] = [];
  const offers = [];
  for (const { ref, phone, planId, price: seen, retail, again } of requests) {
    const plan = catalogue.plans.get(planId);
    const { price, reason } = plan ? getQuote(plan, level) : { price: null, reason: "gone" };
    const cost = plan?.cost ?? null;
    if (!plan || reason !== null || price === null || cost === null) {
      unsold.push(ref);
      continue;
    }
    if (price !== seen) {
      const stopped = new PortalError("price_changed", "The price has changed.", { facts: { price } });
      return { offers, unsold, stopped };
    }
    offers.push({
      n: offers.length,
      ref,
      phone,
      again,
      price: String(price),
      cost: String(cost),
      plan_id: plan.id,
      by_main: plan.byMain,
      network_id: plan.networkId,
      network_name: plan.networkName,
      type_name: plan.name ?? plan.typeName,
      size: plan.size,
      volume: plan.volume,
      validity: plan.validity,
      retail: retail === undefined ? null : String(retail),
    });
  }
  return { offers, unsold, stopped: undefined };
}

type BatchOffer = ReturnType<typeof buildOffers>["offers"][number];

async function holdBatch(ctx: Ctx, batchId: number, offers: readonly BatchOffer[], catalogue: Catalogue) {
  const { id: resellerId, level } = requireReseller(ctx);
  const buyer = sql`${resellerId}::bigint`;
  const total = sql`held.total`;
  const changedAt = sql`${catalogue.changedAt.toISOString()}`;
  const plan = { planId: sql`o.plan_id`, price: sql`o.price`, byMain: sql`o.by_main` };
  const [row] = await ctx.db.execute<{
    placed: { ref: string; id: number }[] | null;
    duplicates: string[] | null;
    room: number;
  }>(sql`
    with buyer as materialized (${selectResellerForPurchase({ id: buyer, level: sql`${level}`, tokenId: undefined })}),
    wishes as materialized (
      select o.*, purchase_ident(${buyer}, 'batch', o.ref, o.plan_id, o.phone) as ident
      from jsonb_to_recordset(${JSON.stringify(offers)}::text::jsonb) as o (n integer, ref text, phone text,
        plan_id integer, by_main boolean, network_id integer, network_name text, type_name text, size text, volume text, validity text,
        price bigint, cost bigint, retail bigint, again boolean)
    ),
    duplicates as materialized (
      select o.n, o.ref from wishes o where not o.again
        and ${hasDuplicate(buyer, { phone: sql`o.phone`, planId: sql`o.plan_id` })}
    ),
    room as materialized (
      select ${MAX_QUEUED_BATCH_ROWS} - count(*) as room from (
        select from purchases where state = 'queued' and reseller_id = ${buyer} and channel = 'bulk' limit ${MAX_QUEUED_BATCH_ROWS}) own
    ),
    wanted as (
      select o.*, sum(o.price) over (order by o.n) as total, row_number() over (order by o.n) as nth
      from wishes o where o.n not in (select n from duplicates)
    ),
    fitting as materialized (
      select o.* from wanted o cross join buyer cross join room join wallets w on w.reseller_id = buyer.id
      where o.total <= w.wallet and (buyer.daily_limit is null or ${spentToday(sql`w`)} + o.total <= buyer.daily_limit)
        and o.nth <= room.room and (o.nth = 1 or (o.by_main and exists (select from dispatcher where not stopped))
          or ${isDeliveredByLaterSupplier(plan)})
        and ${isCurrentCatalogue({ version: sql`${catalogue.version}`, changedAt })} and ${acceptsPurchases("batch", plan)}
        and ${isSentInTime(buyer, "bulk")}
    ),
    held as (select max(total)::bigint as total from fitting having count(*) > 0),
    moved as (
      update wallets set ${transferBalances("hold", total)}, ${addSpending(total)}
      from held where wallets.reseller_id = ${buyer}
      returning wallets.wallet + ${total} as wallet, wallets.held - ${total} as held
    ),
    bought as (
      insert into purchases (ident, reseller_id, ref, namespace, channel, level, plan_id, network_id, network_name, type_name, size,
        volume, validity, phone, price, cost, retail, wallet_before, wallet_after, deadline_at, batch_id)
      select f.ident, ${buyer}, f.ref, 'batch', 'bulk', ${level}, f.plan_id, f.network_id, f.network_name, f.type_name, f.size,
        f.volume, f.validity, f.phone, f.price, f.cost, f.retail, moved.wallet - f.total + f.price, moved.wallet - f.total,
        now() + make_interval(secs => ${MAX_QUEUE_WAIT_S.bulk}), ${batchId}
      from fitting f cross join moved order by f.n
      returning id, ident, ref, reseller_id, price, wallet_before, wallet_after
    ),
    moves as (
      select b.reseller_id, b.id as purchase_id, b.price as amount, b.wallet_after as from_balance,
        moved.held + f.total as to_balance
      from bought b join fitting f on f.ident = b.ident cross join moved
    ),
    ${writeTransfers(ctx, "hold", { from: sql`moves`, journal: sql`journal` })},
    recorded as (${recordAuditRows(ctx, {
      action: "purchase.placed",
      subject: "purchase",
      subjectId: sql`bought.ident`,
      resellerId: sql`bought.reseller_id`,
      journalId: sql`journal.id`,
      before: sql`jsonb_build_object('wallet', bought.wallet_before::text)`,
      after: sql`jsonb_build_object('wallet', bought.wallet_after::text, 'price', bought.price::text)`,
      from: sql`bought join journal on journal.purchase_id = bought.id`,
    })})
    select (select jsonb_agg(jsonb_build_object('ref', ref, 'id', id)) from bought) as placed,
      (select jsonb_agg(ref) from duplicates) as duplicates, (select room from room)::integer as room`);
  return { placed: row?.placed ?? [], duplicates: row?.duplicates ?? [], room: row?.room ?? 0 };
}
