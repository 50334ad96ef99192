"use server";

import { z } from "zod";
import { closeShop } from "#lib/shop/set-shop-state";
import { deskAction } from "../desk-action.ts";

const CloseForm = z.object({
  id: z.string(),
  version: z.string(),
  reason: z.string().default(""),
  lift: z.literal("yes").optional(),
});

export const close = deskAction(
  (ctx, { lift, ...input }) => closeShop(ctx, { ...input, lift: lift === "yes" }),
  (_done, { lift }) => (lift ? "Its owner can open it again." : "The shop is closed."),
  "/admin/storefronts",
  { form: CloseForm },
);
