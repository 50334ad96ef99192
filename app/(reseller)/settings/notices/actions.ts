"use server";

import { revalidatePath } from "next/cache";
import { type ChooseNoticesInput, chooseNotices } from "#lib/notice/choose";
import { verbAction } from "#lib/web/action";

export const choose = verbAction(
  async (ctx, input: ChooseNoticesInput) => {
    await chooseNotices(ctx, input);
    revalidatePath("/", "layout");
    return "Saved.";
  },
  { who: "person" },
);
