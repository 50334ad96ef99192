import { announcementList } from "#lib/announcement/announcement-list";
import { exportRoute } from "#lib/web/export-route";

/** Everything that was ever announced as CSV, with the filters of the list. */
export const GET = exportRoute(announcementList, { who: "admin" });
