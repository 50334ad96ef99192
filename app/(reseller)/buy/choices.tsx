"use client";

import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { Money } from "#app/ui/money";
import { NetworkTile } from "#app/ui/network-tile";
import { CurrentInView } from "#app/ui/page/current-in-view";
import { PlainIcon } from "#app/ui/plain-icon";
import type { NetworkOption, PlanOption, TypeOption } from "./options.ts";

interface Props<T> {
  options: readonly T[];
  value: string;
  onChoose: (value: string) => void;
  error?: string | undefined;
}

export function NetworkChoice(props: Props<NetworkOption>) {
  return (
    <ChoiceGroup
      {...props}
      legend="Network"
      name="network"
      className="grid grid-cols-4 gap-2"
      tileClass="min-h-16 flex-col items-center justify-center gap-1 px-1 py-1.5 md:min-h-14 md:flex-row md:justify-start md:gap-3 md:px-3"
    >
      {({ name }) => (
        <>
          <NetworkTile name={name} size="sm" />
          <span className="max-w-full truncate font-medium text-xs md:text-base">{name}</span>
        </>
      )}
    </ChoiceGroup>
  );
}

export function TypeChoice(props: Props<TypeOption>) {
  return (
    <ChoiceGroup
      {...props}
      legend="Type"
      name="type"
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] md:mx-0 md:flex-wrap md:overflow-visible md:px-0"
      scrolls
      tileClass="min-h-11 shrink-0 items-center px-3.5 font-medium text-sm whitespace-nowrap"
    >
      {({ name }) => name}
    </ChoiceGroup>
  );
}

export function PlanChoice(props: Props<PlanOption>) {
  return (
    <ChoiceGroup
      {...props}
      legend="Plan"
      name="plan"
      className="grid grid-cols-[repeat(auto-fill,minmax(8.75rem,1fr))] gap-2"
      tileClass="min-h-18 flex-col justify-center gap-1 px-3 py-2.5"
    >
      {({ size, validity, price }) => (
        <>
          <span className="flex flex-wrap items-baseline justify-between gap-x-2">
            <span className="font-semibold text-lg leading-tight">{size}</span>
            <span className="text-muted text-sm">{validity}</span>
          </span>
          <Money text={price} className="font-semibold" />
        </>
      )}
    </ChoiceGroup>
  );
}

interface ChoiceGroupProps<T> extends Props<T> {
  legend: string;
  name: string;
  className: string;
  tileClass: string;
  /** Whether the tiles are a row that scrolls sideways to the chosen one. */
  scrolls?: boolean;
  children: (option: T) => ReactNode;
}

/** Radio buttons as tiles. */
function ChoiceGroup<T extends { id: string }>({
  legend,
  name,
  options,
  value,
  onChoose,
  error,
  className,
  tileClass,
  scrolls = false,
  children,
}: ChoiceGroupProps<T>) {
  return (
    <fieldset className="min-w-0 scroll-mt-4" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="sr-only">{legend}</legend>
      <div className={className}>
        {options.map((option) => (
          <label key={option.id} className={cx(TILE_CLASS, tileClass)}>
            <input
              type="radio"
              name={name}
              value={option.id}
              checked={option.id === value}
              onChange={() => onChoose(option.id)}
              className="absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-md outline-none"
            />
            {children(option)}
          </label>
        ))}
        {scrolls && <CurrentInView key={value} />}
      </div>
      {error && (
        <p id={`${name}-error`} className="mt-2 flex gap-1.5 text-bad text-sm">
          <PlainIcon icon={CircleAlert} className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

const TILE_CLASS = [
  "relative flex min-w-0 rounded-md border border-line bg-surface transition-colors duration-100 hover:border-edge",
  "has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent",
  "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
].join(" ");
