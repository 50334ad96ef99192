"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { type IssuedToken, issueToken } from "#lib/account/issue-token";
import { revokeToken } from "#lib/account/revoke-token";
import { Id } from "#lib/core/amount";
import { Reason } from "#lib/core/reason";
import { action } from "#lib/web/action";
import { deskAction } from "../../desk-action.ts";

const HERE = "/admin/resellers";

export const issue = action(
  z.object({
    resellerId: Id,
    name: z.string().trim().min(1, "Give it a name.").max(60, "Use at most 60 characters."),
    reason: Reason,
  }),
  async (ctx, input): Promise<IssuedToken> => {
    const token = await issueToken(ctx, input);
    revalidatePath(HERE, "layout");
    return token;
  },
  { who: "admin" },
);

export const revoke = deskAction(
  z.object({ id: Id, reason: Reason }),
  async (ctx, input) => {
    await revokeToken(ctx, input);
    return "Revoked: its next call is refused.";
  },
  HERE,
);
