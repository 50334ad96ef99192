"use server";

import { revalidatePath } from "next/cache";
import { action } from "#lib/web/action";
import { AddEndpointInput, addEndpoint as add } from "#lib/webhook/add-endpoint";
import { EndpointId, removeEndpoint as remove } from "#lib/webhook/remove-endpoint";
import { sendAgain as again, SendAgainInput } from "#lib/webhook/send-again";
import { testEndpoint as tryOut } from "#lib/webhook/test-endpoint";

const PAGE = "/developers/webhooks";

export const addEndpoint = action(
  AddEndpointInput,
  async (ctx, input) => {
    const { url, secret } = await add(ctx, input);
    revalidatePath(PAGE);
    return { url, secret };
  },
  { who: "reseller", confirms: true },
);

export const removeEndpoint = action(
  EndpointId,
  async (ctx, input) => {
    await remove(ctx, input);
    revalidatePath(PAGE);
    return "Removed. Nothing is sent there any more.";
  },
  { who: "reseller" },
);

export const testEndpoint = action(
  EndpointId,
  async (ctx, input) => {
    await tryOut(ctx, input);
    revalidatePath(PAGE);
    return "A test message is on its way. What came of it appears below.";
  },
  { who: "reseller" },
);

export const sendAgain = action(
  SendAgainInput,
  async (ctx, input) => {
    await again(ctx, input);
    revalidatePath(PAGE);
    return "On its way again.";
  },
  { who: "reseller" },
);
