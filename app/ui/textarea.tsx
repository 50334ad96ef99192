import type { ComponentProps } from "react";
import { controlClass } from "./control-class.ts";
import { cx } from "./cx.ts";
import { Field, type FieldProps, fieldAria } from "./field.tsx";

type Props = FieldProps & Omit<ComponentProps<"textarea">, keyof FieldProps>;

/** Several lines of text, growing with what is typed, with label, hint and error. */
export function Textarea({ label, name, id, hint, error, labelHidden, optional, className, ...rest }: Props) {
  const field = { label, name, id, hint, error, labelHidden, optional };
  return (
    <Field {...field}>
      <textarea
        rows={3}
        {...rest}
        {...fieldAria(field)}
        className={cx(controlClass, "field-sizing-content py-2", className)}
      />
    </Field>
  );
}
