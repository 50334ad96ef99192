import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import { defineExportRoute } from "#lib/web/export-route";

/** Unconfirmed purchases as CSV, with the filters of the list. */
export const GET = defineExportRoute(unconfirmedList, { who: "admin" });
