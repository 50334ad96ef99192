import { revalidatePath } from "next/cache";
import type { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { defineAction, defineServiceAction } from "./action.ts";
import type { RouteAudience } from "./actor.ts";

interface Options<I> {
  /** The form's fields, where they differ from the function's input or are checked before the password is. */
  form?: z.ZodType<I>;
}

/**
 * Returns the function that defines actions of the pages below `path`. An action calls a service function and
 * returns `answer`, a sentence or a value made of the result. It renders the pages again even after an error,
 * so that a person whose change conflicts sees the current state.
 */
export function createActionFactory(audience: RouteAudience, path: string) {
  return <I, R, A = undefined>(
    serviceFunction: (ctx: Ctx, input: I) => Promise<R>,
    answer?: A | ((result: R, input: I) => A),
    { form }: Options<I> = {},
  ) => {
    const work = async (ctx: Ctx, input: I): Promise<A> => {
      try {
        const result = await serviceFunction(ctx, input);
        return typeof answer === "function"
          ? (answer as (result: R, input: I) => A)(result, input)
          : (answer as A);
      } finally {
        revalidatePath(path, "layout");
      }
    };
    return form ? defineAction(form, work, { audience }) : defineServiceAction(work, { audience });
  };
}

export const createResellerAction = createActionFactory("reseller", "/");

/** Defines an action of resellers and of helpers whom the service function allows it. */
export const createSellerAction = createActionFactory("seller", "/");

/** Defines an action of every signed-in person: resellers, helpers and admins. */
export const createPersonAction = createActionFactory("person", "/");
