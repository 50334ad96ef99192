import { createRequestList } from "#lib/api/request-log/request-list";
import { notFoundError } from "#lib/core/error";
import { defineExportRoute } from "#lib/request/export-route";

export const GET = defineExportRoute<{ id: string }>(
  async (_ctx, { id }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFoundError("reseller");
    return createRequestList(Number(id));
  },
  { audience: "admin" },
);
