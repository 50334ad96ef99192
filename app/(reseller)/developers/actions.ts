"use server";

import { revalidatePath } from "next/cache";
import { formatCancelledCount } from "#app/ui/labels.ts";
import { RevokeTokenInput, revokeToken as revoke } from "#lib/access/revoke-token";
import { CreateTokenInput, createToken as issue } from "#lib/account/token/create-token";
import { RotateTokenInput, rotateToken as rotate } from "#lib/account/token/rotate-token";
import { LimitTokenInput, limitToken as limit } from "#lib/account/token/token-limits";
import { defineAction, defineServiceAction } from "#lib/web/action";
import {
  AddEndpointInput,
  addEndpoint,
  type RemoveEndpointInput,
  removeEndpoint,
} from "#lib/webhook/endpoints";
import { type ResendEventInput, resendEvent, sendTestEvent } from "#lib/webhook/send-manually";

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

const PATH = "/developers/webhooks";

export const addEndpointAction = defineAction(
  AddEndpointInput,
  async (ctx, input) => {
    const { secret } = await addEndpoint(ctx, input);
    revalidatePath(PATH);
    return { title: "Webhook added. Use this secret to verify its events", secret };
  },
  { who: "reseller", confirms: true },
);

export const removeEndpointAction = defineServiceAction(
  async (ctx, input: RemoveEndpointInput) => {
    await removeEndpoint(ctx, input);
    revalidatePath(PATH);
    return "Webhook removed. It gets no more events.";
  },
  { who: "reseller" },
);

export const testEndpointAction = defineServiceAction(
  async (ctx, input: RemoveEndpointInput) => {
    await sendTestEvent(ctx, input);
    revalidatePath(PATH);
    return "Test event sent. See the result below.";
  },
  { who: "reseller" },
);

export const resendDeliveryAction = defineServiceAction(
  async (ctx, input: ResendEventInput) => {
    await resendEvent(ctx, input);
    revalidatePath(PATH);
    return "Event sent again.";
  },
  { who: "reseller" },
);
