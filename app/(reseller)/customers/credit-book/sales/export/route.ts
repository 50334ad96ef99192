import { creditSaleList } from "#lib/credit-book/credit-lists";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(creditSaleList, { audience: "seller" });
