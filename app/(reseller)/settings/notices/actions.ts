"use server";

import { revalidatePath } from "next/cache";
import { NOTIFICATION_KINDS } from "#lib/modules";
import {
  type SetNotificationPreferencesInput,
  setNotificationPreferences,
} from "#lib/notification/notification-preferences";
import {
  AddPushDeviceInput,
  addPushDevice,
  type RemovePushDeviceInput,
  removePushDevice,
} from "#lib/notification/push-devices";
import { defineAction, defineServiceAction } from "#lib/web/action";
import { getCurrentBrowser } from "#lib/web/actor";

export const saveNotificationSettingsAction = defineServiceAction(
  async (ctx, input: SetNotificationPreferencesInput) => {
    await setNotificationPreferences(ctx, input, NOTIFICATION_KINDS);
    revalidatePath("/", "layout");
    return "Saved.";
  },
  { who: "person" },
);

export const addPushDeviceAction = defineAction(
  AddPushDeviceInput.omit({ agent: true, device: true }),
  async (ctx, input) => {
    const { agent, device } = await getCurrentBrowser();
    await addPushDevice(ctx, { ...input, agent: agent?.slice(0, 300), device });
  },
  { who: "person" },
);

export const removePushDeviceAction = defineServiceAction(
  async (ctx, input: RemovePushDeviceInput) => {
    await removePushDevice(ctx, input);
    revalidatePath("/", "layout");
    return "Notifications are off for that device.";
  },
  { who: "person" },
);
