import { accountList } from "#lib/payment/account-list";
import { exportRoute } from "#lib/web/export-route";

/** The resellers' account numbers as CSV, with the filters of the list. */
export const GET = exportRoute(accountList, { who: "admin" });
