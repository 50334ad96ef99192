"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { type OpenNoticeInput, openNotice, type ReadAllInput, readAll } from "#lib/notice/read";
import { verbAction } from "#lib/web/action";

export const open = verbAction(
  async (ctx, input: OpenNoticeInput) => {
    const path = await openNotice(ctx, input);
    revalidatePath("/", "layout");
    redirect(path);
  },
  { who: "person" },
);

export const markAllRead = verbAction(
  async (ctx, input: ReadAllInput) => {
    await readAll(ctx, input);
    revalidatePath("/", "layout");
  },
  { who: "person" },
);
