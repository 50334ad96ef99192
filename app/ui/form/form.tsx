"use client";

import { usePathname } from "next/navigation";
import { type ComponentProps, createContext, type ReactNode, use, useEffect, useRef, useState } from "react";
import { cx } from "#app/ui/cx.ts";
import type { ActionState } from "#lib/request/action";
import { buildSignInPath } from "#lib/request/next-path";
import { FormMessage } from "./form-message.tsx";
import { openAround } from "./open-around.ts";
import { buildSentFormKey, pickOnceField, readSentForm, takeTypedForm } from "./sent-form.ts";
import { useFocusAfterRemoval } from "./use-focus-after-removal.ts";
import { useFocusOnResult } from "./use-focus-on-result.ts";
import {
  createLostState,
  createRestoredState,
  type FormAction,
  isResultUnknown,
  useFormAction,
} from "./use-form-action.ts";

export type { FormAction };

type HiddenFields = Readonly<Record<string, string | number>>;

const FormContext = createContext<{ id?: string | undefined; state: ActionState; hidden: HiddenFields }>({
  state: null,
  hidden: {},
});

type FormProps = Omit<ComponentProps<"form">, "id" | "ref" | "hidden"> & {
  state: ActionState;
  /** Also the start of its fields' ids, which keeps them apart from those of other forms on the page. */
  id?: string | undefined;
  /** Hidden values, such as the id and version of the edited entity. */
  hidden?: HiddenFields | undefined;
  isPending?: boolean;
};

/**
 * A form whose fields find their values and errors by name; `FormStatus` shows the rest. After each
 * response, the first field with an error, or of a further step, gets the focus; after a success that hides
 * the fields, the result, and in a dialog the button that closes it.
 */
