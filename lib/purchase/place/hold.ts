import { type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { mayBuy } from "#lib/account/reseller/may-buy";
import { recordRows } from "#lib/audit/record";
import { isCurrentCatalogue } from "#lib/catalogue/sale-conditions";
import type { Buyer, Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { transferBalances, transferredBalances, writeTransfer } from "#lib/ledger/transfer";
import { purchaseSelectList, viewOfRaw } from "../read/columns.ts";
import type { PurchaseView } from "../read/view.ts";
import { comesInTime, hasRoom, PATIENCE_S } from "../send/queue.ts";
import { isSameDatabase } from "../send/restored.ts";
import { AGAIN_WITHIN, type Offer } from "./offer.ts";

/**
 * Places a purchase in one statement: if every condition holds it moves the money and writes the purchase, its journal
 * and its audit record; if not, it does nothing and returns undefined. Two placings of one reseller take turns at the
 * wallet's row, and the second is checked against the money and the queue that the first left. Two with the same ref
 * collide at the constraint `purchases_ref`.
 * Nobody here calls the sender. A row in the state `queued` is all it needs, and the database wakes it when that row is
 * committed: see `wakeWhenTold` in send/dispatch.ts. A lost notification delays the sending by a second at most.
 */
export async function hold(ctx: Ctx, offer: Offer): Promise<PurchaseView | undefined> {
  if (!asksFirst(offer)) return tryHold(ctx, offer);
  // Locking the wallet first makes the statement begin after every earlier purchase of this reseller has committed.
  return inTransaction(ctx, async (tx) => {
    await tx.db.execute(sql`
      with buyer as (${mayBuy(offer.buyer)})
      select from wallets where reseller_id in (select id from buyer) for update`);
    return tryHold(tx, offer);
  });
}

/** People are asked before they buy the same again; programs mean what they send. */
const asksFirst = ({ input }: Offer) => input.channel === "web" && !input.again;

async function tryHold(ctx: Ctx, offer: Offer): Promise<PurchaseView | undefined> {
  const { buyer, plan, input } = offer;
  const price = sql`${offer.price}::bigint`;
  const today = sql`to_char(now() at time zone ${env().TIME_ZONE}, 'YYYY-MM-DD')`;
  const spent = sql`case when wallets.spent_day >= ${today} then wallets.spent else 0 end + ${price}`;
  const rows = await ctx.db.execute(sql`
    with buyer as (${mayBuy(buyer)}),
    moved as (
      update wallets set ${transferBalances("hold", price)}, spent_day = greatest(wallets.spent_day, ${today}), spent = ${spent}
      from buyer
      where wallets.reseller_id = buyer.id and wallets.wallet >= ${price}
        and (buyer.daily_limit is null or ${spent} <= buyer.daily_limit)
        and ${isCurrentCatalogue(offer.version)} and ${acceptsPurchases()} and ${hasRoom(buyer.id)} and ${comesInTime(buyer.id, input.channel)}
        and (not ${asksFirst(offer)}::boolean or not exists (
          select from purchases where reseller_id = ${buyer.id} and phone = ${input.phone} and plan_id = ${plan.id}
            and placed_at > now() - ${AGAIN_WITHIN}::interval and state <> 'failed'))
      returning ${transferredBalances("hold")}
    ),
    bought as (
      insert into purchases (ident, reseller_id, ref, channel, token_id, level, plan_id, network_id, network_name,
        type_name, size, volume, validity, phone, price, cost, wallet_before, wallet_after, deadline_at)
      select ${offer.ident}, reseller_id, ${input.ref}, ${input.channel}, ${tokenOf(buyer)}::bigint, ${buyer.level},
        ${plan.id}::integer, ${plan.networkId}::integer, ${plan.networkName}, ${plan.name ?? plan.typeName}, ${plan.size}, ${plan.volume},
        ${plan.validity}, ${input.phone}, ${price}, ${offer.cost}::bigint, from_balance + ${price}, from_balance,
        now() + make_interval(secs => ${PATIENCE_S[input.channel]})
      from moved returning *
    ),
    ${writeTransfer(ctx, "hold", {
      from: sql`moved`,
      amount: price,
      purchaseId: sql`(select id from bought)`,
      reason: sql`null::text`,
    })},
    recorded as (${recordRows(ctx, {
      action: "purchase.placed",
      subject: "purchase",
      subjectId: sql`bought.ident`,
      resellerId: sql`bought.reseller_id`,
      journalId: sql`journal.id`,
      reason: sql`null::text`,
      before: sql`jsonb_build_object('wallet', bought.wallet_before::text)`,
      after: sql`jsonb_build_object('wallet', bought.wallet_after::text, 'price', bought.price::text)`,
      from: sql`bought cross join journal`,
    })})
    select ${purchaseSelectList} from bought p`);
  return rows[0] && viewOfRaw(rows[0]);
}

function tokenOf(buyer: Buyer): number | null {
  return buyer.kind === "token" ? buyer.tokenId : null;
}

/**
 * The condition that purchases are accepted: sending runs; or it stopped by itself, its pause is over and the queue is
 * empty, so that the next purchase is the probe. A restored copy accepts none until an admin has looked at it.
 */
export function acceptsPurchases(): SQL {
  return sql`${isSameDatabase()} and exists (select from dispatcher where not stopped
    or (probe_at <= now() and not exists (select from purchases where state in ('queued', 'sending'))))`;
}
