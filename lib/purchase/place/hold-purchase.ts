import { type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { prepareQuery } from "#db/prepare-query";
import { selectResellerForPurchase } from "#lib/account/reseller/select-reseller";
import { allowsPurchase, isUnlimited } from "#lib/account/token/spending-limits";
import { recordAuditRows } from "#lib/audit/record-audit";
import { isCurrentCatalogue } from "#lib/catalogue/sale-conditions";
import { type Buyer, type Ctx, type Db, formatActor } from "#lib/core/context";
import { selectLockedWallets } from "#lib/ledger/lock-wallet";
import { transferBalances, transferredBalances, writeTransfers } from "#lib/ledger/transfer";
import { isSold } from "#lib/purchase/queue/choose-supplier";
import { hasQueueRoom, isQueueShort, isSentInTime, MAX_QUEUE_WAIT_S } from "#lib/purchase/queue/queue";
import { parsePurchaseRow, purchaseSelectList } from "#lib/purchase/read/purchase-columns";
import type { Namespace, PurchaseChannel, PurchaseView } from "#lib/purchase/read/purchase-view";
import { addSpending, spentBy, spentToday } from "./daily-spending.ts";
import { hasDuplicate } from "./duplicates.ts";
import type { Offer } from "./offer.ts";
import { NAMESPACES } from "./refs.ts";

/**
 * Places a purchase in one statement: if every condition holds, it moves the money and writes the purchase,
 * its journal and its audit record; otherwise it does nothing and returns undefined. The wallet's row
 * serialises placements of one reseller; two with the same ref collide at the constraint `purchases_ref`. The
 * commit wakes the dispatcher by a notification.
 */
export async function holdPurchase(ctx: Ctx, offer: Offer): Promise<PurchaseView | undefined> {
  const values = buildHoldValues(ctx, offer);
  if (!needsDuplicateCheck(offer) && !isLimited(offer)) return runHoldStatement(ctx, offer, values);
  // Locking the wallet first makes the statement begin after every earlier purchase of
  // this reseller has committed.
  return inTransaction(ctx, async (tx) => {
    await walletLocks[offer.buyer.kind](tx.db, values);
    return runHoldStatement(tx, offer, values);
  });
}

/**
 * The day's spending of a token or helper is known only while no other purchase of the reseller is placed.
 */
const isLimited = ({ buyer }: Offer) =>
  buyer.kind === "helper" || (buyer.kind === "token" && buyer.limited === true);

/** Only the web asks for a confirmation: an API request is taken as intended. */
const needsDuplicateCheck = ({ input }: Offer) => input.channel === "web" && !input.again;

/**
 * Tries the statement for a short queue first: leaving out the order of a long queue saves a fifth of the
 * work. If it places nothing, the complete statement decides.
 */
async function runHoldStatement(
  ctx: Ctx,
  offer: Offer,
  values: HoldValues,
): Promise<PurchaseView | undefined> {
  const { buyer, input } = offer;
  const limits = isLimited(offer) ? "limited" : "unlimited";
  for (const queue of ["short", "any"] as const) {
    const kind = `${buyer.kind} ${limits} ${input.channel} ${queue}` as const;
    const statement =
      statements.get(kind) ??
      prepareQuery<HoldValues, Row>((v) =>
        buildHoldStatement(
          v,
          buildBuyerQuery(buyer.kind, v, limitConditions[buyer.kind === "helper" ? "helper" : limits](v)),
          input.channel,
          queue,
        ),
      );
    statements.set(kind, statement);
    const [row] = await statement(ctx.db, values);
    if (row) return parsePurchaseRow(row);
  }
  return undefined;
}

type HoldValues = ReturnType<typeof buildHoldValues>;
type Row = Record<string, unknown>;

const statements = new Map<string, (db: Db, values: HoldValues) => Promise<Row[]>>();

function buildHoldValues(ctx: Ctx, offer: Offer) {
  const { buyer, plan, input, catalogue, price, cost } = offer;
  return {
    resellerId: buyer.id,
    level: buyer.level,
    tokenId: buyer.kind === "token" ? buyer.tokenId : null,
    helperId: buyer.kind === "helper" ? buyer.helperId : null,
    version: catalogue.version,
    changedAt: catalogue.changedAt.toISOString(),
    ref: input.ref,
    phone: input.phone,
    price,
    cost,
    asksFirst: needsDuplicateCheck(offer),
    sellingPrice: input.sellingPrice ?? null,
    messageBy: input.messageBy ?? null,
    planId: plan.id,
    networkId: plan.networkId,
    networkName: plan.networkName,
    typeName: plan.name ?? plan.typeName,
    size: plan.size,
    volume: plan.volume,
    validity: plan.validity,
    actor: formatActor(ctx.actor),
    address: ctx.address ?? null,
  };
}

type HoldPlaceholders = { readonly [Name in keyof HoldValues]: SQL };

const buildBuyerQuery = (kind: Buyer["kind"], v: HoldPlaceholders, allow?: SQL) => {
  const { resellerId: id, level } = v;
  const tokenId = kind === "token" ? v.tokenId : undefined;
  const helperId = kind === "helper" ? v.helperId : undefined;
  return selectResellerForPurchase({ id, level, tokenId, helperId, allow });
};

/** A token that was limited since its call came isn't `unlimited` any more, so nothing is placed. */
const limitConditions = {
  unlimited: () => isUnlimited,
  limited: (v: HoldPlaceholders) =>
    allowsPurchase({
      price: sql`${v.price}::bigint`,
      networkId: sql`${v.networkId}::integer`,
      phone: sql`${v.phone}::text`,
      spent: spentBy({ resellerId: v.resellerId, tokenId: sql`${v.tokenId}::bigint` }),
    }),
  helper: (v: HoldPlaceholders) => {
    const spent = spentBy({ resellerId: v.resellerId, helperId: sql`${v.helperId}::bigint` });
    return sql`
      case
        when helpers.daily_limit is null then true
        else ${spent} + ${v.price}::bigint <= helpers.daily_limit
      end`;
  },
};

const prepareWalletLock = (kind: Buyer["kind"]) =>
  prepareQuery<HoldValues, Row>(
    (v) => sql`
      with buyer as (${buildBuyerQuery(kind, v)})
      ${selectLockedWallets(sql`select id from buyer`)}`,
  );
const walletLocks = {
  reseller: prepareWalletLock("reseller"),
  token: prepareWalletLock("token"),
  helper: prepareWalletLock("helper"),
};

function buildHoldStatement(
  v: HoldPlaceholders,
  buyer: SQL,
  channel: PurchaseChannel,
  queue: "short" | "any",
): SQL {
  const inTime = queue === "short" ? isQueueShort(channel) : isSentInTime(v.resellerId, channel);
  const price = sql`${v.price}::bigint`;
  const planId = sql`${v.planId}::integer`;
  const spent = sql`${spentToday()} + ${price}`;
  const namespace = NAMESPACES[channel];
  return sql`
    with buyer as (${buyer}),
    moved as (
      update wallets
      set ${transferBalances("hold", price)}, ${addSpending(price)}
      from buyer
      where wallets.reseller_id = buyer.id and wallets.wallet >= ${price}
        and (buyer.daily_limit is null or ${spent} <= buyer.daily_limit)
        and ${isCurrentCatalogue(v)}
        and ${acceptsPurchases(namespace, { planId, price })}
        and ${hasQueueRoom(v.resellerId)}
        and ${inTime}
        and (not ${v.asksFirst}::boolean or not ${hasDuplicate(v.resellerId, v)})
      returning ${transferredBalances("hold")}
    ),
    bought as (
      insert into purchases (
        ident, reseller_id, ref, namespace, channel, token_id, helper_id, level,
        plan_id, network_id, network_name, type_name, size, volume, validity, phone,
        price, cost, selling_price, message_by, wallet_before, wallet_after, deadline_at
      )
      select
        purchase_ident(reseller_id, ${namespace}, ${v.ref}, ${planId}, ${v.phone}),
        reseller_id, ${v.ref}, ${namespace}, ${channel}, ${v.tokenId}::bigint, ${v.helperId}::bigint,
        ${v.level},
        ${planId}, ${v.networkId}::integer, ${v.networkName}, ${v.typeName}, ${v.size}, ${v.volume},
        ${v.validity}, ${v.phone},
        ${price}, ${v.cost}::bigint, ${v.sellingPrice}::bigint, ${v.messageBy}::text,
        from_balance + ${price}, from_balance,
        now() + make_interval(secs => ${MAX_QUEUE_WAIT_S[channel]})
      from moved
      returning *
    ),
    journal as (${writeTransfers(v, "hold", {
      from: sql`moved`,
      amount: price,
      purchaseId: sql`(select id from bought)`,
    })}),
    recorded as (${recordAuditRows(v, {
      action: "purchase.placed",
      subject: "purchase",
      subjectId: sql`bought.ident`,
      resellerId: sql`bought.reseller_id`,
      journalId: sql`journal.id`,
      before: sql`jsonb_build_object('wallet', bought.wallet_before::text)`,
      after: sql`jsonb_build_object('wallet', bought.wallet_after::text, 'price', bought.price::text)`,
      from: sql`bought cross join journal`,
    })})
    select ${purchaseSelectList}
    from bought p`;
}

interface PricedPlan {
  planId: SQL;
  price: SQL;
}

/**
 * The condition that purchases are accepted in a namespace: it isn't on hold, and a supplier with a
 * fresh list sells, or waits for a purchase to probe with. A restored copy of the database accepts none
 * until an admin starts it.
 * @param plan the plan and its price; without it, of any plan.
 */
export function acceptsPurchases(namespace: Namespace, plan?: PricedPlan): SQL {
  return sql`(exists (select from dispatcher where ${namespace} <> all (on_hold)) and ${isSold(plan)})`;
}

const selectAccepting = prepareQuery<Record<never, never>, { accepting: boolean }>(
  () => sql`select ${acceptsPurchases("buyer")} as accepting`,
);

export async function isAcceptingPurchases(ctx: Ctx): Promise<boolean> {
  const [row] = await selectAccepting(ctx.db, {});
  return row?.accepting ?? false;
}
