import { type SQL, sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { prepared } from "#db/prepared";
import { mayBuy } from "#lib/account/reseller/may-buy";
import { recordRows } from "#lib/audit/record";
import { isCurrentCatalogue } from "#lib/catalogue/sale-conditions";
import { actorName, type Buyer, type Ctx, type Db } from "#lib/core/context";
import { env } from "#lib/core/env";
import { transferBalances, transferredBalances, writeTransfer } from "#lib/ledger/transfer";
import { purchaseSelectList, viewOfRaw } from "../read/columns.ts";
import type { Namespace, PurchaseView } from "../read/view.ts";
import { comesInTime, hasRoom, isQueueShort, PATIENCE_S } from "../send/queue.ts";
import { isHome } from "../send/restored.ts";
import { earlierSame } from "./earlier.ts";
import type { Offer, PlaceInput } from "./offer.ts";
import { NAMESPACES } from "./refs.ts";

type Channel = PlaceInput["channel"];

/**
 * Places a purchase in one statement: if every condition holds it moves the money and writes the purchase, its journal
 * and its audit record; if not, it does nothing and returns undefined. Two placings of one reseller take turns at the
 * wallet's row, and the second is checked against the money and the queue that the first left. Two with the same ref
 * collide at the constraint `purchases_ref`.
 * Nobody here calls the sender. A row in the state `queued` is all it needs, and the database wakes it when that row is
 * committed: see `wakeWhenTold` in send/dispatch.ts. A lost notification delays the sending by a second at most.
 */
export async function hold(ctx: Ctx, offer: Offer): Promise<PurchaseView | undefined> {
  const values = valuesOf(ctx, offer);
  if (!asksFirst(offer)) return tryHold(ctx, offer, values);
  // Locking the wallet first makes the statement begin after every earlier purchase of this reseller has committed.
  return inTransaction(ctx, async (tx) => {
    await lockWallet[offer.buyer.kind](tx.db, values);
    return tryHold(tx, offer, values);
  });
}

/** People are asked before they buy the same again; programs mean what they send. */
const asksFirst = ({ input }: Offer) => input.channel === "web" && !input.again;

/**
 * Nearly always the queue is short, and then the statement need not know how to tell a long one's order, which is a fifth of its
 * work. Where it placed nothing, for whatever reason, the one that does know decides.
 */
async function tryHold(ctx: Ctx, { buyer, input }: Offer, values: Values): Promise<PurchaseView | undefined> {
  for (const queue of ["short", "any"] as const) {
    const kind = `${buyer.kind} ${input.channel} ${queue}` as const;
    const statement =
      statements.get(kind) ??
      prepared<Values, Row>((v) => holdStatement(v, buyer.kind, input.channel, queue));
    statements.set(kind, statement);
    const [row] = await statement(ctx.db, values);
    if (row) return viewOfRaw(row);
  }
  return undefined;
}

/** What is another each time. */
type Values = ReturnType<typeof valuesOf>;
type Row = Record<string, unknown>;

/** The statement of each kind of buyer, channel and queue. */
const statements = new Map<string, (db: Db, values: Values) => Promise<Row[]>>();

function valuesOf(ctx: Ctx, offer: Offer) {
  const { buyer, plan, input, catalogue, price, cost } = offer;
  return {
    ...{ resellerId: buyer.id, level: buyer.level, tokenId: buyer.kind === "token" ? buyer.tokenId : null },
    ...{ version: catalogue.version, changedAt: catalogue.changedAt.toISOString() },
    ...{ ref: input.ref, phone: input.phone, price, cost, asksFirst: asksFirst(offer) },
    retail: input.retail ?? null,
    ...{ planId: plan.id, networkId: plan.networkId, networkName: plan.networkName },
    typeName: plan.name ?? plan.typeName,
    ...{ size: plan.size, volume: plan.volume, validity: plan.validity },
    ...{ actor: actorName(buyer), address: ctx.address ?? null },
  };
}

type Placeholders = { readonly [Name in keyof Values]: SQL };

const mayBuyAs = (kind: Buyer["kind"], { resellerId, level, tokenId }: Placeholders) =>
  mayBuy({ id: resellerId, level, tokenId: kind === "token" ? tokenId : undefined });

const lockFor = (kind: Buyer["kind"]) =>
  prepared<Values, Row>(
    (v) => sql`
      with buyer as (${mayBuyAs(kind, v)})
      select from wallets where reseller_id in (select id from buyer) for update`,
  );
const lockWallet = { reseller: lockFor("reseller"), token: lockFor("token") };

function holdStatement(v: Placeholders, kind: Buyer["kind"], channel: Channel, queue: "short" | "any"): SQL {
  const inTime = queue === "short" ? isQueueShort(channel) : comesInTime(v.resellerId, channel);
  const price = sql`${v.price}::bigint`;
  const today = sql`to_char(now() at time zone ${env().TIME_ZONE}, 'YYYY-MM-DD')`;
  const spent = sql`case when wallets.spent_day >= ${today} then wallets.spent else 0 end + ${price}`;
  return sql`
    with buyer as (${mayBuyAs(kind, v)}),
    moved as (
      update wallets set ${transferBalances("hold", price)}, spent_day = greatest(wallets.spent_day, ${today}), spent = ${spent}
      from buyer
      where wallets.reseller_id = buyer.id and wallets.wallet >= ${price}
        and (buyer.daily_limit is null or ${spent} <= buyer.daily_limit)
        and ${isCurrentCatalogue(v)} and ${acceptsPurchases(NAMESPACES[channel])} and ${hasRoom(v.resellerId)} and ${inTime}
        and (not ${v.asksFirst}::boolean or not exists (select ${earlierSame(v.resellerId, v)}))
      returning ${transferredBalances("hold")}
    ),
    bought as (
      insert into purchases (ident, reseller_id, ref, namespace, channel, token_id, level, plan_id, network_id, network_name,
        type_name, size, volume, validity, phone, price, cost, retail, wallet_before, wallet_after, deadline_at)
      select purchase_ident(reseller_id, ${NAMESPACES[channel]}, ${v.ref}, ${v.planId}::integer, ${v.phone}), reseller_id,
        ${v.ref}, ${NAMESPACES[channel]}, ${channel}, ${v.tokenId}::bigint, ${v.level},
        ${v.planId}::integer, ${v.networkId}::integer, ${v.networkName}, ${v.typeName}, ${v.size}, ${v.volume},
        ${v.validity}, ${v.phone}, ${price}, ${v.cost}::bigint, ${v.retail}::bigint, from_balance + ${price}, from_balance,
        now() + make_interval(secs => ${PATIENCE_S[channel]})
      from moved returning *
    ),
    ${writeTransfer(v, "hold", {
      from: sql`moved`,
      amount: price,
      purchaseId: sql`(select id from bought)`,
      reason: sql`null::text`,
    })},
    recorded as (${recordRows(v, {
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
    select ${purchaseSelectList} from bought p`;
}

/**
 * The condition that purchases are accepted in a namespace: it is not on hold, and sending runs; or it stopped by itself,
 * its pause is over and the queue is empty, so that the next purchase is the probe. A restored copy accepts none until an
 * admin has looked at it.
 */
export function acceptsPurchases(namespace: Namespace): SQL {
  return sql`exists (select from dispatcher where ${isHome()} and ${namespace} <> all (on_hold) and (not stopped
    or (probe_at <= now() and not exists (
      select from purchases where (state = 'queued' and not paused) or state = 'sending'))))`;
}

const readAccepting = prepared<Record<never, never>, { accepting: boolean }>(
  () => sql`select ${acceptsPurchases("buyer")} as accepting`,
);

/** Whether purchases are accepted at the moment, as far as sending goes. */
export async function isAccepting(ctx: Ctx): Promise<boolean> {
  const [row] = await readAccepting(ctx.db, {});
  return row?.accepting ?? false;
}
