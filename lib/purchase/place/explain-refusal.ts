import { sql } from "drizzle-orm";
import { isValid } from "#lib/account/token/token";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFound, PortalError } from "#lib/core/error";
import { expectedWait, hasRoom, PATIENCE_S, waitingOf } from "../send/queue.ts";
import { acceptsPurchases } from "./hold.ts";
import { AGAIN_WITHIN, type Offer } from "./offer.ts";
import { type ObstacleCode, refuse } from "./refusal.ts";

/** What somebody would buy, at which price. */
type Wish = Pick<Offer, "buyer" | "price"> & {
  plan: { id: number };
  input: Pick<Offer["input"], "phone" | "channel" | "again">;
};

interface Facts extends Record<string, unknown> {
  state: string;
  closed: boolean;
  token: boolean;
  wallet: string;
  spent: string;
  daily_limit: string | null;
  accepting: boolean;
  fresh: boolean;
  room: boolean;
  waiting: string;
  /** Seconds until it would be sent. */
  wait: number;
  twin: string | null;
}

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
  const wallet = BigInt(facts.wallet);
  const missing = offer.price - wallet;
  if (wallet < 0n) return refuse("negative_wallet", { missing });
  if (!facts.accepting || !facts.fresh) return refuse("service_unavailable", {});
  const { wait } = facts;
  const waiting = Number(facts.waiting);
  if (!facts.room) {
    return refuse("too_many_waiting", { waiting, retryAfter: Math.max(1, Math.ceil(wait / waiting)) });
  }
  const patience = PATIENCE_S[offer.input.channel];
  if (wait > patience) {
    // Programs read that the service is not to be had, and when it may be (Retry-After); people read how long the queue is.
    return refuse("queue_too_long", { wait, retryAfter: Math.max(1, Math.ceil(wait - patience)) });
  }
  if (missing > 0n) return refuse("insufficient_funds", { missing });
  if (facts.daily_limit !== null) {
    const [limit, spent] = [BigInt(facts.daily_limit), BigInt(facts.spent)];
    if (spent + offer.price > limit) return refuse("daily_limit", { limit, spent });
  }
  if (facts.twin && offer.input.channel === "web" && !offer.input.again) {
    return refuse("duplicate", { ident: facts.twin });
  }
  return undefined;
}

async function ask(ctx: Ctx, { buyer, plan, input }: Wish): Promise<Facts | undefined> {
  const token = buyer.kind === "token" ? buyer.tokenId : null;
  const [row] = await ctx.db.execute<Facts>(sql`
    select r.state, a.closed_at is not null or r.state = 'closed' as closed, w.wallet,
      ${token}::bigint is null or exists (select from tokens where tokens.id = ${token}::bigint and ${isValid()}) as token, r.daily_limit,
      case when w.spent_day >= to_char(now() at time zone ${env().TIME_ZONE}, 'YYYY-MM-DD') then w.spent else 0 end as spent,
      ${acceptsPurchases()} as accepting, ${hasRoom(buyer.id)} as room,
      ${waitingOf(buyer.id)} as waiting, ${expectedWait(buyer.id, input.channel)} as wait,
      exists (select from catalogue where synced_at > now() - make_interval(secs => ${env().CATALOGUE_MAX_AGE_S})) as fresh,
      (select ident from purchases where reseller_id = r.id and phone = ${input.phone} and plan_id = ${plan.id}
        and placed_at > now() - ${AGAIN_WITHIN}::interval and state <> 'failed' order by id desc limit 1) as twin
    from resellers r join accounts a on a.id = r.id join wallets w on w.reseller_id = r.id where r.id = ${buyer.id}`);
  return row;
}
