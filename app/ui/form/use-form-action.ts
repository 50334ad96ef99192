"use client";

import { unstable_isUnrecognizedActionError } from "next/navigation";
import { useActionState } from "react";
import type { ActionState } from "#lib/request/action";
import { getTypedValues, type TypedValues } from "#lib/request/typed-values";
import { buildSentFormKey, forgetSentForm, isDoneOnce, keepSentForm, keepTypedForm } from "./sent-form.ts";

/** A server action that a form can be sent to. */
export type FormAction<R> = (before: ActionState<R>, form: FormData) => Promise<ActionState<R>>;

interface Options {
  /** The name under which a form with a ref is kept until its result; none if a reload may lose it. */
  name?: string | undefined;
  /** Whether the typed values outlive the end of the session. */
  isRestored?: boolean;
  /** Whether a submission is kept, for a form that has several. */
  keeps?: (form: FormData) => boolean;
  lostText?: string;
  /** The page that a form without script leads to, as in `useActionState`. */
  permalink?: string;
}

/**
 * `useActionState` for a form that outlives a lost response: it stays with its values, and
 * the same can be sent again.
 */
export function useFormAction<R>(
  action: FormAction<R>,
  first: ActionState<NoInfer<R>>,
  options: Options = {},
) {
  return useActionState<ActionState<R>, FormData>(toLastingAction(action, options), first, options.permalink);
}

/** A form without script needs the action itself, so that is what the server renders. */
function toLastingAction<R>(
  action: FormAction<R>,
  { name, isRestored, keeps, lostText }: Options,
): FormAction<R> {
  if (typeof window === "undefined") return action;
  return async (before, form) => {
    const key = name !== undefined && keeps?.(form) !== false ? buildSentFormKey(name) : undefined;
    if (key) keepSentForm(key, form);
    try {
      const state = await action(before, form);
      if (key && !isUncertain(state)) forgetSentForm(key);
      if (name !== undefined && isRestored && state?.ok === false && state.code === "unauthenticated")
        keepTypedForm(name, state.values);
      return state;
    } catch (error) {
      if (key && isFrameworkAnswer(error)) forgetSentForm(key);
      if (hasDigest(error) || unstable_isUnrecognizedActionError(error)) throw error;
      return createLostState(getTypedValues(form), lostText);
    }
  };
}

/** A failure of the server: what the form asked for may have been done before it. */
const isUncertain = (state: ActionState) =>
  state !== null && !state.ok && (state.code === "unavailable" || state.code === "internal");

/** The server's response was an error; only a request without a response has none. */
const hasDigest = (error: unknown): error is { digest: string } =>
  typeof error === "object" && error !== null && "digest" in error && typeof error.digest === "string";

/** A redirect, or a page that doesn’t exist. */
const isFrameworkAnswer = (error: unknown) => hasDigest(error) && error.digest.startsWith("NEXT_");

export function createLostState(values: TypedValues, text?: string): ActionState<never> {
  const message = text ?? (isDoneOnce(values) ? LOST_ONCE_TEXT : LOST_TEXT);
  return { ok: false, code: "unavailable", message, fields: {}, facts: { unknown: true }, values };
}

/** The state of a form that was typed before its person signed in again. */
export const createRestoredState = (values: TypedValues): ActionState<never> => ({
  ok: false,
  code: "invalid",
  message: "Nothing was done before you signed in. Check what you entered, then send it again.",
  fields: {},
  facts: {},
  values,
});

const LOST_ONCE_TEXT =
  "We couldn’t reach the portal. This may have gone through. Tap again to check: it is never done twice.";
const LOST_TEXT = "We couldn’t reach the portal. This may have gone through. Check before you send it again.";

/** Whether what the form asked for may have been done although it has no result. */
export const isResultUnknown = (state: ActionState): boolean =>
  state !== null && !state.ok && state.code === "unavailable" && state.facts.unknown === true;
