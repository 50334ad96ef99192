import { sql } from "drizzle-orm";
import { current } from "#lib/catalogue/current";
import { planView } from "#lib/catalogue/plan-view";
import { type Ctx, requireReseller } from "#lib/core/context";
import { invalid } from "#lib/core/error";
import type { Minor } from "#lib/core/money";
import { groupedPhone } from "#lib/core/phone";
import { balance } from "#lib/ledger/wallet";
import { expectedWait } from "../send/queue.ts";
import { explainRefusal } from "./explain-refusal.ts";
import type { PlaceInput } from "./offer.ts";
import { recipient } from "./recipient.ts";
import type { Obstacle } from "./refusal.ts";

export type ReviewInput = Pick<PlaceInput, "planId" | "networkId" | "phone" | "again"> & {
  /** The price that the buyer saw before, in minor units. */
  seen?: Minor | undefined;
};

/** A purchase before it is made. Money in minor units. */
export interface ReviewView {
  planId: number;
  networkId: number;
  networkName: string;
  typeId: number;
  typeName: string;
  size: string;
  volume: string;
  validity: string;
  /** Grouped for reading. */
  phone: string;
  phoneE164: string;
  price: Minor;
  /** The price that the buyer saw, when it is no longer the price. */
  changedFrom: Minor | null;
  wallet: Minor;
  walletAfter: Minor;
  /** What stands in the way. */
  obstacle: Obstacle | null;
  /** In how many seconds it would be sent, when that is more than a moment. */
  waitS: number | null;
}

/** A shorter wait is not mentioned, in seconds. */
const MOMENT_S = 10;

/** Shows what a purchase would be, without making it. @throws invalid at `mobile_number`, `plan`, `network`. */
export async function review(ctx: Ctx, input: ReviewInput): Promise<ReviewView> {
  const buyer = requireReseller(ctx);
  const phone = recipient(input.phone);
  const listed = (await current(ctx)).plans.get(input.planId);
  const plan = listed && planView(listed, buyer.level);
  if (!plan) throw invalid("plan", listed?.off ?? "This plan is not sold now. Choose another one.");
  if (plan.networkId !== input.networkId) throw invalid("network", "This plan belongs to another network.");
  const wish = {
    buyer,
    plan,
    price: plan.price,
    input: { phone, channel: "web" as const, again: input.again },
    namespace: "buyer" as const,
  };
  const [{ wallet }, reason, [line]] = await Promise.all([
    balance(ctx),
    explainRefusal(ctx, wish),
    ctx.db.execute<{ wait: number }>(sql`select ${expectedWait(buyer.id, "web")} as wait`),
  ]);
  const { networkId, networkName, typeId, size, volume, validity, price } = plan;
  const typeName = plan.name ?? plan.typeName;
  return {
    ...{ planId: plan.id, networkId, networkName, typeId, typeName, size, volume, validity },
    phone: groupedPhone(phone),
    phoneE164: phone,
    price,
    changedFrom: input.seen !== undefined && input.seen !== price ? input.seen : null,
    wallet,
    walletAfter: wallet - price,
    obstacle: obstacleOf(reason),
    waitS: line && line.wait > MOMENT_S ? Math.ceil(line.wait) : null,
  };
}

/** @throws refusals that are not about this purchase: a closed account. */
function obstacleOf(reason: Awaited<ReturnType<typeof explainRefusal>>): Obstacle | null {
  if (!reason) return null;
  if (reason.code === "not_found" || reason.code === "unauthenticated") throw reason;
  return reason.toProblem();
}
