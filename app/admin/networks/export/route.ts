import { announcementList } from "#lib/announcement/announcement-list";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(announcementList, { audience: "admin" });
