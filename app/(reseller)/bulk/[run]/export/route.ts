import { rowList } from "#lib/bulk/row-list";
import { getRun } from "#lib/bulk/run-view";
import { exportRoute } from "#lib/web/export-route";
import { runId } from "../run-id.ts";

/** What became of each row of my list, as CSV. */
export const GET = exportRoute<{ run: string }>(
  async (ctx, { run }) => {
    const { id } = await getRun(ctx, { id: runId(run) });
    return rowList(id);
  },
  { who: "reseller" },
);
