"use client";

import { CircleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { controlClass } from "../../ui/control-class.ts";
import { cx } from "../../ui/cx.ts";
import { Field, fieldAria } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import type { NetworkOption, PlanOption, TypeOption } from "./options.ts";

interface Props<T> {
  options: readonly T[];
  value: string;
  onChoose: (value: string) => void;
  error?: string | undefined;
}

export function NetworkChoice({ options, value, onChoose, error }: Props<NetworkOption>) {
  return (
    <Group legend="Network" name="network" error={error}>
      <div className="grid grid-cols-4 gap-2">
        {options.map(({ id, name }) => (
          <Choice
            key={id}
            name="network"
            value={id}
            checked={id === value}
            onChoose={onChoose}
            className="min-h-20 flex-col items-center justify-center gap-1.5 px-1 py-2.5 md:min-h-14 md:flex-row md:justify-start md:gap-3 md:px-3"
          >
            <NetworkTile name={name} />
            <span className="max-w-full truncate font-medium text-sm md:text-base">{name}</span>
          </Choice>
        ))}
      </div>
    </Group>
  );
}

export function TypeChoice({ options, value, onChoose }: Props<TypeOption>) {
  return (
    <Group legend="Type" name="type">
      <div className="flex flex-wrap gap-2">
        {options.map(({ id, name }) => (
          <Choice
            key={id}
            name="type"
            value={id}
            checked={id === value}
            onChoose={onChoose}
            className="min-h-11 items-center px-3.5 font-medium text-sm"
          >
            {name}
          </Choice>
        ))}
      </div>
    </Group>
  );
}

export function PlanChoice({ options, value, onChoose, error }: Props<PlanOption>) {
  return (
    <Group legend="Plan" name="plan" error={error}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(8.75rem,1fr))] gap-2">
        {options.map(({ id, size, validity, price }) => (
          <Choice
            key={id}
            name="plan"
            value={id}
            checked={id === value}
            onChoose={onChoose}
            className="min-h-18 flex-col justify-center gap-1 px-3 py-2.5"
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-2">
              <span className="font-semibold text-lg leading-tight">{size}</span>
              <span className="text-muted text-sm">{validity}</span>
            </span>
            <Money text={price} className="font-semibold" />
          </Choice>
        ))}
      </div>
    </Group>
  );
}

interface GroupProps {
  legend: string;
  name: string;
  error?: string | undefined;
  children: ReactNode;
}

function Group({ legend, name, error, children }: GroupProps) {
  return (
    <fieldset className="min-w-0 scroll-mt-4" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      {children}
      {error && (
        <p id={`${name}-error`} className="mt-2 flex gap-1.5 text-bad text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  checked: boolean;
  onChoose: (value: string) => void;
  className?: string;
  children: ReactNode;
}

/** One radio of a group as a tile of its own shape; the arrows walk between them. */
export function Choice({ name, value, checked, onChoose, className, children }: ChoiceProps) {
  return (
    <label className={cx(TILE, className)}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        onChange={() => onChoose(value)}
        className="absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-md outline-none"
      />
      {children}
    </label>
  );
}

const TILE = [
  "relative flex min-w-0 rounded-md border border-line bg-surface transition-colors duration-100 hover:border-edge",
  "has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent",
  "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
].join(" ");

interface NumberFieldProps {
  value: string;
  onType: (text: string) => void;
  /** One of the last numbers was tapped. */
  onPick: (text: string) => void;
  numbers: readonly { phone: string; network: string }[];
  example: string;
  error?: string | undefined;
}

/** The number that gets the data, as people write or paste it; the last ones are a tap away. */
export function NumberField({ value, onType, onPick, numbers, example, error }: NumberFieldProps) {
  const field = {
    label: "Number",
    name: "phone",
    hint: `For example ${example}. Spaces or a +code are fine.`,
    error,
  };
  return (
    <div data-field className="grid scroll-mt-4 scroll-mb-44 gap-3">
      <Field {...field}>
        <div className="relative">
          <input
            {...fieldAria(field)}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            enterKeyHint="go"
            maxLength={40}
            value={value}
            onChange={(event) => onType(event.target.value)}
            className={cx(controlClass, "min-h-14 pr-12 font-semibold text-xl!")}
          />
          {value && (
            <button
              type="button"
              aria-label="Clear the number"
              onClick={(event) => {
                onType("");
                event.currentTarget.parentElement?.querySelector("input")?.focus();
              }}
              className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-muted hover:text-ink noscript:hidden"
            >
              <X aria-hidden className="size-5" />
            </button>
          )}
        </div>
      </Field>
      {numbers.length > 0 && (
        <ul aria-label="Your last numbers" className="flex flex-wrap gap-2 noscript:hidden">
          {numbers.map(({ phone, network }) => (
            <li key={phone}>
              <button
                type="button"
                onClick={() => onPick(phone)}
                className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface pr-4 pl-2 text-sm hover:border-edge"
              >
                <NetworkTile name={network} size="sm" />
                {phone}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
