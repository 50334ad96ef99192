import { type SQL, sql } from "drizzle-orm";
import { selectResellerForPurchase } from "#lib/account/reseller/select-reseller";
import { recordAuditRows } from "#lib/audit/record-audit";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { isCurrentCatalogue } from "#lib/catalogue/sale-conditions";
import { type Ctx, requireReseller } from "#lib/core/context";
import { transferBalances, writeTransfers } from "#lib/ledger/transfer";
import { isDelivered } from "#lib/purchase/queue/choose-supplier";
import { isSentInTime, MAX_QUEUE_WAIT_S } from "#lib/purchase/queue/queue";
import { addSpending, spentBy, spentToday } from "./daily-spending.ts";
import { hasDuplicate } from "./duplicates.ts";
import { acceptsPurchases } from "./hold-purchase.ts";

/** A row of a batch at the catalogue's price, with money as text. */
export interface BatchOffer {
  /** Its place among the offers. */
  n: number;
  ref: string;
  phone: string;
  again: boolean;
  price: string;
  cost: string;
  plan_id: number;
  network_id: number;
  network_name: string;
  type_name: string;
  size: string;
  volume: string;
  validity: string;
  selling_price: string | null;
}

interface HeldBatch {
  placed: { ref: string; id: number }[];
  /** Refs that need a confirmation; see `hasDuplicate`. */
  duplicates: string[];
  /** The number of batch rows that fitted into the reseller's queue. */
  room: number;
}

/** The most batch rows that one reseller may have in the queue. */
export const MAX_QUEUED_BATCH_ROWS = 5_000;

/**
 * Holds the money of the rows that can be placed and queues these, in one statement.
 * The caller has locked the wallet.
 */
export async function holdBatch(
  ctx: Ctx,
  batchId: number,
  offers: readonly BatchOffer[],
  catalogue: Catalogue,
): Promise<HeldBatch> {
  const buyer = requireReseller(ctx, "batches");
  const reseller = sql`${buyer.id}::bigint`;
  const helper = sql`${buyer.kind === "helper" ? buyer.helperId : null}::bigint`;
  const helperSpent = spentBy({ resellerId: reseller, helperId: helper });
  const total = sql`held.total`;
  const [row] = await ctx.db.execute<{ [Name in keyof HeldBatch]: HeldBatch[Name] | null }>(sql`
    with buyer as materialized (
      ${selectBatchBuyer(buyer)}
    ),
    ${selectDeliverable(reseller, offers, catalogue)},
    room as materialized (
      select ${MAX_QUEUED_BATCH_ROWS} - count(*) as room
      from (
        select
        from purchases
        where state = 'queued' and reseller_id = ${reseller} and channel = 'batch'
        limit ${MAX_QUEUED_BATCH_ROWS}
      ) own
    ),
    -- The sum and the count of the deliverable rows up to each, so that the rows that fit are the first ones.
    summed as (
      select *, sum(price) over (order by n) as total, row_number() over (order by n) as nth
      from deliverable
    ),
    fitting as materialized (
      select s.*
      from summed s
      cross join buyer
      cross join room
      join wallets w on w.reseller_id = buyer.id
      left join helpers h on h.id = ${helper}
      where s.nth <= room.room
        and s.total <= w.wallet
        and (buyer.daily_limit is null or ${spentToday(sql`w`)} + s.total <= buyer.daily_limit)
        and (h.daily_limit is null or ${helperSpent} + s.total <= h.daily_limit)
    ),
    -- One row, or none if nothing fits.
    held as (
      select sum(price)::bigint as total
      from fitting
      having count(*) > 0
    ),
    moved as (
      update wallets
      set ${transferBalances("hold", total)}, ${addSpending(total)}
      from held
      where wallets.reseller_id = ${reseller}
      returning wallets.wallet + ${total} as wallet, wallets.held - ${total} as held
    ),
    bought as (
      insert into purchases (
        ident, reseller_id, ref, namespace, channel, helper_id, level,
        plan_id, network_id, network_name, type_name, size, volume, validity, phone,
        price, cost, selling_price, wallet_before, wallet_after,
        deadline_at, batch_id
      )
      select
        f.ident, ${reseller}, f.ref, 'batch', 'batch', ${helper}, ${buyer.level},
        f.plan_id, f.network_id, f.network_name, f.type_name, f.size, f.volume, f.validity, f.phone,
        f.price, f.cost, f.selling_price, moved.wallet - f.total + f.price, moved.wallet - f.total,
        now() + make_interval(secs => ${MAX_QUEUE_WAIT_S.batch}), ${batchId}
      from fitting f
      cross join moved
      order by f.n
      returning id, ident, ref, reseller_id, price, wallet_before, wallet_after
    ),
    -- The money of each row, with the balances between it and the next.
    moves as (
      select
        b.reseller_id, b.id as purchase_id, b.price as amount,
        b.wallet_after as from_balance, moved.held + f.total as to_balance
      from bought b
      join fitting f on f.ident = b.ident
      cross join moved
      order by b.id
    ),
    journal as (${writeTransfers(ctx, "hold", {
      from: sql`moves`,
      amount: sql`amount`,
      purchaseId: sql`purchase_id`,
    })}),
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
    select
      (select jsonb_agg(jsonb_build_object('ref', ref, 'id', id)) from bought) as placed,
      (select jsonb_agg(ref) from duplicates) as duplicates,
      (select room from room)::integer as room`);
  return { placed: row?.placed ?? [], duplicates: row?.duplicates ?? [], room: row?.room ?? 0 };
}

