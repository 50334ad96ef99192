import { revalidatePath } from "next/cache";
import type { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { action } from "#lib/web/action";

/**
 * A form of the desk: for admins, answered with a sentence. The pages under `path` are made anew whatever came of it, so
 * that somebody who was told "it changed meanwhile" sees how it is now. `confirms` as in `action`.
 */
export function deskAction<S extends z.ZodType>(
  schema: S,
  work: (ctx: Ctx, input: z.infer<S>) => Promise<string>,
  path: string,
  { confirms = false } = {},
) {
  return action(
    schema,
    async (ctx, input) => {
      try {
        return await work(ctx, input);
      } finally {
        revalidatePath(path, "layout");
      }
    },
    { who: "admin", confirms },
  );
}
