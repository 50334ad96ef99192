"use server";

import { revalidatePath } from "next/cache";
import { IssueTokenInput, issueToken as issue } from "#lib/account/token/issue";
import { LimitTokenInput, limitToken as limit } from "#lib/account/token/limits";
import { RotateTokenInput, rotateToken as rotate } from "#lib/account/token/rotate";
import { RevokeTokenInput, revokeToken as revoke } from "#lib/reseller/revoke-token";
import { action } from "#lib/web/action";
import { cancelledWords } from "../../ui/words.ts";

export const issueToken = action(
  IssueTokenInput.omit({ resellerId: true, reason: true }),
  async (ctx, input) => {
    const { name, token } = await issue(ctx, input);
    revalidatePath("/developers");
    return { title: `The token “${name}” is ready`, secret: token };
  },
  { who: "reseller", confirms: true },
);

export const limitToken = action(
  LimitTokenInput,
  async (ctx, input) => {
    await limit(ctx, input);
    revalidatePath("/developers");
    return "The limits hold from now on.";
  },
  { who: "reseller", confirms: true },
);

export const rotateToken = action(
  RotateTokenInput.omit({ reason: true }),
  async (ctx, input) => {
    const { name, token } = await rotate(ctx, input);
    revalidatePath("/developers");
    return { title: `The new token “${name}” is ready`, secret: token };
  },
  { who: "reseller", confirms: true },
);

export const revokeToken = action(
  RevokeTokenInput.omit({ reason: true }),
  async (ctx, input) => {
    const cancelled = await revoke(ctx, input);
    revalidatePath("/developers");
    return `The token is revoked. ${cancelledWords(cancelled)}`;
  },
  { who: "reseller" },
);
