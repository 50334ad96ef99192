"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { NOTIFICATION_KINDS } from "#lib/modules";
import {
  type MarkNotificationsReadInput,
  markNotificationsRead,
  type OpenNotificationInput,
  openNotification,
} from "#lib/notification/notification-list";
import { defineServiceAction } from "#lib/web/action";

export const openNotificationAction = defineServiceAction(
  async (ctx, input: OpenNotificationInput) => {
    const path = await openNotification(ctx, input, NOTIFICATION_KINDS);
    revalidatePath("/", "layout");
    redirect(path);
  },
  { who: "person" },
);

export const markAllReadAction = defineServiceAction(
  async (ctx, input: MarkNotificationsReadInput) => {
    await markNotificationsRead(ctx, input);
    revalidatePath("/", "layout");
  },
  { who: "person" },
);
