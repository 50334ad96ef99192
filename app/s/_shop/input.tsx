import type { ComponentProps } from "react";
import { controlClass } from "../../ui/control-class.ts";
import { cx } from "../../ui/cx.ts";
import { Field, type FieldProps, fieldAria } from "../../ui/field.tsx";

type Props = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps>;

/** A line of text with its label, hint and error, in a form that works without script; what is wrong has the focus. */
export function Input({ label, name, hint, error, autoFocus, className, ...rest }: Props) {
  const field = { label, name, hint, error };
  return (
    <Field {...field}>
      <input
        {...rest}
        {...fieldAria(field)}
        // biome-ignore lint/a11y/noAutofocus: after an answer, on the first field that is wrong, where one would go
        autoFocus={autoFocus}
        className={cx(controlClass, className)}
      />
    </Field>
  );
}
