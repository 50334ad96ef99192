import type { ReactNode } from "react";
import { CircleAlert } from "#app/ui/icon/icons.ts";

const Alert = CircleAlert;

export interface FieldProps {
  label: string;
  /** Also the id, unless `id` is given. */
  name: string;
  id?: string | undefined;
  /** One line that helps before anything is wrong. */
  hint?: ReactNode;
  /** The error; by default the one of the form. */
  error?: string | undefined;
  /** Shows the label to screen readers only, where the context already says it (a search box), or on a phone only. */
  labelHidden?: boolean | "phone" | undefined;
  optional?: boolean | undefined;
}

/** The attributes that tie a control to its label, hint and error. */
export function fieldAria({ id, name, hint, error }: FieldProps) {
  const at = id ?? name;
  const described = [hint ? `${at}-hint` : "", error ? `${at}-error` : ""].filter(Boolean).join(" ");
  return {
    id: at,
    name,
    "aria-describedby": described || undefined,
    "aria-invalid": error ? true : undefined,
  } as const;
}

const LABEL_CLASS = { shown: "font-medium text-sm", phone: "font-medium text-sm max-md:sr-only" };

/** Label above, hint and error below a control; `Input`, `Select`, `Textarea` and `PasswordField` use it. */
export function Field({ children, ...props }: FieldProps & { children: ReactNode }) {
  const at = props.id ?? props.name;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label
        htmlFor={at}
        className={props.labelHidden === true ? "sr-only" : LABEL_CLASS[props.labelHidden || "shown"]}
      >
        {props.label}
        {props.optional && <span className="font-normal text-faint"> (optional)</span>}
      </label>
      {children}
      {props.hint && (
        <p id={`${at}-hint`} className="text-muted text-sm">
          {props.hint}
        </p>
      )}
      {props.error && (
        <p id={`${at}-error`} className="flex gap-1.5 text-bad text-sm">
          <Alert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {props.error}
        </p>
      )}
    </div>
  );
}
