import { headers } from "next/headers";
import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { ConfirmCodeInput, confirmCode, confirmPassword } from "#lib/account/password/confirm-password";
import { CONFIRM_CODE_FIELD, CONFIRM_FIELD } from "#lib/audit/require-confirmation";
import type { Ctx } from "#lib/core/context";
import { PortalError, type Problem } from "#lib/core/error";
import { authoriseVisit, getCurrentCtx, getCurrentVisit, type RouteAudience } from "./actor.ts";
import { BEGUN_FIELD, isUnchanged } from "./begun-form.ts";
import { parseFormInput, requireStorableText } from "./form.ts";
import { type FormSecrets, restoreFormSecrets, sealFormSecrets } from "./form-secrets.ts";
import { checkOrigin } from "./origin.ts";
import { toProblem } from "./problem.ts";
import { recordIfDenied } from "./record-denied-access.ts";
import { getTypedValues, type TypedValues, toFormObject } from "./typed-values.ts";

/** The state of a form: null before it is sent, then the result, or the errors and the typed values. */
export type ActionState<R = unknown> =
  | null
  | { ok: true; result: R }
  | ({ ok: false; values: TypedValues; kept?: FormSecrets | undefined } & Problem);

type FormAction<R> = (before: ActionState<R>, form: FormData) => Promise<ActionState<R>>;

/**
 * Creates a server action for `useActionState(action, null)`, which works without script too. It identifies
 * the actor, rejects requests of other sites, checks the form against `schema` and calls `work`; errors
 * become a state with a message, messages at fields, and the typed values. Redirects and not-found pass
 * through. It verifies the input of `ConfirmPassword` first, where the form has it.
 */
export function defineAction<S extends z.ZodType, R>(
  schema: S,
  work: (ctx: Ctx, input: z.infer<S>) => Promise<R>,
  { audience }: ActionOptions,
): FormAction<R> {
  return createFormAction(audience, async (ctx, form) => {
    const input = parseFormInput(schema, toFormObject(form));
    await confirmIdentity(ctx, form);
    return work(ctx, input);
  });
}

interface ActionOptions {
  audience: RouteAudience;
}

/** Verifies the repeated password and the code of a form. */
async function confirmIdentity(ctx: Ctx, form: FormData): Promise<void> {
  const [password, code] = [form.get(CONFIRM_FIELD), form.get(CONFIRM_CODE_FIELD)];
  if (password) await confirmPassword(ctx, { [CONFIRM_FIELD]: String(password) });
  if (code) await confirmCode(ctx, parseFormInput(ConfirmCodeInput, { [CONFIRM_CODE_FIELD]: code }));
}

/** Creates an action for a form whose fields are the input of a service function, which parses it. */
export function defineServiceAction<I, R>(
  serviceFunction: (ctx: Ctx, input: I) => Promise<R>,
  { audience }: ActionOptions,
): FormAction<R> {
  return createFormAction(audience, async (ctx, form) => {
    const input = requireStorableText(toFormObject(form));
    await confirmIdentity(ctx, form);
    // Every service function parses its input, so the type may be asserted.
    return serviceFunction(ctx, input as I);
  });
}

function createFormAction<R>(
  audience: RouteAudience,
  work: (ctx: Ctx, form: FormData) => Promise<R>,
): FormAction<R> {
  return async (_before, sent) => {
    // A caller who knows an action's name can send anything.
    const form: unknown = sent;
    let ctx: Ctx | undefined;
    try {
      if (!(form instanceof FormData))
        throw new PortalError("invalid", "This form isn’t valid. Reload the page and try again.");
      checkOrigin(await headers());
      ctx = authoriseVisit(await getCurrentVisit(), audience);
      restoreFormSecrets(ctx, form);
      rejectUnchanged(form);
      return { ok: true, result: await work(ctx, form) };
    } catch (error) {
      unstable_rethrow(error);
      await recordIfDenied(getCurrentCtx, error);
      const problem = toPlainFacts(toProblem(error));
      if (!(form instanceof FormData)) return { ok: false, ...problem, values: {} };
      const formSecrets = ctx && sealFormSecrets(ctx, form, problem.fields);
      return {
        ok: false,
        ...problem,
        values: getTypedValues(form),
        ...(formSecrets && { kept: formSecrets }),
      };
    }
  };
}

/** Answers a form whose fields are as they were shown, before all else. @throws invalid */
function rejectUnchanged(form: FormData): void {
  const begun = form.get(BEGUN_FIELD);
  if (typeof begun !== "string") return;
  form.delete(BEGUN_FIELD);
  if (isUnchanged(form, begun)) throw new PortalError("invalid", "Nothing was changed.");
}

/** Spells amounts in facts as text: without script, a form's state can't hold a bigint. */
function toPlainFacts(problem: Problem): Problem {
  const facts = Object.entries(problem.facts).map(([name, fact]) => [
    name,
    typeof fact === "bigint" ? String(fact) : fact,
  ]);
  return { ...problem, facts: Object.fromEntries(facts) } as Problem;
}
