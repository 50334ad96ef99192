import { creditSaleList, debtorList } from "#lib/credit-book/credit-lists";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute(
  async (_ctx, _params, query) => (query.get("show") === "sales" ? creditSaleList : debtorList),
  { audience: "seller" },
);
