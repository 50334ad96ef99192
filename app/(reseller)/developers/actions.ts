"use server";

import { revalidatePath } from "next/cache";
import { IssueTokenInput, issueToken as issue } from "#lib/account/issue-token";
import { LimitTokenInput, limitToken as limit } from "#lib/account/limit-token";
import { RevokeTokenInput, revokeToken as revoke } from "#lib/account/revoke-token";
import { RotateTokenInput, rotateToken as rotate } from "#lib/account/rotate-token";
import { action } from "#lib/web/action";

export const issueToken = action(
  IssueTokenInput,
  async (ctx, input) => {
    const { name, token } = await issue(ctx, input);
    show();
    return { name, token };
  },
  { who: "person" },
);

export const limitToken = action(
  LimitTokenInput,
  async (ctx, input) => {
    await limit(ctx, input);
    show();
    return "The limits hold from now on.";
  },
  { who: "person" },
);

export const rotateToken = action(
  RotateTokenInput,
  async (ctx, input) => {
    const { name, token } = await rotate(ctx, input);
    show();
    return { name, token };
  },
  { who: "person" },
);

export const revokeToken = action(
  RevokeTokenInput,
  async (ctx, input) => {
    await revoke(ctx, input);
    show();
    return "The token is revoked.";
  },
  { who: "person" },
);

/** The pages that list tokens: their owner's, and the admins'. */
function show(): void {
  revalidatePath("/developers");
  revalidatePath("/admin/resellers/[id]/tokens", "page");
}
