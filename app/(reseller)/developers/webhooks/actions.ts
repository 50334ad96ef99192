"use server";

import { revalidatePath } from "next/cache";
import { defineAction, defineServiceAction } from "#lib/web/action";
import {
  AddEndpointInput,
  addEndpoint,
  type RemoveEndpointInput,
  removeEndpoint,
} from "#lib/webhook/endpoints";
import { type ResendEventInput, resendEvent, sendTestEvent } from "#lib/webhook/send-manually";

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
