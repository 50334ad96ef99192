import { announcementList } from "#lib/notification/announcement/announcement-list";
import { defineExportRoute } from "#lib/web/export-route";

/** Everything that was ever announced as CSV, with the filters of the list. */
export const GET = defineExportRoute(announcementList, { who: "admin" });
