import type { ComponentProps } from "react";
import { cx } from "#app/ui/cx.ts";
import { controlClass } from "#app/ui/form/control-class.ts";
import { Field, type FieldProps, fieldAria } from "#app/ui/form/field";

type Props = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps>;

/** A text input with label, hint and error, in a form that works without script. */
export function ShopInput({ label, name, hint, error, autoFocus, className, ...rest }: Props) {
  const field = { label, name, hint, error };
  return (
    <Field {...field}>
      <input
        {...rest}
        {...fieldAria(field)}
        // biome-ignore lint/a11y/noAutofocus: after a response, the first field with an error gets the focus
        autoFocus={autoFocus}
        className={cx(controlClass, className)}
      />
    </Field>
  );
}
