"use client";

import { type KeyboardEvent, useId, useState } from "react";
import type { Recipient } from "#lib/customer/recipients";

/** Suggests matching customers: arrow keys move, Enter selects, Escape closes. */
export function useSuggestionList(customers: readonly Recipient[], onPick: (phone: string) => void) {
  const id = useId();
  const [shown, show] = useState(false);
  const [at, setAt] = useState(-1);
  const isOpen = shown && customers.length > 0;
  const pick = (phone: string) => {
    show(false);
    setAt(-1);
    onPick(phone);
  };
  const active = isOpen ? customers[at] : undefined;
  return {
    open() {
      show(true);
      setAt(-1);
    },
    onKeyDown(event: KeyboardEvent) {
      if (!isOpen) return;
      if (event.key === "Escape") show(false);
      else if (event.key === "ArrowDown") setAt((at + 1) % customers.length);
      else if (event.key === "ArrowUp") setAt((at <= 0 ? customers.length : at) - 1);
      else if (event.key === "Enter" && active) pick(active.phone);
      else return;
      event.preventDefault();
    },
    aria: {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? id : undefined,
      "aria-activedescendant": active ? `${id}-${at}` : undefined,
    } as const,
    list: isOpen ? (
      <div
        id={id}
        role="listbox"
        aria-label="Customers"
        className="divide-y divide-line overflow-hidden rounded-md border border-line bg-surface"
      >
        {customers.map(({ name, phone }, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
          <div
            key={phone}
            id={`${id}-${n}`}
            role="option"
            tabIndex={-1}
            aria-selected={n === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(phone)}
            className="flex min-h-12 cursor-pointer items-center justify-between gap-4 px-4 hover:bg-sunken aria-selected:bg-accent-soft"
          >
            <span className="min-w-0 truncate font-medium">{name || "No name"}</span>
            <span className="whitespace-nowrap text-muted">{phone}</span>
          </div>
        ))}
      </div>
    ) : null,
  };
}