export function Form({
  state,
  id,
  hidden = {},
  isPending = false,
  className = "gap-4",
  children,
  ...rest
}: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFocusAfterRemoval(form, isPending);
  // A refreshed page renders the same result again, which doesn’t count as a new response.
  const answer: unknown = typeof rest.action === "string" ? rest.action : state;
  const isSaid = state?.ok === true && typeof state.result === "string";
  useEffect(() => {
    if (!answer || !form.current) return;
    form.current.querySelector<HTMLElement>("[aria-invalid=true], [data-step]")?.focus();
    if (isSaid) form.current.closest("dialog")?.querySelector<HTMLElement>("[data-dismiss]")?.focus();
  }, [answer, isSaid]);
  const [edited, setEdited] = useState<unknown>(null);
  const isSaved = state?.ok === true && edited !== answer;
  // A dialog that is opened again asks again.
  useEffect(() => {
    const dialog = isSaved ? form.current?.closest("dialog") : null;
    const reset = () => setEdited(answer);
    dialog?.addEventListener("close", reset);
    return () => dialog?.removeEventListener("close", reset);
  }, [isSaved, answer]);
  const isUnknown = isResultUnknown(state);
  // Shows the message of a form that a reload closed.
  useEffect(() => {
    const dialog = isUnknown ? form.current?.closest("dialog") : null;
    if (!dialog || dialog.open) return;
    openAround(dialog);
    dialog.showModal();
  }, [isUnknown]);
  const { begun, begin } = useStableHidden(hidden, state, answer);
  const keptValues = state && !state.ok ? state.kept : undefined;
  return (
    <FormContext value={{ id, state, hidden }}>
      <form
        ref={form}
        id={id}
        onFocus={begin}
        onInput={() => setEdited(answer)}
        data-saved={isSaved ? "" : undefined}
        noValidate
        {...rest}
        className={cx("flex flex-col", className)}
      >
        {Object.entries(begun).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {keptValues && <input type="hidden" name="keptSecrets" value={keptValues.sealed} />}
        {children}
      </form>
    </FormContext>
  );
}

/**
 * A form that is sent to a server action; pages can render it too. With a hidden `ref` or `key` it also
 * survives a reload until its result is shown.
 */
export function ActionForm<R>({
  action,
  permalink,
  ...rest
}: Omit<FormProps, "state" | "action" | "isPending"> & {
  action: FormAction<R>;
  /** The page with the form’s result for a browser without script, if it isn’t the address of this page. */
  permalink?: string | undefined;
}) {
  const name = rest.id ?? "form";
  const [state, send, isPending] = useFormAction<R>(action, null, {
    name,
    isRestored: true,
    ...(permalink && { permalink }),
  });
  const [lost, setLost] = useState<ActionState>(null);
  useEffect(() => {
    const values = readSentForm(buildSentFormKey(name));
    const typed = takeTypedForm(name);
    if (values) setLost(createLostState(values));
    else if (typed) setLost(createRestoredState(typed));
  }, [name]);
  return <Form {...rest} state={state ?? lost} action={send} isPending={isPending} />;
}

interface FormStatusProps {
  /** An error that does not come from the action. */
  trouble?: string | undefined;
  /** Names of fields that do not show their own error. */
  of?: readonly string[];
}

/**
 * Shows the result of a form: its message, if the action returns a text or has one as
 * `message`, or its error.
 */
export function FormStatus({ trouble, of = [] }: FormStatusProps) {
  const { state, hidden } = use(FormContext);
  const message = useResultText("message");
  const path = usePathname();
  const result = useRef<HTMLDivElement>(null);
  useFocusOnResult(result, state);
  if (!state) return <FormMessage ref={result} error={trouble} />;
  if (state.ok)
    return <FormMessage ref={result} error={trouble} done={message ?? toSentence(state.result)} />;
  const misplaced = [...Object.keys(hidden), ...of].map((name) => fieldError(state, name)).find(Boolean);
  const error = formError(state) ?? misplaced;
  return <FormMessage ref={result} error={error} link={getErrorLink(state, error, path)} />;
}

/** The button that sends a form, with the form's result beside it or, where there is no room, below. */
export function SubmitRow({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      {children}
      <div className="min-w-0 flex-1 basis-56 has-[>:empty]:absolute">
        <FormStatus />
      </div>
    </div>
  );
}

const toSentence = (result: unknown) => (typeof result === "string" ? result : undefined);

export function useResultText(field: string): string | undefined {
  const { state } = use(FormContext);
  if (!state?.ok || typeof state.result !== "object" || state.result === null) return undefined;
  const value: unknown = Reflect.get(state.result, field);
  return typeof value === "string" ? value : undefined;
}

/** Whether the last response has an error, or one at these fields. */
export function useHasError(names?: readonly string[]): boolean {
  const { state } = use(FormContext);
  return state?.ok === false && (names?.some((name) => state.fields[name]) ?? true);
}

/** Gets the form's result; undefined before a result and after an error. */
export function useResult<R>(): R | undefined {
  const { state } = use(FormContext);
  return state?.ok ? (state.result as R) : undefined;
}

/** Pages outside of the reseller's, from which their help isn't open. */
const WITHOUT_HELP = /^\/(admin|choose-password|s|sign-in|two-factor|welcome)(\/|$)/;

/** Gets the way on: when the session has ended, sign in and return to the page; to support, the help. */
function getErrorLink(state: ActionState, error: string | undefined, path: string) {
  if (state?.ok === false && state.code === "unauthenticated") {
    const query = typeof location === "undefined" ? "" : location.search;
    return { href: buildSignInPath(`${path}${query}`), label: "Sign in" };
  }
  if (!error || !/contact support/i.test(error) || WITHOUT_HELP.test(path)) return undefined;
  return { href: "/help#support", label: "Get help" };
}

/** Gets the error of the whole form; none if fields have errors. */
export function formError(state: ActionState): string | undefined {
  if (!state || state.ok || Object.keys(state.fields).length > 0) return undefined;
  return state.message;
}

function fieldError(state: ActionState, name: string): string | undefined {
  return state && !state.ok ? state.fields[name]?.join(" ") : undefined;
}

export function useField(name: string) {
  const { id, state } = use(FormContext);
  const values = state && !state.ok ? state.values : undefined;
  return {
    id: id ? `${id}-${name}` : name,
    error: fieldError(state, name),
    /** The response that the error is of; another one for each. */
    response: state,
    typed: values && [values[name]].flat()[0],
    /** Whether a typed secret is kept for the next attempt. */
    kept: state && !state.ok ? state.kept?.names.includes(name) : undefined,
    chosen: values && [values[name] ?? []].flat(),
  };
}

/**
 * Keeps the hidden values from when the form was first focused, so that a refresh can't put a newer version
 * under edits of an older one. After each response they follow the page again, except the ref, which stays
 * until something was done; without a response all of them stay.
 */
function useStableHidden(
  hidden: HiddenFields,
  state: ActionState,
  answer: unknown,
): { begun: HiddenFields; begin: () => void } {
  const [kept, keep] = useState<{ hidden: HiddenFields; answer: unknown } | null>(null);
  const begun = kept !== null && kept.answer === answer ? kept.hidden : hidden;
  return {
    begun: { ...begun, ...pickSentHidden(begun, state) },
    begin: () => begun === hidden && keep({ hidden, answer }),
  };
}

function pickSentHidden(hidden: HiddenFields, state: ActionState): Record<string, string> {
  if (!state || state.ok || state.code === "ref_reused" || state.code === "conflict") return {};
  const { values } = state;
  const names = Object.keys(isResultUnknown(state) ? hidden : pickOnceField(values));
  return Object.fromEntries(
    names.flatMap((name) =>
      name in hidden && typeof values[name] === "string" ? [[name, values[name]]] : [],
    ),
  );
}
