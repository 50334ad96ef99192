"use server";

import { revalidatePath } from "next/cache";
import { action, verbAction } from "#lib/web/action";
import {
  AddEndpointInput,
  addEndpoint as add,
  type EndpointId,
  removeEndpoint as remove,
} from "#lib/webhook/endpoints";
import { sendAgain as again, type SendAgainInput, testEndpoint as tryOut } from "#lib/webhook/send-by-hand";

const PAGE = "/developers/webhooks";

export const addEndpoint = action(
  AddEndpointInput,
  async (ctx, input) => {
    const { secret } = await add(ctx, input);
    revalidatePath(PAGE);
    return { title: "Added. This secret signs its messages", secret };
  },
  { who: "reseller", confirms: true },
);

export const removeEndpoint = verbAction(
  async (ctx, input: EndpointId) => {
    await remove(ctx, input);
    revalidatePath(PAGE);
    return "Removed. Nothing is sent there any more.";
  },
  { who: "reseller" },
);

export const testEndpoint = verbAction(
  async (ctx, input: EndpointId) => {
    await tryOut(ctx, input);
    revalidatePath(PAGE);
    return "A test message is on its way. What came of it appears below.";
  },
  { who: "reseller" },
);

export const sendAgain = verbAction(
  async (ctx, input: SendAgainInput) => {
    await again(ctx, input);
    revalidatePath(PAGE);
    return "On its way again.";
  },
  { who: "reseller" },
);
