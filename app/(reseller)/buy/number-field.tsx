"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "#app/ui/cx.ts";
import { controlClass } from "#app/ui/form/control-class.ts";
import { Field, fieldAria } from "#app/ui/form/field";
import { Contact, UserSearch, X } from "#app/ui/icon/icons.ts";
import { NetworkTile } from "#app/ui/network-tile";
import { findPhones } from "#lib/core/text/find-phones";
import { type PhoneRule, type ReadPhone, readPhone } from "#lib/core/text/phone-rule";
import type { Recipient } from "#lib/customer/recipients";

/** Help for entering the number that gets the data. */
export interface PhoneHints {
  /** Those of `regulars`, then other recent numbers. */
  recent: readonly Recipient[];
  /** The purchases that home offers again. */
  regulars: readonly { phone: string; plan: string; network: string; note: string }[];
  /** The reseller has saved customers, who can be found by name. */
  canSearchCustomers: boolean;
  /** Whether an entered number is looked up among the reseller’s purchases and customers. */
  isLookedUp: boolean;
  example: string;
}

interface Props {
  value: string;
  onType: (text: string) => void;
  /** Called when a recent number or a customer is tapped. */
  onPick: (text: string) => void;
  hints: PhoneHints;
  recent: readonly Recipient[];
  note: ReactNode;
  /** At the end of the label's line. */
  aside: ReactNode;
  /** Those that were found while typing. */
  suggestions: readonly Recipient[];
  /** Names the network that a number is probably on. */
  networkOf: (recipient: Recipient) => string | undefined;
  phoneRule: PhoneRule;
  error?: string | undefined;
}

const INNER_BUTTON_CLASS =
  "absolute inset-y-0 right-0 grid w-12 place-items-center rounded-md text-muted hover:text-ink noscript:hidden";

const CHIP_CLASS =
  "flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm hover:border-edge";

/** A pasted text is read before it's shortened to a number. */
const MAX_TEXT_LENGTH = 500;
const MAX_PASTED_NUMBERS = 6;

/**
 * The phone number that gets the data. Reads numbers out of pasted text. Offers recent numbers, and matching
 * customers while typing. Without script it is a plain field.
 */
export function NumberField(props: Props) {
  const { value, onType, onPick, hints, recent, note, aside, suggestions, networkOf, phoneRule, error } =
    props;
  const { canSearchCustomers, example } = hints;
  const input = useRef<HTMLInputElement>(null);
  const [byName, setByName] = useState(false);
  const field = { label: "Phone number", name: "phone", error };
  const named = suggestions.filter(({ name, phone }) => name !== null && phone !== value);
  const list = useSuggestionList(canSearchCustomers ? named : [], onPick);
  const pickContact = useContactPicker(onPick);
  const [pasted, setPasted] = useState<readonly ReadPhone[]>([]);
  /** @returns whether the text has numbers: the only one is entered, several are offered. */
  const readPasted = (text: string): boolean => {
    const phones = findPhones(phoneRule, text);
    setPasted(phones.length > 1 ? phones.slice(0, MAX_PASTED_NUMBERS) : []);
    if (phones.length === 1 && phones[0]) onPick(phones[0].text);
    return phones.length > 0;
  };
  const changeText = ({ value: text, selectionStart }: HTMLInputElement) => {
    list.open();
    setPasted([]);
    // A keyboard's own clipboard enters a text at once, without an event of pasting.
    if (text.length > value.length + 1 && /\p{L}/u.test(text) && readPasted(text)) return;
    // Not while it is edited in its middle, where the caret would jump.
    const isAtEnd = /^\d+$/.test(text) && selectionStart === text.length;
    onType((isAtEnd && readPhone(phoneRule, text)?.text) || text);
  };
  return (
    <div data-field className="relative grid scroll-mt-4 scroll-mb-44 gap-3">
      <div className="absolute top-0 right-0 text-sm">{aside}</div>
      <Field {...field}>
        <div className="relative">
          <input
            {...fieldAria(field)}
            {...(canSearchCustomers && list.aria)}
            ref={input}
            type={byName ? "text" : "tel"}
            inputMode={byName ? "text" : "tel"}
            autoComplete="off"
            enterKeyHint="go"
            maxLength={MAX_TEXT_LENGTH}
            placeholder={canSearchCustomers ? "Number or customer’s name" : example}
            value={value}
            onChange={(event) => changeText(event.target)}
            onPaste={(event) => {
              if (readPasted(event.clipboardData.getData("text"))) event.preventDefault();
            }}
            onKeyDown={list.onKeyDown}
            className={cx(
              controlClass,
              "min-h-14 pr-12 font-semibold text-xl! placeholder:font-normal placeholder:text-base placeholder:tracking-normal",
            )}
          />
          {value ? (
            <button
              type="button"
              aria-label="Clear number"
              onClick={() => {
                onType("");
                input.current?.focus();
              }}
              className={INNER_BUTTON_CLASS}
            >
              <X className="size-5" />
            </button>
          ) : (
            <>
              {pickContact && (
                <button
                  type="button"
                  aria-label="Choose from your contacts"
                  onClick={pickContact}
                  className={cx(INNER_BUTTON_CLASS, canSearchCustomers && "right-12!")}
                >
                  <Contact className="size-5" />
                </button>
              )}
              {canSearchCustomers && (
                <button
                  type="button"
                  aria-label="Find a customer by name"
                  onClick={() => {
                    setByName(true);
                    // A phone changes its keyboard only when the field gets the focus again.
                    input.current?.blur();
                    requestAnimationFrame(() => input.current?.focus());
                  }}
                  className={INNER_BUTTON_CLASS}
                >
                  <UserSearch className="size-5" />
                </button>
              )}
            </>
          )}
        </div>
        <div aria-live="polite" className="empty:hidden">
          {note}
        </div>
      </Field>
      {pasted.length > 0 ? (
        <PastedNumbers
          numbers={pasted}
          onPick={(phone) => {
            setPasted([]);
            onPick(phone);
          }}
        />
      ) : (
        (list.list ?? (!value && recent.length > 0 && <RecentNumbers {...{ recent, networkOf, onPick }} />))
      )}
    </div>
  );
}

