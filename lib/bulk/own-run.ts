import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { bulkRuns } from "#db/schema/bulk";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { checkRows } from "./check-rows.ts";

export type Run = typeof bulkRuns.$inferSelect;

/** Does something with a list of the acting reseller, alone with it. @throws not_found for anybody else's. */
export function withOwnRun<T>(
  ctx: Ctx,
  { id }: { id: number },
  work: (tx: Ctx, run: Run) => Promise<T>,
): Promise<T> {
  const { id: resellerId } = requireReseller(ctx);
  return inTransaction(ctx, async (tx) => {
    const [run] = await tx.db
      .select()
      .from(bulkRuns)
      .where(sql`${bulkRuns.id} = ${id} and ${bulkRuns.resellerId} = ${resellerId}`)
      .for("update");
    if (!run) throw notFound("list");
    return work(tx, run);
  });
}

/** The same with one that was not begun; its rows are looked at afterwards. @throws conflict when it was. */
export function withDraft<T>(
  ctx: Ctx,
  input: { id: number },
  work: (tx: Ctx, run: Run) => Promise<T>,
): Promise<T> {
  return withOwnRun(ctx, input, async (tx, run) => {
    if (run.state !== "draft")
      throw new PortalError("conflict", "This list was begun already: its rows cannot be changed any more.");
    const result = await work(tx, run);
    await checkRows(tx, run.id);
    return result;
  });
}

/** A list's rows are looked at once more while they are to be confirmed: prices change, and a moment ago passes. */
export function lookAgain(ctx: Ctx, input: { id: number }): Promise<Run> {
  return withOwnRun(ctx, input, async (tx, run) => {
    const toConfirm = run.state === "draft" || run.pause === "price";
    return toConfirm && (await checkRows(tx, run.id)) ? { ...run, version: run.version + 1 } : run;
  });
}
