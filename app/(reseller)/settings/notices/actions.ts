"use server";

import { revalidatePath } from "next/cache";
import { type ChooseNoticesInput, chooseNotices } from "#lib/notice/choose";
import { AddDeviceInput, addDevice, type RemoveDeviceInput, removeDevice } from "#lib/notice/push-devices";
import { action, verbAction } from "#lib/web/action";
import { currentBrowser } from "#lib/web/actor";

export const choose = verbAction(
  async (ctx, input: ChooseNoticesInput) => {
    await chooseNotices(ctx, input);
    revalidatePath("/", "layout");
    return "Saved.";
  },
  { who: "person" },
);

export const addThis = action(
  AddDeviceInput.omit({ agent: true, device: true }),
  async (ctx, input) => {
    const { agent, device } = await currentBrowser();
    await addDevice(ctx, { ...input, agent: agent?.slice(0, 300), device });
  },
  { who: "person" },
);

export const takeOff = verbAction(
  async (ctx, input: RemoveDeviceInput) => {
    await removeDevice(ctx, input);
    revalidatePath("/", "layout");
    return "That device shows no notices any more.";
  },
  { who: "person" },
);
