import { notFoundError } from "#lib/core/error";
import { defineExportRoute } from "#lib/request/export-route";
import { createRouteList } from "#lib/supplier/route-list";

export const GET = defineExportRoute<{ supplier: string }>(
  async (_ctx, { supplier }) => {
    if (!/^[1-9]\d{0,8}$/.test(supplier)) throw notFoundError("supplier");
    return createRouteList(Number(supplier));
  },
  { audience: "admin" },
);
