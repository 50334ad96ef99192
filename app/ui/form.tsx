"use client";

import { type ComponentProps, createContext, use, useActionState, useEffect, useRef, useState } from "react";
import type { ActionState } from "#lib/web/action";
import { cx } from "./cx.ts";
import { FormMessage } from "./form-message.tsx";
import { useRemovedForm } from "./use-removed-form.ts";

/** A server action that a form can be sent to. */
export type FormAction<R> = (before: ActionState<R>, form: FormData) => Promise<ActionState<R>>;

type Hidden = Readonly<Record<string, string | number>>;

const FormContext = createContext<{ id?: string | undefined; state: ActionState; hidden: Hidden }>({
  state: null,
  hidden: {},
});

type FormProps = Omit<ComponentProps<"form">, "id" | "ref" | "hidden"> & {
  /** The result of sending it, from `useActionState` or from the page. */
  state: ActionState;
  /** Also the start of its fields' ids, which keeps them apart from those of other forms on the page. */
  id?: string;
  /** What the form is about, and the version that it was made from. */
  hidden?: Hidden;
  /** Whether it is being sent. */
  isPending?: boolean;
};

/**
 * A form whose fields find what was typed into them and what is wrong with it by their names; `FormAnswer` says the rest.
 * After each answer the first field that is wrong has the focus, and is read out.
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
  useRemovedForm(form, isPending);
  // A page that is loaded anew by itself says once more what came of a form: that is no new answer.
  const answer: unknown = typeof rest.action === "string" ? rest.action : state;
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [answer]);
  const { begun, begin } = useBegun(hidden, answer);
  const kept = state && !state.ok ? state.kept : undefined;
  return (
    <FormContext value={{ id, state, hidden }}>
      <form
        ref={form}
        id={id}
        onFocus={begin}
        noValidate
        {...rest}
        className={cx("flex flex-col", className)}
      >
        {Object.entries(begun).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {kept && <input type="hidden" name="keptSecrets" value={kept.sealed} />}
        {children}
      </form>
    </FormContext>
  );
}

/** A form that is sent to a server action; pages can render it too. */
export function ActionForm<R>({
  action,
  ...rest
}: Omit<FormProps, "state" | "action" | "isPending"> & { action: FormAction<R> }) {
  const [state, send, isPending] = useActionState<ActionState<R>, FormData>(action, null);
  return <Form {...rest} state={state} action={send} isPending={isPending} />;
}

interface AnswerProps {
  /** An error that does not come from the action. */
  trouble?: string | undefined;
  /** Names of fields that do not show their own error. */
  of?: readonly string[];
}

/**
 * What came of the form around: that it is done, if its action answers with a sentence or has one as `said`, or what is
 * wrong as a whole.
 */
export function FormAnswer({ trouble, of = [] }: AnswerProps) {
  const { state, hidden } = use(FormContext);
  const said = useAnswer("said");
  if (!state) return <FormMessage error={trouble} />;
  if (state.ok) return <FormMessage error={trouble} done={said ?? sentence(state.result)} />;
  const misplaced = [...Object.keys(hidden), ...of].map((name) => fieldError(state, name)).find(Boolean);
  return <FormMessage error={formError(state) ?? misplaced} />;
}

const sentence = (result: unknown) => (typeof result === "string" ? result : undefined);

/** What the form around was answered with: `field` of its action's result, if that is a text. */
export function useAnswer(field: string): string | undefined {
  const { state } = use(FormContext);
  if (!state?.ok || typeof state.result !== "object" || state.result === null) return undefined;
  const value: unknown = Reflect.get(state.result, field);
  return typeof value === "string" ? value : undefined;
}

/** All that the form around was answered with, as its action types it; undefined before, and where it was refused. */
export function useResult<R>(): R | undefined {
  const { state } = use(FormContext);
  return state?.ok ? (state.result as R) : undefined;
}

/** What is wrong with a form as a whole: nothing where its fields say it. */
export function formError(state: ActionState): string | undefined {
  if (!state || state.ok || Object.keys(state.fields).length > 0) return undefined;
  return state.message;
}

function fieldError(state: ActionState, name: string): string | undefined {
  return state && !state.ok ? state.fields[name]?.join(" ") : undefined;
}

/** What the form around knows of one of its fields. */
export function useField(name: string) {
  const { id, state } = use(FormContext);
  const values = state && !state.ok ? state.values : undefined;
  return {
    id: id ? `${id}-${name}` : name,
    /** What is wrong with it. */
    error: fieldError(state, name),
    /** What was typed into it when the form came back. */
    typed: values && [values[name]].flat()[0],
    /** A secret that was typed and is sent again as it was, unless another is typed. */
    kept: state && !state.ok ? state.kept?.names.includes(name) : undefined,
    /** All that was chosen when the form came back: nothing chosen is an empty list. */
    chosen: values && [values[name] ?? []].flat(),
  };
}

/**
 * Keeps what a form is about as it was when somebody began to fill it in: a page that follows what happens must not slip
 * a newer version under what they decided by the older one. After each answer it is what the page shows.
 */
function useBegun(hidden: Hidden, answer: unknown): { begun: Hidden; begin: () => void } {
  const [kept, keep] = useState<{ hidden: Hidden; answer: unknown } | null>(null);
  const begun = kept !== null && kept.answer === answer ? kept.hidden : hidden;
  return { begun, begin: () => begun === hidden && keep({ hidden, answer }) };
}
