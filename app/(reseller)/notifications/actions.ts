"use server";

import { redirect } from "next/navigation";
import { NOTIFICATION_KINDS } from "#lib/modules";
import {
  markNotificationsRead,
  type OpenNotificationInput,
  openNotification,
} from "#lib/notification/notification-list";
import {
  type SetNotificationPreferencesInput,
  setNotificationPreferences,
} from "#lib/notification/notification-preferences";
import { AddPushDeviceInput, addPushDevice, removePushDevice } from "#lib/notification/push-devices";
import { defineAction } from "#lib/request/action";
import { getCurrentBrowser } from "#lib/request/actor";
import { createPersonAction } from "#lib/request/page-action";

export const openNotificationAction = createPersonAction(
  (ctx, input: OpenNotificationInput) => openNotification(ctx, input, NOTIFICATION_KINDS),
  (path) => redirect(path),
);

export const markAllReadAction = createPersonAction(markNotificationsRead);

export const saveNotificationSettingsAction = createPersonAction(
  (ctx, input: SetNotificationPreferencesInput) => setNotificationPreferences(ctx, input, NOTIFICATION_KINDS),
  "Saved.",
);

export const addPushDeviceAction = defineAction(
  AddPushDeviceInput.omit({ agent: true, device: true }),
  async (ctx, input) => {
    const { agent, device } = await getCurrentBrowser();
    await addPushDevice(ctx, { ...input, agent: agent?.slice(0, 300), device });
  },
  { audience: "person" },
);

export const removePushDeviceAction = createPersonAction(
  removePushDevice,
  "Notifications are off for that device.",
);
