import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { bulkRuns } from "#db/schema/bulk";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { checkRows } from "./check-rows.ts";
import { RunInput } from "./draft.ts";
import { withOwnRun } from "./own-run.ts";
import { statusOf } from "./run-view.ts";

/** What may be tried again: what was not delivered, was cancelled, or was not bought. */
export const AgainInput = RunInput.extend({ which: z.enum(["failed", "cancelled", "left"]) });

/**
 * Makes a new draft of rows of a list that came to nothing, to look at and confirm as any other. Each row is tried again
 * once; asked for twice, the draft is the same. @returns its number. @throws conflict when nothing is left to try.
 */
export function tryAgain(ctx: Ctx, input: z.input<typeof AgainInput>): Promise<number> {
  const { id, which } = AgainInput.parse(input);
  return withOwnRun(ctx, { id }, async (tx, { resellerId, fileName }) => {
    const [next] = await tx.db
      .insert(bulkRuns)
      .values({ resellerId, key: randomUUID(), fileName })
      .returning();
    if (!next) throw new Error("an insert returns its row");
    const made = await tx.db.execute(sql`
      insert into bulk_rows (run_id, line, number, plan, note, phone, retail_text, retail, meant, again_of)
      select ${next.id}, row_number() over (order by p.line), p.number, p.plan, p.note, p.phone, p.retail_text, p.retail,
        p.meant, p.id
      from bulk_rows p left join purchases b on b.id = p.purchase_id
      where p.run_id = ${id} and ${statusOf} = ${which} and not exists (select from bulk_rows t where t.again_of = p.id)
      order by p.line
      on conflict on constraint bulk_rows_again_of do nothing returning 1`);
    if (made.length > 0) {
      await checkRows(tx, next.id);
      return next.id;
    }
    await tx.db.execute(sql`delete from bulk_runs where id = ${next.id}`);
    const [before] = await tx.db.execute<{ run_id: string }>(sql`
      select t.run_id from bulk_rows t join bulk_rows p on p.id = t.again_of left join purchases b on b.id = p.purchase_id
      where p.run_id = ${id} and ${statusOf} = ${which} order by t.run_id desc limit 1`);
    if (before) return Number(before.run_id);
    throw new PortalError("conflict", "Nothing of this list is left to try again.");
  });
}
