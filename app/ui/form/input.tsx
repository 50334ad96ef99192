"use client";

import { type ComponentProps, type FormEvent, type ReactNode, useState } from "react";
import { cx } from "#app/ui/cx.ts";
import { controlClass } from "./control-class.ts";
import { DayText } from "./day-text.tsx";
import { Field, type FieldProps } from "./field.tsx";
import { FileInput } from "./file-input.tsx";
import { useControl } from "./use-control.ts";

type Props = FieldProps &
  Omit<ComponentProps<"input">, keyof FieldProps> & {
    /** Sits inside the box at its start: an icon, a currency sign. */
    start?: ReactNode;
    /** Sits inside the box at its end: a unit, which the hint says too. */
    end?: string;
  };

export function Input({ start, end, className, ...props }: Props) {
  const { field, control } = useControl(props);
  const [typed, setTyped] = useState<string | null>(null);
  const isDay = props.type === "date" || props.type === "datetime-local";
  if (props.type === "file")
    return (
      <Field {...field}>
        <FileInput {...control} />
      </Field>
    );
  return (
    <Field {...field}>
      <div className="relative">
        {start && (
          <span className="pointer-events-none absolute inset-y-0 left-0 grid w-11 place-items-center text-muted [&_svg]:size-5">
            {start}
          </span>
        )}
        <input
          {...control}
          {...(isDay && {
            onInput: (event: FormEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
          })}
          className={cx(controlClass, start ? "pl-11" : "", end ? "pr-16" : "", className)}
        />
        {end && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3 grid items-center text-muted text-sm"
          >
            {end}
          </span>
        )}
      </div>
      {isDay && <DayText day={typed ?? control.defaultValue ?? ""} isTyped={typed !== null} />}
    </Field>
  );
}

/** An amount of money or a percentage. */
export function DecimalInput(props: ComponentProps<typeof Input>) {
  return <Input inputMode="decimal" autoComplete="off" {...props} />;
}

/** A code of six digits, as an app shows it; browsers that know it offer it. */
export function CodeField(props: Omit<ComponentProps<typeof Input>, "type">) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      required
      className="font-mono tracking-widest"
      {...props}
    />
  );
}
