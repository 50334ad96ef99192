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
 * Defines an admin form's action: calls a service function and returns `answer`, a sentence or what is made of the result.
 * Renders the admin pages again even after an error, so that an admin whose change conflicts sees the current state.
 */
export function createAdminAction<I, R, A>(
  serviceFunction: (ctx: Ctx, input: I) => Promise<R>,
  answer: A | ((result: R, input: I) => A),
  { form, confirms = false }: Options<I> = {},
) {
  const work = async (ctx: Ctx, input: I): Promise<A> => {
    try {
      const result = await serviceFunction(ctx, input);
      return typeof answer === "function" ? (answer as (result: R, input: I) => A)(result, input) : answer;
    } finally {
      revalidatePath("/admin", "layout");
    }
  };
  return form
    ? defineAction(form, work, { who: "admin", confirms })
    : defineServiceAction(work, { who: "admin" });
}
