import { eq, sql } from "drizzle-orm";
import { accounts, resellers } from "#db/schema/account";
import { wallets } from "#db/schema/ledger";
import { isValid } from "#lib/account/token/token";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFound, PortalError } from "#lib/core/error";
import { expectedWait, hasRoom, PATIENCE_S, waitingOf } from "../send/queue.ts";
import { earlierSame } from "./earlier.ts";
import { acceptsPurchases } from "./hold.ts";
import type { Offer } from "./offer.ts";
import { type ObstacleCode, refuse } from "./refusal.ts";

/** What somebody would buy, at which price. */
type Wish = Pick<Offer, "buyer" | "price" | "namespace"> & {
  plan: { id: number };
  input: Pick<Offer["input"], "phone" | "channel" | "again">;
};

/**
 * Explains why `hold` did nothing, with the reason that a buyer should hear first. Undefined when no reason is left:
 * the catalogue changed meanwhile, or somebody else was quicker.
 */
export async function explainRefusal(
  ctx: Ctx,
  offer: Wish,
): Promise<PortalError<ObstacleCode | "not_found" | "unauthenticated"> | undefined> {
  const facts = await ask(ctx, offer);
  if (!facts || facts.closed) return notFound("account");
  if (!facts.token) return new PortalError("unauthenticated", "This token was revoked.");
  if (facts.state !== "active") return refuse("restricted", {});
  const { wallet, dailyLimit: limit, spent, wait, waiting } = facts;
  const missing = offer.price - wallet;
  if (wallet < 0n) return refuse("negative_wallet", { missing });
  if (!facts.accepting || !facts.fresh) return refuse("service_unavailable", {});
  if (!facts.room) {
    return refuse("too_many_waiting", { waiting, retryAfter: Math.max(1, Math.ceil(wait / waiting)) });
  }
  const patience = PATIENCE_S[offer.input.channel];
  if (wait > patience) {
    // Programs read that the service is unavailable, and when to try again (Retry-After); people read the expected wait.
    return refuse("queue_too_long", { wait, retryAfter: Math.max(1, Math.ceil(wait - patience)) });
  }
  if (missing > 0n) return refuse("insufficient_funds", { missing });
  if (limit !== null && spent + offer.price > limit) return refuse("daily_limit", { limit, spent });
  if (facts.twin && offer.input.channel === "web" && !offer.input.again) {
    return refuse("duplicate", { ident: facts.twin });
  }
  return undefined;
}

async function ask(ctx: Ctx, { buyer, plan, input, namespace }: Wish) {
  const { CATALOGUE_MAX_AGE_S, TIME_ZONE } = env();
  const token = buyer.kind === "token" ? buyer.tokenId : null;
  const today = sql`to_char(now() at time zone ${TIME_ZONE}, 'YYYY-MM-DD')`;
  const [facts] = await ctx.db
    .select({
      state: resellers.state,
      closed: sql<boolean>`${accounts.closedAt} is not null or ${resellers.state} = 'closed'`,
      token: sql<boolean>`${token}::bigint is null
        or exists (select from tokens where tokens.id = ${token}::bigint and ${isValid()})`,
      wallet: wallets.wallet,
      spent: sql`case when ${wallets.spentDay} >= ${today} then ${wallets.spent} else 0 end`.mapWith(
        wallets.spent,
      ),
      dailyLimit: resellers.dailyLimit,
      accepting: sql<boolean>`${acceptsPurchases(namespace)}`,
      fresh: sql<boolean>`exists (
        select from catalogue where synced_at > now() - make_interval(secs => ${CATALOGUE_MAX_AGE_S}))`,
      room: sql<boolean>`${hasRoom(buyer.id)}`,
      waiting: waitingOf(buyer.id).mapWith(Number),
      /** Seconds until it would be sent. */
      wait: expectedWait(buyer.id, input.channel).mapWith(Number),
      twin: sql<string | null>`(
        select p.ident ${earlierSame(sql`${buyer.id}`, { phone: sql`${input.phone}`, planId: sql`${plan.id}` })}
        order by p.id desc limit 1)`,
    })
    .from(resellers)
    .innerJoin(accounts, eq(accounts.id, resellers.id))
    .innerJoin(wallets, eq(wallets.resellerId, resellers.id))
    .where(eq(resellers.id, buyer.id));
  return facts;
}
