import { and, eq, sql } from "drizzle-orm";
import { accounts, resellers } from "#db/schema/account";
import { helpers } from "#db/schema/helper";
import { tokens } from "#db/schema/token";
import { wallets } from "#db/schema/wallet";
import { explainDenyingLimit } from "#lib/account/token/spending-limits";
import { isTokenValid } from "#lib/account/token/token";
import type { Plan } from "#lib/catalogue/catalogue";
import type { Ctx } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { selectPlanOutage, toPlanOutage } from "#lib/outage/find-plan-outage";
import {
  countQueuedPurchases,
  estimateWait,
  hasQueueRoom,
  MAX_QUEUE_WAIT_S,
} from "#lib/purchase/queue/queue";
import { spentBy, spentToday } from "./daily-spending.ts";
import { selectLatestDuplicate } from "./duplicates.ts";
import { acceptsPurchases } from "./hold-purchase.ts";
import type { Offer } from "./offer.ts";
import { createPurchaseRejection, type ObstacleCode } from "./rejection.ts";

type PurchaseIntent = Pick<Offer, "buyer" | "price" | "namespace"> & {
  plan: Pick<Plan, "id" | "networkId">;
  input: Pick<Offer["input"], "phone" | "channel" | "again">;
};

/**
 * Finds out why `holdPurchase` did nothing, and returns the most important reason for the buyer; undefined
 * when none is left, because the catalogue changed or a concurrent purchase came first.
 */
export async function explainRejection(
  ctx: Ctx,
  offer: PurchaseIntent,
): Promise<PortalError<ObstacleCode | "invalid" | "not_found" | "unauthenticated"> | undefined> {
  const facts = await readRejectionFacts(ctx, offer);
  if (!facts || facts.closed) return notFoundError("account");
  if (!facts.helper) return notFoundError("account");
  if (!facts.token) return new PortalError("unauthenticated", "This token was revoked.");
  if (facts.state !== "active") return createPurchaseRejection("restricted", {});
  const { limits, ownSpent } = facts;
  const purchase = { price: offer.price, networkId: offer.plan.networkId, phone: offer.input.phone };
  const denied = limits && explainDenyingLimit(limits, purchase);
  if (denied) return denied;
  const { wallet, dailyLimit: limit, spent, wait, waiting } = facts;
  const missing = offer.price - wallet;
  if (wallet < 0n) return createPurchaseRejection("negative_wallet", { missing });
  if (!facts.accepting)
    return facts.outage
      ? createPurchaseRejection("outage", toPlanOutage(facts.outage))
      : createPurchaseRejection("service_unavailable", {});
  if (!facts.room) {
    return createPurchaseRejection("too_many_waiting", {
      waiting,
      retryAfter: Math.max(1, Math.ceil(wait / waiting)),
    });
  }
  const maxWait = MAX_QUEUE_WAIT_S[offer.input.channel];
  if (wait > maxWait) {
    // The API says that the service is unavailable, and when to try again (Retry-After); the form
    // shows the expected wait.
    return createPurchaseRejection("queue_too_long", {
      wait,
      retryAfter: Math.max(1, Math.ceil(wait - maxWait)),
    });
  }
  if (missing > 0n) return createPurchaseRejection("insufficient_funds", { missing });
  if (limit !== null && spent + offer.price > limit)
    return createPurchaseRejection("daily_limit", { limit, spent });
  const ownLimit = limits?.dailyLimit ?? facts.helperLimit?.dailyLimit ?? null;
  if (ownLimit !== null && ownSpent + offer.price > ownLimit)
    return createPurchaseRejection("daily_limit", { limit: ownLimit, spent: ownSpent });
  if (facts.duplicate && offer.input.channel === "web" && !offer.input.again) {
    return createPurchaseRejection("duplicate", { ident: facts.duplicate });
  }
  return undefined;
}

async function readRejectionFacts(ctx: Ctx, { buyer, plan, price, input, namespace }: PurchaseIntent) {
  const token = buyer.kind === "token" ? buyer.tokenId : null;
  const helper = buyer.kind === "helper" ? buyer.helperId : null;
  const wanted = { planId: sql`${plan.id}::integer`, price: sql`${price}::bigint` };
  const [facts] = await ctx.db
    .select({
      state: resellers.state,
      closed: sql<boolean>`${accounts.closedAt} is not null or ${resellers.state} = 'closed'`,
      token: sql<boolean>`${token}::bigint is null
        or exists (select from tokens where tokens.id = ${token}::bigint and ${isTokenValid()})`,
      helper: sql<boolean>`${helper}::bigint is null or exists (
        select from helpers join accounts using (id)
        where id = ${helper}::bigint and reseller_id = ${buyer.id}::bigint and closed_at is null)`,
      /** Null without a token: drizzle looks at the first column. */
      limits: {
        id: tokens.id,
        dailyLimit: tokens.dailyLimit,
        purchaseLimit: tokens.purchaseLimit,
        networkIds: tokens.networkIds,
        numbers: tokens.numbers,
      },
      helperLimit: { id: helpers.id, dailyLimit: helpers.dailyLimit },
      /** The sum that the token or helper spent today. */
      ownSpent: sql`${
        token === null && helper === null
          ? sql`0::bigint`
          : spentBy({
              resellerId: sql`${buyer.id}::bigint`,
              ...(token === null ? { helperId: sql`${helper}::bigint` } : { tokenId: sql`${token}::bigint` }),
            })
      }`.mapWith(wallets.spent),
      wallet: wallets.wallet,
      spent: spentToday().mapWith(wallets.spent),
      dailyLimit: resellers.dailyLimit,
      accepting: sql<boolean>`${acceptsPurchases(namespace, wanted)}`,
      outage: selectPlanOutage(wanted.planId),
      room: sql<boolean>`${hasQueueRoom(buyer.id)}`,
      waiting: countQueuedPurchases(buyer.id).mapWith(Number),
      /** Seconds until it would be sent. */
      wait: estimateWait(buyer.id, input.channel).mapWith(Number),
      duplicate: selectLatestDuplicate(sql`${buyer.id}`, {
        phone: sql`${input.phone}`,
        planId: sql`${plan.id}`,
      }),
    })
    .from(resellers)
    .innerJoin(accounts, eq(accounts.id, resellers.id))
    .innerJoin(wallets, eq(wallets.resellerId, resellers.id))
    .leftJoin(tokens, and(eq(tokens.id, sql`${token}::bigint`), eq(tokens.resellerId, resellers.id)))
    .leftJoin(helpers, and(eq(helpers.id, sql`${helper}::bigint`), eq(helpers.resellerId, resellers.id)))
    .where(eq(resellers.id, buyer.id));
  return facts;
}
