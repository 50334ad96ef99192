"use server";

import { revalidatePath } from "next/cache";
import type { LinkView } from "#lib/account/insert-link";
import { InviteResellerInput, inviteReseller } from "#lib/account/invite-reseller";
import { IssueLinkInput, issueLink } from "#lib/account/issue-link";
import { env } from "#lib/core/env";
import { sayTime } from "#lib/core/time";
import { action } from "#lib/web/action";

/** A link that was made, shown this once. */
export interface MadeLink {
  address: string;
  until: string;
  resellerId: number;
}

export const invite = action(
  InviteResellerInput,
  async (ctx, input) => {
    const { id, link } = await inviteReseller(ctx, input);
    revalidatePath("/admin/resellers", "layout");
    return made(id, link);
  },
  { who: "admin" },
);

export const renewLink = action(
  IssueLinkInput,
  async (ctx, input) => {
    const link = await issueLink(ctx, input);
    revalidatePath("/admin/resellers", "layout");
    return made(input.resellerId, link);
  },
  { who: "admin" },
);

function made(resellerId: number, { secret, expiresAt }: LinkView): MadeLink {
  const address = new URL(`/welcome/${secret}`, env().NEXTAUTH_URL).href;
  return { address, until: sayTime(expiresAt), resellerId };
}
