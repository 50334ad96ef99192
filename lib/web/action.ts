import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { CONFIRM_FIELD, confirmPassword } from "#lib/account/password/confirm";
import type { Ctx } from "#lib/core/context";
import { PortalError, type Problem } from "#lib/core/error";
import { authorize, currentVisit, type Who } from "./actor.ts";
import { formObject, parseInput, typedValues } from "./form.ts";
import { checkOrigin } from "./origin.ts";
import { problemOf } from "./problem.ts";

/** What a form knows after it was sent: null before, then the result, or what is wrong and what was typed. */
export type ActionState<R = unknown> =
  | null
  | { ok: true; result: R }
  | ({ ok: false; values: Record<string, string | string[]> } & Problem);

/**
 * A server action for `useActionState(it, null)` that works without script too. It finds out who acts,
 * refuses what came from another site, checks the form against `schema` and calls `work`; its errors become
 * a state with a message, messages at fields, and what was typed. Redirects and not-found pass through. Where it
 * `confirms`, a password typed into `ConfirmPassword` is proved first, for the verb to find.
 */
export function action<S extends z.ZodType, R>(
  schema: S,
  work: (ctx: Ctx, input: z.infer<S>) => Promise<R>,
  { who, confirms = false }: { who: Who; confirms?: boolean },
): (before: ActionState<R>, form: FormData) => Promise<ActionState<R>> {
  return async (_before, sent) => {
    // Whoever knows an action's name can call it with anything.
    const form: unknown = sent;
    try {
      if (!(form instanceof FormData)) throw new PortalError("invalid", "This is no form of the portal.");
      checkOrigin(await headers());
      const ctx = authorize(await currentVisit(), who);
      const input = parseInput(schema, formObject(form));
      if (confirms && form.get(CONFIRM_FIELD)) {
        await confirmPassword(ctx, { [CONFIRM_FIELD]: String(form.get(CONFIRM_FIELD)) });
      }
      return { ok: true, result: await work(ctx, input) };
    } catch (error) {
      unstable_rethrow(error);
      return { ok: false, ...problemOf(error), values: form instanceof FormData ? typedValues(form) : {} };
    }
  };
}
