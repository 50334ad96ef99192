import { customerList } from "#lib/customer/customer-list";
import { exportRoute } from "#lib/web/export-route";

/** My customers as CSV, with the filters of the list; an import reads it back. */
export const GET = exportRoute(customerList, { who: "reseller" });
