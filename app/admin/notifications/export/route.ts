import { NOTIFICATION_KINDS } from "#lib/modules";
import { createNotificationList } from "#lib/notification/notification-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(createNotificationList(NOTIFICATION_KINDS), { audience: "admin" });
