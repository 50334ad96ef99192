"use server";

import { redirect } from "next/navigation";
import { NOTIFICATION_KINDS } from "#lib/modules";
import {
  markNotificationsRead,
  type OpenNotificationInput,
  openNotification,
} from "#lib/notification/notification-list";
import { createPersonAction } from "#lib/web/page-action";

export const openNotificationAction = createPersonAction(
  (ctx, input: OpenNotificationInput) => openNotification(ctx, input, NOTIFICATION_KINDS),
  (path) => redirect(path),
);

export const markAllReadAction = createPersonAction(markNotificationsRead);
