"use client";

import type { ComponentProps } from "react";
import { cx } from "#app/ui/cx.ts";
import { ChevronDown } from "#app/ui/icon/icons.ts";
import { controlClass } from "./control-class.ts";
import { Field, type FieldProps } from "./field.tsx";
import { type SelectOptions, toOptionList } from "./select-options.ts";
import { useControl } from "./use-control.ts";

export type { SelectOption } from "./select-options.ts";

type Props = FieldProps &
  Omit<ComponentProps<"select">, keyof FieldProps | "children"> & {
    options: SelectOptions;
    /** Words of the empty first choice ("All networks"); none when left out. */
    empty?: string | undefined;
  };

export function Select({ options, empty, className, ...props }: Props) {
  const { field, control } = useControl(props);
  return (
    <Field {...field}>
      <div className="relative">
        <select
          // After a response React resets the form, and a select then shows its initial
          // option: the key recreates it.
          key={String(control.defaultValue)}
          {...control}
          className={cx(controlClass, "appearance-none truncate pr-10", className)}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {toOptionList(options).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
        />
      </div>
    </Field>
  );
}
