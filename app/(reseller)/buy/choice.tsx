"use client";

import type { ReactNode } from "react";
import { cx } from "../../ui/cx.ts";

interface Props {
  name: string;
  value: string;
  checked: boolean;
  onChoose: (value: string) => void;
  className?: string;
  children: ReactNode;
}

/** One radio of a group as a tile of its own shape; the arrows walk between them. */
export function Choice({ name, value, checked, onChoose, className, children }: Props) {
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
