import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { oneOrMore } from "#lib/reconcile/admin/form-fields";
import { defineAction } from "#lib/request/action";
import { parseFormInput } from "#lib/request/form";
import { runPerRow } from "#lib/request/run-per-row";

export const MAX_BULK_ROWS = 200;

const BulkForm = z.looseObject({
  row: oneOrMore(z.string().max(100), "Select at least one row.").pipe(
    z.array(z.string()).max(MAX_BULK_ROWS),
  ),
});

/** An admin form that calls the same function for each row, and returns a result for each. */
export function createBulkAction<I>(
  fields: z.ZodType<I>,
  serviceFunction: (ctx: Ctx, row: { name: string; version: string }, input: I) => Promise<unknown>,
) {
  return defineAction(
    BulkForm,
    async (ctx, { row, ...typed }) => {
      const input = parseFormInput(fields, typed);
      try {
        return await runPerRow(row, (name, version) => serviceFunction(ctx, { name, version }, input));
      } finally {
        revalidatePath("/admin", "layout");
      }
    },
    { audience: "admin" },
  );
}
