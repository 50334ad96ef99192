import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import {
  CONFIRM_CODE_FIELD,
  CONFIRM_FIELD,
  ConfirmCodeInput,
  confirmCode,
  confirmPassword,
} from "#lib/account/password/confirm";
import type { Ctx } from "#lib/core/context";
import { PortalError, type Problem } from "#lib/core/error";
import { authorize, currentCtx, currentVisit, type Who } from "./actor.ts";
import { formObject, parseInput, storable, typedValues } from "./form.ts";
import { type KeptSecrets, keepSecrets, restoreSecrets } from "./kept-secrets.ts";
import { checkOrigin } from "./origin.ts";
import { problemOf } from "./problem.ts";
import { recordRefused } from "./record-refusal.ts";

/** What a form knows after it was sent: null before, then the result, or what is wrong and what was typed. */
export type ActionState<R = unknown> =
  | null
  | { ok: true; result: R }
  | ({ ok: false; values: Record<string, string | string[]>; kept?: KeptSecrets | undefined } & Problem);

type FormAction<R> = (before: ActionState<R>, form: FormData) => Promise<ActionState<R>>;

/**
 * A server action for `useActionState(it, null)` that works without script too. It finds out who acts,
 * refuses what came from another site, checks the form against `schema` and calls `work`; its errors become
 * a state with a message, messages at fields, and what was typed. Redirects and not-found pass through. Where it
 * `confirms`, what was typed into `ConfirmPassword` is proved first, for the verb to find. The page that it `shows` is
 * made anew whatever came of it, so that it also says why something was refused.
 */
export function action<S extends z.ZodType, R>(
  schema: S,
  work: (ctx: Ctx, input: z.infer<S>) => Promise<R>,
  { who, confirms = false, shows }: Options<z.infer<S>>,
): FormAction<R> {
  return answering(who, async (ctx, form) => {
    const input = parseInput(schema, formObject(form));
    if (confirms) await confirm(ctx, form);
    try {
      return await work(ctx, input);
    } finally {
      if (shows) revalidatePath(shows(input));
    }
  });
}

interface Options<I> {
  who: Who;
  confirms?: boolean;
  shows?: (input: I) => string;
}

/** A password and a code that were typed once more, where the form asked for them. */
async function confirm(ctx: Ctx, form: FormData): Promise<void> {
  const [password, code] = [form.get(CONFIRM_FIELD), form.get(CONFIRM_CODE_FIELD)];
  if (password) await confirmPassword(ctx, { [CONFIRM_FIELD]: String(password) });
  if (code) await confirmCode(ctx, parseInput(ConfirmCodeInput, { [CONFIRM_CODE_FIELD]: code }));
}

/** The same for a form whose fields are just what a verb takes: it goes there as it was sent, and the verb parses it. */
export function verbAction<I, R>(
  verb: (ctx: Ctx, input: I) => Promise<R>,
  { who }: { who: Who },
): FormAction<R> {
  // Every verb parses its input, whatever its type says of those who call it from code.
  return answering(who, (ctx, form) => verb(ctx, storable(formObject(form)) as I));
}

function answering<R>(who: Who, work: (ctx: Ctx, form: FormData) => Promise<R>): FormAction<R> {
  return async (_before, sent) => {
    // Whoever knows an action's name can call it with anything.
    const form: unknown = sent;
    let ctx: Ctx | undefined;
    try {
      if (!(form instanceof FormData)) throw new PortalError("invalid", "This is no form of the portal.");
      checkOrigin(await headers());
      ctx = authorize(await currentVisit(), who);
      restoreSecrets(ctx, form);
      return { ok: true, result: await work(ctx, form) };
    } catch (error) {
      unstable_rethrow(error);
      await recordRefused(currentCtx, error);
      const problem = problemOf(error);
      if (!(form instanceof FormData)) return { ok: false, ...problem, values: {} };
      const kept = ctx && keepSecrets(ctx, form, problem.fields);
      return { ok: false, ...problem, values: typedValues(form), ...(kept && { kept }) };
    }
  };
}
