import { noticeList } from "#lib/notice/read";
import { exportRoute } from "#lib/web/export-route";

/** What an admin was told as CSV, with the filters of the list. */
export const GET = exportRoute(noticeList, { who: "admin" });
