"use client";

import type { ComponentProps } from "react";
import { controlClass } from "./control-class.ts";
import { cx } from "./cx.ts";
import { Field, type FieldProps } from "./field.tsx";
import { useControl } from "./use-control.ts";

type Props = FieldProps & Omit<ComponentProps<"textarea">, keyof FieldProps>;

/** Several lines of text, growing with what is typed, with label, hint and error. */
export function Textarea({ className, ...props }: Props) {
  const { field, control } = useControl(props);
  return (
    <Field {...field}>
      <textarea rows={3} {...control} className={cx(controlClass, "field-sizing-content py-2", className)} />
    </Field>
  );
}
