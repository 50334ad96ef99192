"use client";

import type { ComponentProps } from "react";
import { cx } from "#app/ui/cx.ts";
import { controlClass } from "./control-class.ts";
import { Field, type FieldProps } from "./field.tsx";
import { useControl } from "./use-control.ts";

type Props = FieldProps & Omit<ComponentProps<"textarea">, keyof FieldProps>;

/** A text area that grows with its text, with label, hint and error. */
export function Textarea({ className, ...props }: Props) {
  const { field, control } = useControl(props);
  return (
    <Field {...field}>
      <textarea rows={3} {...control} className={cx(controlClass, "field-sizing-content py-2", className)} />
    </Field>
  );
}
