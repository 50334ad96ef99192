"use server";

import { revalidatePath } from "next/cache";
import { type IssueLinkInput, issueLink } from "#lib/account/password/link";
import { type InviteResellerInput, inviteReseller } from "#lib/account/reseller/create";
import { verbAction } from "#lib/web/action";
import { linkToSend } from "../link-to-send.ts";

export const invite = verbAction(
  async (ctx, input: InviteResellerInput) => {
    const { id, link } = await inviteReseller(ctx, input);
    revalidatePath("/admin/resellers", "layout");
    return { resellerId: id, ...linkToSend(link) };
  },
  { who: "admin" },
);

export const renewLink = verbAction(
  async (ctx, input: IssueLinkInput) => {
    const link = await issueLink(ctx, input);
    revalidatePath("/admin/resellers", "layout");
    return linkToSend(link);
  },
  { who: "admin" },
);
