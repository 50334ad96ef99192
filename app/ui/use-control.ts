"use client";

import { type FieldProps, fieldAria } from "./field.tsx";
import { useField } from "./form.tsx";

/**
 * Parts a control's props into those of its `Field` and its own, with what the form around knows of it: what was typed
 * comes before `defaultValue`.
 */
export function useControl<P extends FieldProps & { defaultValue?: unknown }>(props: P) {
  const { label, name, id, hint, error, labelHidden, optional, defaultValue, ...rest } = props;
  const known = useField(name);
  const field: FieldProps = {
    label,
    name,
    id: id ?? known.id,
    hint,
    error: error ?? known.error,
    labelHidden,
    optional,
  };
  return {
    field,
    control: {
      ...rest,
      ...(known.kept && { placeholder: "Kept. Type only to change it.", required: false }),
      ...fieldAria(field),
      defaultValue: known.typed ?? (defaultValue as string | undefined),
    },
  };
}
