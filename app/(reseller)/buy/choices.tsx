"use client";

import { memo, type ReactNode } from "react";
import { cx } from "#app/ui/cx.ts";
import { CircleAlert } from "#app/ui/icon/icons.ts";
import { NetworkTile } from "#app/ui/network-tile";
import type { NetworkOption } from "./options.ts";

interface NetworkChoiceProps {
  options: readonly NetworkOption[];
  value: string;
  onChoose: ChooseHandler;
  error?: string | undefined;
}

/** The same function at each rendering. */
export type ChooseHandler = (name: "network" | "plan", id: string) => void;

export function NetworkChoice({ error, ...choice }: NetworkChoiceProps) {
  return (
    <ChoiceFieldset legend="Network" name="network" error={error}>
      <ChoiceTiles
        {...choice}
        name="network"
        className="grid grid-cols-4 gap-2"
        tileClass="min-h-16 flex-col items-center justify-center gap-1 px-1 py-1.5 md:min-h-14 md:flex-row md:justify-start md:gap-3 md:px-3"
      >
        {toNetworkTile}
      </ChoiceTiles>
    </ChoiceFieldset>
  );
}

const toNetworkTile = ({ name }: NetworkOption) => (
  <>
    <NetworkTile name={name} size="sm" />
    <span className="max-w-full truncate font-medium text-xs md:text-base">{name}</span>
  </>
);

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
  name: "network" | "plan";
  options: readonly T[];
  value: string;
  onChoose: ChooseHandler;
  className: string;
  tileClass: string;
  /** The same function at each rendering. */
  children: (option: T) => ReactNode;
}

/** Radio buttons as tiles. */
export function ChoiceTiles<T extends { id: string }>(props: ChoiceTilesProps<T>) {
  const { options, value, className, children, ...tile } = props;
  return (
    <div className={className}>
      {options.map((option) => (
        <Tile
          key={option.id}
          {...tile}
          option={option}
          checked={option.id === value}
          draw={children as (option: { id: string }) => ReactNode}
        />
      ))}
    </div>
  );
}

interface TileProps extends Pick<ChoiceTilesProps<{ id: string }>, "name" | "onChoose" | "tileClass"> {
  option: { id: string };
  checked: boolean;
  draw: (option: { id: string }) => ReactNode;
}

/** Rendered again only when it changes: React writes all attributes of a radio button each time. */
const Tile = memo(function Tile({ name, option, checked, onChoose, tileClass, draw }: TileProps) {
  return (
    <label className={cx(TILE_CLASS, tileClass)}>
      <input
        type="radio"
        name={name}
        value={option.id}
        checked={checked}
        onChange={() => onChoose(name, option.id)}
        className="absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-md outline-none"
      />
      {draw(option)}
    </label>
  );
});

const TILE_CLASS = [
  "relative flex min-w-0 rounded-md border border-line bg-surface transition-colors duration-100 hover:border-edge",
  "has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent",
  "has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
].join(" ");
