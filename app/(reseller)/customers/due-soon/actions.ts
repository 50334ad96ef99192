"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { PortalError } from "#lib/core/error";
import { isPurchaseRejectionCode } from "#lib/purchase/place/rejection";
import { createRenewalBatch } from "#lib/regular/create-renewal-batch";
import { RenewPurchaseInput, renewPurchase } from "#lib/regular/renew-purchase";
import { createSellerAction } from "#lib/request/page-action";

/** Renews a number in one tap. A rejection that needs a decision opens the review. */
export const renewAction = createSellerAction(
  async (ctx, { review, ...renewal }) => {
    try {
      await renewPurchase(ctx, renewal);
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      const isAsked =
        error.code === "price_changed" || error.code === "invalid" || isPurchaseRejectionCode(error.code);
      if (!isAsked) throw error;
      redirect(`/buy?${new URLSearchParams(review)}`);
    }
  },
  undefined,
  {
    form: z.object({
      ref: RenewPurchaseInput.shape.ref,
      ident: RenewPurchaseInput.shape.ident,
      price: z.string().regex(/^\d{1,15}$/),
      /** The query of the review of the same purchase. */
      review: z.string().max(200),
    }),
  },
);

export const renewSelectedAction = createSellerAction(createRenewalBatch, (id) => redirect(`/batches/${id}`));
