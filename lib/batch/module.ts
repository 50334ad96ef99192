import { sql } from "drizzle-orm";
import { selectDue } from "#lib/core/due";
import { startLane } from "#lib/core/lane/lane";
import { defineModule } from "#lib/core/module";
import { byOwner, byPhone, byReseller } from "#lib/core/personal-data";
import { IS_RESUMABLE } from "./is-resumable.ts";

export const batchModule = defineModule({
  name: "batch",
  tables: {
    batch_rows: {
      retention: {
        forever: "rows of batches, to which purchases refer; rows of drafts are deleted with them",
      },
      personalData: {
        account: byOwner(sql`(select reseller_id from batches r where r.id = t.batch_id)`),
        phone: byPhone,
      },
    },
    batches: {
      retention: {
        label: "batches that were never started",
        days: () => 30,
        at: sql`created_at`,
        where: sql`state = 'draft'`,
        // Each may have thousands of rows.
        atOnce: 20,
      },
      personalData: byReseller,
    },
  },
  audit: {
    "batch.begun": "started a batch",
    "batch.cancelled": "cancelled a batch",
    "batch.paused": "paused a batch",
    "batch.resumed": "resumed a batch",
  },
  jobs: [
    {
      name: "batches",
      label: "Batches",
      pool: "batches",
      actor: "batch",
      prompt: true,
      due: selectDue("batches", "due_at", IS_RESUMABLE),
      wakeOn: {
        batch: {},
        wallet: {
          prepare: async (ctx, resellerId) =>
            (await import("./place-batch-rows.ts")).resumeBatchesAfterFunding(
              ctx,
              Number(resellerId) || null,
            ),
        },
      },
      start: async (ctx) => startLane(ctx, (await import("./place-batch-rows.ts")).batchLane(ctx)),
    },
  ],
});
