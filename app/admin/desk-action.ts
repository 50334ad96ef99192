import { revalidatePath } from "next/cache";
import type { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { action, verbAction } from "#lib/web/action";

interface Options<I> {
  /** The form's own fields, where they are not just what the verb takes. */
  form?: z.ZodType<I>;
  /** As in `action`; it needs `form`. */
  confirms?: boolean;
}

/**
 * A form of the desk: for admins, passed to a verb and answered with a sentence. The pages under `path` are made anew
 * whatever came of it, so that somebody who was told "it changed meanwhile" sees how it is now.
 */
export function deskAction<I, R>(
  verb: (ctx: Ctx, input: I) => Promise<R>,
  words: string | ((result: R, input: I) => string),
  path: string,
  { form, confirms = false }: Options<I> = {},
) {
  const work = async (ctx: Ctx, input: I) => {
    try {
      const result = await verb(ctx, input);
      return typeof words === "string" ? words : words(result, input);
    } finally {
      revalidatePath(path, "layout");
    }
  };
  return form ? action(form, work, { who: "admin", confirms }) : verbAction(work, { who: "admin" });
}
