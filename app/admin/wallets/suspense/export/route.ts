import { suspenseList } from "#lib/payment/suspense-list";
import { exportRoute } from "#lib/web/export-route";

/** The money in suspense as CSV. */
export const GET = exportRoute(suspenseList, { who: "admin" });
