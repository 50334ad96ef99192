import { sql } from "drizzle-orm";
import { isValid } from "#lib/account/token/token";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { notFound, PortalError } from "#lib/core/error";
import { formatMoney } from "#lib/core/money";
import { expectedWait, hasRoom, PATIENCE_S, waitingOf } from "../send/queue.ts";
import { accepting } from "./hold.ts";
import { AGAIN_WITHIN, type Offer } from "./offer.ts";

const RESTRICTED =
  "Your account has been restricted for transaction, Please submit your KYC to activate your account or contact support!.";
const NEGATIVE = "Your account has been temporarily restricted due to a negative wallet balance.";

const UNAVAILABLE = "Service unavailable!.";

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
 * Why `hold` did nothing, in the order in which a buyer should hear it, with the texts of section 7.2.
 * Undefined when nothing speaks against it any more: the catalogue moved on, or somebody else was quicker.
 */
export async function whyNot(ctx: Ctx, offer: Wish): Promise<PortalError | undefined> {
  const facts = await ask(ctx, offer);
  if (!facts || facts.closed) return notFound("account");
  if (!facts.token) return new PortalError("unauthenticated", "This token was revoked.");
  if (facts.state !== "active") return refusal("restricted", "status", RESTRICTED);
  const wallet = BigInt(facts.wallet);
  if (wallet < 0n) return refusal("negative_wallet", "status", NEGATIVE, { missing: offer.price - wallet });
  if (!facts.accepting || !facts.fresh) return refusal("service_unavailable", "status", UNAVAILABLE);
  if (!facts.room) return tooMany(Number(facts.waiting), facts.wait);
  const patience = PATIENCE_S[offer.input.channel];
  if (facts.wait > patience) return tooLong(facts.wait, patience);
  if (wallet < offer.price) {
    const missing = offer.price - wallet;
    return refusal("insufficient_funds", "amount", "Insufficient wallet balance!", {
      missing,
      balance: wallet,
    });
  }
  if (facts.daily_limit !== null && BigInt(facts.spent) + offer.price > BigInt(facts.daily_limit)) {
    const limit = formatMoney(BigInt(facts.daily_limit));
    return refusal(
      "daily_limit",
      "status",
      `Sorry, your daily data spending limit exceeded! Limit: ${limit}`,
      { limit: BigInt(facts.daily_limit), spent: BigInt(facts.spent) },
    );
  }
  if (facts.twin && offer.input.channel === "web" && !offer.input.again) {
    const words = "You bought this plan for this number a moment ago. Is this a second one?";
    return new PortalError("duplicate", words, { facts: { ident: facts.twin } });
  }
  return undefined;
}

/** Programs read that the service is not to be had, and when it may be (Retry-After); people read how long the line is. */
function tooLong(wait: number, patience: number): PortalError {
  const facts = { wait, retryAfter: Math.max(1, Math.ceil(wait - patience)) };
  return refusal("service_unavailable", "status", UNAVAILABLE, facts);
}

function tooMany(waiting: number, wait: number): PortalError {
  const words = `You have ${waiting} purchases waiting to be sent. Buy more when some of them are out.`;
  const facts = { waiting, retryAfter: Math.max(1, Math.ceil(wait / waiting)) };
  return new PortalError("rate_limited", words, { facts });
}

async function ask(ctx: Ctx, { buyer, plan, input }: Wish): Promise<Facts | undefined> {
  const token = buyer.kind === "token" ? buyer.tokenId : null;
  const [row] = await ctx.db.execute<Facts>(sql`
    select r.state, a.closed_at is not null or r.state = 'closed' as closed, w.wallet,
      ${token}::bigint is null or exists (select from tokens where tokens.id = ${token}::bigint and ${isValid()}) as token, r.daily_limit,
      case when w.spent_day >= to_char(now() at time zone ${env().TIME_ZONE}, 'YYYY-MM-DD') then w.spent else 0 end as spent,
      ${accepting()} as accepting, ${hasRoom(buyer.id)} as room,
      ${waitingOf(buyer.id)} as waiting, ${expectedWait(buyer.id, input.channel)} as wait,
      exists (select from catalogue where synced_at > now() - make_interval(secs => ${env().CATALOGUE_MAX_AGE_S})) as fresh,
      (select ident from purchases where reseller_id = r.id and phone = ${input.phone} and plan_id = ${plan.id}
        and placed_at > now() - ${AGAIN_WITHIN}::interval and state <> 'failed' order by id desc limit 1) as twin
    from resellers r join accounts a on a.id = r.id join wallets w on w.reseller_id = r.id where r.id = ${buyer.id}`);
  return row;
}

type Refused =
  | "restricted"
  | "negative_wallet"
  | "service_unavailable"
  | "insufficient_funds"
  | "daily_limit";

function refusal(
  code: Refused,
  key: "status" | "amount",
  message: string,
  facts: Record<string, unknown> = {},
): PortalError {
  return new PortalError(code, message, { fields: { [key]: [message] }, facts });
}
