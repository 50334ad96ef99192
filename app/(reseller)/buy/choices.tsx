"use client";

import type { ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { CircleAlert } from "#app/ui/icon/icons.ts";
import { NetworkTile } from "#app/ui/network-tile";
import type { NetworkOption } from "./options.ts";

interface NetworkChoiceProps {
  options: readonly NetworkOption[];
  value: string;
  onChoose: (value: string) => void;
  error?: string | undefined;
}

export function NetworkChoice({ error, ...choice }: NetworkChoiceProps) {
  return (
    <ChoiceFieldset legend="Network" name="network" error={error}>
      <ChoiceTiles
        {...choice}
        name="network"
        className="grid grid-cols-4 gap-2"
        tileClass="min-h-16 flex-col items-center justify-center gap-1 px-1 py-1.5 md:min-h-14 md:flex-row md:justify-start md:gap-3 md:px-3"
      >
        {({ name, plans }) => (
          <>
            <NetworkTile name={name} size="sm" />
            <span className="max-w-full truncate font-medium text-xs md:text-base">
              {name}
              {plans.length === 0 && <span className="font-normal text-muted"> off</span>}
            </span>
          </>
        )}
      </ChoiceTiles>
    </ChoiceFieldset>
  );
}

interface ChoiceFieldsetProps {
  legend: string;
  name: string;
  error?: string | undefined;
  children: ReactNode;
}

export function ChoiceFieldset({ legend, name, error, children }: ChoiceFieldsetProps) {
  return (
    <fieldset className="min-w-0 scroll-mt-4" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="sr-only">{legend}</legend>
      {children}
      {error && (
        <p id={`${name}-error`} className="mt-2 flex gap-1.5 text-bad text-sm">
          <CircleAlert className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ChoiceTilesProps<T> {
  name: string;
  options: readonly T[];
  value: string;
  onChoose: (value: string) => void;
  className: string;
  tileClass: string;
  children: (option: T) => ReactNode;
}

/** Radio buttons as tiles. */
export function ChoiceTiles<T extends { id: string }>(props: ChoiceTilesProps<T>) {
  const { name, options, value, onChoose, className, tileClass, children } = props;
  return (
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
    </div>
  );
}

const TILE_CLASS = [
  "relative flex min-w-0 rounded-md border border-line bg-surface transition-colors duration-100 hover:border-edge",
  "has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent",
  "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
].join(" ");
