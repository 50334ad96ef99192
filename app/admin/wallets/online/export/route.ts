import { paymentList } from "#lib/payment/payment-list";
import { exportRoute } from "#lib/web/export-route";

/** The payments online as CSV, with the filters of the list. */
export const GET = exportRoute(paymentList, { who: "admin" });
