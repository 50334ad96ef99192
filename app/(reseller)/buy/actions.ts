"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { PinInput } from "#lib/account/pin/require-pin";
import { type Ctx, isCostHidden } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { Minor } from "#lib/core/money/money";
import { agreeToPurchaseMessage } from "#lib/message/shop-messages";
import { listSellingPrices } from "#lib/price-list/read-price-list";
import { buyWithPin } from "#lib/purchase/place/buy-with-pin";
import { PurchaseDetails, parseRecipient, Ref, TypedDetails } from "#lib/purchase/place/offer";
import { findPurchaseByFormRef } from "#lib/purchase/place/place-purchase";
import { createPurchaseRef } from "#lib/purchase/place/refs";
import { isPurchaseRejectionCode } from "#lib/purchase/place/rejection";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { requireAcceptedLoss, requirePlausibleSellingPrice, WarnedPrice } from "#lib/purchase/selling-price";
import { defineAction } from "#lib/request/action";
import { parseFormInput } from "#lib/request/form";
import { type BuyStep, buildReviewStep } from "./review-step.ts";

const Id = z
  .string()
  .regex(/^\d{1,9}$/)
  .catch("");

const MinorText = z
  .string()
  .regex(/^\d{1,15}$/)
  .optional()
  .catch(undefined);

const BuyForm = z.object({
  /** `plans` only shows the plans of the selection: for browsers without script. */
  intent: z.enum(["plans", "review", "change", "confirm"]).catch("review"),
  ref: Ref,
  network: Id,
  plan: Id,
  phone: z.string().max(40, "This number is too long. Enter a valid phone number.").default(""),
  /** In minor units: the price shown with the plan, and the price of the review. */
  shownPrice: MinorText,
  price: MinorText,
  ...TypedDetails.shape,
  /** The selling price below cost that the last review asked about. */
  warned: WarnedPrice,
  ...PinInput.shape,
  again: z.literal("yes").optional().catch(undefined),
  /** The form was confirmed before, and its response was lost. */
  sent: z.literal("yes").optional().catch(undefined),
});
type BuyForm = z.infer<typeof BuyForm>;

/** Handles every step of the page, so that it works without script too. */
export const buyAction = defineAction(BuyForm, buildStep, { audience: "seller" });

async function buildStep(ctx: Ctx, form: BuyForm): Promise<BuyStep> {
  const shown = { ref: form.ref, pick: toSelection(form), errors: {}, banner: null, review: null };
  switch (form.intent) {
    case "plans":
      return { ...shown, pick: { ...shown.pick, plan: "" } };
    case "change":
      return shown;
    case "review":
      return reviewAgain(ctx, form);
    case "confirm":
      return confirmPurchase(ctx, form);
  }
}

const toSelection = ({ network, plan, phone }: BuyForm) => ({ network, plan, phone });

/** Reviews the selection. Of a form whose response was lost, it opens the purchase if that was placed. */
async function reviewAgain(ctx: Ctx, form: BuyForm): Promise<BuyStep> {
  const { ref, shownPrice, sent } = form;
  const placed = sent && (await findPurchaseByFormRef(ctx, ref));
  if (placed) redirect(`/purchases/${placed.ident}?bought=now`);
  return buildReviewStep(ctx, {
    ref,
    pick: toSelection(form),
    shownPrice,
    details: TypedDetails.parse(form),
    banner: sent ? NOT_PLACED_TEXT : null,
  });
}

/** Places the purchase and opens its page. If it is rejected, shows the review with the reason. */
async function confirmPurchase(ctx: Ctx, form: BuyForm): Promise<BuyStep> {
  const { ref, price } = form;
  const pick = toSelection(form);
  const again = form.again === "yes";
  if (!price && !isCostHidden(ctx)) return buildReviewStep(ctx, { ref, pick });
  let address: string;
  try {
    address = await placeAndGetPath(ctx, form);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    const details = TypedDetails.parse(form);
    const review = {
      pick,
      shownPrice: price,
      again,
      details,
      errors: isShownAtField(error) ? error.fields : {},
      banner: error.fields.message?.join(" ") ?? null,
    };
    if (error.code === "ref_reused")
      return buildReviewStep(ctx, { ...review, ref: createPurchaseRef(), banner: FORM_USED_TEXT });
    if (isPurchaseRejectionCode(error.code) || error.code === "price_changed" || isShownAtField(error))
      return buildReviewStep(ctx, { ...review, ref });
    throw error;
  }
  redirect(address);
}

/** The longest wait for the network's response before the result is shown, which then follows live. */
const MAX_OUTCOME_WAIT_MS = 1_500;

/** Places the purchase and waits briefly for its outcome. @returns the address of its page. */
async function placeAndGetPath(ctx: Ctx, form: BuyForm): Promise<string> {
  const { ref, phone } = form;
  const details = parseFormInput(PurchaseDetails, form);
  const price = await checkSellingPrice(ctx, form, details);
  const { sellingPrice, message } = details;
  const { purchase, otherPrice } = await buyWithPin(ctx, {
    ref,
    phone,
    again: form.again === "yes",
    pin: form.pin,
    keepPin: form.keepPin,
    planId: Number(form.plan),
    networkId: Number(form.network),
    price,
    sellingPrice,
    chooseMessage: message ? () => agreeToPurchaseMessage(ctx, parseRecipient(phone)) : undefined,
  });
  // The purchase is placed even if the wait fails.
  await waitUntilSettled(ctx, purchase.ident, MAX_OUTCOME_WAIT_MS).catch(() => {});
  return `/purchases/${purchase.ident}?bought=${otherPrice ? "before" : "now"}`;
}

/** Whether the review shows it at a field: an invalid value, or a PIN that is locked. */
const isShownAtField = ({ code, fields }: PortalError) => code === "invalid" || fields.pin !== undefined;

/**
 * Checks the selling price. Where the cost is hidden, it is compared with the usual selling price only: a
 * helper could try selling prices until one is said to be a loss.
 * @returns the price that the buyer saw; undefined where it is hidden
 */
async function checkSellingPrice(
  ctx: Ctx,
  form: BuyForm,
  { sellingPrice }: z.output<typeof PurchaseDetails>,
): Promise<Minor | undefined> {
  if (isCostHidden(ctx)) {
    const usual = (await listSellingPrices(ctx)).get(Number(form.plan));
    if (usual !== undefined) requirePlausibleSellingPrice(sellingPrice, usual);
    return undefined;
  }
  const price = BigInt(form.price ?? 0);
  requirePlausibleSellingPrice(sellingPrice, price);
  requireAcceptedLoss({ sellingPrice, warned: form.warned ?? undefined, price }, { text: BUY_LOSS_TEXT });
  return price;
}

const NOT_PLACED_TEXT =
  "We couldn’t confirm this purchase before, and it hasn’t been placed yet. Check it, then buy: it is never charged twice.";

const BUY_LOSS_TEXT =
  "This is less than you pay. Nothing was bought. Change it, or tap again to buy at a loss.";

const FORM_USED_TEXT =
  "You already bought something else with this form. This is a new purchase. Check it, then buy.";
