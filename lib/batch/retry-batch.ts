import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { batches } from "#db/schema/batch";
import { type Ctx, requireReseller } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { int, readRows } from "#lib/core/read-rows";
import { BatchInput } from "./batch-draft.ts";
import { batchRowStatus } from "./batch-view.ts";
import { checkBatchRows } from "./check-batch-rows.ts";
import { toBatchMaker, withOwnBatch } from "./own-batch.ts";

/** The rows to retry: not delivered, cancelled or not bought. */
export const RetryBatchInput = BatchInput.extend({ which: z.enum(["failed", "cancelled", "left"]) });

/**
 * Creates a draft from the rows of a batch that were not delivered. Each row is retried once; the same
 * request returns the same draft.
 * @returns the draft's id. @throws conflict when no row is left to retry.
 */
export function retryBatch(ctx: Ctx, input: z.input<typeof RetryBatchInput>): Promise<number> {
  const { id, which } = RetryBatchInput.parse(input);
  return withOwnBatch(ctx, { id }, async (tx, { fileName }) => {
    const [next] = await tx.db
      .insert(batches)
      .values({ ...toBatchMaker(requireReseller(tx, "batches")), key: randomUUID(), fileName })
      .returning();
    if (!next) throw new Error("an insert returns its row");
    const made = await tx.db.execute(sql`
      insert into batch_rows (
        batch_id, line, number, plan, note, phone, selling_price_text, selling_price, confirmed, retry_of
      )
      select
        ${next.id}, row_number() over (order by p.line), p.number, p.plan, p.note, p.phone,
        p.selling_price_text, p.selling_price, p.confirmed, p.id
      from batch_rows p
      left join purchases b on b.id = p.purchase_id
      where p.batch_id = ${id} and ${batchRowStatus} = ${which}
        and not exists (select from batch_rows t where t.retry_of = p.id)
      order by p.line
      on conflict on constraint batch_rows_retry_of do nothing
      returning 1`);
    if (made.length > 0) {
      await checkBatchRows(tx, next.id);
      return next.id;
    }
    await tx.db.execute(sql`delete from batches where id = ${next.id}`);
    const [before] = await readRows(tx.db, z.object({ batchId: int }))`
      select t.batch_id
      from batch_rows t
      join batch_rows p on p.id = t.retry_of
      left join purchases b on b.id = p.purchase_id
      where p.batch_id = ${id} and ${batchRowStatus} = ${which}
      order by t.batch_id desc
      limit 1`;
    if (before) return before.batchId;
    throw new PortalError("conflict", "This batch has no failed rows to retry.");
  });
}
