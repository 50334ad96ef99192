import { asksPin } from "#lib/account/pin/require-pin";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { decimalText, formatMoney } from "#lib/core/money";
import { saySpan } from "#lib/core/time";
import { type Obstacle, type ObstacleCode, wordsForBuyer } from "#lib/purchase/place/refusal";
import { type ReviewView, review } from "#lib/purchase/place/review";
import { usualRetails } from "#lib/shop/usual-retail";
import { fundPath } from "../wallet/fund/fund-path.ts";

interface Asked {
  ref: string;
  pick: Pick;
  /** The price that was seen before, in minor units. */
  seen?: string | undefined;
  again?: boolean;
  notice?: string | null;
  /** What the customer pays, as typed, and what is wrong with it. */
  retail?: string | undefined;
  retailError?: string | undefined;
  /** What is wrong with the PIN that came with it. */
  pinError?: string | undefined;
}

/** The review of what was picked, or the choosing again with what is missing or wrong; nothing moves. */
export async function reviewStep(
  ctx: Ctx,
  { ref, pick, seen, again = false, notice = null, retail, retailError, pinError }: Asked,
): Promise<Step> {
  const choosing: Step = { ref, pick, errors: {}, notice, review: null };
  if (!pick.network) return { ...choosing, errors: { network: "Choose a network." } };
  if (!pick.plan) return { ...choosing, errors: { plan: "Choose a plan." } };
  try {
    const ids = { planId: Number(pick.plan), networkId: Number(pick.network) };
    const view = await review(ctx, {
      ...ids,
      phone: pick.phone,
      seen: seen ? BigInt(seen) : undefined,
      again,
    });
    const type = String(view.typeId);
    const usual = retail === undefined ? (await usualRetails(ctx)).get(view.planId) : undefined;
    const paid = { retail: retail ?? (usual === undefined ? "" : decimalText(usual)), retailError };
    const guarded = { asksPin: await asksPin(ctx), pinError };
    const props = { ...reviewProps(view, again), ...paid, ...guarded };
    return { ...choosing, pick: { ...pick, type }, review: props };
  } catch (error) {
    if (error instanceof PortalError && error.code === "invalid")
      return { ...choosing, ...wrong(error, pick) };
    throw error;
  }
}

function wrong({ fields }: PortalError, pick: Pick): { pick: Pick; errors: Step["errors"] } {
  const phone = fields.mobile_number?.join(" ");
  if (phone) return { pick, errors: { phone } };
  const plan = fields.plan?.join(" ") ?? "Choose a plan of this network.";
  return { pick: { ...pick, plan: "" }, errors: { plan } };
}

function reviewProps(
  view: ReviewView,
  again: boolean,
): Omit<ReviewProps, "retail" | "retailError" | "asksPin" | "pinError"> {
  return {
    network: view.networkName,
    plan: `${view.size} ${view.volume} · ${view.typeName} · ${view.validity}`,
    phone: view.phone,
    price: formatMoney(view.price),
    priceMinor: String(view.price),
    changedFrom: view.changedFrom === null ? null : formatMoney(view.changedFrom),
    wallet: formatMoney(view.wallet),
    walletAfter: formatMoney(view.walletAfter),
    wait: view.waitS === null ? null : `about ${saySpan(view.waitS)}`,
    obstacle: view.obstacle && obstacleProps(view.obstacle, view),
    again,
  };
}

function obstacleProps(obstacle: Obstacle, view: ReviewView): ObstacleProps {
  return { code: obstacle.code, ...wordsForBuyer(obstacle), href: wayOut(obstacle, view) };
}

function wayOut({ code, facts }: Obstacle, { planId, phoneE164 }: ReviewView): string | null {
  switch (code) {
    case "insufficient_funds":
    case "negative_wallet": {
      const next = `/buy?${new URLSearchParams({ plan: String(planId), phone: phoneE164 })}`;
      return fundPath({ amount: decimalText(facts.missing), next });
    }
    case "duplicate":
      return `/purchases/${facts.ident}`;
    default:
      return null;
  }
}

/** What has been chosen so far, as it stands in the form: ids as text, the number as typed. */
export interface Pick {
  network: string;
  type: string;
  plan: string;
  phone: string;
}

/** What stands in the way of a purchase, in words. */
export interface ObstacleProps {
  code: ObstacleCode;
  title: string;
  text: string;
  /** Where to add what is missing, or to see the purchase that this would repeat. */
  href: string | null;
}

/** A purchase to look at before it is made, with money as text. */
export interface ReviewProps {
  network: string;
  plan: string;
  phone: string;
  price: string;
  /** In minor units: goes back with the confirmation, so that no other price is paid. */
  priceMinor: string;
  changedFrom: string | null;
  wallet: string;
  walletAfter: string;
  obstacle: ObstacleProps | null;
  /** "about 2 minutes": until it is sent, when that is more than a moment. */
  wait: string | null;
  /** The buyer said that a second one is meant. */
  again: boolean;
  /** What the customer pays, as typed or as usual; empty when nobody said so. */
  retail: string;
  retailError: string | undefined;
  /** Whether buying asks for a PIN, and what is wrong with the one that was typed. */
  asksPin: boolean;
  pinError?: string | undefined;
}

/** Where the buyer stands: choosing, or looking at the review. */
export interface Step {
  /** The purchase's idempotency reference: the same until it is bought. */
  ref: string;
  pick: Pick;
  errors: Partial<Record<keyof Pick, string>>;
  /** Something to know above the form. */
  notice: string | null;
  review: ReviewProps | null;
}
