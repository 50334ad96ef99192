import { NOTIFICATION_KINDS } from "#lib/modules";
import { createNotificationList } from "#lib/notification/notification-list";
import { defineExportRoute } from "#lib/web/export-route";

/** Exports a reseller's notifications as CSV, with the list's filters. */
export const GET = defineExportRoute(createNotificationList(NOTIFICATION_KINDS), { who: "reseller" });
