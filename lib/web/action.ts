import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { currentVisit } from "./actor.ts";
import { admit, type Who } from "./admit.ts";
import { formObject, parseInput, typedValues } from "./form.ts";
import { checkOrigin } from "./origin.ts";
import { type Problem, problemOf } from "./problem.ts";

/** What a form knows after it was sent: null before, then the result, or what is wrong and what was typed. */
export type ActionState<R = unknown> =
  | null
  | { ok: true; result: R }
  | ({ ok: false; values: Record<string, string | string[]> } & Problem);

/**
 * A server action for `useActionState(it, null)` that works without script too. It finds out who acts,
 * refuses what came from another site, checks the form against `schema` and calls `work`; its errors become
 * a state with a message, messages at fields, and what was typed. Redirects and not-found pass through.
 */
export function action<S extends z.ZodType, R>(
  schema: S,
  work: (ctx: Ctx, input: z.infer<S>) => Promise<R>,
  { who }: { who: Who },
): (before: ActionState<R>, form: FormData) => Promise<ActionState<R>> {
  return async (_before, form) => {
    try {
      checkOrigin(await headers());
      const ctx = admit(await currentVisit(), who);
      return { ok: true, result: await work(ctx, parseInput(schema, formObject(form))) };
    } catch (error) {
      unstable_rethrow(error);
      return { ok: false, ...problemOf(error), values: typedValues(form) };
    }
  };
}
