"use server";

import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { setPriceRisePolicy } from "#lib/dispatch/dispatch-control";
import { retryJob } from "#lib/monitoring/retry-job";
import { addPurchaseNote } from "#lib/purchase/add-purchase-note";
import { writeOffAdvance } from "#lib/purchase/advance/write-off-advance";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { changeView, deleteView, saveView } from "#lib/saved-view/saved-views";
import { DecideShopNameInput, decideShopName } from "#lib/shop/decide-shop-name";
import { closeShop } from "#lib/shop/set-shop-state";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { createAdminAction } from "./create-admin-action.ts";
import { openNext } from "./review/open-next.ts";

export const saveViewAction = createAdminAction(saveView, "Saved.");

export const changeViewAction = createAdminAction(changeView, "Saved.");

export const deleteViewAction = createAdminAction(deleteView, "Deleted.");

export const addPurchaseNoteAction = createAdminAction(addPurchaseNote, "Note added.");

export const reversePurchaseAction = createAdminAction(
  reverseDeliveredPurchase,
  openNext("unconfirmed", "ident"),
);

export const writeOffAdvanceAction = createAdminAction(writeOffAdvance, openNext("unconfirmed", "ident"));

const CloseShopForm = z.object({
  id: z.string(),
  version: z.string(),
  reason: z.string().default(""),
  lift: z.literal("yes").optional(),
});

export const closeShopAction = createAdminAction(
  (ctx, { lift, ...input }) => closeShop(ctx, { ...input, lift: lift === "yes" }),
  (_done, { lift }) => (lift ? "The reseller can reopen the shop." : "The shop is closed."),
  { form: CloseShopForm },
);

export const decideShopNameAction = createAdminAction(
  decideShopName,
  (_done, { to }) =>
    to === "approved" ? "Messages begin with this name." : "Messages begin with the shop’s address.",
  { form: DecideShopNameInput },
);

export const syncCatalogueAction = createAdminAction(
  (ctx: Ctx) => syncCatalogue(ctx),
  ({ changed, plans }) => `${plans} plans, ${changed === 0 ? "none" : changed} changed.`,
);

export const rerunJobAction = createAdminAction(retryJob, "Retry started.");

export const setPriceRisePolicyAction = createAdminAction(setPriceRisePolicy, "Policy saved.");
