"use client";

import { type FieldProps, fieldAria } from "./field.tsx";
import { useField } from "./form.tsx";

/**
 * Splits a control's props into those of its `Field` and its own, and adds the state of its form: a submitted
 * value takes precedence over `defaultValue`.
 */
export function useControl<P extends FieldProps & { defaultValue?: unknown }>(props: P) {
  const { label, name, id, hint, error, labelHidden, optional, defaultValue, ...rest } = props;
  const formField = useField(name);
  const field: FieldProps = {
    label,
    name,
    id: id ?? formField.id,
    hint,
    error: error ?? formField.error,
    labelHidden,
    optional,
  };
  return {
    field,
    control: {
      ...rest,
      ...(formField.kept && { placeholder: "Saved. Type only to change it.", required: false }),
      ...fieldAria(field),
      defaultValue: formField.typed ?? (defaultValue as string | undefined),
    },
  };
}
