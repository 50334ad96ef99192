"use server";

import { revalidatePath } from "next/cache";
import { formatCancelledCount } from "#app/ui/labels.ts";
import { RevokeTokenInput, revokeToken as revoke } from "#lib/access/revoke-token";
import { CreateTokenInput, createToken as issue } from "#lib/account/token/create-token";
import { RotateTokenInput, rotateToken as rotate } from "#lib/account/token/rotate-token";
import { LimitTokenInput, limitToken as limit } from "#lib/account/token/token-limits";
import { defineAction } from "#lib/web/action";

export const createTokenAction = defineAction(
  CreateTokenInput.omit({ resellerId: true, reason: true }),
  async (ctx, input) => {
    const { name, token } = await issue(ctx, input);
    revalidatePath("/developers");
    return { title: `Token “${name}” created`, secret: token };
  },
  { who: "reseller", confirms: true },
);

export const limitTokenAction = defineAction(
  LimitTokenInput,
  async (ctx, input) => {
    await limit(ctx, input);
    revalidatePath("/developers");
    return "Token limits saved.";
  },
  { who: "reseller", confirms: true },
);

export const rotateTokenAction = defineAction(
  RotateTokenInput.omit({ reason: true }),
  async (ctx, input) => {
    const { name, token } = await rotate(ctx, input);
    revalidatePath("/developers");
    return { title: `Token “${name}” renewed`, secret: token };
  },
  { who: "reseller", confirms: true },
);

export const revokeTokenAction = defineAction(
  RevokeTokenInput.omit({ reason: true }),
  async (ctx, input) => {
    const cancelled = await revoke(ctx, input);
    revalidatePath("/developers");
    return `Token revoked. ${formatCancelledCount(cancelled)}`;
  },
  { who: "reseller" },
);
