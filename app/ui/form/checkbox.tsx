"use client";

import type { ComponentProps, ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { useField } from "./form.tsx";

type Props = Omit<ComponentProps<"input">, "name" | "value" | "type"> & {
  name: string;
  value: string | number;
  label: ReactNode;
  note?: ReactNode;
  /** Shows the label to screen readers only, where its row already says it. */
  labelHidden?: boolean;
};

/** A box to tick; it is as it was sent when its form comes back. */
export function Checkbox(props: Props) {
  return <Box {...props} type="checkbox" />;
}

/** One of several to choose from; it is as it was sent when its form comes back. */
export function Radio(props: Props) {
  return <Box {...props} type="radio" />;
}

function Box({ label, note, labelHidden, defaultChecked, className, ...rest }: Props & { type: string }) {
  const { chosen, error } = useField(rest.name);
  return (
    <label
      className={
        labelHidden
          ? "target grid size-11 shrink-0 cursor-pointer place-items-center self-start"
          : cx("flex min-h-11 gap-3", note ? "items-start py-1.5" : "items-center", className)
      }
    >
      <input
        {...rest}
        aria-invalid={error ? true : undefined}
        {...(rest.checked === undefined && {
          defaultChecked: chosen ? chosen.includes(String(rest.value)) : defaultChecked,
        })}
        className={cx("size-5 shrink-0 accent-action", note ? "mt-0.5" : "")}
      />
      <span className={labelHidden ? "sr-only" : "wrap-anywhere min-w-0 grow"}>
        {label}
        {note && <span className="block text-muted text-sm">{note}</span>}
      </span>
    </label>
  );
}

/** A group of boxes with their shared error, found by `name`. */
export function FieldSet({
  legend,
  name,
  legendHidden = false,
  children,
}: {
  legend: string;
  name: string;
  /** Shows the legend to screen readers only, where the context already says it. */
  legendHidden?: boolean;
  children: ReactNode;
}) {
  const { id, error } = useField(name);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={legendHidden ? "sr-only" : "mb-2 font-medium text-sm"}>{legend}</legend>
      {error && (
        <p id={`${id}-error`} className="mb-2 text-bad text-sm">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}
