import { revalidatePath } from "next/cache";
import type { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { defineAction, defineServiceAction } from "#lib/web/action";

interface Options<I> {
  /** The form's fields, where they differ from the function's input. */
  form?: z.ZodType<I>;
  /** As in `defineAction`; needs `form`. */
  confirms?: boolean;
}

/**
 * Defines an admin form's action: calls a service function and returns a sentence. Revalidates the pages under `path` even
 * after an error, so that an admin whose change conflicts sees the current state.
 */
export function createAdminAction<I, R>(
  serviceFunction: (ctx: Ctx, input: I) => Promise<R>,
  words: string | ((result: R, input: I) => string),
  path: string,
  { form, confirms = false }: Options<I> = {},
) {
  const work = async (ctx: Ctx, input: I) => {
    try {
      const result = await serviceFunction(ctx, input);
      return typeof words === "string" ? words : words(result, input);
    } finally {
      revalidatePath(path, "layout");
    }
  };
  return form
    ? defineAction(form, work, { who: "admin", confirms })
    : defineServiceAction(work, { who: "admin" });
}