/** Builds the query for the reseller's row if they, or the helper who made the batch, may buy it. */
export function selectBatchBuyer(buyer: ReturnType<typeof requireReseller>): SQL {
  const reseller = { id: sql`${buyer.id}::bigint`, level: sql`${buyer.level}`, tokenId: undefined };
  if (buyer.kind !== "helper") return selectResellerForPurchase(reseller);
  const allow = sql`'batches' = any(helpers.permissions)`;
  return selectResellerForPurchase({ ...reseller, helperId: sql`${buyer.helperId}::bigint`, allow });
}

/**
 * The CTEs of the offers, of the `duplicates` among them, and of the others that a supplier delivers now, by
 * `deliverable`. Each row is judged before anything is summed: a row left out here holds no money. As a
 * supplier's stop is probed with one purchase, only the first row can be that.
 */
function selectDeliverable(reseller: SQL, offers: readonly BatchOffer[], catalogue: Catalogue): SQL {
  const changedAt = sql`${catalogue.changedAt.toISOString()}`;
  const plan = { planId: sql`o.plan_id`, price: sql`o.price` };
  return sql`wishes as materialized (
      select o.*, purchase_ident(${reseller}, 'batch', o.ref, o.plan_id, o.phone) as ident
      from jsonb_to_recordset(${JSON.stringify(offers)}::text::jsonb) as o (
        n integer, ref text, phone text, again boolean, price bigint, cost bigint,
        plan_id integer, network_id integer, network_name text, type_name text,
        size text, volume text, validity text, selling_price bigint
      )
    ),
    duplicates as materialized (
      select o.n, o.ref
      from wishes o
      where not o.again and ${hasDuplicate(reseller, { phone: sql`o.phone`, planId: sql`o.plan_id` })}
    ),
    deliverable as materialized (
      select o.*
      from (
        select *, row_number() over (order by n) = 1 as is_first
        from wishes
        where n not in (select n from duplicates)
      ) o
      where ${isCurrentCatalogue({ version: sql`${catalogue.version}`, changedAt })}
        and ${isSentInTime(reseller, "batch")}
        and ${acceptsPurchases("batch", plan)}
        and (o.is_first or ${isDelivered(plan)})
    )`;
}
