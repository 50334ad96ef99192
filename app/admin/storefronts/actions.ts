"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { closeStore } from "#lib/store/close-store";
import { action } from "#lib/web/action";

const CloseForm = z.object({
  id: z.string(),
  reason: z.string().default(""),
  lift: z.literal("yes").optional(),
});

export const close = action(
  CloseForm,
  async (ctx, { lift, ...input }) => {
    await closeStore(ctx, { ...input, lift: lift === "yes" });
    revalidatePath("/admin/storefronts");
  },
  { who: "admin" },
);
