import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { PurchaseBackend, PurchaseRequest } from "#lib/api/purchase-backend";
import { API_TEXTS } from "#lib/api/texts";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { findPlanOffer, type PlanOffer } from "#lib/catalogue/plan-offer";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { startCountdown } from "#lib/core/time/time";
import { parseRecipient } from "#lib/purchase/place/offer";
import { listApiPurchases } from "#lib/purchase/read/list-api-purchases";
import type { PurchaseView } from "#lib/purchase/read/purchase-view";
import { findTestPurchase, selectTestPurchases } from "#lib/purchase/read/select-test-purchases";
import { placeTestPurchase, rejectTestPurchase } from "./place-test-purchase.ts";
import { DELIVERED_OUTCOME, getTestOutcome, type TestFault } from "./test-outcomes.ts";
import { getTestBalance, settleTestPurchases } from "./test-wallet.ts";

/** Purchases of test tokens: stored separately, never charged, never sent. */
export const testBackend: PurchaseBackend = {
  buy: async (ctx, request, ms) => {
    const phone = parseRecipient(request.phone);
    const existing = await findByRef(ctx, request.ref);
    const placed = existing ? { isNew: false } : await placeByNumber(ctx, request, phone);
    const purchase = existing ?? (await findByRef(ctx, request.ref));
    if (!purchase) throw new Error("A test purchase was not written.");
    if (!placed.isNew) checkSameRequest(purchase, request, phone);
    if (placed.fault === "cut") return { purchase, replayed: false, otherPrice: false, isCut: true };
    if (placed.fault) throw createFault(placed.fault);
    return {
      purchase: await waitUntilSent(ctx, purchase, ms),
      replayed: !placed.isNew,
      otherPrice: false,
    };
  },
  find: async (ctx, ref) => {
    const purchase = (await findByRef(ctx, ref)) ?? (await findOwn(ctx, sql`p.ident = ${ref}`));
    if (!purchase) throw notFoundError("purchase");
    return purchase;
  },
  list: async (ctx, query) => {
    await settleTestPurchases(ctx, requireBuyer(ctx).id);
    return listApiPurchases(ctx, query, selectTestPurchases());
  },
  balance: getTestBalance,
};

/**
 * Places a test purchase with the outcome that its number chooses.
 * @throws PortalError with the keys and words of a live rejection.
 */
async function placeByNumber(
  ctx: Ctx,
  request: PurchaseRequest,
  phone: string,
): Promise<{ isNew: boolean; fault?: TestFault | undefined }> {
  const offer = await findTestOffer(ctx, request);
  const chosen = getTestOutcome(phone);
  if ("create" in chosen) await rejectTestPurchase(ctx, request.ref, chosen);
  const outcome = "create" in chosen ? DELIVERED_OUTCOME : chosen;
  const isNew = await placeTestPurchase(ctx, { request, phone, offer, outcome });
  return { isNew, fault: isNew ? outcome.fault : undefined };
}

async function findTestOffer(ctx: Ctx, { planId, networkId }: PurchaseRequest): Promise<PlanOffer> {
  const offer = findPlanOffer(await getCatalogue(ctx), planId, getPriceTerms(requireBuyer(ctx)));
  if (!offer) throw invalidError("plan", API_TEXTS.planInvalid);
  if (offer.plan.networkId !== networkId) throw invalidError("network", API_TEXTS.networkOther);
  return offer;
}

/** Creates the error of a call whose purchase was placed. */
function createFault(fault: Exclude<TestFault, "cut">): Error {
  const cause = "a test number";
  return fault === "unknown"
    ? new PortalError("unavailable", "", { facts: { retryAfter: 2, unknown: true }, cause })
    : new Error("A test number asked for an internal error.");
}

const findByRef = (ctx: Ctx, ref: string) => findOwn(ctx, sql`p.ref = ${ref}`);

async function findOwn(ctx: Ctx, condition: ReturnType<typeof sql>): Promise<PurchaseView | undefined> {
  const { id } = requireBuyer(ctx);
  await settleTestPurchases(ctx, id);
  return findTestPurchase(ctx, sql`p.reseller_id = ${id} and ${condition}`);
}

const POLL_INTERVAL_MS = 1_000;
/** How many calls of one reseller wait in this process; further ones are pending at once. */
const MAX_WAITING = 30;
const waitingCalls = new Map<number, number>();

/** Returns the purchase when it isn't being sent any more, or as it is after `ms`. */
async function waitUntilSent(ctx: Ctx, placed: PurchaseView, ms: number): Promise<PurchaseView> {
  const { id } = requireBuyer(ctx);
  const waiting = waitingCalls.get(id) ?? 0;
  if (placed.state !== "sending" || waiting >= MAX_WAITING) return placed;
  waitingCalls.set(id, waiting + 1);
  try {
    let purchase = placed;
    for (const left = startCountdown(ms); purchase.state === "sending" && left() > 0; ) {
      await pause(Math.min(POLL_INTERVAL_MS, left()));
      purchase = (await findByRef(ctx, placed.ref)) ?? purchase;
    }
    return purchase;
  } finally {
    const remaining = (waitingCalls.get(id) ?? 1) - 1;
    if (remaining > 0) waitingCalls.set(id, remaining);
    else waitingCalls.delete(id);
  }
}

function checkSameRequest(purchase: PurchaseView, request: PurchaseRequest, phone: string): void {
  const { planId, networkId, phoneE164 } = purchase;
  if (planId === request.planId && networkId === request.networkId && phoneE164 === phone) return;
  throw new PortalError("ref_reused", API_TEXTS.invalid, { fields: { ref: [API_TEXTS.refReused] } });
}
