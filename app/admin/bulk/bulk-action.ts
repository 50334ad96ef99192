import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { oneOrMore } from "#lib/reconcile/admin/fields";
import { action } from "#lib/web/action";
import { parseInput } from "#lib/web/form";
import { perRow } from "#lib/web/per-row";

/** As many rows as one form takes. */
export const MOST_ROWS = 200;

const Rows = z.looseObject({
  row: oneOrMore(z.string().max(100), "Nothing is left to do.").pipe(z.array(z.string()).max(MOST_ROWS)),
});

/** A form of the desk that does the same with each row, by the verb for one, and answers for each. */
export function bulkAction<I>(
  fields: z.ZodType<I>,
  verb: (ctx: Ctx, row: { name: string; version: string }, input: I) => Promise<unknown>,
) {
  return action(
    Rows,
    async (ctx, { row, ...typed }) => {
      const input = parseInput(fields, typed);
      try {
        return await perRow(row, (name, version) => verb(ctx, { name, version }, input));
      } finally {
        revalidatePath("/admin", "layout");
      }
    },
    { who: "admin" },
  );
}
