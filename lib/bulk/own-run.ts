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
  input: { id: number },
  work: (tx: Ctx, run: Run) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => work(tx, await findOwnRun(tx, input, true)));
}

async function findOwnRun(ctx: Ctx, { id }: { id: number }, locked = false): Promise<Run> {
  const { id: resellerId } = requireReseller(ctx);
  const found = ctx.db
    .select()
    .from(bulkRuns)
    .where(sql`${bulkRuns.id} = ${id} and ${bulkRuns.resellerId} = ${resellerId}`);
  const [run] = await (locked ? found.for("update") : found);
  if (!run) throw notFound("list");
  return run;
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
export async function lookAgain(ctx: Ctx, input: { id: number }): Promise<Run> {
  const run = await findOwnRun(ctx, input);
  // Whoever only follows a run keeps nobody from carrying it on.
  if (!isToConfirm(run)) return run;
  return withOwnRun(ctx, input, async (tx, run) =>
    isToConfirm(run) && (await checkRows(tx, run.id)) ? { ...run, version: run.version + 1 } : run,
  );
}

const isToConfirm = ({ state, pause }: Run) => state === "draft" || pause === "price";
