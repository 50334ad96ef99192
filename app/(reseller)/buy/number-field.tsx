"use client";

import { UserSearch, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { controlClass } from "../../ui/control-class.ts";
import { cx } from "../../ui/cx.ts";
import { Field, fieldAria } from "../../ui/field.tsx";
import { NetworkTile } from "../../ui/network-tile.tsx";
import { PlainIcon } from "../../ui/plain-icon.tsx";
import { useOffered } from "./use-offered.ts";

/** A number of before: grouped, with the network it was bought for, and whose it is where that is known. */
export interface LastNumber {
  phone: string;
  network: string;
  name: string | null;
}

interface Props {
  value: string;
  onType: (text: string) => void;
  /** One of the last numbers, or a customer, was tapped. */
  onPick: (text: string) => void;
  numbers: readonly LastNumber[];
  /** There are customers to find by a part of their name or number. */
  searches: boolean;
  example: string;
  error?: string | undefined;
}

const INSIDE =
  "absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-muted hover:text-ink noscript:hidden";

/**
 * The number that gets the data, as people write or paste it. The last ones are a tap away; while something is typed,
 * customers who have it in their name or number stand there instead. Without script it is a plain field.
 */
export function NumberField({ value, onType, onPick, numbers, searches, example, error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [byName, setByName] = useState(false);
  const field = {
    label: "Number",
    name: "phone",
    hint: `For example ${example}.${searches ? " Or a part of a customer’s name." : " Spaces or a +code are fine."}`,
    error,
  };
  const offers = useOffers(value, searches, onPick);
  const type = (text: string) => {
    offers.open();
    onType(text);
  };
  return (
    <div data-field className="grid scroll-mt-4 scroll-mb-44 gap-3">
      <Field {...field}>
        <div className="relative">
          <input
            {...fieldAria(field)}
            {...(searches && offers.aria)}
            ref={input}
            type={byName ? "text" : "tel"}
            inputMode={byName ? "text" : "tel"}
            autoComplete="off"
            enterKeyHint="go"
            maxLength={40}
            value={value}
            onChange={(event) => type(event.target.value)}
            onKeyDown={offers.onKeyDown}
            className={cx(controlClass, "min-h-14 pr-12 font-semibold text-xl!")}
          />
          {value ? (
            <button
              type="button"
              aria-label="Clear the number"
              onClick={() => {
                onType("");
                input.current?.focus();
              }}
              className={INSIDE}
            >
              <PlainIcon icon={X} className="size-5" />
            </button>
          ) : (
            searches && (
              <button
                type="button"
                aria-label="Find a customer by name"
                onClick={() => {
                  setByName(true);
                  // A phone shows the other keys once the field has the focus anew.
                  input.current?.blur();
                  requestAnimationFrame(() => input.current?.focus());
                }}
                className={INSIDE}
              >
                <PlainIcon icon={UserSearch} className="size-5" />
              </button>
            )
          )}
        </div>
      </Field>
      {offers.list ?? (numbers.length > 0 && <LastNumbers numbers={numbers} onPick={onPick} />)}
    </div>
  );
}

function LastNumbers({ numbers, onPick }: Pick<Props, "numbers" | "onPick">) {
  return (
    <ul aria-label="Your last numbers" className="flex flex-wrap gap-2 noscript:hidden">
      {numbers.map(({ phone, network, name }) => (
        <li key={phone} className="min-w-0">
          <button
            type="button"
            onClick={() => onPick(phone)}
            className="flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line bg-surface pr-4 pl-2 text-sm hover:border-edge"
          >
            <NetworkTile name={network} size="sm" />
            {name && <span className="min-w-0 truncate font-medium">{name}</span>}
            <span className={cx("whitespace-nowrap", name && "text-muted")}>{phone}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The customers that fit what is typed, to walk through with the arrows and take with Enter; Escape puts them away. */
function useOffers(text: string, on: boolean, onPick: (phone: string) => void) {
  const id = useId();
  const [shown, show] = useState(false);
  const [at, setAt] = useState(-1);
  const offered = useOffered(text, on && shown);
  const isOpen = shown && offered.length > 0;
  const pick = (phone: string) => {
    show(false);
    setAt(-1);
    onPick(phone);
  };
  const active = isOpen ? offered[at] : undefined;
  return {
    open() {
      show(true);
      setAt(-1);
    },
    onKeyDown(event: KeyboardEvent) {
      if (!isOpen) return;
      if (event.key === "Escape") show(false);
      else if (event.key === "ArrowDown") setAt((at + 1) % offered.length);
      else if (event.key === "ArrowUp") setAt((at <= 0 ? offered.length : at) - 1);
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
        {offered.map(({ name, phone }, n) => (
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
