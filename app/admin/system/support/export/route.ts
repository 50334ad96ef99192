import { supportFile } from "#lib/upkeep/support";
import { fileResponse } from "#lib/web/file-response";
import { route } from "#lib/web/route";

/** What somebody needs to help, as JSON. */
export const GET = route(
  async (ctx) => {
    const { name, content } = await supportFile(ctx);
    return fileResponse(content, "application/json", name);
  },
  { who: "admin" },
);
