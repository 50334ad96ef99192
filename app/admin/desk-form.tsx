"use client";

import { type ReactNode, useActionState } from "react";
import type { ActionState } from "#lib/web/action";
import { shown } from "#lib/web/form-state";
import type { ButtonLook } from "../ui/button-class.ts";
import { ConfirmPassword } from "../ui/confirm-password.tsx";
import { FormMessage } from "../ui/form-message.tsx";
import { Input } from "../ui/input.tsx";
import { Select, type SelectOption } from "../ui/select.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { useFirstError } from "../ui/use-first-error.ts";
import { useMadeFrom } from "./use-made-from.ts";

export interface DeskField {
  name: string;
  label: string;
  hint?: string;
  /** What it is now. */
  value?: string;
  /** Makes it a choice. */
  options?: readonly SelectOption[];
  /** Makes it several lines. */
  long?: boolean;
  optional?: boolean;
  maxLength?: number;
}

interface Props {
  /** Parts the ids of several forms on one page. */
  id: string;
  action: (before: ActionState<string>, form: FormData) => Promise<ActionState<string>>;
  /** What the form is about, and the version that it was made from. */
  hidden?: Readonly<Record<string, string | number>>;
  fields?: readonly DeskField[];
  /** The label of the reason; every change of the desk has one. `null` for what is no change. */
  why?: string | null;
  whyHint?: string | undefined;
  submit: string;
  look?: ButtonLook;
  children?: ReactNode;
}

const WHY = "Why";

/** A change that an admin makes: its fields, the reason, and what came of it. */
export function DeskForm({
  id,
  action,
  hidden = {},
  fields = [],
  why = WHY,
  whyHint,
  submit,
  look,
  children,
}: Props) {
  const [state, send] = useActionState(action, null);
  const { message, error, typed } = shown(state);
  const { about: madeFrom, begin } = useMadeFrom(hidden, state);
  const about = Object.keys(hidden)
    .map((name) => error(name))
    .find(Boolean);
  const reason: DeskField = {
    name: "reason",
    label: why ?? WHY,
    maxLength: 500,
    ...(whyHint && { hint: whyHint }),
  };
  return (
    <form ref={useFirstError(state)} action={send} onFocus={begin} className="grid gap-4" noValidate>
      <FormMessage error={message ?? about} done={state?.ok ? state.result : undefined} />
      {Object.entries(madeFrom).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {[...fields, ...(why === null ? [] : [reason])].map((field) => (
        <Control key={field.name} id={id} field={field} value={typed(field.name)} error={error(field.name)} />
      ))}
      {children}
      <ConfirmPassword id={id} error={error("confirmPassword")} />
      <div>
        <SubmitButton variant="secondary" {...look}>
          {submit}
        </SubmitButton>
      </div>
    </form>
  );
}

interface ControlProps {
  id: string;
  field: DeskField;
  /** What was typed before, when it comes back with an error. */
  value: string | undefined;
  error: string | undefined;
}

function Control({ id, field, value, error }: ControlProps) {
  const { name, label, hint, options, long, optional, maxLength } = field;
  const same = {
    id: `${id}-${name}`,
    name,
    label,
    hint,
    optional,
    error,
    defaultValue: value ?? field.value ?? "",
  };
  if (options) return <Select {...same} options={options} />;
  if (long) return <Textarea {...same} maxLength={maxLength} />;
  return <Input {...same} maxLength={maxLength} autoComplete="off" />;
}
