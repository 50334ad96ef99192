import { NOTIFICATION_KINDS } from "#lib/modules";
import { createNotificationList } from "#lib/notification/notification-list";
import { defineExportRoute } from "#lib/web/export-route";

/** An admin's notifications as CSV, with the filters of the list. */
export const GET = defineExportRoute(createNotificationList(NOTIFICATION_KINDS), { who: "admin" });
