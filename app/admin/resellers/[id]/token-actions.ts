"use server";

import { revalidatePath } from "next/cache";
import { IssueTokenInput, issueToken } from "#lib/account/token/issue";
import { RotateTokenInput, rotateToken } from "#lib/account/token/rotate";
import { Id } from "#lib/core/amount";
import { Reason } from "#lib/core/reason";
import { RevokeTokenInput, revokeToken } from "#lib/reseller/revoke-token";
import { action } from "#lib/web/action";
import { cancelledWords } from "../../../ui/cancelled-words.ts";
import { deskAction } from "../../desk-action.ts";

const HERE = "/admin/resellers";

export const issue = action(
  IssueTokenInput.extend({ resellerId: Id, reason: Reason }),
  async (ctx, input) => {
    const { name, token } = await issueToken(ctx, input);
    revalidatePath(HERE, "layout");
    return { name, token };
  },
  { who: "admin", confirms: true },
);

export const renew = action(
  RotateTokenInput.extend({ reason: Reason }),
  async (ctx, input) => {
    try {
      const { name, token } = await rotateToken(ctx, input);
      return { name, token };
    } finally {
      revalidatePath(HERE, "layout");
    }
  },
  { who: "admin", confirms: true },
);

export const revoke = deskAction(
  RevokeTokenInput.extend({ reason: Reason }),
  async (ctx, input) => `Revoked: its next call is refused. ${cancelledWords(await revokeToken(ctx, input))}`,
  HERE,
);
