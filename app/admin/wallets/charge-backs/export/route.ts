import { chargeBackList } from "#lib/payment/charge-back-list";
import { exportRoute } from "#lib/web/export-route";

/** The charge-backs as CSV, with the filters of the list. */
export const GET = exportRoute(chargeBackList, { who: "admin" });
