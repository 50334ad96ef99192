"use client";

import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { PlainIcon } from "#app/ui/plain-icon";
import type { NetworkOption, PlanOption, TypeOption } from "./options.ts";

interface Props<T> {
  options: readonly T[];
  value: string;
  onChoose: (value: string) => void;
  error?: string | undefined;
}

export function NetworkChoice({ options, value, onChoose, error }: Props<NetworkOption>) {
  return (
    <ChoiceGroup legend="Network" name="network" error={error}>
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
    </ChoiceGroup>
  );
}

export function TypeChoice({ options, value, onChoose }: Props<TypeOption>) {
  return (
    <ChoiceGroup legend="Type" name="type">
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
    </ChoiceGroup>
  );
}

export function PlanChoice({ options, value, onChoose, error }: Props<PlanOption>) {
  return (
    <ChoiceGroup legend="Plan" name="plan" error={error}>
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
    </ChoiceGroup>
  );
}

interface ChoiceGroupProps {
  legend: string;
  name: string;
  error?: string | undefined;
  children: ReactNode;
}

function ChoiceGroup({ legend, name, error, children }: ChoiceGroupProps) {
  return (
    <fieldset className="min-w-0 scroll-mt-4" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-2 font-medium text-sm">{legend}</legend>
      {children}
      {error && (
        <p id={`${name}-error`} className="mt-2 flex gap-1.5 text-bad text-sm">
          <PlainIcon icon={CircleAlert} className="mt-0.5 size-4 shrink-0" />
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

/** A radio button as a tile. */
function Choice({ name, value, checked, onChoose, className, children }: ChoiceProps) {
  return (
    <label className={cx(TILE_CLASS, className)}>
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

const TILE_CLASS = [
  "relative flex min-w-0 rounded-md border border-line bg-surface transition-colors duration-100 hover:border-edge",
  "has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent",
  "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
].join(" ");
