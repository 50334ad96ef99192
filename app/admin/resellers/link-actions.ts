"use server";

import { revalidatePath } from "next/cache";
import { toCreatedLink } from "#app/admin/to-created-link.ts";
import {
  CreateResellerPasswordLinkInput,
  createResellerPasswordLink,
} from "#lib/account/password/password-link";
import { InviteResellerInput, inviteReseller } from "#lib/account/reseller/create-reseller";
import { defineAction } from "#lib/web/action";

export const inviteResellerAction = defineAction(
  InviteResellerInput,
  async (ctx, input) => {
    const { id, link } = await inviteReseller(ctx, input);
    revalidatePath("/admin/resellers", "layout");
    return { resellerId: id, ...toCreatedLink(link) };
  },
  { who: "admin", confirms: true },
);

export const renewPasswordLinkAction = defineAction(
  CreateResellerPasswordLinkInput,
  async (ctx, input) => {
    const link = await createResellerPasswordLink(ctx, input);
    revalidatePath("/admin/resellers", "layout");
    return toCreatedLink(link);
  },
  { who: "admin", confirms: true },
);
