"use server";

import { revalidatePath } from "next/cache";
import { IssueTokenInput, issueToken as issue } from "#lib/account/issue-token";
import { LimitTokenInput, limitToken as limit } from "#lib/account/limit-token";
import { RevokeTokenInput, revokeToken as revoke } from "#lib/account/revoke-token";
import { RotateTokenInput, rotateToken as rotate } from "#lib/account/rotate-token";
import { action } from "#lib/web/action";

export const issueToken = action(
  IssueTokenInput.omit({ resellerId: true }),
  async (ctx, input) => {
    const { name, token } = await issue(ctx, input);
    revalidatePath("/developers");
    return { name, token };
  },
  { who: "reseller" },
);

export const limitToken = action(
  LimitTokenInput,
  async (ctx, input) => {
    await limit(ctx, input);
    revalidatePath("/developers");
    return "The limits hold from now on.";
  },
  { who: "reseller" },
);

export const rotateToken = action(
  RotateTokenInput,
  async (ctx, input) => {
    const { name, token } = await rotate(ctx, input);
    revalidatePath("/developers");
    return { name, token };
  },
  { who: "reseller" },
);

export const revokeToken = action(
  RevokeTokenInput,
  async (ctx, input) => {
    await revoke(ctx, input);
    revalidatePath("/developers");
    return "The token is revoked.";
  },
  { who: "reseller" },
);
