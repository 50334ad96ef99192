"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { ChevronDown } from "#app/ui/icon/icons.ts";
import { buttonClass } from "./button-class.ts";
import { cx } from "./cx.ts";

/**
 * The rarer actions of a page behind a button, in a panel below it, as wide as a phone. Opens without script;
 * Escape or leaving closes it. A `Menu` can't hold dialogs: a popover closes when one opens.
 */
export function MoreActions({ children }: { children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeFromOutside = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) close(details.current);
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      // The first Escape closes a dialog of the panel.
      if (key !== "Escape" || !details.current?.open || details.current.querySelector("dialog[open]")) return;
      close(details.current);
      details.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", closeFromOutside);
    document.addEventListener("focusin", closeFromOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeFromOutside);
      document.removeEventListener("focusin", closeFromOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, []);
  return (
    <details ref={details} className="md:relative">
      <summary
        className={cx(
          buttonClass({ variant: "secondary", size: "sm" }),
          "cursor-pointer list-none [&_svg]:size-4",
        )}
      >
        <span>
          More<span className="max-sm:sr-only"> actions</span>
        </span>
        <ChevronDown aria-hidden />
      </summary>
      <div className="absolute inset-x-4 z-20 mt-1 grid gap-1 rounded-lg border border-line bg-surface p-2 shadow-lift md:inset-x-auto md:top-full md:right-0 md:w-60 [&>button]:justify-start">
        {children}
      </div>
    </details>
  );
}

function close(details: HTMLDetailsElement | null): void {
  if (details) details.open = false;
}
