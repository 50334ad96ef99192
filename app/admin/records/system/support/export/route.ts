import { exportSupportBundle } from "#lib/maintenance/support-bundle";
import { modules } from "#lib/modules";
import { defineRoute, fileResponse } from "#lib/request/route";

export const GET = defineRoute(
  async (ctx) => {
    const { name, content } = await exportSupportBundle(ctx, modules);
    return fileResponse(content, "application/json", name);
  },
  { audience: "admin" },
);
