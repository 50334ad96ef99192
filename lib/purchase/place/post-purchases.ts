import { sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepare-query";
import { getBuyerIds, selectLockedBuyer } from "#lib/account/reseller/lock-buyer";
import { recordAuditRows } from "#lib/audit/record-audit";
import type { CatalogueVersion } from "#lib/catalogue/get-catalogue";
import { isCurrentCatalogue } from "#lib/catalogue/sale-conditions";
import { type Buyer, type Ctx, formatActor } from "#lib/core/context";
import { selectLockedWallets } from "#lib/ledger/lock-wallet";
import { transferBalances, writeTransfers } from "#lib/ledger/transfer";
import { MAX_QUEUE_WAIT_S } from "#lib/purchase/queue/queue";
import { parsePurchaseRow, purchaseSelectList } from "#lib/purchase/read/purchase-columns";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { addSpending } from "./daily-spending.ts";
import type { Offer, Placing } from "./offer.ts";
import type { FactsVersion } from "./placement-facts.ts";

/**
 * Posts purchases that were decided, in one statement: it moves their money and writes each with its journal and audit
 * record, in their order. It does nothing and returns no row if the facts have changed: the catalogue, the buyer, the
 * wallet, the terms of an agent or whether sending runs. Two with the same ref collide at the constraint
 * `purchases_ref`. The commit wakes the dispatcher by a notification.
 */
export async function postPurchases(
  ctx: Ctx,
  placing: Placing,
  offers: readonly Offer[],
  read: Read,
): Promise<PurchaseView[]> {
  return (await statements[placing.buyer.kind](ctx.db, buildValues(ctx, placing, offers, read))).map(
    parsePurchaseRow,
  );
}

interface Read {
  version: FactsVersion;
  catalogue: CatalogueVersion;
}

function buildValues(
  ctx: Ctx,
  { buyer, namespace, channel, batchId }: Placing,
  offers: readonly Offer[],
  { version, catalogue }: Read,
) {
  let total = 0n;
  const rows = offers.map(({ plan, price, commission, cost, ref, phone, sellingPrice, messageBy }) => {
    total += price;
    // Money as text: JSON has no exact integers of that size. The total is that of all up to this one.
    const money = { price, commission, cost, total, selling_price: sellingPrice };
    return {
      ...Object.fromEntries(Object.entries(money).map(([name, amount]) => [name, amount?.toString()])),
      ...{ ref, phone, message_by: messageBy, plan_id: plan.id, network_id: plan.networkId },
      ...{ network_name: plan.networkName, type_name: plan.name ?? plan.typeName },
      ...{ size: plan.size, volume: plan.volume, validity: plan.validity },
    };
  });
  return {
    ...getBuyerIds(buyer),
    ...{
      level: buyer.level,
      parentId: buyer.agent?.parentId ?? null,
      agentVersion: buyer.agent?.version ?? null,
      namespace,
      channel,
      batchId: batchId ?? null,
      maxWait: MAX_QUEUE_WAIT_S[channel],
    },
    ...{ buyerVersion: version.buyer, walletVersion: version.wallet, dispatcherVersion: version.dispatcher },
    ...{ catalogueVersion: catalogue.version, changedAt: catalogue.changedAt.toISOString() },
    ...{ rows: JSON.stringify(rows), total, actor: formatActor(ctx.actor), address: ctx.address ?? null },
  };
}

const preparePost = (kind: Buyer["kind"]) =>
  prepareQuery<ReturnType<typeof buildValues>>((v) => {
    const total = sql`${v.total}::bigint`;
    const id = sql`${v.resellerId}::bigint`;
    return sql`
      with buyer as (${selectLockedBuyer(kind, v, sql`${v.buyerVersion}::text`)}),
      moved as (
        update wallets
        set ${transferBalances("hold", total)}, ${addSpending(total)}
        from buyer
        where wallets.reseller_id = buyer.id and wallets.xmin::text = ${v.walletVersion}
          and ${isCurrentCatalogue({ version: v.catalogueVersion, changedAt: v.changedAt })}
          and exists (select from dispatcher where xmin::text = ${v.dispatcherVersion})
          and (${v.parentId}::bigint is null
            or agent_terms_version(${v.parentId}::bigint) = ${v.agentVersion}::text)
        returning wallets.wallet + ${total} as wallet, wallets.held - ${total} as held
      ),
      bought as (
        insert into purchases as p (
          ident, reseller_id, ref, namespace, channel, batch_id, token_id, helper_id, level, parent_id,
          plan_id, network_id, network_name, type_name, size, volume, validity, phone,
          price, commission, cost, selling_price, message_by, wallet_before, wallet_after, deadline_at
        )
        select
          purchase_ident(${id}, ${v.namespace}, o.ref, o.plan_id, o.phone),
          ${id}, o.ref, ${v.namespace}, ${v.channel}, ${v.batchId}::bigint, ${v.tokenId}::bigint, ${v.helperId}::bigint,
          ${v.level}, ${v.parentId}::bigint,
          o.plan_id, o.network_id, o.network_name, o.type_name, o.size, o.volume, o.validity, o.phone,
          o.price, o.commission, o.cost, o.selling_price, o.message_by,
          moved.wallet - o.total + o.price, moved.wallet - o.total,
          now() + make_interval(secs => ${v.maxWait}::float8)
        from moved
        cross join jsonb_to_recordset(${v.rows}::text::jsonb) as o (
          ref text, phone text, price bigint, commission bigint, total bigint, cost bigint, selling_price bigint,
          message_by text,
          plan_id integer, network_id integer, network_name text, type_name text,
          size text, volume text, validity text
        )
        order by o.total
        returning ${purchaseSelectList}, p.reseller_id
      ),
      -- The money of each purchase, with the balances between it and the next.
      moves as (
        select b.reseller_id, b.id as purchase_id, b.price as amount,
          b.wallet_after as from_balance, moved.held + moved.wallet - b.wallet_after as to_balance
        from bought b
        cross join moved
        order by b.id
      ),
      journal as (${writeTransfers(v, "hold", {
        from: sql`moves`,
        amount: sql`amount`,
        purchaseId: sql`purchase_id`,
      })}),
      recorded as (${recordAuditRows(v, {
        action: "purchase.placed",
        subject: "purchase",
        subjectId: sql`bought.ident`,
        resellerId: sql`bought.reseller_id`,
        journalId: sql`journal.id`,
        before: sql`jsonb_build_object('wallet', bought.wallet_before::text)`,
        after: sql`jsonb_build_object('wallet', bought.wallet_after::text, 'price', bought.price::text)`,
        from: sql`bought join journal on journal.purchase_id = bought.id`,
      })})
      select ${purchaseSelectList}
      from bought p
      order by p.id`;
  });

const statements = {
  reseller: preparePost("reseller"),
  token: preparePost("token"),
  helper: preparePost("helper"),
};

/** Locks a buyer and the wallet until the transaction ends: nothing that the rules read about them changes. */
export async function lockBuyer(ctx: Ctx, buyer: Buyer): Promise<void> {
  const { resellerId, tokenId, helperId } = getBuyerIds(buyer);
  const ids = { resellerId: sql`${resellerId}`, tokenId: sql`${tokenId}`, helperId: sql`${helperId}` };
  await ctx.db.execute(sql`
    with buyer as (${selectLockedBuyer(buyer.kind, ids)})
    ${selectLockedWallets(sql`select id from buyer`)}`);
}