/** The numbers of a pasted text. */
function PastedNumbers({ numbers, onPick }: { numbers: readonly ReadPhone[]; onPick: Props["onPick"] }) {
  return (
    <div role="status" className="grid gap-2">
      <p className="text-sm">Which of these numbers?</p>
      <ul aria-label="Pasted numbers" className="flex flex-wrap gap-2">
        {numbers.map(({ e164, text }) => (
          <li key={e164}>
            <button type="button" onClick={() => onPick(text)} className={CHIP_CLASS}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One line that scrolls sideways, so that the plans stay in sight. */
function RecentNumbers({ recent, networkOf, onPick }: Pick<Props, "recent" | "networkOf" | "onPick">) {
  return (
    <ul
      aria-label="Recent numbers"
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] md:mx-0 md:px-0 md:pb-2 md:[scrollbar-width:thin] noscript:hidden"
    >
      {recent.map((recipient) => (
        <li key={recipient.phone} className="shrink-0">
          <button type="button" onClick={() => onPick(recipient.phone)} className={cx(CHIP_CLASS, "pl-2!")}>
            <NetworkTile name={networkOf(recipient) ?? "?"} size="sm" />
            {recipient.name && <span className="min-w-0 truncate font-medium">{recipient.name}</span>}
            <span className={cx("whitespace-nowrap", recipient.name && "text-muted")}>{recipient.phone}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Suggests matching customers: arrow keys move, Enter selects, Escape closes. */
function useSuggestionList(customers: readonly Recipient[], onPick: (phone: string) => void) {
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

interface ContactsManager {
  select(properties: string[]): Promise<{ tel?: string[] }[]>;
}

/** Opens the phone's own contacts where the browser can. @returns undefined where it can't. */
function useContactPicker(onPick: (phone: string) => void): (() => void) | undefined {
  const [contacts, setContacts] = useState<ContactsManager>();
  useEffect(() => setContacts((navigator as { contacts?: ContactsManager }).contacts), []);
  if (!contacts?.select) return undefined;
  return () => {
    contacts
      .select(["tel"])
      .then(([contact]) => contact?.tel?.[0] && onPick(contact.tel[0]))
      // Closed without a choice.
      .catch(() => {});
  };
}
