import type { Ctx } from "#lib/core/context";
import type { NotificationText } from "#lib/core/notification-kind";
import { insertNotifications, type NewNotification } from "./insert-notifications.ts";

type WrittenNotification = Omit<NewNotification, "to" | "facts"> &
  NotificationText & { to: number | "admins" };

/**
 * Notifies an account, or all admins, in the portal at once, and on the channels that it chose for the
 * kind's group once the transaction of `ctx` has committed. Part of its caller's transaction; the caller
 * has checked permissions.
 */
export const createNotification = (ctx: Ctx, { to, event, key, title, text, path }: WrittenNotification) =>
  insertNotifications(ctx, [
    { to: typeof to === "number" ? [to] : to, event, key, facts: { title, text, path } },
  ]);
