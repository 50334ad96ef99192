"use server";

import { revalidatePath } from "next/cache";
import { IssueLinkInput, issueLink } from "#lib/account/password/link";
import { InviteResellerInput, inviteReseller } from "#lib/account/reseller/create";
import { action } from "#lib/web/action";
import { linkToSend } from "../link-to-send.ts";

export const invite = action(
  InviteResellerInput,
  async (ctx, input) => {
    const { id, link } = await inviteReseller(ctx, input);
    revalidatePath("/admin/resellers", "layout");
    return { resellerId: id, ...linkToSend(link) };
  },
  { who: "admin", confirms: true },
);

export const renewLink = action(
  IssueLinkInput,
  async (ctx, input) => {
    const link = await issueLink(ctx, input);
    revalidatePath("/admin/resellers", "layout");
    return linkToSend(link);
  },
  { who: "admin", confirms: true },
);
