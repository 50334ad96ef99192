"use server";

import { z } from "zod";
import { createAdminAction } from "#app/admin/create-admin-action.ts";
import { closeShop } from "#lib/shop/set-shop-state";

const CloseShopForm = z.object({
  id: z.string(),
  version: z.string(),
  reason: z.string().default(""),
  lift: z.literal("yes").optional(),
});

export const closeShopAction = createAdminAction(
  (ctx, { lift, ...input }) => closeShop(ctx, { ...input, lift: lift === "yes" }),
  (_done, { lift }) => (lift ? "The owner can reopen the shop." : "The shop is closed."),
  "/admin/shops",
  { form: CloseShopForm },
);
